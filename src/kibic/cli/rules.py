"""``kibic rules``: every parameter of a ruleset with its value and what it is for; files of rules; differences."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kibic.cli.language import say
from kibic.cli.output import Language, chosen, print_error, print_json, print_text
from kibic.cli.rulesets import print_rules_error, ruleset
from kibic.game import KibicError, Parameter, game_named
from kibic.game import Text as KibicText
from kibic.game.parameters import Value, show
from kibic.games.preferans.rules.titles import GROUP_TITLES, PRESET_NOTES
from kibic.handbook import rules_page
from kibic.record.rulesfile import RulesFile, write_rules


def rules(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RULES]...",
            help=say(
                "A ruleset or a file of rules; without it all are listed.",
                "Pravila ili datoteka s pravilima; bez imena, sva redom.",
            ),
        ),
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help=say("Print JSON.", "Ispiši JSON."))] = False,
    as_toml: Annotated[
        bool,
        typer.Option(
            "--toml",
            help=say(
                "Print a file of rules, to be edited; so is what is written to a file or a pipe.",
                "Ispiši datoteku s pravilima, za izmene; takav je i ispis u datoteku ili cev.",
            ),
        ),
    ] = False,
    as_table: Annotated[
        bool,
        typer.Option("--table", help=say("Print the table, wherever it goes.", "Ispiši tabelu, ma kuda išla.")),
    ] = False,
    diff: Annotated[
        bool,
        typer.Option(
            "--diff",
            help=say(
                "What differs between two rulesets; of one, from what it starts from.",
                "U čemu se razlikuju dvoja pravila; jedna, od onih od kojih polaze.",
            ),
        ),
    ] = False,
    page: Annotated[
        bool,
        typer.Option(
            "--page",
            help=say(
                "Print the rules as a page to read, in Markdown.", "Ispiši pravila kao stranu za čitanje (Markdown)."
            ),
        ),
    ] = False,
    lang: Annotated[Language | None, typer.Option(help=say("Language of the output.", "Jezik ispisa."))] = None,
) -> None:
    """List the parameters of a ruleset: key, value, what else is possible, explanation and rule IDs.

    Without a name: the names of all rulesets and the parameters of the first. To a file or a pipe the rules are written
    as a file of rules, which every command takes instead of a name. Exit status 2: no such ruleset, or a wrong file.
    """
    given = names or []
    if len(given) > (2 if diff else 1) or (diff and not given):
        print_error(say("--diff takes one ruleset or two", "uz --diff idu jedna ili dvoja pravila") if diff else
                    say("one ruleset, or --diff with two", "jedna pravila, ili --diff s dvojim"))  # fmt: skip
        raise typer.Exit(2)
    game = game_named("preferans")
    presets = game.presets()
    language = chosen(lang)
    try:
        chosen_rules = [ruleset(name) for name in given]
    except KibicError as error:
        print_rules_error(error, language)
        raise typer.Exit(2) from error
    if diff:
        _diff(given, chosen_rules, language, as_json=as_json)
        return
    rules_file = chosen_rules[0] if chosen_rules else RulesFile(presets[0], {})
    if page:
        name = given[0] if given else presets[0]
        print_text(
            rules_page(game.rules(rules_file.preset, dict(rules_file.options)), language, Path(name).stem).rstrip("\n")
        )
        return
    values = _values(rules_file)
    parameters = game.parameters()
    if as_json:
        print_json(
            {
                "presets": list(presets),
                "notes": {name: _both(PRESET_NOTES[name]) for name in presets},
                "preset": rules_file.preset,
                "parameters": [_as_json(parameter, values[parameter.key]) for parameter in parameters],
            }
        )
    elif as_toml or (given and not as_table and not sys.stdout.isatty()):
        print_text(write_rules(rules_file, language).rstrip("\n"))
    else:
        if not given:
            _list(presets, language)
        _show(given[0] if given else presets[0], parameters, values, language)


def _list(presets: tuple[str, ...], language: str) -> None:
    """The presets, each with what sets it apart."""
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(ratio=1)
    for preset in presets:
        table.add_row(preset, Text(PRESET_NOTES[preset].in_language(language)))
    console = Console(highlight=False, markup=False, emoji=False)
    console.print("Pravila:" if language == "sr" else "Rulesets:")
    console.print(table)
    console.print()


def _values(rules_file: RulesFile) -> Mapping[str, Value]:
    values: Mapping[str, Value] = (
        game_named(rules_file.game).rules(rules_file.preset, dict(rules_file.options)).as_dict()
    )
    return values


def _diff(names: list[str], chosen_rules: list[RulesFile], language: str, *, as_json: bool) -> None:
    """The keys with different values of two rulesets, or of one and what it starts from."""
    game = game_named("preferans")
    pair = list(zip(names, chosen_rules, strict=True))
    if len(pair) == 1:
        base = pair[0][1].preset if pair[0][1].options else game.presets()[0]
        pair.insert(0, (base, RulesFile(base, {})))
    (one, first), (two, second) = ((Path(name).name, rules_file) for name, rules_file in pair)
    ours, theirs = _values(first), _values(second)
    different = [item for item in game.parameters() if ours[item.key] != theirs[item.key]]
    if as_json:
        differences = [{"key": item.key, "values": [ours[item.key], theirs[item.key]]} for item in different]
        print_json({"rules": [one, two], "differences": differences})
        return
    serbian = language == "sr"
    table = Table(pad_edge=False, expand=True)
    table.add_column("ključ" if serbian else "key", no_wrap=True)
    for name in (one, two):
        table.add_column(Text(name), style="bold", overflow="fold", max_width=24)
    table.add_column("objašnjenje" if serbian else "explanation", ratio=1)
    group = ""
    for item in different:
        if group and item.group != group:
            table.add_section()
        group = item.group
        explanation = Text(item.text.in_language(language)).append(f"\n{' '.join(item.rules)}", "dim")
        table.add_row(item.key, Text(show(ours[item.key])), Text(show(theirs[item.key])), explanation)
    console = Console(highlight=False, markup=False, emoji=False)
    if different:
        console.print(table)
    console.print(
        f"različitih ključeva: {len(different)} od {len(ours)}" if serbian else
        f"keys that differ: {len(different)} of {len(ours)}"
    )  # fmt: skip


def _both(text: KibicText) -> dict[str, str]:
    return {"sr": text.sr, "en": text.en}


def _as_json(parameter: Parameter, value: Value) -> dict[str, object]:
    return {
        "key": parameter.key,
        "value": value,
        "kind": parameter.kind,
        "values": list(parameter.values),
        "low": parameter.low,
        "high": parameter.high,
        "en": parameter.text.en,
        "sr": parameter.text.sr,
        "rules": list(parameter.rules),
    }


def _show(name: str, parameters: tuple[Parameter, ...], values: Mapping[str, Value], lang: str) -> None:
    table = Table(title=name, pad_edge=False, expand=True)
    serbian = lang == "sr"
    table.add_column("ključ" if serbian else "key", no_wrap=True)
    table.add_column("vrednost" if serbian else "value", style="bold", max_width=20, overflow="fold")
    table.add_column("objašnjenje" if serbian else "explanation", ratio=1)
    group = ""
    for parameter in parameters:
        if parameter.group != group:
            group = parameter.group
            table.add_section()
            table.add_row("", "", Text(GROUP_TITLES[group].in_language(lang), "bold"))
        explanation = Text(parameter.text.in_language(lang))
        for line in (_allowed(parameter), " ".join(parameter.rules)):
            if line:
                explanation.append(f"\n{line}", "dim")
        table.add_row(parameter.key, Text(show(values[parameter.key])), explanation)
    Console(highlight=False, markup=False, emoji=False).print(table)


def _allowed(parameter: Parameter) -> str:
    """What may stand there, in signs that need no translation."""
    parts = [show(value) for value in parameter.values if parameter.kind != "bool"]
    if parameter.low is not None or parameter.high is not None:
        parts.append(f"{parameter.low} … {parameter.high}")
    if parameter.pattern:
        parts.append(f"/{parameter.pattern}/")
    return " | ".join(parts)
