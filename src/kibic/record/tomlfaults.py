"""What is wrong with a broken TOML text, in words for people: the parser speaks English only, of its own insides."""

from __future__ import annotations

import re
from typing import Final

from kibic.game import Text

#: How the parser's sentence begins -> what it means to who wrote the text.
_MEANINGS: Final = (
    (
        r"Invalid value",
        Text(
            "a value is missing or is none: texts stand in quotes",
            "vrednost nedostaje ili nije ispravna: tekst ide u navodnike",
        ),
    ),
    (
        r"Expected newline",
        Text(
            "what stands after the value does not belong there",
            "posle vrednosti stoji nešto što tu ne ide",
        ),
    ),
    (r"Expected '='", Text("after a key = is expected", "posle ključa se očekuje =")),
    (
        r"Invalid (?:statement|initial character)",
        Text(
            "a key, a table in square brackets or a remark after # is expected",
            "očekuje se ključ, tabela u uglastim zagradama ili napomena posle #",
        ),
    ),
    (r"Expected '\]+'", Text("the square bracket is not closed", "uglasta zagrada nije zatvorena")),
    (r"Expected [\"']+|Unterminated string", Text("the quotes are not closed", "navodnici nisu zatvoreni")),
    (
        r"Cannot (?:overwrite|declare|mutate|redefine)|Duplicate inline",
        Text("a key or a table stands twice", "ključ ili tabela stoji dvaput"),
    ),
    (
        r"Unclosed array",
        Text("the list is not closed, or a comma is missing", "lista nije zatvorena, ili nedostaje zarez"),
    ),
    (
        r"Unclosed inline table",
        Text(
            "the table in braces is not closed in its line, or a comma is missing",
            "tabela u vitičastim zagradama nije zatvorena u svom redu, ili nedostaje zarez",
        ),
    ),
    (
        r"Unescaped|Escaped|Invalid hex",
        Text(
            r"what stands after \ is no sign; a backslash in a text is written \\",
            r"ono posle \ nije znak; obrnuta kosa crta se u tekstu piše \\",
        ),
    ),
    (
        r"Illegal character|Found invalid character",
        Text(
            "a sign that is not allowed here; a text must end in its line",
            "znak koji ovde nije dozvoljen; tekst mora da se završi u svom redu",
        ),
    ),
    (r"Invalid date", Text("this is no date", "ovo nije datum")),
    (r"Exceeds the limit", Text("the number is too long", "broj je predugačak")),
)


def meaning_of(reason: str) -> Text:
    """What the parser's sentence means; one that is not known is quoted."""
    for pattern, meaning in _MEANINGS:
        if re.match(pattern, reason):
            return Text(f"broken TOML: {meaning.en}", f"neispravan TOML: {meaning.sr}")
    return Text(f"broken TOML (“{reason}”)", f"neispravan TOML (čitač kaže: „{reason}“)")
