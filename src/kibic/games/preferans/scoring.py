"""The score of a hand (section 12, and 11 for who makes): pure functions from tricks and sheet to an outcome.

The classic model is the normative function of section 22.1; ``mirror93`` is SCO-09.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from kibic.game import Seat
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.duties import Duty, duties
from kibic.games.preferans.outcome import Kind, Outcome, Reason, Supe
from kibic.games.preferans.rules import Rules
from kibic.games.preferans.sentences import Argument, factors_text
from kibic.games.preferans.sheet import Sheet, can_write_refa, in_hat, refa_factor

#: The reasons of :func:`hat_reasons`: under a hat, out of it.
HAT_KEYS: Final = ("hat_on", "hat_off")


@dataclass(frozen=True, slots=True)
class HandFacts:
    """What the score needs besides the bargain: hand number, dealer, and the sheet before the hand."""

    rules: Rules
    sheet: Sheet
    number: int
    dealer: Seat
    players: int


@dataclass(slots=True)
class _Ledger:
    """Entries being collected for one hand."""

    facts: HandFacts
    bule: list[int]
    supe: list[Supe] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)

    def reason(
        self, seat: Seat | None, about: str, points: int | None, rules: str, key: str, /, **arguments: Argument
    ) -> None:
        """Add a reason; ``rules`` are IDs separated by spaces."""
        self.reasons.append(
            Reason(seat, about, points, tuple(rules.split()), key, tuple(arguments.items()), self.words)  # type: ignore[arg-type]
        )

    @property
    def words(self) -> str:
        """Whose words the reasons are told in."""
        return self.facts.rules.ui.words

    def factors(self, kontra: int, refa: int) -> str:
        """Multipliers as they are written in arithmetic."""
        return factors_text(kontra, refa, self.words)

    def write(self, writer: Seat, against: Seat, points: int) -> None:
        """Write supe."""
        self.supe.append(Supe(writer, against, points))


def score_played(facts: HandFacts, bargain: Bargain, tricks: tuple[int, ...], kind: Kind = "played") -> Outcome:
    """The outcome of a hand that was played, or agreed with ``tricks`` (AGR-06)."""
    rules, declarer, game = facts.rules, bargain.declarer, bargain.game
    ledger = _Ledger(facts, [0] * facts.players)
    refa = refa_factor(rules, facts.sheet, declarer)
    unit = game.unit(bargain.igra, bargain.kontra * refa)
    all_duties = duties(rules, bargain, tricks, facts.players)
    if bargain.offered is not None:
        ledger.reason(None, "hand", None, "AGR-06", "agreed", tricks=bargain.offered)
    _explain_refa(ledger, declarer, refa)
    for duty in all_duties:
        arguments = dict(duty.arguments)
        ledger.reason(duty.seat, "role", None, duty.rules, duty.key, **arguments)
    for seat, role in enumerate(bargain.roles(facts.players)):
        if role == "out" and seat in bargain.ring:
            ledger.reason(seat, "role", None, "FOL-03", "out")
    made = all_duties[0].made is True
    falls = [duty.seat for duty in all_duties[1:] if duty.made is False]
    reduced = False
    if rules.score.bule_model == "classic":
        reduced = _declarer_bule(ledger, bargain, refa, made, falls)
        for seat in falls:
            ledger.bule[seat] = _fall(ledger, seat, unit)
    else:
        _mirror(ledger, bargain, refa, made)
    trick_worth = facts.sheet.total if reduced and rules.last.supe == "reduced" else unit  # LAST-03
    if game.is_forced:
        _fixed_supe(ledger, bargain, refa, made)
    else:
        _trick_supe(ledger, bargain, tricks, trick_worth)
    return _outcome(
        ledger,
        bargain,
        kind,
        refa,
        tricks=None if kind == "agreed" else tricks,
        made=_made(all_duties, facts.players),
        reduced=reduced,
        refa_spent=refa > 1,
    )


def score_nobody(facts: HandFacts, bargain: Bargain) -> Outcome:
    """Nobody follows and the game is credited (FOL-04)."""
    ledger = _Ledger(facts, [0] * facts.players)
    refa = refa_factor(facts.rules, facts.sheet, bargain.declarer)
    _explain_refa(ledger, bargain.declarer, refa)
    ledger.reason(bargain.declarer, "role", None, "FOL-04", "nobody")
    reduced = _declarer_bule(ledger, bargain, refa, made=True, falls=[])
    made = _only(facts.players, bargain.declarer, value=True)
    return _outcome(ledger, bargain, "nobody_follows", refa, made=made, reduced=reduced, refa_spent=refa > 1)


def score_pik(facts: HandFacts, bargain: Bargain, *, nobody: bool) -> Outcome:
    """Standard pik without kontra (PIK-02, PIK-03, PIK-04)."""
    rules, sheet, declarer = facts.rules, facts.sheet, bargain.declarer
    kind: Kind = "nobody_follows" if nobody else "pik_no_kontra"
    trigger = "pik_nobody" if nobody else "pik_no_kontra"
    ledger = _Ledger(facts, [0] * facts.players)
    may_write = trigger in rules.refa.trigger and can_write_refa(rules, sheet)
    if _pik_is_credited(rules, sheet, declarer, may_write):
        # In the srpski tree the credit is fixed: somebody in a hat blocks the refa (PIK-03 branch 1).
        fixed = rules.pik.no_kontra == "srpski_tree"
        refa = 1 if fixed else refa_factor(rules, sheet, declarer)
        _explain_refa(ledger, declarer, refa)
        ledger.reason(declarer, "role", None, "PIK-03", "pik_hat" if sheet.any_hat else "pik_made")
        reduced = _declarer_bule(ledger, bargain, refa, made=True, falls=[])
        made = _only(facts.players, declarer, value=True)
        return _outcome(ledger, bargain, kind, refa, made=made, reduced=reduced, refa_spent=refa > 1)
    ledger.reason(None, "hand", None, "PIK-01 PIK-03", "pik_unplayed")
    _explain_writing(ledger, may_write, in_triggers=trigger in rules.refa.trigger)
    return _outcome(ledger, bargain, kind, 1, made=(None,) * facts.players, refa_written=may_write)


def score_all_pass(facts: HandFacts) -> Outcome:
    """All three passed (AUC-05, REF-04)."""
    ledger = _Ledger(facts, [0] * facts.players)
    in_triggers = "all_pass" in facts.rules.refa.trigger
    may_write = in_triggers and can_write_refa(facts.rules, facts.sheet)
    ledger.reason(None, "hand", None, "AUC-05 REF-04", "all_pass")
    _explain_writing(ledger, may_write, in_triggers=in_triggers)
    return _outcome(ledger, None, "all_pass", 1, made=(None,) * facts.players, refa_written=may_write)


def score_no_discard(facts: HandFacts, bargain: Bargain) -> Outcome:
    """The declarer did not discard and falls by the unit of his bid (PEN-01)."""
    ledger = _Ledger(facts, [0] * facts.players)
    refa = refa_factor(facts.rules, facts.sheet, bargain.declarer)
    _explain_refa(ledger, bargain.declarer, refa)
    ledger.reason(bargain.declarer, "role", None, "PEN-01", "no_discard")
    _declarer_bule(ledger, bargain, refa, made=False, falls=[])
    made = _only(facts.players, bargain.declarer, value=False)
    return _outcome(ledger, bargain, "penalty", refa, made=made, refa_spent=refa > 1)


def _pik_is_credited(rules: Rules, sheet: Sheet, declarer: Seat, may_write: bool) -> bool:
    """Whether the declarer is credited a made pik (PIK-03); otherwise a refa is written if it may be."""
    match rules.pik.no_kontra:
        case "srpski_tree" | "any_in_hat":
            return sheet.any_hat
        case "refa_or_gift_in_hat":
            return sheet.hats[declarer]
        case "refa_else_pass":
            return not may_write and (rules.pik.pass_when == "always" or sheet.hats[declarer])  # noqa: S105
        case _:  # "pass"
            return True


def _declarer_bule(ledger: _Ledger, bargain: Bargain, refa: int, made: bool, falls: Sequence[Seat]) -> bool:
    """Write the declarer's bule (SCO-01) and return whether LAST-01 cut them."""
    facts, declarer = ledger.facts, bargain.declarer
    total, unit = facts.sheet.total, _explain_unit(ledger, bargain, refa, made)
    if not made:
        ledger.bule[declarer] = _fall(ledger, declarer, unit)
        return False
    may_reduce = facts.rules.last.reduce and facts.rules.match.end == "total_zero"
    if may_reduce and unit > total:
        if not falls:
            ledger.bule[declarer] = -total
            ledger.reason(declarer, "bule", -total, "LAST-01", "reduced", total=total, unit=unit)
            return True
        ledger.reason(declarer, "bule", -unit, "LAST-02", "not_reduced", unit=unit)
    ledger.bule[declarer] = -unit
    return False


def _explain_unit(ledger: _Ledger, bargain: Bargain, refa: int, made: bool) -> int:
    contract = bargain.contract or Contract(max(bargain.number, Contract.PIK))
    unit = contract.unit(bargain.igra, bargain.kontra * refa)
    rules = "SCO-01" + (" KON-04" if bargain.kontra > 1 else "") + (" REF-05" if refa > 1 else "")
    if bargain.kontra > 1 and refa > 1:
        rules += " KON-06"
    ledger.reason(
        bargain.declarer, "bule", -unit if made else unit, rules, "unit",
        game=contract.word, igra=int(bargain.igra), g=contract.game_value(bargain.igra),
        factors=ledger.factors(bargain.kontra, refa), unit=unit,
    )  # fmt: skip
    return unit


def _fall(ledger: _Ledger, seat: Seat, unit: int) -> int:
    """Bule of a fall: the unit, twice in the last hand where that is agreed (SCO-01, LAST-04)."""
    total, mode = ledger.facts.sheet.total, ledger.facts.rules.last.fall_double
    doubled = {"unit_ge_total": unit >= total, "unit_gt_total": unit > total, "total_2": total == 2}
    if doubled.get(mode, False):
        ledger.reason(seat, "bule", 2 * unit, "LAST-04", "fall_double", unit=unit, twice=2 * unit)
        return 2 * unit
    ledger.reason(seat, "bule", unit, "SCO-01", "fall", unit=unit)
    return unit


def _mirror(ledger: _Ledger, bargain: Bargain, refa: int, made: bool) -> None:
    """Bule in the model mirror93: the defence moves opposite to the declarer (SCO-09)."""
    declarer = bargain.declarer
    unit = _explain_unit(ledger, bargain, refa, made)
    change = -unit if made else unit
    ledger.bule[declarer] = change
    followers = bargain.followers
    answerable = bargain.kontras if bargain.kontras is not None else bargain.caller
    if answerable is None and not bargain.game.is_forced and len(followers) == 1:
        answerable = followers[0]
    if answerable is not None:
        ledger.bule[answerable] = -change
        ledger.reason(answerable, "bule", -change, "SCO-09", "mirror")
        return
    for seat in followers:
        if bargain.game.is_forced:
            ledger.reason(seat, "bule", 0, "SCO-09", "mirror_none")
        else:
            ledger.bule[seat] = -change // 2
            ledger.reason(seat, "bule", -change // 2, "SCO-09", "mirror_half")


def _fixed_supe(ledger: _Ledger, bargain: Bargain, refa: int, made: bool) -> None:
    """Supe of betl and preferans: ten times the game value when it fell, else none (SCO-04, SCO-05, SCO-06)."""
    if made:
        return
    rules, declarer, game = ledger.facts.rules, bargain.declarer, bargain.game
    shown_refa = refa if rules.refa.doubles_fixed else 1
    g = game.game_value(bargain.igra)
    share = 10 * g * bargain.kontra * shown_refa
    writers = bargain.defenders
    ids, key, parts = "SCO-04", "supe_fixed", 1
    if bargain.kontras is not None:
        ids = "SCO-04 SCO-05"
        if rules.betl.kontra_supe == "kontras_all":
            writers, key, parts = (bargain.kontras,), "supe_fixed_both", 2  # type: ignore[assignment]
    for writer in writers:
        ledger.write(writer, declarer, parts * share)
        ledger.reason(
            writer, "supe", parts * share, ids, key, game=game.word, igra=int(bargain.igra), g=g,
            factors=ledger.factors(bargain.kontra, shown_refa), points=parts * share, against=declarer,
        )  # fmt: skip


def _trick_supe(ledger: _Ledger, bargain: Bargain, tricks: tuple[int, ...], unit: int) -> None:
    """Supe for tricks, to whom the rules give them (SCO-02, CALL-03, KON-03)."""
    rules, declarer = ledger.facts.rules, bargain.declarer
    followers = bargain.followers
    tricks = _capped(rules, bargain, tricks)
    joint = sum(tricks[seat] for seat in followers)
    if bargain.kontras is not None and rules.kontra.supe_owner == "kontras_all":
        _write_joint(ledger, bargain.kontras, declarer, joint, unit, "SCO-02 KON-03")
        return
    if bargain.kontras is None and bargain.caller is not None and rules.call.supe_owner == "caller_all":
        _write_joint(ledger, bargain.caller, declarer, joint, unit, "SCO-02 CALL-03")
        return
    for seat in followers:
        if tricks[seat] and seat != bargain.called:
            points = tricks[seat] * unit
            ledger.write(seat, declarer, points)
            ledger.reason(
                seat, "supe", points, "SCO-02", "supe_own",
                tricks=tricks[seat], unit=unit, points=points, against=declarer,
            )  # fmt: skip


def _capped(rules: Rules, bargain: Bargain, tricks: tuple[int, ...]) -> tuple[int, ...]:
    """The tricks for which supe are written: at most ``score.supe_cap`` together, the last followers' go first."""
    left = rules.score.supe_cap
    capped = list(tricks)
    for seat in bargain.followers:
        capped[seat] = min(tricks[seat], left)
        left -= capped[seat]
    return tuple(capped)


def _write_joint(ledger: _Ledger, writer: Seat, declarer: Seat, joint: int, unit: int, rules: str) -> None:
    if joint:
        points = joint * unit
        ledger.write(writer, declarer, points)
        ledger.reason(
            writer, "supe", points, rules, "supe_joint", joint=joint, unit=unit, points=points, against=declarer
        )


def _explain_refa(ledger: _Ledger, declarer: Seat, refa: int) -> None:
    if refa > 1:
        ledger.reason(declarer, "refa", None, "REF-05 SCO-06", "refa_used")
    elif ledger.facts.sheet.refa_available[declarer]:
        ledger.reason(declarer, "refa", None, "REF-07", "refa_blocked")


def _explain_writing(ledger: _Ledger, may_write: bool, *, in_triggers: bool) -> None:
    rules, sheet = ledger.facts.rules, ledger.facts.sheet
    if may_write:
        ledger.reason(
            None if rules.refa.awarded_to == "all" else ledger.facts.dealer, "refa", None, "REF-01 REF-04",
            "refa_written" if rules.refa.awarded_to == "all" else "refa_dealer",
            written=sheet.refa_written + 1, budget=rules.refa_budget,
        )  # fmt: skip
    elif not in_triggers:
        ledger.reason(None, "refa", None, "REF-04", "refa_no_trigger")
    elif sheet.refa_written >= rules.refa_budget:
        ledger.reason(None, "refa", None, "REF-02 REF-03", "refa_no_budget", budget=rules.refa_budget)
    else:
        ledger.reason(None, "refa", None, "REF-03 HAT-03", "refa_hat")


def hat_reasons(rules: Rules, before: Sheet, changes: Sequence[int]) -> list[Reason]:
    """Who comes under a hat or out of it by the ``changes`` of the bule (HAT-01, HAT-02)."""
    found = []
    for seat, change in enumerate(changes):
        after = in_hat(rules, before.bule[seat] + change)
        if after != before.hats[seat]:
            key = HAT_KEYS[0] if after else HAT_KEYS[1]
            found.append(Reason(seat, "bule", None, ("HAT-01", "HAT-02"), key, words=rules.ui.words))
    return found


def _made(all_duties: Sequence[Duty], players: int) -> tuple[bool | None, ...]:
    by_seat = {duty.seat: duty.made for duty in all_duties}
    return tuple(by_seat.get(seat) for seat in range(players))


def _only(players: int, seat: Seat, *, value: bool) -> tuple[bool | None, ...]:
    return tuple(value if index == seat else None for index in range(players))


def _outcome(
    ledger: _Ledger,
    bargain: Bargain | None,
    kind: Kind,
    refa: int,
    *,
    made: tuple[bool | None, ...],
    tricks: tuple[int, ...] | None = None,
    reduced: bool = False,
    refa_written: bool = False,
    refa_spent: bool = False,
) -> Outcome:
    facts = ledger.facts
    ledger.reasons += hat_reasons(facts.rules, facts.sheet, ledger.bule)
    players = facts.players
    ledger.supe.sort(key=lambda entry: entry.writer)
    declared = bargain is not None and bargain.contract is not None
    return Outcome(
        number=facts.number,
        dealer=facts.dealer,
        kind=kind,
        declarer=bargain.declarer if bargain else None,
        contract=bargain.contract if bargain else None,
        igra=bargain.igra if bargain else False,
        followers=bargain.followers if bargain and declared else (),
        caller=bargain.caller if bargain else None,
        called=bargain.called if bargain else None,
        kontra=bargain.kontra if bargain else 1,
        kontras=bargain.kontras if bargain else None,
        refa=refa,
        tricks=tricks,
        made=made,
        roles=bargain.roles(players) if bargain else (None,) * players,
        bule=tuple(ledger.bule),
        bule_before=facts.sheet.bule,
        supe=tuple(ledger.supe),
        refa_written=refa_written,
        refa_spent=refa_spent,
        reduced=reduced,
        reasons=tuple(ledger.reasons),
    )
