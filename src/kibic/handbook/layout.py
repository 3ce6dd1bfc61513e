"""What stands where on a page: sections in the order of a hand, each of paragraphs, each of keys and texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from kibic.games.preferans.rules import Rules

#: A paragraph: names of texts and keys (with a dot), or one table (``@name``). Each part is a sentence or several.
Paragraph = tuple[str, ...]
Section = tuple[str, tuple[Paragraph, ...]]

NUMBERS: Final[tuple[Section, ...]] = (
    ("", (("intro",),)),
    ("cards", (("cards", "seat.players", "seat.direction"),)),
    ("deal", (("seat.first_dealer", "deal", "deal.redeal_dealer"),)),
    (
        "auction",
        (
            ("auction", "auc.min", "auc.max", "auc.step"),
            ("auc.hold", "auc.hold_first_turn", "auc.hold_word"),
            ("allpass.show_talon",),
        ),
    ),
    (
        "igra",
        (
            ("igra.enabled", "igra", "igra.betl_sans_turn"),
            ("igra.declare", "igra.naming", "igra.tie", "igra.second_pik", "igra.repeat_betl"),
        ),
    ),
    ("talon", (("talon.shown", "talon", "dec.two_restriction"),)),
    ("following", (("following",),)),
    ("calling", (("call.enabled", "calling", "call.refusable", "call.quota", "call.supe_owner"),)),
    (
        "kontra",
        (
            ("kontra.enabled", "kontra", "kontra.max", "kontra.sub_by", "kontra.sub_responsibility"),
            ("kontra.quota", "kontra.supe_owner", "kontra.after_call", "kontra.reactivate", "kontra.betl_rekontra"),
        ),
    ),
    ("pik", (("pik.needs_kontra", "pik.no_kontra", "pik.pass_when", "pik.nobody_follows"),)),
    (
        "play",
        (
            ("lead.suit", "lead.betl", "lead.sans"),
            ("play", "play.must_trump", "play.must_overtake"),
            ("end.stop_at_5", "end.betl_first_trick"),
        ),
    ),
    (
        "making",
        (
            (
                "make.declarer", "make.lone", "make.pair_saves", "make.pair_joint", "make.pair_each",
                "betl.kontras_test",
            ),
        ),
    ),
    (
        "scoring",
        (
            ("scoring", "score.bule_model", "score.supe_cap"),
            ("@worth",),
            ("fixed",),
            ("@fixed",),
            ("betl.kontra_supe",),
        ),
    ),
    (
        "refa",
        (
            ("refa.trigger", "refa.awarded_to", "refa.max", "refa.write_blocked_by_hat"),
            ("refa", "refa.use_blocked_by_hat", "refa.doubles_fixed"),
        ),
    ),
    ("hat", (("hat", "hat.at_zero"),)),
    (
        "end",
        (
            ("match.start_bule", "match.end", "last.reduce", "last.supe", "last.fall_double"),
            ("end_writeoff", "writeoff.extra_to"),
            ("result", "result.sign"),
        ),
    ),
    (
        "agreements",
        (
            (
                "table.speech", "agr.trick_offer", "pen.rezon", "pen.must_kontra", "pen.min_bid", "pen.min_follow",
                "pen.bluff",
            ),
            (
                "no_agreements", "conv.bid_min", "conv.enforce_bid_min", "conv.follow_min", "conv.pik_follow",
                "conv.called_lead", "conv.sans_lead", "conv.lead_under", "conv.sans_discard",
            ),
        ),
    ),
    ("worked", (("@worked",),)),
)  # fmt: skip

LEVELS: Final[tuple[Section, ...]] = (
    ("", (("levels_intro",),)),
    ("cards", (("cards", "seat.players", "seat.direction"),)),
    ("deal", (("seat.first_dealer", "deal"),)),
    ("levels", (("levels_bids", "talon.shown"),)),
    ("whist", (("levels_whist",),)),
    ("play", (("lead.suit", "play", "play.must_trump", "play.must_overtake"),)),
    ("points", (("levels_points", "level.short_keeps"), ("@levels",))),
    ("end", (("match.deals",),)),
    ("agreements", (("table.speech",),)),
    ("worked", (("@worked",),)),
)

CONVENTIONS: Final = tuple(
    f"conv.{name}"
    for name in ("bid_min", "follow_min", "pik_follow", "called_lead", "sans_lead", "lead_under", "sans_discard")
)


def _agreed(rules: Rules) -> bool:
    values = rules.as_dict()
    return any(values[key] != "none" for key in CONVENTIONS)


_igra: Final[Callable[[Rules], bool]] = lambda rules: rules.igra.enabled  # noqa: E731 - one of a row of conditions
_call: Final[Callable[[Rules], bool]] = lambda rules: rules.call.enabled  # noqa: E731
_kontra: Final[Callable[[Rules], bool]] = lambda rules: rules.kontra.enabled  # noqa: E731
_refa: Final[Callable[[Rules], bool]] = lambda rules: bool(rules.refa.trigger)  # noqa: E731

#: Parts that have nothing to say under some rules, with the condition under which they speak.
CONDITIONS: Final[Mapping[str, Callable[[Rules], bool]]] = {
    **dict.fromkeys(
        ("igra", "igra.betl_sans_turn", "igra.declare", "igra.naming", "igra.tie", "igra.second_pik",
         "igra.repeat_betl"), _igra,
    ),
    **dict.fromkeys(("calling", "call.refusable", "call.quota", "call.supe_owner"), _call),
    "kontra.after_call": lambda rules: rules.call.enabled and rules.kontra.enabled,
    **dict.fromkeys(
        ("kontra", "kontra.max", "kontra.quota", "kontra.supe_owner", "kontra.reactivate", "kontra.betl_rekontra",
         "betl.kontra_supe"), _kontra,
    ),
    "kontra.sub_by": lambda rules: rules.kontra.enabled and rules.kontra.max >= 8,
    "kontra.sub_responsibility": lambda rules: rules.kontra.enabled and rules.kontra.max >= 8,
    "pik.no_kontra": lambda rules: rules.pik.needs_kontra,
    "pik.pass_when": lambda rules: rules.pik.needs_kontra and rules.pik.no_kontra == "refa_else_pass",
    "pik.nobody_follows": lambda rules: rules.pik.needs_kontra,
    "make.pair_each": lambda rules: rules.make.pair_saves,
    "make.pair_joint": lambda rules: rules.make.pair_saves,
    "last.supe": lambda rules: rules.last.reduce,
    "no_agreements": lambda rules: not _agreed(rules),
    **dict.fromkeys(
        ("refa", "refa.awarded_to", "refa.max", "refa.write_blocked_by_hat", "refa.use_blocked_by_hat",
         "refa.doubles_fixed"), _refa,
    ),
}  # fmt: skip


def layout(rules: Rules) -> tuple[Section, ...]:
    """The sections of the page of ``rules``."""
    return LEVELS if rules.auc.ladder == "levels" else NUMBERS


def speaks(part: str, rules: Rules) -> bool:
    """Whether a part of a paragraph has something to say under ``rules``."""
    condition = CONDITIONS.get(part)
    return condition is None or condition(rules)
