"""``kibic arena --ladder``: every bot against the one below it and against the usual one, as a table of Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kibic.arena import Duel, Report
from kibic.arena.duel import RoleFigures
from kibic.bots import usual_bot
from kibic.cli.duel import Running, run, shown
from kibic.cli.output import print_json, print_text
from kibic.game import Json

_HEADINGS = (
    "bot",
    "points a hand against the one before",
    "points a hand against `{usual}`",
    "declarer: zero loss, %",
    "declarer: tricks lost",
    "defence: zero loss, %",
    "defence: tricks lost",
    "betl defence: zero loss, %",
    "a card, ms: p50 / p99",
)


def climb(pattern: Duel, names: Sequence[str], running: Running, *, as_json: bool) -> None:
    """Play the ladder of ``names``, from the weakest, and print it; ``pattern`` has everything but the bots.

    Figures against open cards are those of the duel with the usual bot (of the usual bot: with the one before). Raises
    :class:`kibic.game.KibicError`.
    """
    usual = usual_bot(pattern.game)
    rows: list[list[str]] = []
    told: list[Json] = []
    for place, name in enumerate(names):
        before = _duel(pattern, name, names[place - 1], running) if place else None
        against = before if place and names[place - 1] == usual else None
        if name != usual and against is None:
            against = _duel(pattern, name, usual, running)
        figures = against or before
        rows.append(_row(name, before, against, figures))
        told.append(
            {
                "bot": name,
                "before": before and before.points.mean,
                f"against_{usual}": against and against.points.mean,
            }
        )
    if as_json:
        print_json({"ladder": told, "deals": pattern.deals, "seed": pattern.seed, "rules": pattern.rules})
        return
    headings = [heading.format(usual=usual) for heading in _HEADINGS]
    lines = [headings, ["---"] + ["---:"] * (len(headings) - 1), *rows]
    print_text("\n".join(f"| {' | '.join(cells)} |" for cells in lines))


def _duel(pattern: Duel, bot: str, other: str, running: Running) -> Report:
    duel = replace(pattern, bots=(bot, other))
    return duel.reports(run(duel, running))[0]


def _row(name: str, before: Report | None, against: Report | None, figures: Report | None) -> list[str]:
    roles = {role.role: role for role in figures.roles} if figures is not None else {}
    times = {timing.kind: timing for timing in figures.timings} if figures is not None else {}
    cells = [f"`{name}`", *(shown(report.points if report else None, "{:+.1f}") for report in (before, against))]
    for role in ("declarer", "defence"):
        found = roles.get(role)
        cells += [_zero_loss(found), shown(found.tricks_lost if found else None)]
    cells.append(_zero_loss(roles.get("betl_defence")))
    card = times.get("card")
    return [*cells, "–" if card is None else f"{1000 * card.p50:.1f} / {1000 * card.p99:.1f}"]


def _zero_loss(role: RoleFigures | None) -> str:
    return shown(role.zero_loss if role else None, "{:.1f}", 100)
