"""``kibic arena``: bots against each other."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final

import typer

from kibic.arena import Bounds, Duel, Series
from kibic.bots import ladder as rungs
from kibic.bots.entrants import USUAL_LIMIT
from kibic.cli.duel import Running, compare
from kibic.cli.ladder import climb
from kibic.cli.language import say
from kibic.cli.rulesets import RULES, RULES_HELP, option_of, print_rules_error, ruleset
from kibic.cli.series import play_matches
from kibic.game import KibicError

_USUAL_MATCHES: Final = 100
_USUAL_DEALS: Final = 200


def arena(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT...",
            help=say(
                "The bots: a name (rule, random), the path of a class (my.module.MyBot), or a program "
                '("cmd: python3 mybot.py"). With --matches one a seat, with --deals two or one a seat.',
                "Botovi: ime (rule, random), putanja klase (moj.modul.MojBot) ili program "
                '("cmd: python3 mojbot.py"). Uz --matches po jedan za mesto, uz --deals dva ili po jedan za mesto.',
            ),
            show_default=False,
        ),
    ] = None,
    *,
    matches: Annotated[
        int | None, typer.Option(min=1, help=say("Whole matches: how many (100).", "Cele partije: koliko (100)."))
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            min=1,
            help=say(
                "Duplicate boards: how many deals, each played in every seating with the same cards, dealer and sheet.",
                "Duplikat: koliko podela; svaka se igra u svim rasporedima, s istim kartama, deliocem i papirom.",
            ),
        ),
    ] = None,
    ladder: Annotated[
        bool,
        typer.Option(
            "--ladder",
            help=say(
                "Play the ladder of the bots (all, or those named, the weakest first) and print it as Markdown.",
                "Odigraj lestvicu botova (svih poznatih ili navedenih, najslabiji prvi) i ispiši je kao Markdown.",
            ),
        ),
    ] = False,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="LOW,HIGH",
            help=say(
                "With --deals: stop as soon as it is known whether the first bot is better by HIGH points a hand or "
                "only by LOW (5 % each error).",
                "Uz --deals: stani čim se zna da li je prvi bot bolji za HIGH poena po ruci ili samo za LOW "
                "(greške po 5 %).",
            ),
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=say(
                "With --deals: keep a journal there, and go on from what it holds.",
                "Uz --deals: vodi dnevnik u datoteci i nastavi odakle je stao.",
            ),
        ),
    ] = None,
    dask: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help=say(
                "With --deals: play on the Dask cluster with this scheduler (needs kibic[cluster]).",
                "Uz --deals: igraj na Dask klasteru s ovim raspoređivačem (treba kibic[cluster]).",
            ),
        ),
    ] = None,
    limit: Annotated[
        float,
        typer.Option(
            min=0.01,
            help=say("Seconds a bot may take for a decision.", "Sekundi koliko bot sme da misli o odluci."),
        ),
    ] = USUAL_LIMIT,
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
    """Let bots play: whole matches, or duplicate boards with --deals; print the results.

    Exit status: 0 all was played; 1 in a match a bot acted illegally or it did not end; 2 wrong arguments; with --sprt
    0 accepted, 3 rejected, 4 undecided.
    """
    entrants = tuple(bots or (rungs() if ladder else ()))
    try:
        _check_modes(
            entrants,
            {"--matches": matches, "--random-options": random_options},
            {"--deals": deals, "--ladder": ladder or None},
            {"--sprt": sprt, "--resume": resume, "--dask": dask},
        )
        if deals is not None or ladder:
            chosen = ruleset(rules)
            options = {**chosen.options, **dict(option_of(text) for text in option or ())}
            boards = _USUAL_DEALS if deals is None else deals
            duel = Duel(entrants, boards, seed, chosen.preset, options, limit=limit)
            running = Running(jobs or os.cpu_count() or 1, dask, resume)
            if ladder:
                climb(duel, entrants, running, as_json=as_json)
                return
            bounds = Bounds.parse(sprt) if sprt is not None else None
            raise typer.Exit(compare(duel, running, bounds, as_json=as_json))
    except KibicError as error:
        print_rules_error(error)
        raise typer.Exit(2) from error
    series = Series(
        entrants, matches or _USUAL_MATCHES, seed, rules, hands_limit=hands_limit, random_options=random_options
    )
    play_matches(series, option or (), jobs or os.cpu_count() or 1, as_json=as_json)


def _check_modes(entrants: tuple[str, ...], *groups: dict[str, object]) -> None:
    """Options of whole matches and of duplicate boards do not go together. Raises :class:`KibicError`."""
    matches, boards, of_boards = ([name for name, value in group.items() if value is not None] for group in groups)
    if not entrants:
        raise KibicError(say("name the bots, or --ladder", "navedite botove, ili --ladder"))
    if matches and (boards or of_boards):
        one, other = matches[0], (boards + of_boards)[0]
        raise KibicError(say(f"{one} and {other} do not go together", f"{one} i {other} ne idu zajedno"))
    if of_boards and "--deals" not in boards:
        raise KibicError(say(f"{of_boards[0]} goes with --deals", f"{of_boards[0]} ide uz --deals"))
    if "--ladder" in boards and ("--sprt" in of_boards or "--resume" in of_boards):
        raise KibicError(say("--ladder takes no --sprt or --resume", "--ladder ne ide uz --sprt ili --resume"))
