"""``kibic rules``: every parameter of a ruleset with its value and what it is for."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kibic.cli.language import say
from kibic.cli.output import Language, chosen, print_error, print_json, print_text
from kibic.game import Parameter, game_named
from kibic.game.parameters import Value, show
from kibic.record.write import toml_value


def rules(
    preset: Annotated[
        str | None, typer.Argument(help=say("A ruleset; without it all are listed.", "Pravila; bez imena, sva redom."))
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=say("Print JSON.", "Ispiši JSON."))] = False,
    as_toml: Annotated[
        bool,
        typer.Option(
            "--toml",
            help=say("Print the [options] of a record, to be edited.", "Ispiši [options] zapisa, za izmene."),
        ),
    ] = False,
    lang: Annotated[Language | None, typer.Option(help=say("Language of the output.", "Jezik ispisa."))] = None,
) -> None:
    """List the parameters of a ruleset: key, value, what else is possible, explanation and rule IDs.

    Without a name: the names of all rulesets and the parameters of the first. Exit status 2: there is no such ruleset.
    """
    game = game_named("preferans")
    presets = game.presets()
    name = presets[0] if preset is None else preset
    if name not in presets:
        print_error(
            say(f"no rules are called {name!r}: {', '.join(presets)}", f"nema pravila {name!r}: {', '.join(presets)}")
        )
        raise typer.Exit(2)
    values: dict[str, Value] = game.rules(name).as_dict()
    parameters = game.parameters()
    if as_json:
        print_json(
            {
                "presets": list(presets),
                "preset": name,
                "parameters": [_as_json(parameter, values[parameter.key]) for parameter in parameters],
            }
        )
    elif as_toml:
        lines = [f"rules = {toml_value(name)}", "", "[options]"]
        lines += [f'"{parameter.key}" = {toml_value(values[parameter.key])}' for parameter in parameters]
        print_text("\n".join(lines))
    else:
        if preset is None:
            typer.echo(("Pravila: " if chosen(lang) == "sr" else "Rulesets: ") + ", ".join(presets))
        _show(name, parameters, values, chosen(lang))


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


def _show(name: str, parameters: tuple[Parameter, ...], values: dict[str, Value], lang: str) -> None:
    table = Table(title=name, pad_edge=False, expand=True)
    serbian = lang == "sr"
    table.add_column("ključ" if serbian else "key", no_wrap=True)
    table.add_column("vrednost" if serbian else "value", style="bold", max_width=20, overflow="fold")
    table.add_column("objašnjenje" if serbian else "explanation", ratio=1)
    group = ""
    for parameter in parameters:
        if group and parameter.group != group:
            table.add_section()
        group = parameter.group
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
