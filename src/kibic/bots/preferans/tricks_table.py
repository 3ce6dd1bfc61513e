"""Expected tricks of a holding, fitted to exact play of random deals with open cards (bench: see docs/bots.md).

A line has the honours from the ten up and the tricks with 0, 1, 2 and 3 further small cards (9, 8, 7).
"""

from __future__ import annotations

from typing import Final

from kibic.games.preferans.holdings import parse_ranks


def _table(text: str) -> tuple[float, ...]:
    """The 256 values of a table, indexed by holding."""
    rows = {}
    for line in text.split("\n"):
        if line.strip():
            honours, *values = line.split()
            rows[parse_ranks(honours.strip("-"))] = tuple(float(value) for value in values)
    return tuple(rows[holding & 0b11111000][(holding & 0b111).bit_count()] for holding in range(256))


SIDE: Final = _table(
    """
    -       1.1   0.8   0.3   0.0
    T       0.8   0.3   0.0   0.2
    J       0.8   0.3   0.0   0.2
    JT      0.3   0.0   0.2   1.4
    Q       0.9   0.3   0.0   0.3
    QT      0.3   0.1   0.3   1.6
    QJ      0.4   0.2   0.5   1.5
    QJT     0.3   0.6   1.8   1.8
    K       0.9   0.5   0.3   0.4
    KT      0.5   0.3   0.5   1.7
    KJ      0.6   0.5   0.5   2.1
    KJT     0.6   0.7   2.1   2.0
    KQ      1.2   1.0   1.5   2.5
    KQT     1.2   1.6   2.5   2.6
    KQJ     1.4   1.7   2.7   2.9
    KQJT    1.7   2.8   3.1   3.3
    A       1.8   1.4   1.2   1.7
    AT      1.4   1.2   1.7   2.9
    AJ      1.4   1.2   1.7   2.8
    AJT     1.3   1.8   2.8   3.2
    AQ      1.6   1.4   1.8   3.0
    AQT     1.6   2.0   3.0   3.4
    AQJ     1.8   2.2   3.3   3.6
    AQJT    2.3   3.5   3.7   4.1
    AK      2.2   2.1   2.7   3.7
    AKT     2.2   2.7   3.9   4.1
    AKJ     2.3   2.8   3.9   4.2
    AKJT    3.0   4.1   4.4   4.8
    AKQ     2.7   3.2   4.2   4.5
    AKQT    3.3   4.4   4.6   5.0
    AKQJ    3.3   4.6   5.0   5.3
    AKQJT   4.8   5.1   5.5   6.1
    """
)
"""Tricks a side suit adds to a suit game of the declarer, three small cards counting 0."""
TRUMPS: Final = _table(
    """
    -      -3.9  -3.0  -2.0  -1.1
    T      -2.8  -1.9  -0.9  -0.0
    J      -2.4  -1.5  -0.7   0.2
    JT     -1.3  -0.5   0.3   1.5
    Q      -2.0  -1.2  -0.3   0.5
    QT     -1.0  -0.0   0.7   1.7
    QJ     -0.8   0.1   0.8   1.7
    QJT     0.2   0.8   1.8   2.7
    K      -1.4  -0.6   0.3   1.0
    KT     -0.4   0.5   1.1   2.1
    KJ     -0.2   0.7   1.3   2.1
    KJT     0.8   1.4   2.2   2.9
    KQ      0.2   0.8   1.6   2.5
    KQT     1.2   1.6   2.5   3.3
    KQJ     1.0   1.7   2.6   3.2
    KQJT    1.8   2.6   3.3   3.9
    A      -0.9  -0.1   0.7   1.6
    AT      0.1   0.9   1.7   2.7
    AJ      0.3   1.2   1.9   2.8
    AJT     1.2   1.9   2.8   3.8
    AQ      0.7   1.3   2.2   3.1
    AQT     1.6   2.2   3.1   3.8
    AQJ     1.6   2.3   3.2   3.9
    AQJT    2.4   3.1   3.9   4.7
    AK      1.2   1.8   2.6   3.6
    AKT     1.9   2.7   3.6   4.3
    AKJ     2.1   2.8   3.5   4.2
    AKJT    2.8   3.6   4.2   4.8
    AKQ     2.1   2.9   3.6   4.2
    AKQT    2.9   3.6   4.2   4.8
    AKQJ    2.9   3.6   4.2   4.8
    AKQJT   3.6   4.2   4.8   5.3
    """
)
"""Tricks of the declarer in a suit game by his trumps, three small cards in each side suit."""
NO_TRUMP: Final = _table(
    """
    -      -0.1  -0.1  -0.2  -0.5
    T      -0.1  -0.3  -0.3  -0.4
    J      -0.1  -0.3  -0.3  -0.4
    JT     -0.3  -0.3  -0.4  -0.5
    Q      -0.1  -0.2  -0.3  -0.4
    QT     -0.3  -0.3  -0.3  -0.5
    QJ     -0.2  -0.1  -0.4  -0.6
    QJT    -0.1  -0.3  -0.3  -0.7
    K      -0.2   0.3   0.1  -0.1
    KT      0.4   0.1  -0.1  -0.2
    KJ      0.6   0.2  -0.1  -0.2
    KJT     0.3  -0.0   0.0  -0.3
    KQ      1.2   0.6   0.1   0.0
    KQT     0.6   0.2  -0.1  -0.1
    KQJ     0.7   0.2  -0.0  -0.2
    KQJT    0.2  -0.2  -0.1  -0.6
    A       2.0   1.6   1.1   0.9
    AT      1.6   1.1   0.8   0.4
    AJ      1.6   1.2   0.8   0.6
    AJT     1.3   0.9   0.7   0.2
    AQ      2.0   1.4   0.9   0.6
    AQT     1.4   0.9   0.6   0.0
    AQJ     1.5   1.1   0.9   0.4
    AQJT    1.1   0.9   0.4  -0.2
    AK      2.4   1.9   1.6   1.0
    AKT     1.9   1.6   1.3   1.0
    AKJ     2.0   1.8   1.5   1.0
    AKJT    1.7   1.5   1.0   0.4
    AKQ     2.2   1.9   1.4   0.7
    AKQT    2.0   1.6   0.8   0.4
    AKQJ    1.9   1.5   0.6   0.3
    AKQJT   1.5   1.0   0.4  -0.2
    """
)
"""Tricks of a suit of the declarer in sans, a defender leading through him."""
