"""Names made comparable: without case and accents, so that *Đorđe* is found by *djordje* and *Ćira* by *cira*."""

from __future__ import annotations

import unicodedata
from typing import Final

#: Letters that no decomposition takes apart, as people without them on their keys write them.
_PLAIN: Final = str.maketrans({"đ": "dj", "ł": "l", "ø": "o"})
#: Stands before each of several texts, so that a search for a beginning cannot run over the end of another.
MARK: Final = "|"


def plain(text: str) -> str:
    """The text without case and accents, with single spaces and without the mark."""
    apart = unicodedata.normalize("NFKD", text).casefold().translate(_PLAIN)
    kept = "".join(char for char in apart if not unicodedata.combining(char) and char != MARK)
    return " ".join(kept.split())


def folded(*texts: str) -> str:
    """Texts to be searched, each behind a mark; empty ones are left out."""
    return "".join(MARK + plain(text) for text in texts if text)


def login_of(name: str) -> str:
    """What an account is found by: one name, however its letters are typed. Accents make another name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
