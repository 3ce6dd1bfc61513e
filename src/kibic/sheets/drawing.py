"""The page for :mod:`kibic.sheets.press`, in the language of Typst; its data come as JSON under ``sheet``."""

from __future__ import annotations

from typing import Final

TEMPLATE: Final = r"""
#let sheet = json(bytes(sys.inputs.sheet))
#let ink = rgb("#1f2f4a")
#let soft = rgb("#8d97a6")
#let red = rgb("#a3312c")
#set page(
  paper: "a4", margin: (x: 1.5cm, top: 1.4cm, bottom: 1.5cm), fill: rgb("#fdfcf7"),
  footer: context align(center, text(8pt, soft)[Kibic · #counter(page).display("1 / 1", both: true)]),
)
#set text(font: "Libertinus Serif", size: 10pt, fill: ink, lang: sheet.language)

#let hat(color, struck: false) = box(width: 1.9em, height: 0.95em, {
  place(bottom + center, line(length: 1.9em, stroke: 1.1pt + color))
  place(bottom + center, curve(
    stroke: 1.1pt + color,
    curve.move((0.45em, 0.95em)), curve.line((0.55em, 0.2em)),
    curve.quad((0.95em, -0.12em), (1.35em, 0.2em)), curve.line((1.45em, 0.95em)),
  ))
  if struck { place(center + horizon, line(start: (0em, 0.9em), end: (1.9em, 0em), stroke: 0.9pt + color)) }
})
#let seg(color, ax, ay, bx, by) = {
  place(top + left, line(start: (ax * 1em, ay * 1em), end: (bx * 1em, by * 1em), stroke: 1.2pt + color))
}
#let refa(style, played) = {
  let color = if played { soft } else { ink }
  if style == "triangle" {
    box(width: 1.1em, height: 0.9em, {
      seg(color, 0.55, 0.0, 1.1, 0.9)
      seg(color, 1.1, 0.9, 0.0, 0.9)
      seg(color, 0.0, 0.9, 0.55, 0.0)
      if played { seg(color, 0.6, 0.65, 1.15, 0.3) }
    })
  } else if style == "strokes" {
    box(width: 0.75em, height: 0.8em, {
      seg(color, 0.05, 0.4, 0.7, 0.4)
      if played { seg(color, 0.375, 0.15, 0.375, 0.65) }
    })
  } else {
    box(width: 2.4em, height: 0.8em, {
      for place in range(5) {
        if not (played and place == 2) { seg(color, place * 0.5, 0.4, place * 0.5 + 0.38, 0.4) }
      }
      if played { seg(color, 1.0, 0.8, 1.4, 0.0) }
    })
  }
}
#let stroke-of(item) = {
  if item.kind == "number" {
    if item.struck { text(fill: soft, strike(stroke: 0.8pt + soft, item.text)) }
    else { text(weight: "bold", size: 1.12em, item.text) }
  } else if item.kind == "refa" { refa(item.text, false) }
  else if item.kind == "refa_played" { refa(item.text, true) }
  else if item.kind == "hat" { hat(red) }
  else { hat(soft, struck: true) }
}
#let lines-of(strokes) = {
  let lines = ()
  for item in strokes {
    if item.beside { lines.last().push(item) } else { lines.push((item,)) }
  }
  lines
}
#let column(strokes) = stack(
  dir: ttb, spacing: 0.42em,
  ..lines-of(strokes).map(items => align(center, items.map(stroke-of).join(h(0.25em)))),
)
#let tallest = (calc.max(2, ..sheet.papers.map(p => calc.max(..p.columns.map(c => c.strokes.len())))) * 1.4em) + 8pt
#let paper-of(p) = box(width: 100%, {
  align(center, box(height: 1.6em, align(horizon, {
    text(15pt, weight: "bold", style: "italic", p.name)
    if p.hat { h(0.5em); text(9pt, hat(red)) }
  })))
  v(-0.4em)
  table(
    columns: p.columns.map(c => if c.middle { 1.25fr } else { 1fr }),
    inset: (x: 3pt, y: 5pt),
    align: center + top,
    stroke: (x, y) => (
      top: if y == 1 { 1.1pt + ink },
      left: if x > 0 { 1.1pt + ink },
    ),
    ..p.columns.map(c => text(8pt, soft, style: "italic", c.heading)),
    ..p.columns.map(c => block(inset: (top: 3pt), height: tallest, column(c.strokes))),
  )
})

#align(center)[
  #text(22pt, weight: "bold", tracking: 0.06em)[#sheet.title] \
  #text(9pt, soft)[#sheet.rules #if sheet.event != "" [ · #sheet.event] · #sheet.names.join(" · ")]
]
#v(0.4cm)
#grid(columns: sheet.papers.len() * (1fr,), column-gutter: 0.7cm, ..sheet.papers.map(paper-of))
#v(0.5cm)
#align(center, text(11pt, style: "italic", sheet.total))
#if sheet.result.len() > 0 [
  #v(0.2cm)
  #align(center, block(breakable: false, stroke: (y: 1.1pt + ink), inset: (y: 8pt), width: 82%)[
    #text(9pt, soft, sheet.result_heading)
    #v(-0.3em)
    #grid(columns: sheet.names.len() * (1fr,), row-gutter: 0.35em,
      ..sheet.names.map(n => text(style: "italic", n)),
      ..sheet.result.map(r => text(19pt, weight: "bold", r)))
  ])
]
#v(0.5cm)
#let short(name) = name.clusters().slice(0, calc.min(3, name.clusters().len())).join()
#let heading-of(t) = text(8pt, soft, style: "italic", t)
#if sheet.lines.len() > 0 {
  set text(8.6pt)
  table(
    columns: (auto, auto, 1fr, ..sheet.names.map(_ => auto), ..sheet.names.map(_ => auto)),
    inset: (x: 5pt, y: 3pt),
    align: (x, y) => if x == 2 { left } else if x > 2 { center } else { left },
    stroke: (x, y) => (bottom: if y == 0 { 0.8pt + ink } else { 0.3pt + soft }),
    table.header(
      [], heading-of(sheet.words.deals), heading-of(sheet.words.hand),
      ..sheet.names.map(n => heading-of(sheet.words.tricks + " " + short(n))),
      ..sheet.names.map(n => heading-of(n)),
    ),
    ..sheet.lines.map(l => (
      text(soft, str(l.number)), text(soft, l.dealer),
      [#l.text #if l.mark != "" { text(7pt, red, style: "italic", "(" + l.mark + ")") }],
      ..l.tricks.map(t => text(soft, t)), ..l.changes.map(c => c),
    )).flatten(),
  )
}
"""
