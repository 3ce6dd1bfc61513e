"""MkDocs hook: writes into the site what the program knows: the rules of every preset, the messages of the server."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from kibic.game import Parameter, game_named
from kibic.game.parameters import show
from kibic.games.preferans.rules.titles import GROUP_TITLES
from kibic.handbook import languages_of, rules_page
from kibic.server.messageschema import schema

GAME = "preferans"
TRANSCRIPT = Path(__file__).parents[1] / "tests/server/transcript.txt"
NAMES = {"en": "English", "sr": "Srpski", "hr": "Hrvatski", "pl": "Polski"}


def cell(text: str) -> str:
    """``text`` as it may stand in a table."""
    return text.replace("|", "\\|").replace("\n", " ")


def parameter_rows(parameters: Iterable[Parameter], values: dict[str, Any], usual: dict[str, Any]) -> list[str]:
    """A table of parameters: key, value in the preset, what else is allowed, explanation, rules.

    Values that differ from ``usual`` are marked, and the usual one stands beside them.
    """
    rows = ["| key | value | allowed | meaning | rules |", "|---|---|---|---|---|"]
    for parameter in parameters:
        value = cell(show(values[parameter.key]))
        if values[parameter.key] != usual[parameter.key]:
            value = f"**{value}** ≠ {cell(show(usual[parameter.key]))}"
        meaning = f"{cell(parameter.text.en)}<br>*{cell(parameter.text.sr)}*"
        allowed = cell(parameter.expected().en)
        rows.append(f"| `{parameter.key}` | {value} | {allowed} | {meaning} | {', '.join(parameter.rules)} |")
    return rows


def preset_page(preset: str) -> str:
    """The page of one ruleset."""
    game = game_named(GAME)
    first = game.presets()[0]
    rules: Any = game.rules(preset)
    usual: Any = game.rules(first)
    lines = [f"# {preset}", "", f"Every parameter of the ruleset `{preset}`, as `kibic rules {preset}` shows it."]
    if preset != first:
        lines.append(f"What differs from `{first}` is bold, with the value of `{first}` behind the sign ≠.")
    for group, parameters in groupby(game.parameters(), key=lambda parameter: parameter.group):
        title = GROUP_TITLES[group]
        lines += ["", f"## {title.en} · {title.sr}", ""]
        lines += parameter_rows(parameters, rules.as_dict(), usual.as_dict())
    return "\n".join(lines) + "\n"


def index_page() -> str:
    """The list of rulesets."""
    presets = game_named(GAME).presets()
    listed = []
    for preset in presets:
        pages = " · ".join(f"[{NAMES[language]}]({preset}.{language}.md)" for language in languages_of(preset))
        listed.append(f"- **{preset}**: {pages} · [all keys]({preset}.md)")
    return "\n".join(
        [
            "# Rulesets",
            "",
            "A ruleset is a preset and, for a table of your own, the keys that differ from it.",
            "These pages are made from the rules object, so they say what the program plays.",
            "",
            *listed,
            "",
        ]
    )


def transcript_page() -> str:
    """A match frame by frame, as the tests have it."""
    lines = [
        "# A match, frame by frame",
        "",
        "What three players and somebody who looks on say (`>`) and hear (`<`). Times, ids and seals are replaced by",
        "words; `table` is shown as the merge patch against the last one of the same page. The tests hold the server",
        "to this text.",
        "",
        "```text",
        TRANSCRIPT.read_text(encoding="utf-8").rstrip(),
        "```",
    ]
    return "\n".join(lines) + "\n"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Called by MkDocs with the files of the site; adds the generated pages."""
    files.append(File.generated(config, "rules/index.md", content=index_page()))
    for preset in game_named(GAME).presets():
        rules: Any = game_named(GAME).rules(preset)
        for language in languages_of(preset):
            content = rules_page(rules, language)
            files.append(File.generated(config, f"rules/{preset}.{language}.md", content=content))
        files.append(File.generated(config, f"rules/{preset}.md", content=preset_page(preset)))
    schema_text = json.dumps(schema(), indent=2, ensure_ascii=False)
    files.append(File.generated(config, "protocol.schema.json", content=schema_text))
    files.append(File.generated(config, "protocol-transcript.md", content=transcript_page()))
    return files
