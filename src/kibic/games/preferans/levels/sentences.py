"""The sentences that explain points, in both languages, with the arithmetic in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kibic.game import Text
from kibic.games.preferans.sentences import Argument, plural_sr, tricks_en, tricks_sr

#: key -> (English, Serbian).
SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "declarer_made": ("{tricks_en} taken, {need} needed.", "{tricks_sr}, treba {need}."),
    "declarer_fell": ("{tricks_en} taken, {need} needed: {short} short.", "{tricks_sr}, treba {need}: manjka {short}."),
    "contract": ("{game} made: {value} points.", "{game}: {points_sr}."),
    "undertricks": (
        "{game}: {short} short x {value} = -{points} points.",
        "{game}: manjka {short} x {value} = -{points_sr}.",
    ),
    "lone_made": ("{tricks_en} alone, {need} needed.", "Sam: {tricks_sr}, treba {need}."),
    "lone_short": (
        "{tricks_en} alone, {need} needed: {short} short.",
        "Sam: {tricks_sr}, treba {need}: manjka {short}.",
    ),
    "caller_made": ("{tricks_en} with the summoned partner, {need} needed.", "{tricks_sr} sa pozvanim, treba {need}."),
    "caller_short": (
        "{tricks_en} with the summoned partner, {need} needed: {short} short.",
        "{tricks_sr} sa pozvanim, treba {need}: manjka {short}.",
    ),
    "pair_joint": (
        "The defence has {joint_en} together, {quota} are enough for both.",
        "Odbrana ima {joint_sr} zajedno, {quota} je dovoljno za obojicu.",
    ),
    "pair_made": (
        "{tricks_en}, {need} needed, since there are only {joint} together.",
        "{tricks_sr}, treba {need}, jer je zajedno samo {joint}.",
    ),
    "pair_short": (
        "{tricks_en}, {need} needed, and only {joint} of {quota} together: {short} short.",
        "{tricks_sr}, treba {need}, a zajedno samo {joint} od {quota}: manjka {short}.",
    ),
    "called": ("Summoned: neither answers for tricks nor scores.", "Pozvan: ne odgovara za štihove i ne piše."),
    "forced": ("At this level everybody plays and no trick is owed.", "Na ovoj visini igraju svi i ne duguje se štih."),
    "own_tricks": ("{tricks_en} x {value} = {points} points.", "{tricks_sr} x {value} = {points_sr}."),
    "against": (
        "The declarer is {short} short: {short} x {value} = {points} points.",
        "Nosiocu manjka {short}: {short} x {value} = {points_sr}.",
    ),
    "short": (
        "{short} short: {short} x {value} = -{points} points.",
        "Manjka {short}: {short} x {value} = -{points_sr}.",
    ),
    "short_writes_nothing": (
        "Short of the quota: the tricks do not score.",
        "Kvota nije ispunjena: štihovi se ne pišu.",
    ),
    "nobody": ("Nobody whists: made without play.", "Niko nije rekao wist: prolaz bez igre."),
    "all_pass": ("All passed: nothing is scored.", "Svi su rekli pas: ne piše se ništa."),
    "no_discard": (
        "No two cards put away in time: the bid is lost.",
        "Dve karte nisu vraćene na vreme: ponuda je izgubljena.",
    ),
    "bid_lost": ("{game}: -{value} points.", "{game}: -{points_sr}."),
}  # fmt: skip


def sentence(key: str, arguments: Mapping[str, Argument]) -> Text:
    """Fill a sentence. ``tricks`` and ``joint`` are counted, ``game`` is the word of a contract."""
    values: dict[str, Argument] = dict(arguments)
    for counted in ("tricks", "joint"):
        if counted in arguments:
            count = int(arguments[counted])
            values |= {f"{counted}_en": tricks_en(count), f"{counted}_sr": tricks_sr(count)}
    if "points" in arguments:
        points = int(arguments["points"])
        values["points_sr"] = f"{points} {plural_sr(points, 'poen', 'poena', 'poena')}"
    english, serbian = SENTENCES[key]
    return Text(english.format_map(values), serbian.format_map(values))
