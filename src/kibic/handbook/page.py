"""A page of rules in Markdown: sentences of a catalogue chosen by the rules object, tables counted by the engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kibic.game import Parameter
from kibic.game.parameters import show
from kibic.games.preferans import Rules
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.levels.contracts import LEVELS, Denomination, LevelContract
from kibic.games.preferans.rules import PARAMETERS
from kibic.games.preferans.sentences import tricks_en, tricks_sr
from kibic.handbook.catalogue import Catalogue, catalogue
from kibic.handbook.layout import layout, speaks
from kibic.handbook.worked import NAMES, fixed_supe, worked

_PARAMETERS: dict[str, Parameter] = {parameter.key: parameter for parameter in PARAMETERS}


def rules_page(rules: Rules, language: str, name: str | None = None) -> str:
    """The rules in ``language`` (of :data:`LANGUAGES`) as Markdown; ``name`` is what the page calls them.

    A value of a house rule for which there is no sentence is told by the explanation of its key.
    """
    book = catalogue(language)
    lines = [f"# {book.titles['page'].format(name=name or rules.preset)}"]
    for title, paragraphs in layout(rules):
        written = [text for text in (_paragraph(book, rules, parts) for parts in paragraphs) if text]
        if not written:
            continue
        if title:
            lines += ["", f"## {book.titles[title]}"]
        for text in written:
            lines += ["", text]
    return "\n".join(lines) + "\n"


def _paragraph(book: Catalogue, rules: Rules, parts: Sequence[str]) -> str:
    if parts[0].startswith("@"):
        return _TABLES[parts[0]](book, rules)
    return " ".join(filter(None, (_part(book, rules, part) for part in parts if speaks(part, rules))))


def _part(book: Catalogue, rules: Rules, part: str) -> str:
    """One text or the sentence of one key, with its numbers."""
    if "." not in part:
        return book.text[part].format(hold=rules.auc.hold_word)
    value = rules.as_dict()[part]
    sentence = book.sentence(part, value)
    if sentence is None:
        parameter = _PARAMETERS[part]
        return f"{parameter.text.in_language('en' if book.language == 'en' else 'sr')} (`{part}` = {show(value)})"
    count = value if isinstance(value, int) else 0
    return sentence.format(
        value=show(value),
        tricks=tricks_en(count) if book.language == "en" else tricks_sr(count),
        hold=rules.auc.hold_word,
        start=rules.match.start_bule,
        refas=rules.refa_budget,
    )


def _rows(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    titles = list(head)
    lines = ["| " + " | ".join(titles) + " |", "|" + "---|" * len(titles)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def _worth(book: Catalogue, rules: Rules) -> str:
    """What every game is worth (SCO-07)."""
    head = ["game", "number", "talon", *(["igra"] if rules.igra.enabled else [])]
    head += ["kontra"] if rules.kontra.enabled else []
    rows = []
    for contract in Contract:
        if contract > rules.auc.max:
            continue
        cells: list[object] = [book.table[contract.word], int(contract), contract.unit(igra=False)]
        cells += [contract.unit(igra=True)] if rules.igra.enabled else []
        cells += [contract.unit(igra=False, multiplier=2)] if rules.kontra.enabled else []
        rows.append(cells)
    return _rows((book.table[name] for name in head), rows)


def _fixed(book: Catalogue, rules: Rules) -> str:
    """The fixed supe (SCO-04)."""
    head = (book.table["game"], f"{book.table['fixed']}, {book.table['talon']}", book.table["igra"])
    return _rows(head, ((book.table[word], talon, igra) for word, talon, igra in fixed_supe(rules)))


def _levels(book: Catalogue, rules: Rules) -> str:
    """Worth and obligations of every level (POL-04, POL-05, POL-08)."""
    head = (book.table[name] for name in ("level", "value", "quota", "summon"))
    rows = (
        (
            level,
            LevelContract(level, Denomination.SPADES).value,
            rules.level.owed(level, summoned=False),
            rules.level.owed(level, summoned=True),
        )
        for level in LEVELS
    )
    return _rows(head, rows)


def _worked(book: Catalogue, rules: Rules) -> str:
    """Three hands, each with what the engine writes for it, and the sheet after them."""
    final = worked(rules).final
    levels = rules.auc.ladder == "levels"
    prefix = "levels_worked" if levels else "worked"
    parts = [book.text[prefix]]
    for number, outcome in enumerate(final.outcomes, 1):
        parts.append(book.text[f"{prefix}_{number}"].format(hold=rules.auc.hold_word))
        parts.append(_points(book, outcome) if levels else _account(book, outcome))
    parts.append(f"**{book.table['sheet']}**")
    sheet = final.sheet
    if levels:
        parts.append(_rows((book.table["player"], book.table["points"]), zip(NAMES, sheet.points, strict=True)))
    else:
        head = (book.table[name] for name in ("player", "bule", "supe", "refas"))
        rows = (
            (name, sheet.bule[seat], sum(sheet.supe[seat]), sheet.refa_available[seat])
            for seat, name in enumerate(NAMES)
        )
        parts.append(_rows(head, rows))
    return "\n\n".join(parts)


def _points(book: Catalogue, outcome: Any) -> str:  # noqa: ANN401 - of whichever ladder it is
    rows = ((name, f"{points:+}" if points else "0") for name, points in zip(NAMES, outcome.points, strict=True))
    return _rows((book.table["player"], book.table["points"]), rows)


def _account(book: Catalogue, outcome: Any) -> str:  # noqa: ANN401 - of whichever ladder it is
    """Bule and supe of one hand, or whether a refa was written."""
    if outcome.kind == "all_pass":
        return book.text["refa_written" if outcome.refa_written else "refa_none"]
    rows = []
    for seat, name in enumerate(NAMES):
        supe = ", ".join(
            f"{entry.points} ({book.table['against'].format(other=NAMES[entry.against])})"
            for entry in outcome.supe
            if entry.writer == seat and entry.points
        )
        rows.append((name, f"{outcome.bule[seat]:+}" if outcome.bule[seat] else "0", supe or "–"))
    return _rows((book.table[head] for head in ("player", "bule", "supe")), rows)


_TABLES = {"@worth": _worth, "@fixed": _fixed, "@levels": _levels, "@worked": _worked}
