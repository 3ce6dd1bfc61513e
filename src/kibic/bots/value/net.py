"""A small net in numpy: two layers, and on them heads whose answers are probabilities."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from kibic.bots.value.features import Floats

Weights = Mapping[str, npt.NDArray[Any]]
#: The file of the package that holds the weights.
FILE: Final = "weights.npz"


def log_softmax(logits: Floats) -> Floats:
    """Logarithms of probabilities, row by row."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    lessened: Floats = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return lessened


def tilted(logs: Floats, tilt: float) -> Floats:
    """Probabilities of tricks when something was heard that tells of stronger (below 0) or weaker defenders."""
    leaned: Floats = np.exp(log_softmax(logs + np.float32(tilt) * np.arange(logs.shape[1], dtype=np.float32)))
    return leaned


@dataclass(frozen=True)
class Part:
    """One net of the model; its weights are those whose names begin with ``name``."""

    name: str
    weights: Weights

    def __contains__(self, head: str) -> bool:
        return f"{self.name}.{head}.b" in self.weights

    def _get(self, key: str) -> Floats:
        return self.weights[f"{self.name}.{key}"]

    def tilt(self, word: str) -> float:
        """How far something heard tilts a forecast of tricks (:func:`tilted`); 0 where too little is known."""
        stored = self.weights.get(f"{self.name}.tilt_{word}")
        return 0.0 if stored is None else float(stored[0])

    def hidden(self, rows: Floats) -> Floats:
        """What the two layers make of rows of features."""
        one = np.maximum(rows @ self._get("w1") + self._get("b1"), 0)
        two: Floats = np.maximum(one @ self._get("w2") + self._get("b2"), 0)
        return two

    def exact(self, head: str, hidden: Floats) -> Floats:
        """Logarithms of the probabilities that exact play gives."""
        return log_softmax(hidden @ self._get(f"{head}.w") + self._get(f"{head}.b"))

    def real(self, head: str, hidden: Floats, base: Floats | None = None, known: Floats | None = None) -> Floats:
        """Logarithms of the probabilities of what happens at tables.

        ``base`` are those of exact play, which the head corrects; ``known`` further figures of the row.
        """
        logits = hidden @ self._get(f"{head}.w") + self._get(f"{head}.b")
        if base is not None:
            logits = logits + self._get(f"{head}.scale") * base
        if known is not None:
            logits = logits + known @ self._get(f"{head}.v")
        return log_softmax(logits)


@dataclass(frozen=True)
class Net:
    """All parts with what is told about how they were made."""

    weights: Weights

    def part(self, name: str) -> Part:
        """The net called ``name``, such as ``declarer_suit``."""
        return Part(name, self.weights)

    def table(self, name: str) -> Floats:
        """A single array of weights."""
        return self.weights[name]

    @cached_property
    def about(self) -> dict[str, Any]:
        """The command, the size of the data and the figures that made the weights."""
        told: dict[str, Any] = json.loads(str(self.weights["about"]))
        return told


@lru_cache(maxsize=1)
def net() -> Net:
    """The weights of the package."""
    with (files("kibic.bots.value") / FILE).open("rb") as file, np.load(file) as stored:
        return Net({key: stored[key] if key == "about" else stored[key].astype(np.float32) for key in stored.files})
