"""Every parameter does what it says: each key is flipped and makes a difference; wrong rules are refused whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

from kibic.game import Parameter, RulesError
from kibic.games.preferans import GAME, PARAMETERS, PRESETS, Match
from kibic.games.preferans.actions import Tricks
from kibic.games.preferans.rules import GROUPS
from kibic.games.preferans.seating import opening
from tests.rules.deals import (
    HANDS,
    RULESETS,
    cards,
    dealt,
    happen,
    legal,
    outcome,
    rules,
    say,
    supe,
    table,
    told,
    tricks,
)
from tests.rules.level_tables import BLIND_6, level_table, scored
from tests.rules.level_tables import say as say_levels
from tests.rules.test_setup import Drawn

Options = Mapping[str, Any]
Probe = Callable[[Options], object]
TWO = "2 dalje dalje skart ? ? tref dodjem dodjem moze moze"
PIK = "2 dalje dalje skart ? ? pik dodjem dodjem moze moze"
CALLED = "2 dalje dalje skart ? ? tref dodjem ne zajedno idem "
BETL_KONTRA = "2 dalje dalje skart ? ? betl kontra moze"
BETL = "2 dalje dalje skart C8 C7 betl moze moze "
KARO = "2 dalje dalje skart C8 C7 karo dodjem dodjem moze moze "


def can_say(words: str) -> Probe:
    """What may be said after some words of a hand without cards."""

    def probe(options: Options) -> object:
        match = told(table(options), words)
        return match.phase, match.to_act, legal(match)

    return probe


def leader(words: str) -> Probe:
    """Who leads to the first trick."""
    return lambda options: told(table(options), words).view(0).leader


def writes(words: str, *taken: int, **sheet: Any) -> Probe:
    """What is written for a hand."""

    def probe(options: Options) -> object:
        match = told(table(options, **sheet), words)
        match = tricks(match, *taken) if taken else match
        done = outcome(match)
        return done.bule, supe(done), done.made, done.refa_written, done.refa, match.sheet.hats

    return probe


def with_cards(words: str, ask: Callable[[Match], object]) -> Probe:
    """Something about a hand with cards."""
    return lambda options: ask(say(dealt(table(options)), words))


def first_dealer(options: Options) -> object:
    drawn = opening(rules(options), 3, Drawn("SK D7 HJ"))
    match = dealt(table(options, dealer=1), cards(*HANDS))
    return drawn.dealer, drawn.order, bool(drawn.draws), match.to_act


def shown_talon(options: Options) -> object:
    _, events = happen(dealt(table(options)), "2 dalje dalje")
    return events[-1].seen_by(2)


def top_of_the_ladder(options: Options) -> object:
    match = told(table(options), "2 dalje dalje skart ? ? tref dodjem dodjem")
    while match.phase == "kontra":
        match = say(match, legal(match)[0])
    return match.view(0).kontra


def in_view(key: str) -> Probe:
    """What only bots and pages read: it is in the rules that every view carries."""
    group, _, name = key.partition(".")
    return lambda options: getattr(getattr(dealt(table(options)).view(0).rules, group), name)


def agreed(words: str) -> Probe:
    """What the table may agree on after a hand with cards."""
    return lambda options: [action.word for action in say(dealt(table(options)), words).agreements()]


def agreed_after(*taken: int) -> Probe:
    """What may be agreed after a hand in which a follower fell, and what it writes."""

    def probe(options: Options) -> object:
        match = tricks(told(table(options), TWO), *taken)
        agreements = [action for action in match.agreements() if action.word.startswith("preuzima")]
        return agreements and outcome(match.apply(agreements[0])[0]).supe

    return probe


def points(answers: str, *taken: int) -> Probe:
    """What is written for a hand of levels."""
    return lambda options: scored(BLIND_6 + answers, *taken, options=options).points


def over_after_three(options: Options) -> object:
    """Whether a match of levels is over when three hands have been played."""
    match = level_table(options)
    for _ in range(3):
        match, _ = match.apply(GAME.parse(match, "cards ?"))
        match = say_levels(match, BLIND_6 + "pas pas")
    return match.phase


#: What the game of levels does not know (POL-02).
NO_NUMBERS: Final = {
    "igra.enabled": False, "kontra.enabled": False, "pik.needs_kontra": False, "call.refusable": False,
}  # fmt: skip
#: key -> what is looked at, and options that must stand beside the flipped key.
PROBES: Final[dict[str, tuple[Probe, Options]]] = {
    "auc.ladder": (lambda options: type(GAME.start(GAME.rules("srpski", options), 3, 2)), NO_NUMBERS),
    "match.deals": (over_after_three, {}),
    "level.whist_quota": (points("wist pas sam", 8, 2, 0), {}),
    "level.summon_quota": (points("wist pas widno", 6, 2, 2), {}),
    "level.short_keeps": (points("wist pas sam", 9, 1, 0), {}),
    "seat.players": (lambda options: GAME.player_counts(rules(options)), {}),
    "allpass.show_talon": (agreed("dalje dalje dalje"), {}),
    "auc.hold_first_turn": (can_say("2 3"), {}),
    "kontra.after_call": (can_say(CALLED), {}),
    "make.pair_saves": (writes(TWO, 6, 3, 1), {}),
    "score.supe_cap": (writes(TWO, 3, 4, 3), {}),
    "refa.awarded_to": (lambda options: told(table(options), "dalje dalje dalje").sheet.refa_available, {}),
    "pen.rezon": (agreed_after(7, 1, 2), {}),
    "pen.min_bid": (agreed_after(7, 1, 2), {}),
    "pen.min_follow": (agreed_after(7, 1, 2), {}),
    "pen.bluff": (agreed_after(7, 1, 2), {}),
    "seat.first_dealer": (first_dealer, {}),
    "deal.redeal_dealer": (lambda options: told(table(options), "dalje dalje dalje").dealer, {}),
    "auc.min": (can_say(""), {}),
    "auc.max": (can_say(""), {}),
    "auc.step": (can_say(""), {}),
    "auc.hold": (can_say("2 3 4 mogu 5"), {}),
    "igra.enabled": (can_say(""), {}),
    "igra.betl_sans_turn": (can_say("2 3 4"), {}),
    "igra.declare": (can_say("igra"), {}),
    "igra.naming": (can_say("igra igra dalje herc"), {}),
    "igra.tie": (lambda options: told(table(options), "igra igra dalje herc herc").view(0).declarer, {}),
    "igra.second_pik": (can_say("igra igra dalje tref"), {}),
    "igra.repeat_betl": (can_say("betl"), {}),
    "talon.shown": (shown_talon, {}),
    "dec.two_restriction": (can_say("2 dalje dalje skart ? ?"), {}),
    "call.enabled": (can_say("2 dalje dalje skart ? ? tref dodjem ne"), {}),
    "call.refusable": (can_say("2 dalje dalje skart ? ? tref dodjem ne zajedno"), {}),
    "call.quota": (writes(CALLED + "moze", 6, 2, 2), {}),
    "call.supe_owner": (writes(CALLED + "moze", 6, 2, 2), {}),
    "kontra.enabled": (can_say("2 dalje dalje skart ? ? tref dodjem dodjem"), {"pik.needs_kontra": False}),
    "kontra.max": (top_of_the_ladder, {}),
    "kontra.quota": (writes("2 dalje dalje skart ? ? tref dodjem dodjem kontra moze", 6, 2, 2), {}),
    "kontra.supe_owner": (writes("2 dalje dalje skart ? ? tref dodjem dodjem kontra moze", 6, 2, 2), {}),
    "kontra.sub_by": (can_say("2 dalje dalje skart ? ? tref dodjem dodjem kontra rekontra moze"), {}),
    "kontra.sub_responsibility": (
        writes("2 dalje dalje skart ? ? tref dodjem dodjem kontra rekontra moze subkontra moze", 6, 2, 2),
        {"kontra.sub_by": "any_defender"},
    ),
    "kontra.reactivate": (can_say("2 dalje dalje skart ? ? tref ne dodjem sam"), {}),
    "pik.needs_kontra": (lambda options: told(table(options), PIK).phase, {}),
    "pik.no_kontra": (
        lambda options: [
            _pik(options, bule, written)
            for bule in ((20, 20, 20), (-4, 20, 20), (20, -4, 20))
            for written in (0, 2)
        ],
        {"refa.use_blocked_by_hat": False},
    ),
    "pik.pass_when": (writes(PIK, refa_written=2), {"pik.no_kontra": "refa_else_pass"}),
    "pik.nobody_follows": (writes("2 dalje dalje skart ? ? pik ne ne"), {}),
    "lead.suit": (leader("dalje 2 3 dalje skart ? ? tref dodjem dodjem moze moze"), {}),
    "lead.betl": (leader("dalje 2 3 dalje skart ? ? betl moze moze"), {}),
    "lead.sans": (leader("2 dalje dalje skart ? ? sans dodjem dodjem moze moze"), {}),
    "play.must_trump": (with_cards(KARO + "SA SK SJ S7 S9", legal), {}),
    "play.must_overtake": (with_cards(KARO + "SQ", legal), {}),
    "end.stop_at_5": (lambda options: "tricks" if _fits(options, TWO, 3, 3, 2) else "no", {}),
    "end.betl_first_trick": (with_cards(BETL + "SA SK SJ", lambda match: match.phase), {}),
    "make.declarer": (writes(TWO, 5, 3, 2), {}),
    "make.lone": (writes("2 dalje dalje skart ? ? tref dodjem ne sam moze", 8, 2, 0), {}),
    "make.pair_joint": (writes(TWO, 6, 3, 1), {}),
    "make.pair_each": (writes(TWO, 7, 2, 1), {}),
    "betl.kontras_test": (writes(BETL_KONTRA, 0, 5, 5), {"end.betl_first_trick": False}),
    "betl.kontra_supe": (writes(BETL_KONTRA, 1, 5, 4), {}),
    "score.bule_model": (writes(TWO, 6, 2, 2), {"match.end": "hands:9"}),
    "refa.doubles_fixed": (
        writes("2 dalje dalje skart ? ? betl moze moze", 1, 5, 4, refas=(1, 1, 1), refa_written=1), {},
    ),
    "refa.trigger": (writes("dalje dalje dalje"), {}),
    "refa.max": (lambda options: rules(options).refa_budget, {"match.start_bule": 120}),
    "refa.write_blocked_by_hat": (writes("dalje dalje dalje", bule=(-2, 50, 50)), {}),
    "refa.use_blocked_by_hat": (writes(TWO, 6, 2, 2, bule=(-2, 50, 50), refas=(1, 1, 1), refa_written=1), {}),
    "hat.at_zero": (writes(TWO, 6, 2, 2, bule=(10, 50, 50)), {}),
    "match.start_bule": (lambda options: table(options).sheet.bule, {}),
    "match.end": (
        lambda options: [
            tricks(told(table(options, bule=bule), TWO), 6, 2, 2).result is not None
            for bule in ((20, 20, -30), (8, 90, 90), (80, 80, 80))
        ],
        {},
    ),
    "last.reduce": (writes(TWO, 6, 2, 2, bule=(2, 2, 2)), {}),
    "last.supe": (writes(TWO, 6, 2, 2, bule=(2, 2, 2)), {}),
    "last.fall_double": (
        lambda options: [writes(TWO, 5, 3, 2, bule=bule)(options) for bule in ((2, 2, 2), (2, 2, -2))], {},
    ),
    "writeoff.extra_to": (
        lambda options: say(told(table(options, bule=(24, 34, 28)), "dalje dalje dalje"), "otpis").result, {},
    ),
    "result.sign": (lambda options: say(told(table(options), "dalje dalje dalje"), "otpis").result, {}),
    "conv.enforce_bid_min": (
        lambda options: legal(dealt(table(options), cards("J97.J97.QJ9.Q", "AKQT8.AKQ.A.7", "..KT87.AKJT98"))),
        {"conv.bid_min": "gulin"},
    ),
    "agr.trick_offer": (can_say("2 dalje dalje skart ? ? tref dodjem ne"), {}),
}  # fmt: skip
#: Keys no rule of the engine reads: words shown, conventions that bots keep, display.
ONLY_SHOWN: Final = (
    "seat.direction",
    "auc.hold_word",
    "table.speech",
    "conv.bid_min",
    "conv.follow_min",
    "conv.pik_follow",
    "conv.called_lead",
    "conv.sans_lead",
    "conv.lead_under",
    "conv.sans_discard",
    "ui.suit_sort",
    "ui.words",
    "ui.refa_mark",
)
#: Flipped by tests that need a certain hand.
ELSEWHERE: Final = {
    "kontra.betl_rekontra": "test_kon_10_no_rekontra_on_a_sure_betl",
    "pen.must_kontra": "test_pen_03_who_had_to_give_kontra_and_did_not_falls_by_twenty_when_it_is_demanded",
}
#: Values that differ only in the sentence shown (IGR-08).
SAME: Final = [("igra.second_pik", "forbidden"), ("igra.repeat_betl", "forbidden")]
#: Values for free numbers and texts.
MORE_VALUES: Final[dict[str, tuple[Any, ...]]] = {
    "call.quota": (5,), "kontra.quota": (4,), "make.declarer": (5,), "make.lone": (3,), "make.pair_joint": (5,),
    "make.pair_each": (1,), "refa.max": (9,), "match.start_bule": (60,), "match.end": ("hands:1",),
    "refa.trigger": (["pik_nobody"],), "seat.players": ([3, 4],),
    "match.deals": (3,), "level.whist_quota": ("3-2-1-1",), "level.summon_quota": ("5-2-1-1",),
}  # fmt: skip


def _pik(options: Options, bule: tuple[int, ...], written: int) -> object:
    match = told(table(options, bule=bule, refas=(1, 0, 0), refa_written=written), PIK)
    return match.phase if match.hand else (outcome(match).bule, outcome(match).refa_written)


def _fits(options: Options, words: str, *taken: int) -> bool:
    return Tricks(taken) in told(table(options), words).legal()


def _is_free(parameter: Parameter) -> bool:
    return len(parameter.values) > 1 or parameter.low is not None or parameter.pattern is not None


def _flips() -> list[tuple[str, Any]]:
    flips = []
    for parameter in PARAMETERS:
        values = () if parameter.kind == "choices" else parameter.values
        for value in (*values, *MORE_VALUES.get(parameter.key, ())):
            if value != parameter.default and _is_free(parameter) and parameter.key not in ELSEWHERE:
                flips.append((parameter.key, value))
    return flips


def test_every_key_with_a_choice_is_flipped_by_a_test() -> None:
    free = {parameter.key for parameter in PARAMETERS if _is_free(parameter)}
    assert free == set(PROBES) | set(ONLY_SHOWN) | set(ELSEWHERE)
    assert {key for key, _ in _flips()} == free - set(ELSEWHERE)


@pytest.mark.parametrize(("key", "value"), _flips())
def test_flipping_a_key_makes_a_difference(key: str, value: Any) -> None:
    probe, beside = PROBES.get(key, (in_view(key), {}))
    before, after = probe(beside), probe({**beside, key: value})
    assert (before == after) == ((key, value) in SAME)


@pytest.mark.parametrize("key", ONLY_SHOWN)
def test_agr_05_conventions_and_display_forbid_nothing(key: str) -> None:
    parameter = next(parameter for parameter in PARAMETERS if parameter.key == key)
    for value in parameter.values:
        assert can_say("2 3")({key: value}) == can_say("2 3")({})


def test_every_key_has_a_type_values_sentences_and_rule_ids() -> None:
    assert len({parameter.key for parameter in PARAMETERS}) == len(PARAMETERS)
    for parameter in PARAMETERS:
        assert parameter.group in GROUPS
        assert parameter.name
        assert parameter.text.en.endswith(".")
        assert parameter.text.sr.endswith(".")
        assert parameter.rules
        assert parameter.accepts(parameter.default) == parameter.default
        assert parameter.right_type(parameter.default)
        assert parameter.expected()


def test_the_preset_is_the_default_and_options_are_what_differs() -> None:
    assert GAME.presets()[0] == "srpski"
    assert GAME.parameters() == PARAMETERS
    for preset in PRESETS:
        assert GAME.rules(preset).options() == {}
        assert GAME.rules(preset).preset == preset
    changed = GAME.rules("srpski", {"refa.max": 3, "refa.trigger": ["all_pass"], "auc.hold": "first_free"})
    assert changed.options() == {"refa.max": 3, "refa.trigger": ("all_pass",)}
    assert GAME.rules("srpski", changed.options()) == changed
    assert changed.as_dict()["refa.max"] == 3
    assert set(changed.as_dict()) == {parameter.key for parameter in PARAMETERS}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_rulesets_of_section_22_can_be_built_from_the_parameters(ruleset: str) -> None:
    assert rules(ruleset=ruleset).validate() == []


def test_unknown_keys_and_wrong_values_are_named_all_at_once() -> None:
    with pytest.raises(RulesError) as caught:
        GAME.rules(
            "srpski", {"auc.jump": 1, "auc.max": 9, "refa.max": "many", "kontra.max": True, "match.start_bule": 7}
        )
    problems = caught.value.problems
    assert [problem.partition(":")[0] for problem in problems[:4]] == ["auc.jump", "auc.max", "refa.max", "kontra.max"]
    assert "allowed: 7 | 8" in problems[1]
    assert "a whole number from 0 to 20" in problems[2]
    assert "even" in problems[4]
    assert len(problems) == 5


@pytest.mark.parametrize("preset", ["", "Srpski", "poker"])
def test_an_unknown_ruleset_names_the_known_ones(preset: str) -> None:
    with pytest.raises(RulesError, match="srpski"):
        GAME.rules(preset)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seat.players": []}, "seat.players"),
        ({"score.bule_model": "mirror93"}, "total_zero never comes"),
        ({"score.bule_model": "mirror93", "match.end": "hands:9", "last.fall_double": "total_2"}, "last.fall_double"),
        ({"kontra.enabled": False}, "pik.needs_kontra"),
        ({"betl.kontras_test": "tricks5"}, "end.betl_first_trick"),
        ({"kontra.sub_responsibility": "sub_giver", "kontra.max": 4}, "kontra.max of at least 8"),
        ({"make.pair_joint": 1}, "make.pair_each"),
        ({"match.start_bule": 51}, "even"),
        ({"end.stop_at_5": True, "make.declarer": 5}, "make.declarer must be 6"),
    ],
)
def test_a_conflict_between_keys_is_named(options: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesError) as caught:
        GAME.rules("srpski", options)
    assert len(caught.value.problems) == 1
    assert words in caught.value.problems[0]


def test_all_conflicts_are_named_at_once() -> None:
    with pytest.raises(RulesError) as caught:
        GAME.rules("srpski", {"kontra.enabled": False, "make.pair_joint": 0, "match.start_bule": 33})
    assert len(caught.value.problems) == 3
