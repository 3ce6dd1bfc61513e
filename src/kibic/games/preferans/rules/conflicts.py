"""Keys that contradict each other: every conflict with the sentence that says how to solve it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibic.game import Text

if TYPE_CHECKING:
    from kibic.games.preferans.rules.rules import Rules


def conflicts(rules: Rules) -> Iterator[Text]:
    """All conflicts between the parameters of ``rules``, one sentence each."""
    yield from _match_conflicts(rules)
    yield from _hand_conflicts(rules)
    yield from _level_conflicts(rules)


def _match_conflicts(rules: Rules) -> Iterator[Text]:
    if not rules.seat.players:
        yield Text(
            "seat.players: at least one number of players is needed",
            "seat.players: potreban je bar jedan broj igrača",
        )
    if rules.score.bule_model == "mirror93" and rules.match.end == "total_zero":
        yield Text(  # SCO-09
            "score.bule_model = mirror93 keeps the total of bule unchanged, so match.end = total_zero never comes; "
            "choose match.end = hands:N or first_at_or_below_zero",
            "uz score.bule_model = mirror93 zbir bula se ne menja, pa match.end = total_zero nikad ne nastupa; "
            "izaberite match.end = hands:N ili first_at_or_below_zero",
        )
    if rules.score.bule_model == "mirror93" and rules.last.fall_double != "off":
        yield Text(
            "last.fall_double needs score.bule_model = classic: in mirror93 nobody pays for a fall of his own",
            "last.fall_double traži score.bule_model = classic: uz mirror93 niko ne plaća sopstveni pad",
        )
    if rules.match.start_bule % 2:
        yield Text(
            "match.start_bule must be even, because every game changes the bule by an even number",
            "match.start_bule mora biti paran broj, jer svaka igra menja bule za paran broj",
        )
    if rules.match.deals % 3:
        yield Text(  # POL-13
            "match.deals must be a multiple of 3, so that everybody deals equally often",
            "match.deals mora biti deljiv sa 3, da bi svako delio jednako često",
        )


def _hand_conflicts(rules: Rules) -> Iterator[Text]:
    if not rules.kontra.enabled and rules.pik.needs_kontra and rules.pik.no_kontra != "played":
        yield Text(  # PIK-01
            "kontra.enabled = false and pik.needs_kontra = true would mean that pik is never played; set "
            "pik.needs_kontra = false",
            "uz kontra.enabled = false i pik.needs_kontra = true pik se nikad ne bi igrao; postavite "
            "pik.needs_kontra = false",
        )
    if rules.betl.kontras_test == "tricks5" and rules.end.betl_first_trick:
        yield Text(  # C-15
            "betl.kontras_test = tricks5 counts all ten tricks of a betl; set end.betl_first_trick = false",
            "betl.kontras_test = tricks5 broji svih deset štihova betla; postavite end.betl_first_trick = false",
        )
    if rules.igra.tie == "first_may_cede_with_kontra" and not rules.kontra.enabled:
        yield Text(
            "igra.tie = first_may_cede_with_kontra needs kontra.enabled = true: who cedes must give kontra",
            "igra.tie = first_may_cede_with_kontra traži kontra.enabled = true: ko ustupi igru, mora dati kontru",
        )
    if rules.kontra.sub_responsibility == "sub_giver" and rules.kontra.max < 8:
        yield Text(
            "kontra.sub_responsibility = sub_giver needs kontra.max of at least 8",
            "kontra.sub_responsibility = sub_giver traži kontra.max od bar 8",
        )
    if rules.end.stop_at_5 and rules.make.declarer != 6:
        yield Text(
            "end.stop_at_5 = true takes five tricks of the defence for a fall, so make.declarer must be 6",
            "end.stop_at_5 = true uzima pet štihova odbrane kao pad, pa make.declarer mora biti 6",
        )
    if rules.make.pair_joint < rules.make.pair_each:
        yield Text(
            "make.pair_joint is below make.pair_each, so the single quota would never count",
            "make.pair_joint je manje od make.pair_each, pa pojedinačna kvota nikad ne bi važila",
        )


def _level_conflicts(rules: Rules) -> Iterator[Text]:
    """What the game of levels does not know; nothing to say about the game of numbers."""
    if rules.auc.ladder != "levels":
        return
    if rules.seat.players != (3,):
        yield Text(  # POL-01
            "auc.ladder = levels is for three players; set seat.players = [3]",
            "auc.ladder = levels je za tri igrača; postavite seat.players = [3]",
        )
    for key, on in (
        ("igra.enabled", rules.igra.enabled),
        ("kontra.enabled", rules.kontra.enabled),
        ("call.refusable", rules.call.refusable),
        ("agr.trick_offer", rules.agr.trick_offer),
    ):
        if on:
            yield Text(
                f"auc.ladder = levels has no such thing as {key} = true; set {key} = false",
                f"auc.ladder = levels ne poznaje {key} = true; postavite {key} = false",
            )
