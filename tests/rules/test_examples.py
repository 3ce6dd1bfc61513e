"""Every worked example of examples.yaml that the engine covers, driven through the engine by the words of the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from kibic.cards import DECK_32
from kibic.games.preferans import Contract, Match
from kibic.games.preferans.betl import suit_is_safe
from kibic.games.preferans.seating import reseated, ties_again
from kibic.games.preferans.sheet import final_result, refa_factor
from kibic.tricks import winner
from tests.rules.deals import card, dealt, legal, outcome, random_deal, refused, say, supe, table, told, tricks
from tests.rules.examples import (
    NUMBERS,
    WORDS,
    Case,
    all_cases,
    answered,
    auction,
    call_word,
    cases,
    climbed,
    declared,
    said_kontra,
)

BOTS = "an advice for bots and hints, no rule"
SOLVER = "a position to be solved with open cards"
ARITHMETIC = "arithmetic of the document without a rule behind it"
PENALTY = "a penalty that is not offered yet"
RATING = "ratings are not built yet"
POLSKI = "levels have points of their own: driven by test_level_scoring.py"
OTHER = "a game that is not built yet"

#: Cases that no test here covers, each with the reason. A new case of the file must be covered or be added here.
NOT_COVERED: Final = {
    "GUL-BID-1": BOTS,
    "DV17-1": BOTS,
    "GUL-LEAD-D1": BOTS,
    "GUL-LEAD-D2": BOTS,
    "GUL-LEAD-D3": BOTS,
    "GUL-LEAD-D4": BOTS,
    "GUL-LEAD-1": BOTS,
    "GUL-LEAD-2": BOTS,
    "GUL-LEAD-3": BOTS,
    "GUL-LEAD-4": BOTS,
    "GUL-SIG-1": BOTS,
    "STR-LEAD-1": BOTS,
    **dict.fromkeys(("GUL-PT-1", "GUL-PT-2", "GUL-PT-3", "GUL-PT-4", "GUL-PT-5"), BOTS),
    **dict.fromkeys(("GUL-PT-05", "GUL-PT-15", "GUL-PT-25", "GUL-PT-35"), BOTS),
    **dict.fromkeys(("GUL-EV-1", "GUL-EV-2", "GUL-EV-3"), BOTS),
    **dict.fromkeys(("PRB2-c-T4", "PRB3", "PRB4", "GUL-BETL-uver-fall"), SOLVER),
    **dict.fromkeys(("GUL-COUNT", "PRB3-prob", "PRB2-prob"), ARITHMETIC),
    **dict.fromkeys(("C6-PENALTY", "DV16-mistake"), PENALTY),
    **dict.fromkeys(("REJ-1", "REJ-2", "REJ-3"), RATING),
    **dict.fromkeys(("POL-1", "POL-2", "POL-3", "POL-4", "POL-5", "POL-table"), POLSKI),
    **{
        case["id"]: OTHER
        for case in all_cases()
        if case["kind"] in ("bridge_score", "bridge_value", "belot", "raub", "vist", "remi", "remi500")
    },
}

#: The kinds that a test below drives.
COVERED_KINDS: Final = (
    "seating", "value", "auction", "igra", "follow", "kontra", "score", "match_state", "write_off", "result", "play",
    "agreement", "eval", "position",
)  # fmt: skip


def each(kind: str) -> pytest.MarkDecorator:
    """One test a case of ``kind`` and ruleset, named by the ID."""
    return pytest.mark.parametrize(
        "case", [pytest.param(case, id=f"{case.id}-{case.ruleset}") for case in cases(kind, NOT_COVERED)]
    )


def test_every_case_is_covered_or_listed_with_its_reason() -> None:
    every = {case["id"]: case["kind"] for case in all_cases()}
    assert len(every) == len(all_cases()), "an ID stands twice"
    assert not set(NOT_COVERED) - set(every), "listed and not in the file"
    missing = [key for key, kind in every.items() if key not in NOT_COVERED and kind not in COVERED_KINDS]
    assert not missing, f"neither covered nor listed: {missing}"
    tested = {case.id for kind in COVERED_KINDS for case in cases(kind, NOT_COVERED)}
    assert tested | set(NOT_COVERED) == set(every)
    assert not tested & set(NOT_COVERED)
    srpski = {case["id"] for case in all_cases() if "srpski" in case["ruleset"]}
    assert not srpski & set(NOT_COVERED), "every case of srpski is covered"


@each("seating")
def test_seating(case: Case) -> None:
    given, expect = case.given, case.expect
    if given["mode"] == "lowest_card_reseat":
        people = list(given["draws"])
        ranks = {people.index(name): "789TJQKA".index(drawn) for name, drawn in given["draws"].items()}
        again = [people[person] for person in ties_again(ranks)]
        assert again == expect.get("redraw", [])
        if not again:
            order = [people[person] for person in reseated(ranks)]
            assert order == expect["order_ccw_from_dealer"]
            assert order[0] == expect["dealer"]
        return
    people = ["Ana", "Boro", "Ceda"]
    match = table({"seat.first_dealer": "card_8D"})
    deal = random_deal()
    wanted = {
        place: {card(text) for text, who in given["holder"].items() if who == place} for place in (*people, "talon")
    }
    deck = _deck_with([wanted["Ana"], wanted["Boro"], wanted["Ceda"], wanted["talon"]])
    match, _ = match.apply(replace(deal, hands=tuple(deck[:3]), talon=deck[3], deck=None))
    assert match.to_act is not None
    assert people[match.to_act] == expect["p1"]
    after = say(match, "dalje dalje dalje")
    assert people[after.dealer] == expect["next_hand_dealer"]


def _deck_with(wanted: list[set[int]]) -> list[int]:
    """Masks of three hands and the talon in which each place has its wanted cards."""
    rest = [number for number in DECK_32 if not any(number in group for group in wanted)]
    places = []
    for group, size in zip(wanted, (10, 10, 10, 2), strict=True):
        full = [*group, *(rest.pop() for _ in range(size - len(group)))]
        places.append(sum(1 << number for number in full))
    return places


@each("value")
def test_value(case: Case) -> None:
    given, expect = case.given, case.expect
    by_key = {key: Contract(number) for key, number in NUMBERS.items()}
    igra = given.get("no_talon", False)
    checked = set()
    if "g" in expect:
        assert {key: by_key[key].game_value(igra) for key in expect["g"]} == expect["g"]
        assert {key: by_key[key].unit(igra) for key in expect["unit"]} == expect["unit"]
        checked |= {"g", "unit"}
    elif "unit" in expect:
        assert by_key[given["game"]].unit(igra) == expect["unit"]
        checked.add("unit")
    if "fixed_supe" in expect:
        assert by_key[given["game"]].unit(igra=True) == expect["unit_no_talon"]
        for no_talon, key in ((False, "fixed_supe"), (True, "fixed_supe_no_talon")):
            fallen = Case(case.id, "score", case.ruleset, {**given, "declarer": "P1", "no_talon": no_talon,
                          "tricks": {"P1": 9, "P2": 1, "P3": 0}}, {})  # fmt: skip
            done = outcome(tricks(climbed(fallen, declared(fallen), None, None), 9, 1, 0))
            assert supe(done) == {(1, 0): expect[key], (2, 0): expect[key]}
        checked |= {"unit_no_talon", "fixed_supe", "fixed_supe_no_talon"}
    if "refa_max" in expect:
        assert case.rules.refa_budget == expect["refa_max"]
        checked.add("refa_max")
    if "refa_factor" in expect:
        sheet = table(case.rules, refas=(given["declarer_refas"], 0, 0), refa_written=2).sheet
        assert refa_factor(case.rules, sheet, 0) == expect["refa_factor"]
        checked.add("refa_factor")
    if "m" in expect:
        match = say(
            told(table(case.rules, refas=(1, 0, 0), refa_written=1)), "2 dalje dalje skart ? ? tref dodjem dodjem"
        )
        view = say(match, given["kontra"]).view(0)
        assert view.kontra * view.refa == expect["m"]
        checked.add("m")
    assert checked == set(expect)


@each("auction")
def test_auction(case: Case) -> None:
    given, expect = case.given, case.expect
    if "winning_bid" in given:
        match = told(table({**case.rules.options(), "auc.step": "any_higher"}))
        match = say(match, f"{given['winning_bid']} dalje dalje skart ? ?")
        assert legal(match) == [WORDS[game] for game in expect["may_declare"]]
        return
    match = auction(case)
    checked = set()
    if "next" in expect:
        assert case.players[match.to_act or 0] == expect["next"]
        assert set(legal(match)) == {call_word(match, call) for call in expect["legal"]}
        checked |= {"next", "legal"}
    if "winner" in expect:
        checked |= {"winner"}
        if expect["winner"] is None:
            done = outcome(match)
            assert (done.declarer, done.tricks is not None, done.refa_written) == (
                None,
                expect["played"],
                expect["refa_written"],
            )
            checked |= {"played", "refa_written"}
        else:
            assert match.to_act == case.seat(expect["winner"])
            assert match.phase == "discard"
            assert match.view(0).number == expect["bid"]
            assert legal(say(match, "skart ? ?")) == [WORDS[game] for game in expect["may_declare"]]
            assert expect.get("takes_talon", True)
            checked |= {"bid", "takes_talon", "may_declare"}
    assert not set(expect) - checked


@each("igra")
def test_igra(case: Case) -> None:
    expect = case.expect
    match = auction(case)
    checked = set()
    if "next" in expect:
        assert case.players[match.to_act or 0] == expect["next"]
        assert set(legal(match)) == {call_word(match, call) for call in expect["may_call"]}
        naming = say(match, "igra dalje pik")
        assert [word for word in legal(naming) if word != "slabija"] == [
            WORDS[game] for game in expect["igra_suits_allowed"]
        ]
        checked |= {"next", "may_call", "igra_suits_allowed"}
    if "declarer" in expect:
        seat = case.seat(expect["declarer"])
        if "may_name" in expect:
            assert match.phase == "naming"
            assert match.to_act == seat
            assert legal(match) == [WORDS[game] for game in expect["may_name"]]
            match = say(match, legal(match)[0])
        view = match.view(seat)
        assert view.declarer == seat
        assert view.igra == expect["no_talon"] if "no_talon" in expect else view.igra
        assert view.talon is None
        assert view.contract is not None
        if "game" in expect:
            assert view.contract.word == WORDS[expect["game"]]
        if "g" in expect:
            assert view.contract.game_value(view.igra) == expect["g"]
        checked |= {"declarer", "may_name", "no_talon", "game", "g"}
    assert not set(expect) - checked


@each("follow")
def test_follow(case: Case) -> None:
    given, expect = case.given, case.expect
    answers = {name: answer == "follow" for name, answer in given["answers"]}
    match = answered(case, answers, given.get("call"))
    view = match.view(0)
    active = {view.declarer, *view.followers}
    assert active == {case.seat(name) for name in expect["active"]}
    for key in ("caller", "called"):
        if key in expect:
            assert getattr(view, key) == case.seat(expect[key])
    for name, quota in expect.get("quota", {}).items():
        seat = case.seat(name)
        while match.phase == "kontra":
            match = say(match, "moze")
        for joint in (quota - 1, quota):
            taken = [0, 0, 0]
            taken[seat], taken[case.seat(given["declarer"])] = joint, 10 - joint
            assert outcome(tricks(match, *taken)).made[seat] == (joint == quota)
    assert not set(expect) - {"active", "caller", "called", "quota"}


@each("kontra")
def test_kontra(case: Case) -> None:
    given, expect = case.given, case.expect
    more: dict[str, Any] = {}
    if given.get("can_write_refa") is False:
        more["refa_written"] = case.rules.refa_budget
    before = case.table(**more)
    answers = {name: answer == "follow" for name, answer in given["answers"]}
    match = said_kontra(case, answered(case, answers, match=before), given["kontra_calls"])
    checked = set()
    if expect.get("played") is False:
        done = outcome(match)
        assert done.tricks is None
        written = expect["refa_written_now"] if "refa_written_now" in expect else expect["refa_written"]
        assert done.refa_written == written
        assert match.sheet.refa_written == before.sheet.refa_written + written
        assert done.bule == case.by_seat(expect.get("bule", {}))
        assert done.supe == ()
        gained = [
            after - had for after, had in zip(match.sheet.refa_available, before.sheet.refa_available, strict=True)
        ]
        assert gained == [int(written)] * 3
        assert match.phase == "deal", "a new hand follows"
        checked |= {"played", "refa_written", "refa_written_now", "bule", "refa_available_delta", "hand_repeated"}
    else:
        view = match.view(0)
        assert view.kontra == expect["factor"]
        checked.add("factor")
        responsible = expect.get("kontras", expect.get("responsible"))
        if "kontras" in expect or "responsible" in expect:
            assert view.kontras == (None if responsible is None else case.seat(responsible))
            checked |= {"kontras", "responsible"}
        if "active" in expect:
            assert {view.declarer, *view.followers} == {case.seat(name) for name in expect["active"]}
            checked.add("active")
        if "ladder_closed" in expect:
            assert (match.phase == "play") == expect["ladder_closed"]
            checked.add("ladder_closed")
    assert not set(expect) - checked


def _scored(case: Case) -> Match:
    """The match after the whole hand of a scoring case."""
    given = case.given
    players = case.players
    kontra = given.get("kontra", {})
    follows = given.get("follow", dict.fromkeys(players, True))
    match = climbed(case, answered(case, follows, given.get("call")), kontra.get("level"), kontra.get("by"))
    if match.hand is None:
        return match
    if "tricks" in given:
        taken = case.by_seat(given["tricks"])
    else:
        # Only the results are given: a declarer with seven, one defender with two, and one with one who falls.
        taken = tuple(
            7 if name == given["declarer"] else 2 if given["results"][name] == "made" else 1 for name in players
        )
    return tricks(match, *taken)


@each("score")
def test_score(case: Case) -> None:
    given, expect = case.given, case.expect
    match = _scored(case)
    done = outcome(match)
    assert done.bule == case.by_seat(expect["bule"])
    checked = {"bule"}
    declarer = case.seat(given["declarer"])
    if "supe" in expect:
        assert supe(done) == {(case.seat(name), declarer): points for name, points in expect["supe"].items()}
        checked.add("supe")
    if "played" in expect:
        assert (done.tricks is not None) == expect["played"]
    if "finished" in expect:
        assert (match.result is not None) == expect["finished"]
    if "refa_spent" in expect:
        assert done.refa_spent == expect["refa_spent"]
    if "tricks_not_played" in expect:
        assert done.tricks is not None
        assert 10 - sum(done.tricks) == expect["tricks_not_played"]
    if "results" in given:
        results = dict(zip(case.players, done.made, strict=True))
        assert results == {name: result == "made" for name, result in given["results"].items()}
    assert not set(expect) - checked - {"played", "finished", "refa_spent", "tricks_not_played"}


@each("match_state")
def test_match_state(case: Case) -> None:
    STATES[case.id](case)


def _finished(case: Case) -> None:
    after = case.given["bule"]
    first = next(iter(after))
    bule = tuple(value + (10 if name == first else 0) for name, value in after.items())
    match = tricks(told(table(case.rules, bule=bule), "2 dalje dalje skart ? ? tref dodjem dodjem moze moze"), 6, 2, 2)
    assert match.sheet.bule == tuple(after.values())
    assert match.sheet.total == case.expect["total"]
    assert (match.result is not None) == case.expect["finished"]


def _hat(case: Case) -> None:
    [(name, before)] = case.given["bule_before"].items()
    change = case.given["change"][name]
    game = {-12: "betl moze moze", -8: "herc dodjem dodjem moze moze"}[change]
    taken = (0, 5, 5) if change == -12 else (6, 2, 2)
    match = tricks(told(table(case.rules, bule=(before, 100, 100)), f"2 dalje dalje skart ? ? {game}"), *taken)
    sheet, expect = match.sheet, case.expect
    assert sheet.bule[0] == expect["bule"][name]
    drawn = expect.get("hat_drawn", expect.get("in_hat", True))
    assert sheet.hats[0] == drawn
    assert ("hat" in [mark.kind for mark in sheet.middle[0]]) == drawn
    if "displayed" in expect:
        shown = sheet.middle[0][-1].value
        assert (shown if case.given.get("display") == "signed" else abs(shown)) == expect["displayed"]


def _all_pass(case: Case) -> None:
    before = case.given["bule_before"]
    match = told(table(case.rules, bule=tuple(before.values())), "dalje dalje dalje")
    assert outcome(match).refa_written == case.expect["refa_written_now"]
    assert match.sheet.refa_available == (int(case.expect["refa_written_now"]),) * 3
    assert match.sheet.bule == tuple(before.values())


def _refa_use(case: Case) -> None:
    given, expect = case.given, case.expect
    had = given["declarer_refas_before"]
    bule = tuple(given.get("bule_before", {"P1": 100, "P2": 100, "P3": 100}).values())
    match = told(
        table(case.rules, bule=bule, refas=(had, 0, 0), refa_written=had),
        "2 dalje dalje skart ? ? tref dodjem dodjem moze moze",
    )
    match = tricks(match, 6, 2, 2)
    assert outcome(match).refa == expect.get("refa_factor", 2)
    assert match.sheet.refa_available[0] == expect["declarer_refas_after"]


STATES: Final = {
    "DV13-2": _finished,
    "DV13-3": _finished,
    "DV13-7": _hat,
    "DV13-8": _hat,
    "H-HAT-ZERO": _hat,
    "S-HAT-ZERO": _hat,
    "S-ALLPASS-HAT": _all_pass,
    "S-ALLPASS-OK": _all_pass,
    "DV11-2": _refa_use,
    "S-REFA-BLOCK": _refa_use,
}


@each("write_off")
def test_write_off(case: Case) -> None:
    before = case.given["bule"]
    match = told(table({**case.rules.options(), "refa.max": 0}, bule=tuple(before.values())), "dalje dalje dalje otpis")
    assert sum(before.values()) == case.expect["total"]
    assert match.result is not None
    assert match.result.write_off == tuple(case.expect["write_off"][name] for name in before)
    assert match.sheet.bule == tuple(case.expect["bule"][name] for name in before)
    assert match.sheet.total == 0


@each("result")
def test_result(case: Case) -> None:
    given = case.given
    own, against = given["own_supe"], given["supe_against"]
    sheet = table(case.rules, bule=(given["bule"], 0, -given["bule"])).sheet
    sheet = replace(sheet, supe=((0, own[0], own[1]), (against[0], 0, 0), (against[1], 0, 0)))
    result = final_result(case.rules, sheet)
    assert result.points[0] == case.expect["result"]
    assert sum(result.points) == 0
    if "label" in case.expect:
        assert case.expect["label"] == ("los" if (result.points[0] > 0) == (result.sign == "low_good") else "dobar")


@each("play")
def test_play(case: Case) -> None:
    given, expect = case.given, case.expect
    if "winner" in expect:
        names = [name for name, _ in given["trick"]]
        trump = None if given["trump"] is None else "SDHC".index(given["trump"])
        assert names[winner([card(text) for _, text in given["trick"]], trump)] == expect["winner"]
        return
    players = ["P1", "P2", "P3"]
    led = Case(case.id, "play", case.ruleset, {**given, "players": players}, {})
    match = answered(led, {name: name in given["active"] for name in players}, match=table(case.rules))
    match = climbed(led, match, None, None)
    leader = match.view(0).leader
    assert leader is not None
    assert players[leader] == expect["leader"]


@each("agreement")
def test_agreement(case: Case) -> None:
    given, expect = case.given, case.expect
    asked = Case(case.id, case.kind, case.ruleset, {**given, "options": {"agr.trick_offer": True}}, expect)
    match = declared(asked)
    for _ in range(2):
        name = asked.players[match.to_act or 0]
        match = say(match, "dodjem" if given["follow"][name] else "ne")
    offer = given["trick_offer"]
    assert match.to_act == asked.seat(offer["by"])
    done = outcome(say(match, f"dajes {offer['k']} dajem"))
    assert (done.tricks is not None) == expect["played"]
    assert done.bule == asked.by_seat(expect["bule"])
    assert supe(done) == {(asked.seat(name), 0): points for name, points in expect["supe"].items()}


@each("eval")
def test_safe_betl_suits(case: Case) -> None:
    """KON-10 on the holdings Gulin lists."""
    holdings = [sum(1 << "789TJQKA".index(rank) for rank in text) for text in case.given["betl_suit_holdings"]]
    assert [suit_is_safe(ranks) for ranks in holdings] == case.expect["safe"]


@each("position")
def test_position(case: Case) -> None:
    """PRB2: the declarer's ten cards follow from the dealt ones, the talon and the discard."""
    given = case.given
    original, talon = case.expect["original_hand"].split(), given["talon"]
    held = {card(text) for text in [*original, *talon]}
    rest = [number for number in DECK_32 if number not in held]
    deal = replace(
        random_deal(),
        hands=(
            sum(1 << card(text) for text in original),
            sum(1 << number for number in rest[:10]),
            sum(1 << number for number in rest[10:]),
        ),
        talon=sum(1 << card(text) for text in talon),
        deck=None,
    )
    match = dealt(table(case.rules), deal)
    for call in given["auction"]:
        match = say(match, call_word(match, call))
    match = say(match, "skart " + " ".join(given["discarded"]))
    assert match.view(0).own == sum(1 << card(text) for text in given["declarer_hand"].split())
    assert refused(match, "skart C8 C9") == "DEC-01"
