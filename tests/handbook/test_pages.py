"""The pages of rules for players: every value has its sentence, and the numbers are the engine's."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from kibic.games.preferans import GAME
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.rules import PARAMETERS, PRESETS, Rules
from kibic.handbook import LANGUAGES, catalogue, languages_of, rules_page
from kibic.handbook.layout import CONDITIONS, LEVELS, NUMBERS, layout, speaks
from kibic.handbook.worked import fixed_supe, worked

PAGES = [(preset, language) for preset in PRESETS for language in languages_of(preset)]
KEYS = {parameter.key: parameter for parameter in PARAMETERS}
#: Keys that are no rule for a player to read: how the screen looks, and which of the two games it is.
NOT_RULES = {"auc.ladder"}


def parts(rules: Rules) -> set[str]:
    return {part for _, paragraphs in layout(rules) for paragraph in paragraphs for part in paragraph}


@pytest.mark.parametrize(("preset", "language"), PAGES)
def test_every_value_of_a_preset_has_a_sentence_in_its_languages(preset: str, language: str) -> None:
    rules, book = GAME.rules(preset), catalogue(language)
    values = rules.as_dict()
    missing = [
        part
        for part in sorted(parts(rules))
        if speaks(part, rules)
        and not part.startswith("@")
        and (book.sentence(part, values[part]) if "." in part else book.text.get(part)) is None
    ]
    assert missing == []


def test_every_key_that_can_differ_stands_on_the_page_of_its_game() -> None:
    free = {key for key, parameter in KEYS.items() if len(parameter.values) != 1 or parameter.pattern}
    shown = parts(GAME.rules("srpski")) | parts(GAME.rules("polski"))
    tabled = {"level.whist_quota", "level.summon_quota"}
    left = {key for key in free - shown - tabled - NOT_RULES if not key.startswith("ui.")}
    assert left == set()
    assert {part for part in shown if "." in part} <= set(KEYS)
    assert set(CONDITIONS) <= parts(GAME.rules("srpski"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_names_only_keys_and_values_there_are(language: str) -> None:
    for key, sentences in catalogue(language).keys.items():
        for value in sentences:
            shown = [str(item).lower() if isinstance(item, bool) else str(item) for item in KEYS[key].values]
            assert KEYS[key].kind == "choices" or value == "*" or value in [*shown, "true", "false"], (key, value)


@pytest.mark.parametrize(("preset", "language"), PAGES)
def test_a_page_has_all_sections_and_no_key_in_it(preset: str, language: str) -> None:
    page = rules_page(GAME.rules(preset), language)
    headings = re.findall(r"^## (.+)$", page, re.MULTILINE)
    book = catalogue(language)
    assert headings == [book.titles[title] for title, _ in layout(GAME.rules(preset)) if title]
    assert not [key for key in KEYS if f"`{key}`" in page]
    assert "{" not in page
    assert not [line for line, after in pairwise(page.split("\n")) if line.startswith("#") and after.strip()]


@pytest.mark.parametrize("preset", [preset for preset in PRESETS if preset != "polski"])
def test_sco_07_the_table_of_games_is_what_the_engine_pays(preset: str) -> None:
    rules = GAME.rules(preset)
    page = rules_page(rules, "en")
    for contract in Contract:
        row = f"| {int(contract)} | {contract.unit(igra=False)} | {contract.unit(igra=True)} |"
        assert (row in page) == (contract <= rules.auc.max)


def test_sco_04_fixed_supe_are_those_of_the_spec() -> None:
    assert fixed_supe(GAME.rules("srpski")) == (("betl", 60, 70),)
    assert fixed_supe(GAME.rules("balkan")) == (("betl", 60, 70), ("preferans", 80, 90))
    open_end = GAME.rules("srpski", {"end.betl_first_trick": False})
    assert fixed_supe(open_end) == (("betl", 60, 70),)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_worked_hands_are_played_by_the_rules_of_the_page(preset: str) -> None:
    final = worked(GAME.rules(preset)).final
    assert len(final.outcomes) == 3
    page = rules_page(GAME.rules(preset), "en")
    if final.rules.auc.ladder == "levels":
        assert final.sheet.points == (90, -10, 110)
        assert "| Ceca | 110 |" in page
    else:
        assert final.sheet.bule == (94, 110, 100)
        assert f"says **{final.rules.auc.hold_word}**" in page
        assert "| Boro | 110 | 18 | 1 |" in page


@pytest.mark.parametrize("language", ["sr", "en", "hr"])
def test_the_sentence_that_announces_a_table_stands_right_before_it(language: str) -> None:
    for preset in PRESETS:
        if language in languages_of(preset):
            blocks = rules_page(GAME.rules(preset), language).split("\n\n")
            announced = [after for before, after in pairwise(blocks) if before.endswith(":")]
            assert all(block.startswith("|") for block in announced)
            assert announced or preset == "polski"


def test_a_house_rule_changes_the_page() -> None:
    page = rules_page(GAME.rules("srpski", {"call.refusable": False, "match.start_bule": 60}), "en", "ours")
    assert page.startswith("# ours: the rules")
    assert "He cannot refuse." in page
    assert "starts with 60 bule" in page
    without = rules_page(GAME.rules("srpski", {"igra.enabled": False}), "en")
    assert "No game is played without the talon." in without
    assert "slabija" not in without
    odd = rules_page(GAME.rules("srpski", {"refa.trigger": ["pik_nobody"]}), "sr")
    assert "(`refa.trigger` = [pik_nobody])" in odd


def test_words_of_the_table_follow_the_ruleset() -> None:
    assert "**moje**" in rules_page(GAME.rules("balkan"), "sr")
    assert "**to bi i ja**" in rules_page(GAME.rules("hrvatski"), "hr")
    assert "refetl" in rules_page(GAME.rules("hrvatski"), "hr")
    assert "juha" in rules_page(GAME.rules("hrvatski-gulin"), "hr")
    assert "Ceca and Ana **dobra**" in rules_page(GAME.rules("srpski"), "en")
    assert "przywoł" in rules_page(GAME.rules("polski"), "pl")


def test_both_layouts_begin_without_a_title_and_end_with_worked_hands() -> None:
    for sections in (NUMBERS, LEVELS):
        assert sections[0][0] == ""
        assert sections[-1][0] == "worked"
