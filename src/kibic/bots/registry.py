"""Which bots there are, what they are called for people, and how to make one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from kibic.bots.api import Bot
from kibic.game import KibicError, Text

#: Stands between the name of a kind and its number (``search:20``).
_COLON: Final = ":"


@dataclass(frozen=True, slots=True)
class BotKind:
    """A kind of bot.

    ``title`` and ``text`` are for people who choose one. ``module`` and ``attribute`` tell where it is made; the module
    is imported on demand. A kind with ``numbers`` is asked for as ``name:N``; those are the numbers one usually
    measures, and what makes it takes N. ``offered``: tables offer it; ``usual``: it plays where none is chosen;
    ``adviser``: it gives the hints (else the usual one does).
    """

    name: str
    title: Text
    text: Text
    module: str
    attribute: str
    numbers: tuple[int, ...] = ()
    offered: bool = False
    usual: bool = False
    adviser: bool = False

    @property
    def rungs(self) -> tuple[str, ...]:
        """The names by which it stands in the ladder."""
        if not self.numbers:
            return (self.name,)
        return tuple(f"{self.name}{_COLON}{number}" for number in self.numbers)

    def made(self, number: int | None) -> Bot:
        """A bot of this kind."""
        make: Callable[..., Bot] = getattr(import_module(self.module), self.attribute)
        return make() if number is None else make(number)


_RANDOM: Final = BotKind(
    "random",
    Text("By chance", "Nasumičan"),
    Text("Plays anything that is allowed.", "Igra bilo šta što je dozvoljeno."),
    "kibic.bots.random_bot",
    "RandomBot",
)
#: The bots of each game, the weakest first. Adding a bot adds an entry here.
_KINDS: Final[dict[str, tuple[BotKind, ...]]] = {
    "preferans": (
        _RANDOM,
        BotKind(
            "pocetnik",
            Text("Beginner", "Početnik"),
            Text(
                "Knows the rules and simple customs, bids on hope and forgets small cards.",
                "Zna pravila i proste običaje, licitira na sreću i zaboravlja male karte.",
            ),
            "kibic.bots.preferans.pocetnik",
            "PocetnikBot",
            offered=True,
        ),
        BotKind(
            "rule",
            Text("By the customs", "Po običajima"),
            Text(
                "Knows the customs of the table, keeps to them, and can say which one it follows.",
                "Zna običaje za stolom, drži ih se i ume da kaže koji.",
            ),
            "kibic.bots.preferans.bot",
            "RuleBot",
            offered=True,
            usual=True,
        ),
        BotKind(
            "kafanski",
            Text("Tavern player", "Kafanski"),
            Text(
                "Keeps the customs in his words, counts, and weighs every card in a dozen layouts that fit.",
                "U rečima se drži običaja, broji, i svaku kartu meri u desetak mogućih rasporeda.",
            ),
            "kibic.bots.preferans.kafanski",
            "KafanskiBot",
            offered=True,
        ),
        BotKind(
            "value",
            Text("Weighs its words", "Meri reči"),
            Text(
                "Bids, discards and answers by expected points; plays its cards by the customs.",
                "Licitira, škartira i odgovara po očekivanim poenima; karte igra po običajima.",
            ),
            "kibic.bots.value.bot",
            "ValueBot",
        ),
        BotKind(
            "search",
            Text("Looks ahead", "Gleda unapred"),
            Text(
                "Bids by the customs, and plays its cards by exact play in deals it believes in.",
                "Licitira po običajima, a karte igra tačnom igrom u rasporedima u koje veruje.",
            ),
            "kibic.bots.search.bot",
            "SearchBot",
            numbers=(5, 20),
        ),
        BotKind(
            "majstor",
            Text("Master", "Majstor"),
            Text(
                "Weighs every word and every card by expected points, in deals it believes in.",
                "Svaku reč i svaku kartu meri po očekivanim poenima, u rasporedima u koje veruje.",
            ),
            "kibic.bots.value.majstor",
            "MajstorBot",
            offered=True,
            adviser=True,
        ),
    ),
}


def bot_kinds(game: str = "preferans") -> tuple[BotKind, ...]:
    """The kinds of bots that play ``game``, the weakest first."""
    return _KINDS.get(game, (_RANDOM,))


def usual_bot(game: str = "preferans") -> str:
    """The bot that plays ``game`` where none is chosen, and where another has failed."""
    kinds = bot_kinds(game)
    return next((kind for kind in kinds if kind.usual), kinds[0]).rungs[0]


def adviser(game: str = "preferans") -> str:
    """The bot that gives people hints in ``game``: the strongest adviser, or else the usual one."""
    return next((kind.rungs[-1] for kind in reversed(bot_kinds(game)) if kind.adviser), usual_bot(game))


def ladder(game: str = "preferans") -> tuple[str, ...]:
    """Names of the bots whose strength is kept on record, the weakest first."""
    return tuple(rung for kind in bot_kinds(game) for rung in kind.rungs)


def bot_names(game: str = "preferans") -> tuple[str, ...]:
    """Names of the bots that play ``game``, the usual opponent first."""
    return tuple(sorted(ladder(game), key=lambda name: name != usual_bot(game)))


def bot_named(name: str, game: str = "preferans") -> Bot:
    """The bot called ``name``. Raises :class:`KibicError` with the known names when there is none."""
    word, colon, digits = name.partition(_COLON)
    kind = next((kind for kind in bot_kinds(game) if kind.name == word), None)
    number = int(digits) if digits.isascii() and digits.isdigit() else None
    if kind is None or bool(kind.numbers) != bool(colon) or (colon and not number):
        raise KibicError(f"no bot for {game} is called {name!r}; bots: {', '.join(bot_names(game))}")
    return kind.made(number)
