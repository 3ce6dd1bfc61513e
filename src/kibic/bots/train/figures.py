"""How good the weights are on deals they were not made from."""

from __future__ import annotations

import numpy as np

from kibic.bots.train.fit import KINDS, declarer_input, defender_input, of_kind
from kibic.bots.train.shards import Columns
from kibic.bots.value.features import Floats, Ints
from kibic.bots.value.net import Net, tilted

#: Tricks that make a game.
_NEED = 6


def brier(chance: Floats, happened: Ints) -> float:
    """Mean squared distance of a predicted chance and what happened (0 or 1)."""
    return round(float(np.mean((chance - happened) ** 2)), 4)


def exact_figures(net: Net, rows: Columns) -> dict[str, float]:
    """Error of the expected tricks of exact play, and Brier score of six of them, by kind."""
    told: dict[str, float] = {}
    for kind in KINDS:
        own = of_kind(rows, kind)
        for side, features in (("declarer", declarer_input(own)), ("defender", defender_input(own, "right"))):
            part = net.part(f"{side}_{kind}")
            chances = np.exp(part.exact("both", part.hidden(features)))
            if kind == "betl":
                told[f"{side} betl brier"] = brier(chances[:, 1], own["both"])
                continue
            mean = chances @ np.arange(11)
            told[f"{side} {kind} tricks rms"] = round(float(np.sqrt(np.mean((mean - own["both"]) ** 2))), 3)
            told[f"{side} {kind} brier"] = brier(
                chances[:, _NEED:].sum(axis=1), (own["both"] >= _NEED).astype(np.int64)
            )
    return told


def real_figures(net: Net, hands: Columns) -> dict[str, float]:
    """Predicted chance of the declarer to make against what happened, by kind and for all hands played."""
    told: dict[str, float] = {}
    chances, happened = [], []
    for kind in KINDS:
        rows = of_kind(hands, kind)
        played = rows["played"] == 1
        rows = {key: column[played] for key, column in rows.items()}
        if not len(rows["mode"]):
            continue
        chance = made_chance(net, kind, rows)
        told[f"played {kind}"] = len(chance)
        told[f"played {kind} brier"] = brier(chance, rows["made"])
        told[f"played {kind} made"] = round(float(rows["made"].mean()), 3)
        told[f"played {kind} predicted"] = round(float(chance.mean()), 3)
        chances.append(chance)
        happened.append(rows["made"])
    told["played brier"] = brier(np.concatenate(chances), np.concatenate(happened))
    return told


def made_chance(net: Net, kind: str, rows: Columns) -> Floats:
    """The declarer's chance with those who came, as the model sees it from his cards."""
    part = net.part(f"declarer_{kind}")
    hidden = part.hidden(declarer_input(rows))
    if kind == "betl":
        both: Floats = np.exp(part.real("real_both", hidden, part.exact("both", hidden)))[:, 1]
        return both
    heard = (("lone_right", "lone_right"), ("lone_left", "lone_left"), ("both", "call"), ("both", "both"),
             ("both", "kontra"))  # fmt: skip
    ways = [
        tilted(part.real(f"real_{head}", hidden, part.exact(head, hidden)), part.tilt(word))[:, _NEED:].sum(axis=1)
        for head, word in heard
    ]
    way = np.where(rows["kontra"] > 1, 4, np.array((0, 0, 1, 2, 2, 3))[rows["answer"]])
    return np.choose(way, ways).astype(np.float32)
