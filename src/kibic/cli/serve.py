"""``kibic serve``: opens the table for browsers."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

import typer

from kibic.cli.language import say
from kibic.cli.rulesets import RULES, print_rules_error, ruleset
from kibic.game import KibicError


class LogForm(StrEnum):
    """How a log is written: for people, or one JSON object a line."""

    TEXT = "text"
    JSON = "json"


class LogLevel(StrEnum):
    """From what on the log tells something."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    DEBUG = "debug"


#: Longest name of a bot, in characters.
_LONGEST: Final = 24


def serve(
    host: Annotated[str, typer.Option(help=say("Address to listen on.", "Adresa na kojoj se sluša."))] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            min=0,
            max=65535,
            help=say(
                "Port; when it is taken the next free one; 0 for any.",
                "Port; ako je zauzet, prvi slobodan za njim; 0 za bilo koji.",
            ),
        ),
    ] = 8000,
    open_browser: Annotated[
        bool, typer.Option("--open", help=say("Open the page in the browser.", "Otvori stranicu u pregledaču."))
    ] = False,
    rules: Annotated[
        str | None,
        typer.Option(
            metavar=RULES,
            help=say(
                "The rules of new tables when nothing else is chosen: a name or a file.",
                "Pravila novih stolova kad se ne izaberu druga: ime ili datoteka.",
            ),
        ),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=BOT",
            help=say(
                "Another bot that tables offer, for example Ana=my.module.Bot or 'Ana=cmd: python3 ana.py'; "
                "repeatable.",
                "Još jedan bot koji stolovi nude, na primer Ana=moj.modul.Bot ili 'Ana=cmd: python3 ana.py'; "
                "može više puta.",
            ),
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help=say(
                "Database: a file or postgresql://USER@HOST/NAME; else KIBIC_DATABASE, else a file of the user's.",
                "Baza: datoteka ili postgresql://USER@HOST/NAME; inače KIBIC_DATABASE, inače datoteka korisnika.",
            )
        ),
    ] = None,
    log: Annotated[
        LogForm,
        typer.Option(help=say("How the log is written.", "Kako se piše dnevnik."), envvar="KIBIC_LOG"),
    ] = LogForm.TEXT,
    log_level: Annotated[
        LogLevel,
        typer.Option(help=say("What the log tells.", "Šta dnevnik beleži."), envvar="KIBIC_LOG_LEVEL"),
    ] = LogLevel.WARNING,
) -> None:
    """Serve the table until Ctrl+C. Exit status 2: no such rules or bot, or a wrong file of rules."""
    try:
        usual = ruleset(rules) if rules is not None else None
        bots = dict(_own_bot(text) for text in bot or ())
    except KibicError as error:
        print_rules_error(error)
        raise typer.Exit(2) from error
    try:
        from kibic.server.database import default_url, url_of
        from kibic.server.run import address, free_socket, run, show_in_browser
        from kibic.server.settings import Settings
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("kibic"):
            raise
        missing = say(
            f"The table needs the package {error.name}: install kibic[table].",
            f"Za sto je potreban paket {error.name}: instalirajte kibic[table].",
        )
        typer.echo(missing, err=True)
        raise typer.Exit(1) from error

    try:
        listening = free_socket(host, port)
        url = address(listening)

        def when_ready() -> None:
            typer.echo(say(f"Kibic is at {url}", f"Kibic je na adresi {url}"))
            typer.echo(say("Ctrl+C ends it; no game is lost.", "Ctrl+C ga zaustavlja; nijedna partija se ne gubi."))
            if open_browser:
                show_in_browser(url)

        settings = Settings(
            database=url_of(database) if database else default_url(),
            preset=None if usual is None else usual.preset,
            options={} if usual is None else usual.options,
            bots=bots,
        )
        run(settings, listening, when_ready, log_form=log, log_level=log_level)
    except KibicError as error:
        typer.echo(f"kibic serve: {error}", err=True)
        raise typer.Exit(1) from error


def _own_bot(text: str) -> tuple[str, str]:
    """Name and bot of ``NAME=BOT``. Raises :class:`KibicError` when it is none or there is no such bot."""
    name, _, bot = (part.strip() for part in text.partition("="))
    if not bot or not name or len(name) > _LONGEST or ":" in name:
        raise KibicError(say(f"{text!r} is no bot: NAME=BOT", f"{text!r} nije bot: IME=BOT"))
    from kibic.bots.entrants import bot_from, close

    close(bot_from(bot))
    return name, bot
