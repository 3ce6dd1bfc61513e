"""All ways to lay hidden cards into places of fixed size, counted exactly and drawn without rejection.

Cards are laid one after another; a node of the lattice says how many cards each place has so far. A backward pass
sums, for every node, the weights of all ways to finish (forward filtering, backward sampling of hidden Markov chains).
A draw then walks forward and chooses each place with its exact share, so that no try ever fails and every finished
world has the probability that its weights give it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Masks = NDArray[np.int64]
Floats = NDArray[np.float64]


class Lattice:
    """Hidden ``cards`` and the ``rooms`` of the places they lie in.

    ``weights[card][place]`` is how well a card lies in a place, 0 where it cannot lie; a world weighs the product over
    its cards. The rooms add up to the number of cards. Draws come as masks, one column a world and one row a place.
    """

    def __init__(self, cards: Sequence[int], rooms: Sequence[int], weights: Floats) -> None:
        self.cards = tuple(cards)
        self.rooms = tuple(rooms)
        #: Places from the smallest: the largest is left to what the others leave.
        self._order = sorted(range(len(rooms)), key=lambda place: rooms[place])
        #: Cards with the fewest places first, so that few nodes are open at any time.
        self._line = sorted(range(len(cards)), key=lambda row: int((weights[row] > 0).sum()))
        self._weights = weights
        counted = [rooms[place] for place in self._order[:-1]]
        # One slot more than there is room: it keeps the value 0, so that a full place takes no card.
        self._shape = tuple(room + 2 for room in counted)
        strides = [int(np.prod(self._shape[place + 1 :])) for place in range(len(counted))]
        self._steps = (*strides, 0) if rooms else ()
        self._end = sum(room * step for room, step in zip(counted, strides, strict=True))

    @cached_property
    def _finish(self) -> list[Floats]:
        """For each number of cards laid, the weight of all ways to finish by node."""
        size = int(np.prod(self._shape)) if self._shape else 1
        last = np.zeros(size)
        last[self._end] = 1.0
        found = [last]
        for row in reversed(self._line):
            before = np.zeros(size)
            after = found[-1]
            for place, step in zip(self._order, self._steps, strict=True):
                weight = self._weights[row, place]
                if weight and step:
                    before[:-step] += weight * after[step:]
                elif weight:
                    before += weight * after
            found.append(self._inside(before))
        found.reverse()
        return found

    def _inside(self, nodes: Floats) -> Floats:
        """The nodes without the slots beyond a full place."""
        grid = nodes.reshape(self._shape)
        for axis in range(grid.ndim):
            grid[(slice(None),) * axis + (-1,)] = 0.0
        return nodes

    @property
    def total(self) -> float:
        """The weight of all worlds together; with weights 0 and 1 their number."""
        return float(self._finish[0][0])

    def draw(self, count: int, random: np.random.Generator) -> tuple[Masks, Floats]:
        """``count`` worlds, each drawn by its weight, and the logarithms of their weights."""
        lying = np.zeros((len(self.rooms), count), dtype=np.int64)
        logs = np.zeros(count)
        node = np.zeros(count, dtype=np.int64)
        columns = np.arange(count)
        order, steps = np.array(self._order), np.array(self._steps)
        # Weights stay positive up to rounding: the last place with a share is taken when the sum falls short.
        chance = random.random((len(self.cards), count))
        for place, row in enumerate(self._line):
            after = self._finish[place + 1]
            allowed = self._weights[row, order]
            reach = np.minimum(node + steps[:, None], after.size - 1)
            shares = np.cumsum(allowed[:, None] * after[reach], axis=0)
            choice = (chance[place] * shares[-1] >= shares[:-1]).sum(axis=0)
            lying[order[choice], columns] |= 1 << self.cards[row]
            logs += np.log(allowed[choice])
            node += steps[choice]
        return lying, logs

    def listed(self) -> tuple[Masks, Floats]:
        """All worlds with a weight, in a fixed order, and the logarithms of their weights."""
        lying = np.zeros((len(self.rooms), 1), dtype=np.int64)
        logs = np.zeros(1)
        node = np.zeros(1, dtype=np.int64)
        for place, row in enumerate(self._line):
            after = self._finish[place + 1]
            parts = []
            for where, step in zip(self._order, self._steps, strict=True):
                weight = self._weights[row, where]
                if not weight:
                    continue
                open_nodes = np.flatnonzero(after[np.minimum(node + step, after.size - 1)] > 0)
                laid = lying[:, open_nodes]
                laid[where] |= 1 << self.cards[row]
                parts.append((laid, logs[open_nodes] + np.log(weight), node[open_nodes] + step))
            lying = np.concatenate([part[0] for part in parts], axis=1)
            logs = np.concatenate([part[1] for part in parts])
            node = np.concatenate([part[2] for part in parts])
        return lying, logs
