"""``kibic arena --matches``: whole matches, with their progress and results."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, replace

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from kibic.arena import ArenaError, MatchScore, Series, Standing, play_series
from kibic.bots.entrants import bot_from
from kibic.cli.language import say
from kibic.cli.output import print_error, print_json
from kibic.cli.rulesets import option_of, print_rules_error, ruleset
from kibic.game import KibicError, game_named


def play_matches(asked: Series, options_given: Sequence[str], jobs: int, *, as_json: bool) -> None:
    """Play matches and print the results; ``asked.rules`` is a name or a file. Raises :class:`typer.Exit`."""
    try:
        game = game_named("preferans")
        chosen = ruleset(asked.rules)
        options = {**chosen.options, **dict(option_of(text) for text in options_given)}
        counts = game.player_counts(game.rules(chosen.preset, options))
        for bot in asked.bots:
            bot_from(bot)
    except KibicError as error:
        print_rules_error(error)
        raise typer.Exit(2) from error
    if len(asked.bots) not in counts:
        allowed = " / ".join(str(count) for count in counts)
        print_error(
            say(
                f"{len(asked.bots)} bots; {asked.rules} is for {allowed} players",
                f"botova: {len(asked.bots)}; po pravilima {asked.rules} igra ih {allowed}",
            )
        )
        raise typer.Exit(2)
    series = replace(asked, rules=chosen.preset, options=options)
    began = time.perf_counter()
    try:
        scores = _with_progress(series, jobs)
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
                "random_options": series.random_options,
                "seed": series.seed,
                "matches": series.matches,
                "hands": hands,
                "seconds": round(seconds, 3),
                "hands_per_second": round(hands / seconds, 1),
            }
        )
    else:
        _show(standings, series.matches, hands, seconds)


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
