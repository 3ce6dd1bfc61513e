"""The page for :mod:`kibic.sheets.press`, in the language of Typst; its data come as JSON under ``sheet``."""

from __future__ import annotations

from typing import Final

TEMPLATE: Final = r"""
#let sheet = json(bytes(sys.inputs.sheet))
#let ink = rgb("#1f2f4a")
#let soft = rgb("#8d97a6")
#let red = rgb("#a3312c")
#set page(
  paper: "a4", margin: (x: 1.2cm, top: 1.4cm, bottom: 1.5cm), fill: rgb("#fdfcf7"),
  footer: context align(center, text(8pt, soft)[Kibic · #counter(page).display("1 / 1", both: true)]),
)
#set text(font: "Libertinus Serif", size: 10pt, fill: ink, lang: sheet.language)

// A text in one line: smaller where there is little room, then cut.
#let cut(body, width, look) = {
  if measure(look(body)).width <= width { return body }
  let letters = body.clusters()
  for kept in range(letters.len() - 1, 0, step: -1) {
    let shorter = letters.slice(0, kept).join().trim() + "…"
    if measure(look(shorter)).width <= width { return shorter }
  }
  letters.first() + "…"
}
#let fit(body, width, most, least, style) = {
  for step in range(0, 5) {
    let look = t => style(most - (most - least) * step / 4, t)
    if measure(look(body)).width <= width or step == 4 { return look(cut(body, width, look)) }
  }
}
#let title-look(size, t) = text(size, weight: "bold", style: "italic", t)
#let small-look(size, t) = text(size, soft, style: "italic", t)
#let name-look(size, t) = text(size, style: "italic", t)
// The width of the page between its margins, of a paper, and of the narrowest column.
#let wide = 18.6cm
#let count = sheet.papers.len()
#let gutter = if count > 3 { 0.45cm } else { 0.7cm }
#let paper-width = (wide - gutter * (count - 1)) / count
#let shares = sheet.papers.first().columns.map(c => if c.middle { 1.25 } else { 1.0 })
#let narrow = paper-width / shares.sum() - 4pt
// Names where there is hardly any room: the same everywhere, and no two alike.
#let shorts() = {
  let look = t => small-look(6.5pt, t)
  let found = sheet.names.map(n => cut(n, narrow, look))
  found.enumerate().map(((at, n)) => {
    let alike = found.filter(other => other == n).len() > 1
    if alike { cut(sheet.names.at(at), narrow - 6pt, look) + str(at + 1) } else { n }
  })
}
#let short-of(short, t) = {
  let at = sheet.names.position(n => n == t)
  if at == none { t } else { short.at(at) }
}

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
// How tall the tallest column is, and how small all must be to leave the papers whole on one page.
#let sizes() = {
  let whole = calc.max(..sheet.papers.map(p => calc.max(..p.columns.map(c => measure(column(c.strokes)).height))))
  let size = 10pt * calc.max(0.4, calc.min(1, 570pt / calc.max(whole, 1pt)))
  (size: size, height: calc.max(whole * (size / 10pt), 28pt) + 18pt)
}
#let paper-of(short, sizes, p) = box(width: 100%, {
  let room = paper-width - (if p.hat { 26pt } else { 0pt })
  align(center, box(height: 1.6em, align(horizon, {
    fit(p.name, room, 15pt, 9pt, title-look)
    if p.hat { h(0.5em); text(9pt, hat(red)) }
  })))
  v(-0.4em)
  table(
    columns: shares.map(s => s * 1fr),
    inset: (x: 2pt, y: 5pt),
    align: center + top,
    stroke: (x, y) => (
      top: if y == 1 { 1.1pt + ink },
      left: if x > 0 { 1.1pt + ink },
    ),
    ..p.columns.map(c => fit(short-of(short, c.heading), narrow, 8pt, 6.5pt, small-look)),
    ..p.columns.map(c => block(inset: (top: 3pt), height: sizes.height, text(sizes.size, column(c.strokes)))),
  )
})

#align(center)[
  #text(22pt, weight: "bold", tracking: 0.06em)[#sheet.title] \
  #text(9pt, soft)[#sheet.rules #if sheet.event != "" [ · #sheet.event] · #sheet.names.join(" · ")]
]
#v(0.4cm)
#context {
  let (short, sizes) = (shorts(), sizes())
  [#metadata((names: short, size: sizes.size.pt())) <fitted>]
  grid(columns: count * (1fr,), column-gutter: gutter, ..sheet.papers.map(p => paper-of(short, sizes, p)))
}
#v(0.5cm)
#align(center, text(11pt, style: "italic", sheet.total))
#if sheet.result.len() > 0 [
  #v(0.2cm)
  #align(center, block(breakable: false, stroke: (y: 1.1pt + ink), inset: (y: 8pt), width: 82%)[
    #text(9pt, soft, sheet.result_heading)
    #v(-0.3em)
    #context {
      let room = wide * 0.82 / sheet.names.len() - 8pt
      grid(columns: sheet.names.len() * (1fr,), row-gutter: 0.35em,
        ..sheet.names.map(n => fit(n, room, 10pt, 7pt, name-look)),
        ..sheet.result.map(r => text(19pt, weight: "bold", r)),
        ..sheet.write_off.map(w => text(9pt, soft, sheet.write_off_heading + ": " + w)))
    }
  ])
]
#v(0.5cm)
#let heading-of(t) = small-look(8pt, t)
#if sheet.lines.len() > 0 {
  set text(8.6pt)
  context {
    let short = shorts()
    let column-width = if count > 3 { 1.9cm } else { 2.4cm }
    let said(part) = part.map(item => if type(item) == int { short.at(item) } else { item }).join(" ")
    table(
      columns: (auto, auto, 1fr, ..sheet.names.map(_ => auto), ..sheet.names.map(_ => column-width)),
      inset: (x: 4pt, y: 3pt),
      align: (x, y) => if x == 2 { left } else if x > 2 { center } else { left },
      stroke: (x, y) => (bottom: if y == 0 { 0.8pt + ink } else { 0.3pt + soft }),
      table.header(
        [], heading-of(sheet.words.deals), heading-of(sheet.words.hand),
        table.cell(colspan: sheet.names.len(), heading-of(sheet.words.tricks)),
        ..short.map(n => fit(n, column-width - 8pt, 8pt, 6pt, small-look)),
      ),
      ..sheet.lines.map(l => (
        text(soft, str(l.number)), text(soft, short-of(short, l.dealer)),
        [#l.parts.map(said).join(", ") #if l.mark != "" { text(7pt, red, style: "italic", "(" + l.mark + ")") }],
        ..l.tricks.map(t => text(soft, t)), ..l.changes.map(c => c),
      )).flatten(),
    )
    if short != sheet.names {
      let cuts = sheet.names.enumerate().filter(((at, n)) => short.at(at) != n)
      v(0.2cm)
      text(8pt, soft)[#sheet.words.names: #cuts.map(((at, n)) => short.at(at) + " = " + n).join("; ")]
    }
  }
}
"""
