"""Words, sentences and JSON (record.md section 2, docs/protocol.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibic.cards import SeededRandom
from kibic.game import KIBITZER, IllegalAction, KibicError, WordError
from kibic.games.preferans import GAME, Match, sentences
from kibic.games.preferans.actions import Deal, Discard, NoDiscard, Tricks
from kibic.games.preferans.sentences import factors_text, plural_sr, tricks_en, tricks_sr
from kibic.games.preferans.words import arity, normalized
from tests.rules.deals import HANDS, NAMES, cards, dealt, happen, legal, say, table, told, tricks, words

ENGINE = Path(sentences.__file__).parent
KARO = "2 dalje dalje skart C8 C7 karo dodjem dodjem moze moze"
#: Said in this order they reach every phase; each word is tried in every phase before it.
STATES = {
    "deal": table(),
    "auction": dealt(),
    "naming": say(dealt(), "igra dalje dalje"),
    "discard": say(dealt(), "2 dalje dalje"),
    "declaration": say(dealt(), "2 dalje dalje skart C8 C7"),
    "following": say(dealt(), "2 dalje dalje skart C8 C7 karo"),
    "calling": say(dealt(table({"agr.trick_offer": True})), "2 dalje dalje skart C8 C7 karo dodjem ne"),
    "call_answer": say(dealt(), "2 dalje dalje skart C8 C7 karo dodjem ne zajedno"),
    "offer_answer": say(dealt(table({"agr.trick_offer": True})), "2 dalje dalje skart C8 C7 karo dodjem ne dajes 3"),
    "kontra": say(dealt(), "2 dalje dalje skart C8 C7 karo dodjem dodjem"),
    "play": say(dealt(), KARO),
    "over": say(say(dealt(), "dalje dalje dalje"), "otpis"),
}
WORDS = [
    *words("dalje 1 2 8 mogu igra betl sans preferans pik karo herc tref slabija dodjem ne zajedno sam idem necu"),
    *words("dajem nedajem kontra rekontra subkontra mortkontra moze otpis bezskarta SA H10 ♥T"),
    *words("skart SA S7 skart ? ? dajes 3 ostalo 9"),
    *("tricks 6 2 2", "cards ?"),
    "cards " + " ".join(HANDS),
    "cards " + " ".join(HANDS) + " C8 C7",
]
NO_WORDS = [
    *("", "  ", "hello", "2 3", "skart", "skart SA", "skart SA S6", "skart SA S7 S8", "skart ? SA", "dajes", "dajes x"),
    *("ostalo -1", "ostalo 100", "tricks x", "tricks 6 2 100", "S6", "9", "10", "cards SA", "deck S6", "cards 5... ?"),
]


@pytest.mark.parametrize("phase", STATES)
@pytest.mark.parametrize("word", WORDS)
def test_every_word_is_read_in_every_phase_and_allowed_or_refused_with_a_rule(phase: str, word: str) -> None:
    match = STATES[phase]
    assert match.phase == phase
    action = GAME.parse(match, word)
    assert GAME.parse(match, action.word) == action
    # The clock of the table ends a discard, and tricks may be told in the play; neither is a word of a player.
    phase_of = {NoDiscard: "discard", Tricks: "play"}
    if action in match.legal() or action in match.agreements() or phase_of.get(type(action)) == phase:
        after, events = match.apply(action)
        assert after != match
        assert events or isinstance(action, Tricks)
        return
    with pytest.raises(IllegalAction) as caught:
        match.apply(action)
    assert caught.value.rule.partition("-")[0].isupper()
    assert caught.value.text.en != caught.value.text.sr


@pytest.mark.parametrize(
    ("typed", "plain"),
    [("Dođem", "dodjem"), ("MOŽE", "moze"), ("neću", "necu"), ("škart", "skart"), (" Slabija ", "slabija")],
)
def test_words_are_accepted_with_diacritics_and_capitals(typed: str, plain: str) -> None:
    assert normalized(typed) == plain


@pytest.mark.parametrize("text", NO_WORDS)
def test_what_is_no_word_is_told_so(text: str) -> None:
    for match in STATES.values():
        with pytest.raises(WordError):
            GAME.parse(match, text)


@given(st.text(max_size=30))
def test_no_text_breaks_the_reader(text: str) -> None:
    for phase in ("deal", "auction", "play"):
        try:
            action = GAME.parse(STATES[phase], text)
        except KibicError:
            continue
        assert GAME.parse(STATES[phase], action.word) == action


def test_how_many_words_belong_together() -> None:
    assert [arity(word) for word in ("skart", "Škart", "dajes", "ostalo", "dalje", "SA")] == [2, 2, 1, 1, 0, 0]


def test_deals_and_discards_have_a_text() -> None:
    assert Deal((0, 0, 0), 0).word == "cards ?"
    assert cards(*HANDS).word == "cards " + " ".join(HANDS) + " C8 C7"
    assert (Discard(None, None).mask, Discard(None, None).word) == (0, "skart ? ?")
    assert Discard.of(9, 3) == Discard(3, 9)


def test_numbers_are_counted_in_both_languages() -> None:
    assert [tricks_en(count) for count in (0, 1, 2)] == ["0 tricks", "1 trick", "2 tricks"]
    assert [tricks_sr(count) for count in (0, 1, 2, 4, 5, 11, 12, 21, 22)] == [
        "0 štihova", "1 štih", "2 štiha", "4 štiha", "5 štihova", "11 štihova", "12 štihova", "21 štih", "22 štiha",
    ]  # fmt: skip
    assert plural_sr(-1, "a", "b", "c") == "a"
    assert factors_text(1, 1) == ""
    assert factors_text(8, 2) == " x 8 (subkontra) x 2 (refa)"


def test_every_sentence_is_used_and_none_is_missing() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in ENGINE.glob("*.py") if path.name != "sentences.py")
    keys = set(sentences._SENTENCES)
    assert {key for key in keys if f'"{key}"' not in source} == set()


def test_the_arithmetic_stands_in_the_sentence() -> None:
    match = told(table(refas=(1, 0, 0), refa_written=1), "igra dalje dalje herc dodjem dodjem kontra moze")
    done = tricks(match, 6, 2, 2).outcomes[-1]
    texts = {reason.text(NAMES).en: reason.text(NAMES).sr for reason in done.reasons}
    assert texts["Igra herc: 2 x 5 x 2 (kontra) x 2 (refa) = 40."] == "Igra herc: 2 x 5 x 2 (kontra) x 2 (refa) = 40."
    assert texts["Writes all tricks of the defence: 4 x 40 = 160 supe against Ana."].endswith("= 160 supa (Ana).")


def every_state(
    seed: str, options: dict[str, Any] | None = None, hands: int = 6
) -> list[tuple[Match, tuple[Any, ...]]]:
    """Positions of a random match with the events that led to them."""
    rng = SeededRandom(seed)
    match = table(options)
    found: list[tuple[Match, tuple[Any, ...]]] = [(match, ())]
    while match.to_act is not None and len(match.outcomes) < hands:
        match, events = match.apply(match.legal().sample(rng))
        found.append((match, events))
    return found


@pytest.mark.parametrize("options", [{}, {"auc.max": 8, "talon.shown": False, "match.end": "hands:3"}])
def test_views_and_events_are_json_without_empty_values(options: dict[str, Any]) -> None:
    for match, events in every_state("json", options):
        for viewer in (KIBITZER, 0, 1, 2):
            view = GAME.view_json(match.view(viewer), NAMES)
            assert json.loads(json.dumps(view)) == view
            assert None not in view.values()
            assert view.get("viewer", KIBITZER) == viewer
            for event in events:
                seen = event.seen_by(viewer)
                assert seen is not None
                text = GAME.event_json(seen, NAMES)
                assert json.loads(json.dumps(text)) == text
                assert text["kind"]


def test_the_kinds_of_events_of_a_whole_match() -> None:
    kinds: list[str] = []
    match, events = happen(dealt(table({"match.end": "hands:1"})), KARO + " SA SK SJ ostalo 9")
    for event in events:
        kind = GAME.event_json(event, NAMES)["kind"]
        if not kinds or kinds[-1] != kind:
            kinds.append(kind)
    assert kinds == ["said", "talon", "put_away", "said", "played", "trick", "said", "hand_over", "match_over"]
    view = GAME.view_json(match.view(0), NAMES)
    assert view["phase"] == "over"
    assert view["result"]["sign"] == "low_good"
    assert sum(view["result"]["write_off"]) == 306, "both followers fell"


def test_the_declarer_is_told_what_each_game_is_worth() -> None:
    match = say(dealt(), "dalje 2 3 dalje")
    worth = GAME.view_json(match.view(2), NAMES)["worth"]
    assert worth == {"karo": 6, "herc": 8, "tref": 10, "betl": 12, "sans": 14}
    assert "worth" not in GAME.view_json(match.view(0), NAMES)


@pytest.mark.parametrize(
    ("spoken", "on"),
    [
        (KARO, {"contract": "karo", "trump": "D", "unit": 6, "need": 6, "need_defence": 5}),
        ("igra dalje dalje pik", {"contract": "pik", "igra": True, "unit": 6}),
        ("betl dalje dalje kontra", {"contract": "betl", "unit": 28, "kontra": 2, "need": 0, "need_defence": 1}),
        ("preferans dalje dalje", {"contract": "preferans", "unit": 18, "need": 10, "need_defence": 1}),
    ],
)
def test_the_game_that_is_on(spoken: str, on: dict[str, Any]) -> None:
    shown = GAME.view_json(say(dealt(table({"auc.max": 8})), spoken).view(1), NAMES)["game_on"]
    assert {key: shown[key] for key in on} == on
    assert ("trump" in shown) == (shown["contract"] not in ("betl", "preferans"))


def test_the_view_of_the_trick_in_progress_and_of_the_last_one() -> None:
    view = GAME.view_json(say(dealt(), KARO + " SA SK SJ S7").view(1), NAMES)
    assert view["trick"] == {"cards": [[0, "S7"]], "winner": 0}
    assert view["last_trick"] == {"cards": [[0, "SA"], [1, "SK"], [2, "SJ"]], "winner": 0}
    assert view["refused"]["HA"]["rule"] == "PLAY-02"
    assert view["roles"] == ["declarer", "follower", "follower"]
    assert say(dealt(), KARO).view(1).trump == 1
    assert dealt().view(1).trump is None
    assert legal(STATES["over"]) == []
    assert dealt().view(KIBITZER).own == 0


def test_every_preset_and_every_group_has_a_title_in_both_languages() -> None:
    titles = [GAME.title(name) for name in (*GAME.presets(), *{one.group for one in GAME.parameters()})]
    assert all(title.sr and title.en for title in titles)
    assert GAME.title("hrvatski").sr == "Hrvatski"


def test_every_preset_has_a_line_of_its_own_in_both_languages() -> None:
    notes = [GAME.note(name) for name in GAME.presets()]
    for told_in in ({note.en for note in notes}, {note.sr for note in notes}):
        assert len(told_in) == len(notes)
        assert all(40 < len(text) < 120 for text in told_in)


def test_spe_01_the_reasons_use_the_words_of_the_rules() -> None:
    match = told(
        table({"ui.words": "hrvatski"}, refas=(1, 0, 0), refa_written=1),
        "igra dalje dalje herc dodjem dodjem moze moze",
    )
    done = tricks(match, 6, 2, 2).outcomes[-1]
    english = " ".join(reason.text(NAMES).en for reason in done.reasons)
    serbian = " ".join(reason.text(NAMES).sr for reason in done.reasons)
    assert "Igra herc: 2 x 5 x 2 (refetl) = 20." in english
    assert "2 tricks x 20 = 40 juha against Ana." in english
    assert "2 štiha x 20 = 40 juhe (Ana)." in serbian
    assert "refa" not in english + serbian
    assert "sup" not in english + serbian


def test_spe_01_who_passes_after_igra_is_shown_saying_dobra() -> None:
    match = dealt()
    for word, shown in (("2", None), ("igra", {"dalje": "dobra"}), ("dalje", None)):
        match = say(match, word)
        assert GAME.view_json(match.view(0), NAMES).get("shown") == shown
    spoken = GAME.view_json(match.view(0), NAMES)["spoken"]
    assert [(said["word"], said.get("shown")) for said in spoken] == [("2", None), ("igra", None), ("dalje", "dobra")]
    before = GAME.view_json(say(dealt(), "dalje igra").view(0), NAMES)["spoken"]
    assert "shown" not in before[0]


def test_spe_01_the_words_of_the_table_follow_the_rules() -> None:
    for preset, refa in (("srpski", "refa"), ("hrvatski", "refetl")):
        view = GAME.start(GAME.rules(preset), 3, 0).view(0)
        assert GAME.view_json(view, ["A", "B", "C"])["rules"]["terms"]["refa"] == refa
