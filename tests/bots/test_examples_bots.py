"""The cases of examples.yaml that a bot can answer: evaluation, expectation, leads, discards, recommended calls."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from kibic.bots import bot_named
from kibic.bots.preferans.evaluation import points
from kibic.bots.preferans.orders import Spoken, ordered_suit
from kibic.cards import DECK_32, mask_of
from kibic.games.preferans import Match
from kibic.games.preferans.actions import Play
from kibic.games.preferans.betl import suit_is_safe
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.holdings import parse_ranks
from kibic.games.preferans.potential import POTENTIAL
from tests.bots.bot_tables import deal, hand_of, say, seen, table

CASES: dict[str, dict[str, Any]] = {
    case["id"]: case
    for case in yaml.safe_load((Path(__file__).parents[1] / "examples.yaml").read_text(encoding="utf-8"))["cases"]
}
#: Kinds a bot has something to say about, and cases of them it does not answer, with the reason.
KINDS = {"eval", "lead", "discard", "ev", "position", "probability"}
NOT_COVERED = {
    "PRB2-hand": "which hand was dealt before the exchange: a statement about the text, tested with the rules",
    "PRB2-c-T4": "double dummy with all cards open: the solver's",
    "PRB3": "double dummy with all cards open: the solver's",
    "PRB4": "double dummy with all cards open: the solver's",
    "GUL-BETL-uver-fall": "double dummy with all cards open: the solver's",
    "PRB3-prob": "a probability of the deal, tested with the cards",
    "PRB2-prob": "a probability of the deal, tested with the cards",
}
SUITS = "SDHC"


def cases(kind: str, key: str | None = None) -> list[str]:
    return [
        name
        for name, case in CASES.items()
        if case["kind"] == kind and name not in NOT_COVERED and (key is None or key in case["given"])
    ]


def answer(match: Match) -> int:
    """The card the rule bot plays."""
    action = bot_named("rule").choose(seen(match), random.Random(0)).action
    assert isinstance(action, Play)
    return action.card


def played(match: Match, card: int) -> Match:
    return say(match, DECK_32.texts[card])


def low_answers(match: Match) -> Match:
    """Both defenders follow with their lowest card."""
    for _ in range(2):
        match = played(match, min(action.card for action in match.legal() if isinstance(action, Play)))
    return match


def test_every_case_of_a_bots_kind_is_covered_or_says_why_not() -> None:
    answered = {
        *cases("eval", "combos"), *cases("eval", "betl_suit_holdings"), *cases("ev"), *cases("lead"), *cases("discard"),
        *cases("position"), *cases("probability"),
    }  # fmt: skip
    assert {name for name, case in CASES.items() if case["kind"] in KINDS} == answered | set(NOT_COVERED)
    assert not cases("position")
    assert not cases("probability")


@pytest.mark.parametrize("name", cases("eval", "combos"))
def test_eval_01_potential_tricks(name: str) -> None:
    case = CASES[name]
    expected = case["expect"]["potential_tricks_each"]
    assert {text: POTENTIAL[parse_ranks(text)] for text in case["given"]["combos"]} == dict.fromkeys(
        case["given"]["combos"], expected
    )


@pytest.mark.parametrize("name", cases("eval", "betl_suit_holdings"))
def test_eval_08_betl_flaws(name: str) -> None:
    case = CASES[name]
    safe = [suit_is_safe(parse_ranks(text)) for text in case["given"]["betl_suit_holdings"]]
    assert safe == case["expect"]["safe"]


EVENTS = {
    "opponent makes C with talon": ((0, -Contract.TREF.unit(False), 0), ()),
    "I make igra S with 6 tricks": ((-Contract.PIK.unit(True), 0, 0), 4),
    "I fall in igra S with 5 tricks": ((Contract.PIK.unit(True), 0, 0), 5),
}


@pytest.mark.parametrize("name", cases("ev"))
def test_eval_07_expectation(name: str) -> None:
    case = CASES[name]
    bule, tricks = EVENTS[case["given"]["event"]]
    supe = [(1, 0, tricks * Contract.PIK.unit(True))] if isinstance(tricks, int) else []
    assert points(0, bule, supe) == pytest.approx(case["expect"]["points"], abs=0.05)


def defender_leads(case: dict[str, Any]) -> Match:
    """P1 defends and leads through P2, who plays igra with the trump of the case; both follow."""
    trump = SUITS.index(case["given"]["trump"])
    cards = deal(0, hand_of(case["given"]["hand"]))
    return table(cards, f"dalje igra dalje {Contract(trump + 2).word} dodjem dodjem moze moze")


def declarer_leads(case: dict[str, Any]) -> Match:
    """P1 plays igra with the trump of the case and leads; both follow."""
    trump = SUITS.index(case["given"]["trump"])
    cards = deal(0, hand_of(case["given"]["hand"]), seed=3)
    return table(cards, f"igra dalje dalje {Contract(trump + 2).word} dodjem dodjem moze moze")


@pytest.mark.parametrize("name", [name for name in cases("lead") if CASES[name]["given"]["role"] == "defender"])
def test_opl_03_leads_through_the_declarer(name: str) -> None:
    case = CASES[name]
    card = answer(defender_leads(case))
    expect = case["expect"]
    if "lead" in expect:
        assert DECK_32.texts[card] == expect["lead"]
    else:
        assert SUITS[card // 8] == expect["lead_suit"]
        assert expect["size"] == "small"
        assert card % 8 <= 3


@pytest.mark.parametrize("name", [name for name in cases("lead") if CASES[name]["given"]["role"] == "declarer"])
def test_dcl_leads_of_the_declarer(name: str) -> None:
    case = CASES[name]
    expect = case["expect"]
    match = declarer_leads(case)
    card = answer(match)
    wanted = expect.get("lead_sequence") or [text for text in (expect.get("lead"), expect.get("then")) if text]
    for text in wanted:
        card = answer(match)
        assert DECK_32.texts[card].startswith(text)
        match = low_answers(played(match, card))
    if "lead_suit" in expect:
        assert SUITS[card // 8] == expect["lead_suit"]
    assert DECK_32.texts[card] != expect.get("not_card")


def test_opl_06_called_defender_leads_his_own_bid_suit() -> None:
    case = CASES["STR-LEAD-1"]
    own = SUITS.index(case["given"]["own_last_bid"])
    for partner in (None, 3):
        order = ordered_suit(Spoken(own, partner, called=True, partner_kontra=False), "nep_str")
        assert order is not None
        assert SUITS[order[0]] == case["expect"]["lead_suit"]
    gulin = ordered_suit(Spoken(own, 3, called=True, partner_kontra=False), "gulin")
    assert gulin == (3, "OPL-06")


def test_def_03_partner_wins_and_the_ace_is_kept() -> None:
    case = CASES["DV17-1"]
    given = case["given"]
    trumps = mask_of(DECK_32.parse(text) for text in given["hand"]["Milenko"])
    cards = deal(2, trumps | hand_of({"S": "KJ98", "D": "T987"}), others={0: "AQ.AKQ..QJT98", 1: "T7.J.AKQJT9.K"})
    match = table(cards, "igra dalje dalje tref dodjem dodjem moze moze")
    for _, text in given["trick_so_far"]:
        match = say(match, text)
    assert DECK_32.texts[answer(match)] == case["expect"]["card"]


def test_sig_02_discards_from_a_weak_suit_deny_it() -> None:
    case = CASES["GUL-SIG-1"]
    cards = deal(1, hand_of(case["given"]["hand"]), others={0: "K98.Q.A.AKQJT", 2: "T7.J98.KQT.98"})
    match = table(cards, "igra dalje dalje tref dodjem dodjem moze moze")
    thrown = []
    for trump in ("CA", "CK"):
        match = say(match, trump)
        card = answer(match)
        thrown.append(DECK_32.texts[card])
        match = played(match, card)
        match = played(match, min(action.card for action in match.legal() if isinstance(action, Play)))
    assert thrown == case["expect"]["discards"]


def test_bid_10_steals_with_igra_pik() -> None:
    case = CASES["GUL-BID-1"]
    cards = deal(2, hand_of(case["given"]["hand"]))
    match = table(cards, "2 3", options={"auc.hold": "seniority", "last.supe": "reduced"})
    called = bot_named("rule").choose(seen(match), random.Random(0))
    assert called.action.word == case["expect"]["recommended"]
    assert called.rule == "BID-10"
    named = bot_named("rule").choose(seen(say(match, "igra")), random.Random(0))
    assert named.action.word == Contract(SUITS.index(case["expect"]["suit"]) + 2).word
