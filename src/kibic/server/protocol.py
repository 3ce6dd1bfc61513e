"""The constants of the protocol (docs/protocol.md), and which version a page and the server speak."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kibic.server.refusals import Refused

#: The versions of the protocol that the server speaks, in rising order.
SPOKEN: Final[tuple[int, ...]] = (1,)
#: What a page speaks that says nothing of it.
PROTOCOL: Final = 1
#: Most versions a page may offer.
MAX_OFFERS: Final = 16
#: Largest frame of a page, in bytes.
MAX_FRAME: Final = 4096
#: Longest id of an action, in characters.
MAX_ID: Final = 64
#: Longest pause of a bot, in milliseconds.
MAX_PACE: Final = 3000
#: Steps a page may have missed and still resume; one that missed more gets the table whole.
KEPT: Final = 128

#: Close codes (RFC 6455): a rule of the house was broken, no sign of life, the server goes down, the page is too slow.
POLICY: Final = 1008
SILENT: Final = 1011
GOING_DOWN: Final = 1012
TRY_AGAIN: Final = 1013


def agreed(offered: int | Sequence[int]) -> int:
    """The highest version that both speak. Raises :class:`Refused` (``protocol``) where there is none."""
    offers = offers_of(offered)
    common = set(offers) & set(SPOKEN)
    if not common:
        raise Refused("protocol", asked=", ".join(map(str, offers)), spoken=", ".join(map(str, SPOKEN)))
    return max(common)


def offers_of(offered: int | Sequence[int]) -> Sequence[int]:
    """The versions a page offers, as a list also where it named one."""
    return (offered,) if isinstance(offered, int) else offered
