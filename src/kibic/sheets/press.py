"""The paper as PDF, PNG or SVG, typeset by Typst (``pip install "kibic[print]"``), which brings its own fonts."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Final, Literal

from kibic.game import Text
from kibic.sheets.drawing import TEMPLATE
from kibic.sheets.errors import SheetError
from kibic.sheets.printed import Printed

Form = Literal["pdf", "png", "svg"]
#: What stands in the list of hands.
_WORDS: Final = {
    "en": {"deals": "deals", "hand": "hand", "tricks": "tricks", "names": "Names"},
    "sr": {"deals": "deli", "hand": "ruka", "tricks": "štihovi", "names": "Imena"},
}
#: Dots an inch of a picture.
_PPI: Final = 150.0


def typeset(sheet: Printed, form: Form, event: str = "") -> list[bytes]:
    """The pages of a sheet: one document for ``pdf``, one picture a page otherwise. ``event`` stands under the title.

    Raises :class:`SheetError` where Typst is not installed.
    """
    try:
        import typst
    except ImportError as error:
        raise SheetError(
            Text(
                'Pictures and PDF need Typst: pip install "kibic[print]".',
                'Za slike i PDF treba Typst: pip install "kibic[print]".',
            )
        ) from error
    made = typst.compile(
        TEMPLATE.encode(),
        format=form,
        ppi=_PPI,
        sys_inputs=inputs(sheet, event),
        ignore_system_fonts=True,
    )
    return list(made) if isinstance(made, list) else [made]


def inputs(sheet: Printed, event: str = "") -> dict[str, str]:
    """What :data:`kibic.sheets.drawing.TEMPLATE` is filled with."""
    data = asdict(sheet) | {"event": event, "words": _WORDS["sr" if sheet.language == "sr" else "en"]}
    return {"sheet": json.dumps(data)}
