"""From labels to weights: exact play first, then the correction by what happened at tables, then the figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from kibic.bots.train.descent import Named, fit_head, fit_layers, fit_line
from kibic.bots.train.shards import Columns
from kibic.bots.train.tables import BID, HELD, PASSED
from kibic.bots.value.features import (
    BETL_MODE,
    NO_TRUMP_MODE,
    Floats,
    Ints,
    auction_row,
    auction_rows,
    contract_rows,
    declarer_rows,
    defender_rows,
)
from kibic.bots.value.net import Part, tilted

HIDDEN: Final = (96, 64)
EPOCHS: Final = 10
KINDS: Final = ("suit", "sans", "betl")
#: The part of the rows that is never learned from and only measured on.
HELD_OUT: Final = 0.1
#: Hands that must have been seen before something heard may tilt a forecast.
LEAST_FOR_TILT: Final = 60
Told = Callable[[str], None]
#: What a defender foresees: tricks of the declarer against both, against himself alone, against the other alone.
DEFENDER_HEADS: Final = {
    "both": {"right": "both", "left": "both"},
    "alone": {"right": "lone_right", "left": "lone_left"},
    "other": {"right": "lone_left", "left": "lone_right"},
}


def of_kind(rows: Columns, kind: str) -> Columns:
    """The rows of suit games, of sans, or of betl."""
    modes = rows["mode"]
    chosen = modes < NO_TRUMP_MODE if kind == "suit" else modes == (NO_TRUMP_MODE if kind == "sans" else BETL_MODE)
    return {key: column[chosen] for key, column in rows.items()}


def split(rows: Columns) -> tuple[Columns, Columns]:
    """Rows to learn from and the last ones, to measure on."""
    size = len(next(iter(rows.values())))
    cut = int(size * (1 - HELD_OUT))
    return {k: c[:cut] for k, c in rows.items()}, {k: c[cut:] for k, c in rows.items()}


def _masks(column: Ints) -> Any:  # noqa: ANN401 - an array of masks
    return column.astype(np.uint32)


def declarer_input(rows: Columns) -> Floats:
    """The features of the declarer."""
    return declarer_rows(rows["mode"], _masks(rows["own"]), _masks(rows["away"]), rows["place"], rows["igra"])


def defender_input(rows: Columns, side: str) -> Floats:
    """The features of the defender on one side: ``right`` answers first."""
    second = np.full(len(rows["mode"]), side == "left", dtype=np.int64)
    other = "left" if side == "right" else "right"
    number = rows.get("number", np.zeros_like(second))
    none = np.zeros_like(second)
    told = np.array(
        [
            auction_row(int(mode) + (2 if mode < NO_TRUMP_MODE else 3 if mode == NO_TRUMP_MODE else 1), int(price),
                        bool(own), bool(partner))
            for mode, price, own, partner in zip(
                rows["mode"], number, rows.get(f"{side}_bid", none), rows.get(f"{other}_bid", none), strict=True
            )
        ],
        dtype=np.float32,
    )  # fmt: skip
    return defender_rows(
        rows["mode"], _masks(rows[side]), _masks(rows["bought"]), rows["place"], rows["igra"], second, told
    )


def fit_exact(rows: Columns, kind: str, told: Told) -> Named:
    """The two nets of a kind from exact play."""
    weights: Named = {}
    own = of_kind(rows, kind)
    labels, sizes = _exact_labels(own, kind, "both", "lone_right", "lone_left")
    weights |= _fitted(f"declarer_{kind}", declarer_input(own), labels, sizes, told)
    sensible = {key: column[own["natural"] == 1] for key, column in own.items()}
    features = np.concatenate([defender_input(sensible, side) for side in ("right", "left")])
    merged = {
        head: np.concatenate([sensible[columns["right"]], sensible[columns["left"]]])
        for head, columns in DEFENDER_HEADS.items() if kind != "betl" or head == "both"
    }  # fmt: skip
    return weights | _fitted(f"defender_{kind}", features, merged, dict.fromkeys(merged, _classes(kind)), told)


def _classes(kind: str) -> int:
    return 2 if kind == "betl" else 11


def _exact_labels(rows: Columns, kind: str, *names: str) -> tuple[dict[str, Ints], dict[str, int]]:
    heads = names[:1] if kind == "betl" else names
    return {name: rows[name] for name in heads}, dict.fromkeys(heads, _classes(kind))


def _fitted(name: str, features: Floats, labels: dict[str, Ints], sizes: dict[str, int], told: Told) -> Named:
    told(f"{name}: {len(features)} rows")
    layers = fit_layers(
        features, labels, sizes, HIDDEN, EPOCHS, 1,
        lambda epoch, loss: told(f"{name}: round {epoch + 1} of {EPOCHS}, {loss / len(labels):.4f} nats"),
    )  # fmt: skip
    return {f"{name}.{key}": value for key, value in layers.items()}


def fit_real(hands: Columns, kind: str, exact: Named) -> Named:
    """The heads that correct exact play by what happened, and those that foresee the answers of others."""
    rows = of_kind(hands, kind)
    weights = _declarer_heads(rows, kind, Part(f"declarer_{kind}", exact))
    for key, value in _defender_heads(rows, kind, Part(f"defender_{kind}", exact)).items():
        weights[key] = value
    return weights


def _named(part: Part, head: str, fitted: Named) -> Named:
    return {f"{part.name}.{head}.{key}": value for key, value in fitted.items()}


def _declarer_heads(rows: Columns, kind: str, part: Part) -> Named:
    hidden = part.hidden(declarer_input(rows))
    known = contract_rows(rows["mode"], _masks(rows["bought"]), rows["igra"], rows["number"])
    if kind == "betl":
        wanted = np.where(rows["played"] == 1, rows["made"], -1)
        return _named(part, "real_both", fit_head(hidden, wanted, 2, base=part.exact("both", hidden))) | _named(
            part, "kontra", fit_head(hidden, np.minimum(rows["kontra"] - 1, 1), 2, known=known)
        )
    weights: Named = {}
    for head in ("both", "lone_right", "lone_left"):
        base = part.exact(head, hidden)
        weights |= _named(part, f"real_{head}", fit_head(hidden, rows[f"{head}_d"], 11, base=base))
    fitted = Part(part.name, {**part.weights, **weights})
    for word, chosen, head in _heard(rows):
        logs = fitted.real(f"real_{head}", hidden[chosen], fitted.exact(head, hidden[chosen]))
        weights[f"{part.name}.tilt_{word}"] = _tilt(logs, rows["taken"][chosen])
    answers = np.eye(6, dtype=np.float32)[rows["answer"]]
    weights |= _named(part, "answer", fit_head(hidden, rows["answer"], 6, known=known))
    doubled = np.where(rows["answer"] > 0, np.minimum(rows["kontra"] - 1, 1), -1)
    more = np.concatenate([known, answers], axis=1)
    return weights | _named(part, "kontra", fit_head(hidden, doubled, 2, known=more))


def _heard(rows: Columns) -> list[tuple[str, Any, str]]:
    """What a declarer heard in hands that were played, the rows and the way they were played."""
    plain = (rows["played"] == 1) & (rows["kontra"] == 1)
    answer = rows["answer"]
    return [
        ("lone_right", plain & (answer == 1), "lone_right"),
        ("lone_left", plain & (answer == 2), "lone_left"),
        ("call", plain & ((answer == 3) | (answer == 4)), "both"),
        ("both", plain & (answer == 5), "both"),
        ("kontra", (rows["played"] == 1) & (rows["kontra"] > 1), "both"),
    ]


def _defender_heads(rows: Columns, kind: str, part: Part) -> Named:
    sides = {side: part.hidden(defender_input(rows, side)) for side in ("right", "left")}
    hidden = np.concatenate(list(sides.values()))
    base = part.exact("both", hidden)
    if kind == "betl":
        wanted = np.where(rows["played"] == 1, rows["made"], -1)
        return _named(part, "real_both", fit_head(hidden, np.concatenate([wanted, wanted]), 2, base=base))
    weights: Named = {}
    for head, columns in DEFENDER_HEADS.items():
        tricks = np.concatenate([rows[f"{columns['right']}_d"], rows[f"{columns['left']}_d"]])
        weights |= _named(part, f"real_{head}", fit_head(hidden, tricks, 11, base=part.exact(head, hidden)))
    weights |= _tilts(rows, part, sides, weights)
    weights |= _named(part, "share", _fit_share(rows, sides))
    right = sides["right"]
    no = np.where(rows["left_if_no"] == 0, 0, 1 + rows["call_left"])
    weights |= _named(part, "left_if_yes", fit_head(right, rows["left_if_yes"], 2))
    weights |= _named(part, "left_if_no", fit_head(right, no, 3))
    came = np.where((rows["answer"] == 1) | (rows["answer"] == 3) | (rows["answer"] == 5), rows["call_right"], -1)
    return weights | _named(part, "right_calls", fit_head(sides["left"], came, 2))


def _tilt(logs: Floats, wanted: Ints) -> Floats:
    """The tilt under which what happened was most likely."""
    if len(wanted) < LEAST_FOR_TILT:
        return np.zeros(1, np.float32)
    rows = np.arange(len(wanted))
    likely = [(np.log(tilted(logs, tilt)[rows, wanted] + 1e-9).mean(), tilt) for tilt in np.linspace(-2, 2, 81)]
    return np.array([max(likely)[1]], np.float32)


def _tilts(rows: Columns, part: Part, sides: dict[str, Floats], real: Named) -> Named:
    """What the answer of the other defender tells of the tricks, by way of playing and answer."""
    fitted = Part(part.name, {**part.weights, **real})
    came = np.isin(rows["answer"], (1, 3, 5))
    flags = {"right": rows["left_if_yes"] == 1, "left": came}
    told: Named = {}
    for head in ("both", "alone"):
        for answer, word in ((True, "yes"), (False, "no")):
            logs, wanted = [], []
            for side, flag in flags.items():
                chosen = flag == answer
                hidden = sides[side][chosen]
                logs.append(fitted.real(f"real_{head}", hidden, fitted.exact(head, hidden)))
                wanted.append(rows[f"{DEFENDER_HEADS[head][side]}_d"][chosen])
            told[f"{part.name}.tilt_{head}_{word}"] = _tilt(np.concatenate(logs), np.concatenate(wanted))
    return told


def _fit_share(rows: Columns, sides: dict[str, Floats]) -> Named:
    """Whose trick a trick of the defence is: every trick of theirs is one answer."""
    hidden, wanted = [], []
    for side, mine, others in (("right", "both_r", "both_l"), ("left", "both_l", "both_r")):
        for column, label in ((mine, 1), (others, 0)):
            counts = np.maximum(rows[column], 0)
            hidden.append(np.repeat(sides[side], counts, axis=0))
            wanted.append(np.full(int(counts.sum()), label, dtype=np.int64))
    return fit_head(np.concatenate(hidden), np.concatenate(wanted), 2)


def fit_auction(rows: Columns) -> Named:
    """What passing is worth, what a bid is worth that is outbid, and how often a bid buys the talon."""
    features = auction_rows(_masks(rows["hand"]), rows)
    worth = (rows["worth"] / 100).astype(np.float32)
    passed = rows["said"] == PASSED
    bids = np.isin(rows["said"], (BID, HELD))
    lost = bids & (rows["won"] == 0)
    won = fit_head(
        np.concatenate([features[bids], rows["bid"][bids, None] / 5], axis=1).astype(np.float32),
        rows["won"][bids], 2, decay=0.001, epochs=30,
    )  # fmt: skip
    return {
        "auction.pass": fit_line(features[passed], worth[passed]),
        "auction.lost": fit_line(features[lost], worth[lost]),
        "auction.won.w": won["w"],
        "auction.won.b": won["b"],
    }
