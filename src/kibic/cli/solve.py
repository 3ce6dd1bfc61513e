"""``kibic solve``: positions and recorded hands with open cards (record.md section 3)."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from kibic.cli.language import say
from kibic.cli.output import Language, chosen, print_error, print_json
from kibic.cli.positions import LineError, Options, answer_all, beginning, begins_record, blocks
from kibic.cli.recordfiles import REFUSED, UNREADABLE, status_of
from kibic.cli.solved import Wanted, solved_hand
from kibic.record import RecordError, read_bytes, replay
from kibic.record.read import LARGEST
from kibic.solver import PositionError, SlowSolverWarning


def solve(
    file: Annotated[
        str,
        typer.Argument(
            metavar="[FILE|-]",
            help=say(
                "Positions, one JSON object a line, or a record; - is standard input.",
                "Pozicije, po jedan JSON objekat u redu, ili zapis; - je standardni ulaz.",
            ),
        ),
    ] = "-",
    *,
    hand: Annotated[int, typer.Option(min=1, help=say("Of a record: which hand.", "Iz zapisa: koja ruka."))] = 1,
    moves: Annotated[
        bool, typer.Option("--moves", help=say("Also the value of every card.", "I vrednost svake karte."))
    ] = False,
    all_games: Annotated[
        bool, typer.Option("--table", help=say("Also all games by all declarers.", "I sve igre svih nosilaca."))
    ] = False,
    traced: Annotated[
        bool,
        typer.Option(
            "--trace", help=say("Of a record: what each card cost.", "Iz zapisa: koliko je koštala svaka karta.")
        ),
    ] = False,
    threads: Annotated[int, typer.Option(min=1, help=say("Threads for positions.", "Niti za pozicije."))] = 1,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help=say(
                "Print one JSON object for a record too; positions are always answered so.",
                "I za zapis ispiši jedan JSON objekat; na pozicije se uvek tako odgovara.",
            ),
        ),
    ] = False,
    lang: Annotated[Language | None, typer.Option(help=say("Language of the output.", "Jezik ispisa."))] = None,
) -> None:
    """Say how many tricks the declarer takes with open cards when all play perfectly.

    Exit status: 0 answered; 1 an impossible position, or a hand that was not played; 2 the input cannot be read.
    """
    wanted = Wanted(hand, moves, all_games, traced)
    options = Options(moves, all_games, threads, chosen(lang))
    with warnings.catch_warnings():
        warnings.filterwarnings("default", category=SlowSolverWarning)
        warnings.showwarning = lambda message, *_rest: print_error(str(message))
        try:
            status = _solve(file, options, wanted, as_json=as_json)
        except OSError as error:
            print_error(f"{'<stdin>' if file == '-' else file}: {error.strerror or error}")
            status = UNREADABLE
    raise typer.Exit(status)


def _solve(file: str, options: Options, wanted: Wanted, *, as_json: bool) -> int:
    name = "<stdin>" if file == "-" else file
    with _opened(file) as stream:
        head = beginning(stream)
        if file.endswith(".toml") or begins_record(head):
            data = head + stream.read(max(0, LARGEST + 1 - len(head)))
            return _solve_record(name, data, wanted, options.lang, as_json=as_json)
        size = Path(file).stat().st_size if file != "-" else None
        try:
            with _progress(size) as advance:
                answer_all(blocks(head, stream, options.lang), options, advance)
        except LineError as error:
            print_error(f"{name}:{error}")
            return error.status
    return 0


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    if file == "-":
        yield sys.stdin.buffer
    else:
        with Path(file).open("rb") as stream:
            yield stream


def _solve_record(name: str, data: bytes, wanted: Wanted, lang: str, *, as_json: bool) -> int:
    try:
        answer = solved_hand(replay(read_bytes(data, name)), wanted, lang)
    except RecordError as error:
        print_error(error.in_language(lang))
        return status_of(error)
    except PositionError as error:
        print_error(f"{name}: {error.text.in_language(lang)}")
        return REFUSED
    if as_json:
        print_json(answer.as_json())
    else:
        answer.show(Console(highlight=False))
    return 0


@contextmanager
def _progress(size: int | None) -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal to which no answers go; what is yielded takes the lines and bytes that have been answered."""
    columns = (BarColumn(), TextColumn("{task.fields[done]:,}"), TimeElapsedColumn())
    console = Console(stderr=True)
    quiet = not console.is_terminal or sys.stdout.isatty()
    # The answers are no part of the picture: redirected, they would all go where the bar goes.
    with Progress(*columns, console=console, transient=True, disable=quiet, redirect_stdout=False) as progress:
        task = progress.add_task("", total=size, done=0)
        done = 0

        def advance(lines: int, read: int) -> None:
            nonlocal done
            done += lines
            progress.update(task, advance=read, done=done)

        yield advance
