"""``kibic deal``: random deals, as records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibic.cards import DECK_32, SeededRandom, Shuffler, shuffled, system_random
from kibic.cli.language import say
from kibic.cli.output import print_error, print_text
from kibic.cli.rulesets import RULES, RULES_HELP, print_rules_error, ruleset
from kibic.game import KibicError
from kibic.record import HandRecord, Record, deal_from_deck, write


def deal(
    *,
    count: Annotated[int, typer.Option(min=1, help=say("How many deals.", "Koliko deljenja."))] = 1,
    seed: Annotated[
        str | None,
        typer.Option(
            help=say(
                "The same seed gives the same cards; without one the system's generator deals.",
                "Isto seme daje iste karte; bez njega deli sistemski generator.",
            )
        ),
    ] = None,
    deck: Annotated[
        bool, typer.Option("--deck", help=say("Write the deck in dealing order.", "Ispiši špil redom deljenja."))
    ] = False,
    players: Annotated[
        str, typer.Option(help=say("Names, in playing order.", "Imena, redom igranja."))
    ] = "Ana,Boro,Ceca",
    rules: Annotated[str, typer.Option(metavar=RULES, help=RULES_HELP)] = "srpski",
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIRECTORY",
            help=say("Write one file a deal there.", "Tamo upiši po jednu datoteku za svako deljenje."),
        ),
    ] = None,
) -> None:
    """Deal cards and print each deal as a record of one hand that has just begun.

    With --count the records follow each other, each under a comment line; --out writes them to files.
    """
    names = tuple(name.strip() for name in players.split(","))
    # A single deal of a seed is the one that seed = "..." gives in a record; more of them draw on from there.
    rng: Shuffler = SeededRandom(seed) if seed is not None else system_random()
    texts = []
    try:
        chosen = ruleset(rules)
        for _ in range(count):
            hand = HandRecord(deal_from_deck(DECK_32.join(shuffled(DECK_32, rng))), ())
            texts.append(write(Record(names, (hand,), rules=chosen.preset, options=chosen.options), deck=deck))
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            for number, text in enumerate(texts, 1):
                (out / f"deal-{number:0{len(str(count))}}.toml").write_text(text, encoding="utf-8")
            return
    except KibicError as error:
        print_rules_error(error)
        raise typer.Exit(2) from error
    except OSError as error:
        print_error(str(error))
        raise typer.Exit(2) from error
    for number, text in enumerate(texts, 1):
        heading = f"# {say('deal', 'deljenje')} {number}\n" if count > 1 else ""
        print_text(heading + text.rstrip("\n"))
