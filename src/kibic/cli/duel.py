"""``kibic arena --deals``: duplicate comparisons of bots, the sequential test, and the ladder."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from kibic.arena import BoardScore, Bounds, Duel, Figure, Report, SequentialTest, play_duel
from kibic.cli.language import say
from kibic.cli.output import print_error, print_json
from kibic.game import Json

#: Exit status of a sequential test.
STATUS = {"accepted": 0, "rejected": 3, "undecided": 4}
_ROLES = {
    "declarer": ("declarer", "nosilac"),
    "defence": ("defence", "odbrana"),
    "sans_declarer": ("sans, declarer", "sans, nosilac"),
    "sans_defence": ("sans, defence", "sans, odbrana"),
    "betl_declarer": ("betl, declarer", "betl, nosilac"),
    "betl_defence": ("betl, defence", "betl, odbrana"),
}
_KINDS = {"card": ("a card", "karta"), "bid": ("a bid", "licitacija"), "discard": ("discard", "škart")}


@dataclass(frozen=True, slots=True)
class Running:
    """How a comparison is run: processes, a cluster's address, a journal."""

    jobs: int
    cluster: str | None = None
    journal: Path | None = None


def compare(duel: Duel, running: Running, bounds: Bounds | None, *, as_json: bool) -> int:
    """Play a duel and print it; the exit status. Raises :class:`kibic.game.KibicError`."""
    test = SequentialTest(bounds) if bounds is not None else None
    began = time.perf_counter()
    scores = run(duel, running, test)
    seconds = time.perf_counter() - began
    reports = duel.reports(scores)
    for report in reports:
        _tell_faults(report)
    if as_json:
        print_json(summary(duel, scores, reports, seconds, test))
    else:
        _show(duel, scores, reports, seconds, test)
    return STATUS[test.verdict] if test is not None else 0


def run(duel: Duel, running: Running, test: SequentialTest | None = None) -> tuple[BoardScore, ...]:
    """Play a duel with a bar of progress on stderr."""
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )
    with progress:
        task = progress.add_task(" - ".join(duel.bots), total=duel.deals)
        return play_duel(
            duel,
            running.jobs,
            lambda _: progress.update(task, advance=1),
            cluster=running.cluster,
            journal=running.journal,
            test=test,
        )


def summary(
    duel: Duel, scores: Sequence[BoardScore], reports: Sequence[Report], seconds: float, test: SequentialTest | None
) -> Json:
    """The object of ``--json`` (record.md): figures of the first bot, and of every one under ``by_bot``."""
    told: Json = {
        "bots": list(duel.bots),
        "rules": duel.rules,
        "options": dict(duel.options),
        "seed": duel.seed,
        "deals": len(scores),
        "hands": sum(score.hands for score in scores),
        **_figures(reports[0]),
        "by_bot": [{"bot": report.bot, **_figures(report)} for report in reports],
        "elapsed": round(seconds, 3),
    }
    if test is not None:
        told["sprt"] = {
            **asdict(test.bounds),
            "verdict": test.verdict,
            "log_ratio": round(test.ratio, 3) if math.isfinite(test.ratio) else None,
            "deals": test.deals,
        }
    return told


def _figures(report: Report) -> Json:
    told: Json = {"points_per_hand": _interval(report.points)}
    for role in report.roles:
        told[role.role] = {
            "critical_zero_loss": _mean(role.zero_loss),
            "tricks_lost": _mean(role.tricks_lost),
            "critical": role.critical,
            "critical_zero_loss_95": _bounds(role.zero_loss),
            "tricks_lost_95": _bounds(role.tricks_lost),
        }
    told["seconds"] = {
        timing.kind: {"p50": round(timing.p50, 6), "p99": round(timing.p99, 6), "count": timing.count}
        for timing in report.timings
    }
    told["seats_lost"] = dict(report.faults)
    return told


def _mean(figure: Figure | None) -> float | None:
    return None if figure is None else round(figure.mean, 4)


def _bounds(figure: Figure | None) -> list[float] | None:
    return None if figure is None or not math.isfinite(figure.low) else [round(figure.low, 4), round(figure.high, 4)]


def _interval(figure: Figure) -> Json:
    low, high = _bounds(figure) or (None, None)
    return {"mean": _mean(figure), "low": low, "high": high}


def shown(figure: Figure | None, pattern: str = "{:.2f}", factor: float = 1) -> str:
    """A figure with its interval for a table."""
    if figure is None:
        return "–"
    values = [pattern.format(factor * value) for value in (figure.mean, figure.low, figure.high)]
    return values[0] if not math.isfinite(figure.low) else f"{values[0]} ({values[1]} … {values[2]})"


def _tell_faults(report: Report) -> None:
    """A bot that lost its seat is named, with the first of its faults."""
    if not report.faults:
        return
    counts = ", ".join(f"{kind} {count}" for kind, count in sorted(report.faults.items()))
    print_error(
        say(
            f"{report.bot} lost its seat to the usual bot in {sum(report.faults.values())} hands ({counts})",
            f"{report.bot} je izgubio mesto u korist uobičajenog bota, ruku: {sum(report.faults.values())} ({counts})",
        )
    )
    for text in report.told:
        print_error(f"  {text}")


def _show(
    duel: Duel, scores: Sequence[BoardScore], reports: Sequence[Report], seconds: float, test: SequentialTest | None
) -> None:
    console = Console(highlight=False)
    console.print(_points(reports))
    if any(report.roles for report in reports):
        console.print(_losses(reports))
    console.print(_times(reports))
    hands = sum(score.hands for score in scores)
    console.print(
        say(
            f"{len(scores)} deals, {hands} hands, {duel.hands()} seatings; 95 % intervals, clustered by deal; "
            f"{hands / seconds:,.1f} hands/s",
            f"podela {len(scores)}, ruku {hands}, rasporeda {duel.hands()}; intervali 95 %, grupisani po podelama; "
            f"{hands / seconds:,.1f} ruku/s",
        )
    )
    if test is not None:
        console.print(_verdict(test))


def _verdict(test: SequentialTest) -> str:
    words = {
        "accepted": say("accepted: it is better", "prihvaćeno: bolji je"),
        "rejected": say("rejected: it is not better", "odbijeno: nije bolji"),
        "undecided": say("undecided: more deals are needed", "neodlučeno: potrebno je više podela"),
    }
    bounds = test.bounds
    return f"SPRT [{bounds.low:g}, {bounds.high:g}]: {words[test.verdict]} (LLR {test.ratio:+.2f})"


def _points(reports: Sequence[Report]) -> Table:
    table = Table(title=say("Points a hand, positive = good", "Poena po ruci, plus je dobro"))
    table.add_column("bot")
    table.add_column(say("points (95 %)", "poena (95 %)"), justify="right")
    for report in reports:
        table.add_row(report.bot, shown(report.points, "{:+.2f}"))
    return table


def _losses(reports: Sequence[Report]) -> Table:
    table = Table(title=say("Against open cards", "Prema otvorenim kartama"))
    for heading in ("bot", say("role", "uloga")):
        table.add_column(heading)
    for heading in (
        say("critical", "odlučujućih"),
        say("without loss, %", "bez gubitka, %"),
        say("tricks lost a hand", "izgubljeno štihova po ruci"),
    ):
        table.add_column(heading, justify="right")
    for report in reports:
        for role in report.roles:
            zero, lost = shown(role.zero_loss, "{:.1f}", 100), shown(role.tricks_lost)
            table.add_row(report.bot, say(*_ROLES[role.role]), str(role.critical), zero, lost)
    return table


def _times(reports: Sequence[Report]) -> Table:
    table = Table(title=say("Time a decision, ms", "Vreme za odluku, ms"))
    for heading in ("bot", say("decision", "odluka")):
        table.add_column(heading)
    for heading in ("p50", "p99", say("decisions", "odluka")):
        table.add_column(heading, justify="right")
    for report in reports:
        for timing in report.timings:
            times = [f"{1000 * value:.2f}" for value in (timing.p50, timing.p99)]
            table.add_row(report.bot, say(*_KINDS[timing.kind]), *times, str(timing.count))
    return table
