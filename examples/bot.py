"""A bot as a program of its own: `kibic arena "cmd: python3 examples/bot.py" rule --deals 20`.

It passes, follows with two aces, and plays the lowest card it may.
"""

import json
import sys

RANKS = "789TJQKA"


def choose(view: dict, legal: list[str]) -> str:
    """One of the legal words."""
    if view["phase"] == "play":
        return min(legal, key=lambda card: RANKS.index(card[1]))
    own = view["cards"][view["viewer"]]
    if "dodjem" in legal and sum(card[1] == "A" for card in own) >= 2:
        return "dodjem"
    return "dalje" if "dalje" in legal else legal[-1]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": "lowest"}
    else:
        word = choose(message["view"], message["legal"])
        answer = {"id": message["id"], "word": word, "reason": "the lowest card there is"}
    print(json.dumps(answer), flush=True)
