"""``kibic arena``: bots against each other."""

from __future__ import annotations

import os
import time
import tomllib
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from kibic.arena import ArenaError, MatchScore, Series, Standing, play_series
from kibic.bots import bot_named
from kibic.cli.language import say
from kibic.cli.output import print_error, print_json
from kibic.cli.rulesets import RULES, RULES_HELP, print_rules_error, ruleset
from kibic.game import KibicError, game_named


def arena(
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help=say("One bot a seat.", "Po jedan bot za mesto."))],
    *,
    matches: Annotated[int, typer.Option(min=1, help=say("How many matches.", "Koliko partija."))] = 100,
    seed: Annotated[
        str, typer.Option(help=say("The same seed gives the same matches.", "Isto seme daje iste partije."))
    ] = "1",
    rules: Annotated[str, typer.Option(metavar=RULES, help=RULES_HELP)] = "srpski",
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE",
            help=say("A house rule, for example match.start_bule=60.", "Kućno pravilo, na primer match.start_bule=60."),
        ),
    ] = None,
    random_options: Annotated[
        str | None,
        typer.Option(
            "--random-options",
            metavar="SEED",
            help=say(
                "Play each match by other house rules, drawn from this seed; those given by --option or a file stay.",
                "Svaku partiju igraj po drugim kućnim pravilima, izvučenim iz ovog semena; data opcijom ili u datoteci "
                "ostaju.",
            ),
        ),
    ] = None,
    jobs: Annotated[
        int, typer.Option(min=0, help=say("Processes; 0 is one a core.", "Procesa; 0 je po jedan za svako jezgro."))
    ] = 0,
    hands_limit: Annotated[
        int,
        typer.Option(
            min=1,
            help=say("A match with more hands counts as unfinished.", "Partija s više ruku smatra se nezavršenom."),
        ),
    ] = 2000,
    as_json: Annotated[
        bool, typer.Option("--json", help=say("Print the results as JSON.", "Ispiši rezultate kao JSON."))
    ] = False,
) -> None:
    """Play whole matches between bots; print results and hands per second.

    Exit status: 0 all were played to the end; 1 a bot acted illegally or a match did not end; 2 wrong arguments.
    """
    try:
        game = game_named("preferans")
        chosen = ruleset(rules)
        options = {**chosen.options, **dict(_option(text) for text in option or ())}
        counts = game.player_counts(game.rules(chosen.preset, options))
        for bot in bots:
            bot_named(bot)
    except KibicError as error:
        print_rules_error(error)
        raise typer.Exit(2) from error
    if len(bots) not in counts:
        allowed = " / ".join(str(count) for count in counts)
        print_error(
            say(
                f"{len(bots)} bots; {rules} is for {allowed} players",
                f"botova: {len(bots)}; po pravilima {rules} igra ih {allowed}",
            )
        )
        raise typer.Exit(2)
    series = Series(
        tuple(bots), matches, seed, chosen.preset, options, hands_limit=hands_limit, random_options=random_options
    )
    began = time.perf_counter()
    try:
        scores = _with_progress(series, jobs or os.cpu_count() or 1)
    except ArenaError as error:
        print_error(str(error))
        raise typer.Exit(1) from error
    seconds = time.perf_counter() - began
    hands = sum(score.hands for score in scores)
    standings = series.standings(scores)
    if as_json:
        print_json(
            {
                "bots": [asdict(standing) for standing in standings],
                "rules": chosen.preset,
                "options": options,
                "random_options": random_options,
                "seed": seed,
                "matches": matches,
                "hands": hands,
                "seconds": round(seconds, 3),
                "hands_per_second": round(hands / seconds, 1),
            }
        )
    else:
        _show(standings, matches, hands, seconds)


def _option(text: str) -> tuple[str, Any]:
    """A key and its value, written as in a record; a bare word is a text. Raises :class:`KibicError` without ``=``."""
    key, equals, value = text.partition("=")
    if not equals:
        raise KibicError(say(f"{text!r} is no option: KEY=VALUE", f"{text!r} nije opcija: KLJUČ=VREDNOST"))
    try:
        return key, tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key, value


def _with_progress(series: Series, jobs: int) -> tuple[MatchScore, ...]:
    progress = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )
    with progress:
        task = progress.add_task("", total=series.matches, speed="")
        began = time.perf_counter()
        hands = 0

        def played(score: MatchScore) -> None:
            nonlocal hands
            hands += score.hands
            speed = hands / (time.perf_counter() - began)
            progress.update(task, advance=1, speed=f"{speed:,.0f} {say('hands/s', 'ruku/s')}")

        return play_series(series, jobs, played)


def _show(standings: tuple[Standing, ...], matches: int, hands: int, seconds: float) -> None:
    table = Table(
        title=say("Result a match in points, positive = good", "Rezultat po partiji u poenima, plus je dobro")
    )
    table.add_column("bot")
    for heading in (
        say("mean", "prosek"),
        "95 %",
        say("hands as declarer", "ruku kao nosilac"),
        say("of them fallen", "od toga pao"),
        say("falls in all", "padova ukupno"),
    ):
        table.add_column(heading, justify="right")
    for standing in standings:
        table.add_row(
            standing.bot,
            f"{standing.mean:+.1f}",
            f"{standing.low:+.1f} … {standing.high:+.1f}",
            str(standing.declared),
            str(standing.fallen),
            str(standing.falls),
        )
    console = Console(highlight=False)
    console.print(table)
    console.print(
        say(
            f"{matches} matches, {hands} hands, {hands / seconds:,.0f} hands/s",
            f"partija {matches}, ruku {hands}, {hands / seconds:,.0f} ruku/s",
        )
    )
