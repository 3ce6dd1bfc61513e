"""The sentences that explain a number, in both languages, with the arithmetic in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kibic.game import Text
from kibic.games.preferans.rules.terms import FORMS, TERMS, USUAL

Argument = int | str

#: key -> (English, Serbian). Names of seats appear as {name} and {other}; both languages use the nominative, so that
#: no name has to be declined. {refa}, {supe} and their forms are words of the ruleset.
_SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "declarer_made": ("{tricks_en} taken, {need} needed.", "{tricks_sr}, treba {need}."),
    "declarer_fell": ("{tricks_en} taken, {need} needed: fell.", "{tricks_sr}, treba {need}: pad."),
    "betl_made": ("No trick in betl.", "Betl bez štiha."),
    "betl_fell": ("A trick taken in betl: fell.", "Uzet štih u betlu: pad."),
    "preferans_made": ("All ten tricks.", "Svih deset štihova."),
    "preferans_fell": ("The defence took a trick: preferans fell.", "Odbrana je uzela štih: preferans je pao."),
    "unit": ("{game_en}: 2 x {g}{factors} = {unit}.", "{game_sr}: 2 x {g}{factors} = {unit}."),
    "reduced": (
        "Only {total} bule are left in the match: {total} instead of {unit}.",
        "Ostalo je samo {total} bula: {total} umesto {unit}.",
    ),
    "not_reduced": ("Somebody fell, so the full {unit} counts.", "Neko je pao, pa važi celih {unit}."),
    "fall": ("Fell: {unit} bule.", "Pad: {unit} bula."),
    "fall_double": (
        "Fell in the last hand, twice: 2 x {unit} = {twice}.",
        "Pad u poslednjoj ruci, duplo: 2 x {unit} = {twice}.",
    ),
    "lone_made": ("{tricks_en} alone, {need} needed.", "Sam: {tricks_sr}, treba {need}."),
    "lone_fell": ("{tricks_en} alone, {need} needed: fell.", "Sam: {tricks_sr}, treba {need}: pad."),
    "pair_joint": (
        "The defence has {joint_en} together, {need} are enough for both.",
        "Odbrana ima {joint_sr} zajedno, {need} je dovoljno za obojicu.",
    ),
    "pair_made": (
        "{tricks_en}, {each} needed, since there are only {joint} together.",
        "{tricks_sr}, treba {each}, jer je zajedno samo {joint}.",
    ),
    "pair_fell": (
        "{tricks_en}, {each} needed, since there are only {joint} together: fell.",
        "{tricks_sr}, treba {each}, jer je zajedno samo {joint}: pad.",
    ),
    "caller_made": ("{joint_en} with the called player, {need} needed.", "{joint_sr} sa pozvanim, treba {need}."),
    "caller_fell": (
        "{joint_en} with the called player, {need} needed: fell.",
        "{joint_sr} sa pozvanim, treba {need}: pad.",
    ),
    "called": ("Called: neither falls nor writes.", "Pozvan: ne pada i ne piše."),
    "kontras_made": (
        "The defence has {joint_en} together, the kontras needs {need}.",
        "Odbrana {joint_sr} zajedno, kontrašu treba {need}.",
    ),
    "kontras_fell": (
        "The defence has {joint_en} together, the kontras needs {need}: fell.",
        "Odbrana {joint_sr} zajedno, kontrašu treba {need}: pad.",
    ),
    "kontras_betl_made": ("The betl fell, so the kontras makes.", "Betl je pao, kontraš prolazi."),
    "kontras_betl_fell": ("The betl was made, so the kontras falls.", "Betl je prošao, kontraš pada."),
    "beside_kontra": (
        "The kontras answers for the defence: neither falls nor writes.",
        "Za odbranu odgovara kontraš: ne pada i ne piše.",
    ),
    "beside_kontra_writes": (
        "The kontras answers for the defence: does not fall.",
        "Za odbranu odgovara kontraš: ne pada.",
    ),
    "pulled_in": (
        "Said ne, the kontra brings the player in: neither falls nor writes.",
        "Rečeno „ne“, kontra vraća u igru: ne pada i ne piše.",
    ),
    "pulled_in_writes": (
        "Said ne, the kontra brings the player in: does not fall.",
        "Rečeno „ne“, kontra vraća u igru: ne pada.",
    ),
    "betl_defender": (
        "In this game a defender without kontra cannot fall.",
        "U ovoj igri pratilac bez kontre ne može da padne.",
    ),
    "out": ("Did not follow and sits this hand out.", "Rečeno „ne“: van igre u ovoj ruci."),
    "supe_own": (
        "{tricks_en} x {unit} = {points} {supe} against {other}.",
        "{tricks_sr} x {unit} = {points_sr} ({other}).",
    ),
    "supe_joint": (
        "Writes all tricks of the defence: {joint} x {unit} = {points} {supe} against {other}.",
        "Piše sve štihove odbrane: {joint} x {unit} = {points_sr} ({other}).",
    ),
    "supe_fixed": (
        "{game_en} fell: 10 x {g}{factors} = {points} {supe} against {other}.",
        "{game_sr}, pad: 10 x {g}{factors} = {points_sr} ({other}).",
    ),
    "supe_fixed_both": (
        "{game_en} fell, both shares: 2 x 10 x {g}{factors} = {points} {supe} against {other}.",
        "{game_sr}, pad, oba dela: 2 x 10 x {g}{factors} = {points_sr} ({other}).",
    ),
    "refa_used": ("A {refa} is played: everything twice.", "Igra se {refa}: sve duplo."),
    "refa_blocked": ("Somebody is in a hat, so the {refa} is not played.", "Neko je u šeširu, pa se {refa} ne igra."),
    "refa_written": (
        "A {refa} is written for everybody ({written} of {budget}).",
        "Svima se piše {refa} ({written} od {budget}).",
    ),
    "refa_dealer": (
        "A {refa} is written for the dealer ({written} of {budget}).",
        "Deliocu se piše {refa} ({written} od {budget}).",
    ),
    "refa_no_budget": (
        "All {budget} {refas} are written: nothing is written.",
        "Nema više {refa_many} (upisano {budget}): ne piše se ništa.",
    ),
    "refa_hat": ("Somebody is in a hat: no {refa} is written.", "Neko je u šeširu: {refa} se ne piše."),
    "refa_no_trigger": ("No {refa} is written here.", "Ovde se {refa} ne piše."),
    "all_pass": ("All passed.", "Svi su rekli dalje."),
    "nobody": ("Nobody follows: a made game without play.", "Niko ne dolazi: prolaz bez igre."),
    "pik_unplayed": ("Pik without kontra is not played.", "Pik bez kontre se ne igra."),
    "pik_made": ("Credited as made.", "Piše se prolaz."),
    "pik_hat": (
        "Somebody is in a hat, so the declarer is credited a made pik.",
        "Neko je u šeširu, pa se nosiocu piše prolaz.",
    ),
    "agreed": ("Agreed: {tricks_en} for the follower.", "Dogovor: pratiocu {tricks_sr}."),
    "no_discard": (
        "No two cards put away in time: automatic fall.",
        "Dve karte nisu vraćene na vreme: automatski pad.",
    ),
    "took_over": ("Takes over the fall of {other}: {fall} bule.", "Preuzima pad ({other}): {fall} bula."),
    "fined": ("Had to give kontra and did not: {fine} bule.", "Kontra je bila obavezna, a nije data: {fine} bula."),
    "hat_on": ("Below zero: a hat is drawn.", "Ispod nule: crta se šešir."),
    "hat_off": ("Out of the hat.", "Izlazak iz šešira."),
    "mirror": ("The opposite of the declarer's change.", "Suprotno od promene nosioca."),
    "mirror_half": ("Half of it, the opposite of the declarer's change.", "Polovina, suprotno od promene nosioca."),
    "mirror_none": ("No bule for the defence here.", "Odbrani se ovde ne pišu bule."),
}


def tricks_en(count: int) -> str:
    """ "1 trick", "2 tricks"."""
    return f"{count} trick" if count == 1 else f"{count} tricks"


def tricks_sr(count: int) -> str:
    """ "1 štih", "2 štiha", "5 štihova"."""
    return f"{count} {plural_sr(count, 'štih', 'štiha', 'štihova')}"


def plural_sr(count: int, one: str, few: str, many: str) -> str:
    """The Serbian form for a number: 1, 21 one; 2-4, 22-24 few; else many."""
    last, teens = abs(count) % 10, abs(count) % 100
    if last == 1 and teens != 11:
        return one
    return few if 2 <= last <= 4 and not 12 <= teens <= 14 else many


def game_text(word: str, igra: bool) -> Text:
    """ "Herc", "Igra herc": the words of the game stay those of the table in every language."""
    said = f"Igra {word}" if igra else word.capitalize()
    return Text(said, said)


def factors_text(kontra: int, refa: int, words: str = USUAL) -> str:
    """Multipliers as they are written in arithmetic: " x 2 (kontra) x 2 (refa)"; ``words`` is ``ui.words``."""
    names = {2: "kontra", 4: "rekontra", 8: "subkontra", 16: "mortkontra"}
    text = f" x {kontra} ({names[kontra]})" if kontra > 1 else ""
    return text + (f" x {refa} ({TERMS[words]['refa']})" if refa > 1 else "")


def sentence(key: str, arguments: Mapping[str, Argument], names: Sequence[str], words: str = USUAL) -> Text:
    """Fill a sentence in the words of ``ui.words``.

    ``tricks`` and ``joint`` are counted, ``against`` is a seat, ``game`` a contract word.
    """
    forms = FORMS[words]
    values: dict[str, Argument] = {**TERMS[words], **forms, **arguments}
    for counted in ("tricks", "joint"):
        if counted in arguments:
            count = int(arguments[counted])
            values |= {f"{counted}_en": tricks_en(count), f"{counted}_sr": tricks_sr(count)}
    if "points" in arguments:
        points = int(arguments["points"])
        values["points_sr"] = f"{points} {plural_sr(points, forms['supe_one'], forms['supe_few'], forms['supe_many'])}"
    if "against" in arguments:
        values["other"] = names[int(arguments["against"])]
    if "game" in arguments:
        game = game_text(str(arguments["game"]), bool(arguments["igra"]))
        values |= {"game_en": game.en, "game_sr": game.sr}
    english, serbian = _SENTENCES[key]
    return Text(english.format_map(values), serbian.format_map(values))
