"""``kibic``: the entry point. Each command lives in its own module and is imported only when it is called.

``kibic --help`` must answer at once, so nothing here imports the rules.
"""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Final, NamedTuple

import typer

from kibic import __version__
from kibic.cli.language import say
from kibic.cli.streams import standard_streams


class _Command(NamedTuple):
    module: str
    help: str


#: Name of each command and of the function that does it, where it lives, and its line in ``kibic --help``.
COMMANDS: Final = {
    "serve": _Command("kibic.cli.serve", say("Open the table in the browser.", "Otvori sto u pregledaču.")),
    "admin": _Command(
        "kibic.cli.admin", say("Look through the database of a server.", "Pogledaj šta je u bazi servera.")
    ),
    "replay": _Command(
        "kibic.cli.replay",
        say("Play records through the rules, print the sheet.", "Odigraj zapise po pravilima i ispiši papir."),
    ),
    "sheet": _Command(
        "kibic.cli.sheet",
        say(
            "Keep the paper of a match with real cards, or print one.", "Vodi ili ispiši papir partije pravim kartama."
        ),
    ),
    "check": _Command(
        "kibic.cli.check",
        say("List the conventions that were broken in records.", "Spisak konvencija prekršenih u zapisima."),
    ),
    "verify": _Command(
        "kibic.cli.verify",
        say(
            "Check that the cards dealt were those sealed before.", "Proveri da su podeljene karte koje su zapečaćene."
        ),
    ),
    "rules": _Command(
        "kibic.cli.rules", say("List the rules and what each is for.", "Spisak pravila i čemu koje služi.")
    ),
    "solve": _Command(
        "kibic.cli.solve", say("What was possible with open cards.", "Šta je bilo moguće s otvorenim kartama.")
    ),
    "deal": _Command("kibic.cli.deal", say("Deal cards, as records.", "Podeli karte, kao zapise.")),
    "protocol": _Command(
        "kibic.cli.protocol",
        say("What a client of the server speaks, as JSON Schema.", "Šta govore klijenti servera, kao JSON šema."),
    ),
    "backup": _Command("kibic.cli.backup", say("Save the database into a file.", "Sačuvaj bazu u datoteku.")),
    "restore": _Command("kibic.cli.backup", say("Bring a backup into a database.", "Vrati rezervnu kopiju u bazu.")),
    "arena": _Command(
        "kibic.cli.arena", say("Let bots play matches against each other.", "Neka botovi igraju partije.")
    ),
}
_PASS_ON: Final = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}

app = typer.Typer(
    name="kibic",
    help=say("Preferans: rules, records, bots and the table.", "Preferans: pravila, zapisi, botovi i sto."),
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kibic {__version__}")
        raise typer.Exit


@app.callback()
def _kibic(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help=say("Print the version.", "Ispiši verziju.")),
    ] = False,
) -> None:
    """Take the options that stand before the command."""


def _mount(name: str, command: _Command) -> None:
    """Register a command that reads its own arguments once it is called."""

    def run(context: typer.Context) -> None:
        function = getattr(import_module(command.module), name)
        inner = typer.Typer(add_completion=False, rich_markup_mode=None)
        inner.command(name)(function)
        inner(args=context.args, prog_name=f"kibic {name}")

    app.command(name, help=command.help, context_settings=dict(_PASS_ON), add_help_option=False)(run)


for _name, _entry in COMMANDS.items():
    _mount(_name, _entry)


def main() -> None:
    """Run the command line."""
    with standard_streams():
        app(prog_name="kibic")
