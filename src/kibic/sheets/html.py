"""The paper as one HTML file that needs nothing else."""

from __future__ import annotations

from html import escape
from typing import Final

from kibic.sheets.printed import Column, Line, Paper, Printed, Stroke

_STYLE: Final = """
:root{--ink:#1f2f4a;--soft:#6f7a8a;--red:#a3312c}
body{font:16px/1.35 Georgia,"Libertinus Serif",serif;color:var(--ink);background:#fdfcf7;
max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{text-align:center;letter-spacing:.06em;margin:0}.rules{text-align:center;color:var(--soft);margin:.2rem 0 1.5rem}
.papers{display:flex;flex-wrap:wrap;gap:1.5rem;justify-content:center}.paper{flex:1 1 15rem;max-width:20rem}
.paper h2{text-align:center;font-style:italic;margin:0 0 .3rem}
.paper table{border-collapse:collapse;width:100%;table-layout:fixed}
th{font-weight:normal;font-style:italic;font-size:.8rem;color:var(--soft)}
.paper th{border-bottom:2px solid var(--ink);padding:.2rem}
.paper td{vertical-align:top;text-align:center;padding:.3rem}
.paper td+td,.paper th+th{border-left:2px solid var(--ink)}
.paper div{line-height:1.5}s{color:var(--soft)}svg{vertical-align:middle}
.total,.result{text-align:center;margin:1.2rem 0}.result b{display:block;font-size:1.6rem}
.result small{color:var(--soft)}.result li,.paper h2,.paper th{overflow-wrap:anywhere}
.result ul{display:flex;gap:2rem;justify-content:center;list-style:none;padding:0;margin:.4rem 0;flex-wrap:wrap}
.hands{border-collapse:collapse;width:100%;font-size:.85rem}
.hands td,.hands th{padding:.2rem .4rem;text-align:center;border-bottom:1px solid #d5d9df}
.hands td.game{text-align:left}.hands i{color:var(--red)}.wide{overflow-x:auto}
"""
_HAT: Final = (
    '<svg viewBox="0 0 38 20" width="34" height="18" role="img" aria-label="{label}">'
    '<path d="M1 19h36M9 19l2-14q8-7 16 0l2 14" fill="none" stroke="{color}" stroke-width="2"/>{more}</svg>'
)
_REFA: Final = (
    '<svg viewBox="0 0 {width} 16" width="{width}" height="16" role="img" aria-label="{label}">'
    '<path d="{line}" fill="none" stroke="{color}" stroke-width="2.2"/></svg>'
)
#: How a refa is drawn (REF-09): the width of the picture, the lines of an open one, and those of one that was played.
_REFAS: Final = {
    "dashes": (48, "M1 8h7M11 8h7M21 8h7M31 8h7M41 8h6", "M1 8h7M11 8h7M31 8h7M41 8h6M21 15L28 1"),
    "triangle": (20, "M10 1.5L18.500 14.500H1.500Z", "M10 1.5L18.500 14.500H1.500ZM9.500 11L19 5.500"),
    "strokes": (14, "M1 8h12", "M1 8h12M7 3.500v9"),
}
_STRIKE: Final = '<path d="M2 18L36 2" stroke="#6f7a8a" stroke-width="1.6"/>'


def page(sheet: Printed) -> str:
    """The HTML file of a sheet."""
    names = ", ".join(sheet.names)
    papers = "".join(_paper(paper) for paper in sheet.papers)
    result = ""
    if sheet.result:
        pairs = zip(sheet.names, sheet.result, strict=True)
        notes = [f"<small>{escape(sheet.write_off_heading)}: {escape(bule)}</small>" for bule in sheet.write_off]
        notes = notes or [""] * len(sheet.names)
        items = "".join(
            f"<li>{escape(name)}<b>{escape(points)}</b>{note}</li>"
            for (name, points), note in zip(pairs, notes, strict=True)
        )
        result = f'<div class="result">{escape(sheet.result_heading)}<ul>{items}</ul></div>'
    return (
        f'<!doctype html><html lang="{escape(sheet.language)}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(sheet.title)}: {escape(names)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{escape(sheet.title)}</h1>"
        f'<p class="rules">{escape(sheet.rules)} · {escape(names)}</p>'
        f'<div class="papers">{papers}</div><p class="total">{escape(sheet.total)}</p>{result}{_hands(sheet)}'
        "</body></html>\n"
    )


def _paper(paper: Paper) -> str:
    hat = " " + _stroke(Stroke("hat")) if paper.hat else ""
    heads = "".join(f"<th>{escape(column.heading)}</th>" for column in paper.columns)
    cells = "".join(_column(column) for column in paper.columns)
    return (
        f'<section class="paper"><h2>{escape(paper.name)}{hat}</h2>'
        f"<table><tr>{heads}</tr><tr>{cells}</tr></table></section>"
    )


def _column(column: Column) -> str:
    lines: list[list[str]] = []
    for stroke in column.strokes:
        if stroke.beside:
            lines[-1].append(_stroke(stroke))
        else:
            lines.append([_stroke(stroke)])
    return "<td>" + "".join(f"<div>{' '.join(line)}</div>" for line in lines) + "</td>"


def _stroke(stroke: Stroke) -> str:
    match stroke.kind:
        case "number":
            text = escape(stroke.text)
            return f"<s>{text}</s>" if stroke.struck else f"<b>{text}</b>"
        case "refa":
            width, line, _ = _REFAS[stroke.text]
            return _REFA.format(label="refa", color="#1f2f4a", width=width, line=line)
        case "refa_played":
            width, _, line = _REFAS[stroke.text]
            return _REFA.format(label="--/--", color="#6f7a8a", width=width, line=line)
        case "hat":
            return _HAT.format(label="šešir", color="#a3312c", more="")
        case _:
            return _HAT.format(label="bez šešira", color="#6f7a8a", more=_STRIKE)


def _hands(sheet: Printed) -> str:
    if not sheet.lines:
        return ""
    heads = "".join(f"<th>{escape(name)}</th>" for name in sheet.names)
    rows = "".join(_line(line) for line in sheet.lines)
    tricks = "štihovi" if sheet.language == "sr" else "tricks"
    deals = "deli" if sheet.language == "sr" else "deals"
    head = f"<tr><th></th><th>{deals}</th><th></th><th>{tricks}</th>{heads}</tr>"
    return f'<div class="wide"><table class="hands">{head}{rows}</table></div>'


def _line(line: Line) -> str:
    mark = f" <i>({escape(line.mark)})</i>" if line.mark else ""
    tricks = "–".join(line.tricks) if any(line.tricks) else ""
    changes = "".join(f"<td>{escape(change)}</td>" for change in line.changes)
    return (
        f'<tr><td>{line.number}</td><td>{escape(line.dealer)}</td><td class="game">{escape(line.text)}{mark}</td>'
        f"<td>{escape(tricks)}</td>{changes}</tr>"
    )
