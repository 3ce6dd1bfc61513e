"""The fit: gradient descent (Adam) on two layers with several heads, and on single heads with the layers fixed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from kibic.bots.value.features import Floats, Ints
from kibic.bots.value.net import log_softmax

Named = dict[str, Floats]
BATCH: Final = 512
#: Adam: decay of the two averages, and what keeps the division sound.
_FIRST, _SECOND, _TINY = 0.9, 0.999, 1e-8


@dataclass(slots=True)
class Adam:
    """Weights that follow their gradients."""

    weights: Named
    rate: float
    decay: float = 0.0
    steps: int = 0
    mean: Named = field(default_factory=dict)
    square: Named = field(default_factory=dict)

    def step(self, gradients: Named, rate: float) -> None:
        """One step against the gradients; ``rate`` from 0 to 1 scales the first rate."""
        self.steps += 1
        for key, gradient in gradients.items():
            mean = self.mean.get(key, np.float32(0)) * _FIRST + (1 - _FIRST) * gradient
            square = self.square.get(key, np.float32(0)) * _SECOND + (1 - _SECOND) * gradient**2
            self.mean[key], self.square[key] = mean, square
            size = self.rate * rate / (1 - _FIRST**self.steps)
            move = size * mean / (np.sqrt(square / (1 - _SECOND**self.steps)) + _TINY)
            shrink = self.decay * self.rate * rate if not key.endswith(("b", "b1", "b2")) else 0.0
            self.weights[key] = (self.weights[key] * (1 - shrink) - move).astype(np.float32)


def _random(rng: np.random.Generator, fan_in: int, fan_out: int) -> Floats:
    drawn: Floats = (rng.standard_normal((fan_in, fan_out)) * np.sqrt(2 / fan_in)).astype(np.float32)
    return drawn


def fit_layers(
    rows: Floats, labels: dict[str, Ints], sizes: dict[str, int], hidden: tuple[int, int], epochs: int, seed: int,
    told: Callable[[int, float], None],
) -> Named:  # fmt: skip
    """Weights of two layers and of one head for each name in ``labels``; a label of -1 is unknown.

    ``told`` hears of each epoch and its mean loss (nats a label).
    """
    rng = np.random.default_rng(seed)
    weights: Named = {
        "w1": _random(rng, rows.shape[1], hidden[0]),
        "b1": np.zeros(hidden[0], np.float32),
        "w2": _random(rng, hidden[0], hidden[1]),
        "b2": np.zeros(hidden[1], np.float32),
    }
    for head, size in sizes.items():
        weights |= {f"{head}.w": 0.1 * _random(rng, hidden[1], size), f"{head}.b": np.zeros(size, np.float32)}
    adam = Adam(weights, 2e-3, 1e-4)
    steps = epochs * (len(rows) // BATCH)
    done = 0
    for epoch in range(epochs):
        order = rng.permutation(len(rows))
        loss = 0.0
        for start in range(0, len(rows) - BATCH + 1, BATCH):
            chosen = order[start : start + BATCH]
            one, gradients = _gradients(weights, rows[chosen], {head: own[chosen] for head, own in labels.items()})
            loss += one
            done += 1
            adam.step(gradients, 1 - done / (steps + 1))
        told(epoch, loss / max(1, len(rows) // BATCH))
    return weights


def _gradients(weights: Named, rows: Floats, labels: dict[str, Ints]) -> tuple[float, Named]:
    one = np.maximum(rows @ weights["w1"] + weights["b1"], 0)
    two = np.maximum(one @ weights["w2"] + weights["b2"], 0)
    back = np.zeros_like(two)
    gradients: Named = {}
    loss = 0.0
    for head, wanted in labels.items():
        logs = log_softmax(two @ weights[f"{head}.w"] + weights[f"{head}.b"])
        part, error = _error(logs, wanted)
        loss += part
        gradients[f"{head}.w"] = two.T @ error
        gradients[f"{head}.b"] = error.sum(axis=0)
        back += error @ weights[f"{head}.w"].T
    back *= two > 0
    gradients["w2"], gradients["b2"] = one.T @ back, back.sum(axis=0)
    first = (back @ weights["w2"].T) * (one > 0)
    gradients["w1"], gradients["b1"] = rows.T @ first, first.sum(axis=0)
    return loss, gradients


def _error(logs: Floats, wanted: Ints) -> tuple[float, Floats]:
    """Mean loss and its gradient by the logits."""
    known = np.nonzero(wanted >= 0)[0]
    error: Floats = np.exp(logs)
    error[known, wanted[known]] -= 1
    error[wanted < 0] = 0
    count = max(1, len(known))
    return float(-logs[known, wanted[known]].sum() / count), (error / count).astype(np.float32)


def fit_head(
    hidden: Floats, wanted: Ints, size: int, *, base: Floats | None = None, known: Floats | None = None,
    decay: float = 0.02, epochs: int = 12, seed: int = 1,
) -> Named:  # fmt: skip
    """The weights of one head on fixed layers: a correction of ``base`` where that is given, starting from it."""
    rng = np.random.default_rng(seed)
    use = np.nonzero(wanted >= 0)[0]
    weights: Named = {"w": np.zeros((hidden.shape[1], size), np.float32), "b": np.zeros(size, np.float32)}
    if base is not None:
        weights["scale"] = np.ones(1, np.float32)
    if known is not None:
        weights["v"] = np.zeros((known.shape[1], size), np.float32)
    adam = Adam(weights, 3e-3, decay)
    steps = max(1, epochs * (len(use) // BATCH + 1))
    done = 0
    for _ in range(epochs):
        order = rng.permutation(use)
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            logits = hidden[chosen] @ weights["w"] + weights["b"]
            if base is not None:
                logits = logits + weights["scale"] * base[chosen]
            if known is not None:
                logits = logits + known[chosen] @ weights["v"]
            _, error = _error(log_softmax(logits), wanted[chosen])
            gradients = {"w": hidden[chosen].T @ error, "b": error.sum(axis=0)}
            if base is not None:
                gradients["scale"] = (error * base[chosen]).sum(keepdims=True)[0]
            if known is not None:
                gradients["v"] = known[chosen].T @ error
            done += 1
            adam.step(gradients, 1 - done / (steps + 1))
    return weights


def fit_line(rows: Floats, values: Floats, decay: float = 30.0) -> Floats:
    """Least squares with a small penalty on everything but the first column, which is to be all ones."""
    penalty = decay * np.eye(rows.shape[1])
    penalty[0, 0] = 0
    wide = rows.astype(np.float64)
    return np.linalg.solve(wide.T @ wide + penalty, wide.T @ values).astype(np.float32)
