"""The language of the command line: ``KIBIC_LANG``, else the locale; Serbian or English."""

from __future__ import annotations

import os
import re
from typing import Final

#: Locales that read Serbian.
_SERBIAN: Final = ("sr", "sh", "hr", "bs", "cnr", "me")


def language() -> str:
    """``sr`` or ``en``, from ``KIBIC_LANG``, ``LC_ALL``, ``LC_MESSAGES`` or ``LANG``, the first that is set."""
    for name in ("KIBIC_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "sr" if re.split(r"[-_.@]", value.lower())[0] in _SERBIAN else "en"
    return "en"


def say(en: str, sr: str) -> str:
    """One sentence in the language of the user."""
    return sr if language() == "sr" else en
