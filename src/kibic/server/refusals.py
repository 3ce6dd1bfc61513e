"""Why the server refuses something, in words for people."""

from __future__ import annotations

from typing import Final

from kibic.game import IllegalAction, Json, KibicError, Text
from kibic.sheets import SheetError

_TEXTS: Final = {
    "bad_message": Text("This message is not one of the protocol: {detail}.", "Poruka nije po protokolu: {detail}."),
    "bad_request": Text("This request cannot be read: {detail}.", "Zahtev ne može da se pročita: {detail}."),
    "players": Text(
        "These rules are for {allowed} players, not for {asked}.",
        "Broj igrača po ovim pravilima: {allowed}, a ne {asked}.",
    ),
    "seats": Text(
        "Take at most one seat for yourself, and leave one for a person.",
        "Za sebe uzmite najviše jedno mesto, a jedno mora biti za čoveka.",
    ),
    "protocol": Text(
        "This page speaks protocol {asked}, the server speaks {spoken}. Please reload the page.",
        "Stranica govori protokol {asked}, a server {spoken}. Osvežite stranicu.",
    ),
    "unknown_table": Text("There is no such table. Please check the link.", "Takav sto ne postoji. Proverite link."),
    "unknown_sheet": Text("There is no such sheet. Please check the link.", "Takav list ne postoji. Proverite link."),
    "not_writer": Text(
        "This link only shows the sheet; writing needs the link with the key.",
        "Ovaj link samo prikazuje list; za upis treba link sa ključem.",
    ),
    "not_found": Text("There is nothing here.", "Ovde nema ničega."),
    "not_seated": Text("Only those who sit at this table may do that.", "To mogu samo oni koji sede za stolom."),
    "no_session": Text(
        "This page does not know who you are; please reload it.", "Stranica ne zna ko ste; osvežite je."
    ),
    "not_your_turn": Text("It is not your turn.", "Niste na potezu."),
    "stale_version": Text(
        "The table has moved on; your page shows an older state.",
        "Igra je otišla dalje; stranica prikazuje starije stanje.",
    ),
    "illegal": Text("The rules do not allow this now.", "Pravila to sada ne dozvoljavaju."),
    "unknown_word": Text("“{word}” is not a word of this game.", "„{word}“ nije reč ove igre."),
    "seat_taken": Text("This seat is not free.", "Ovo mesto nije slobodno."),
    "no_seat": Text("This table has no such seat.", "Ovaj sto nema takvo mesto."),
    "not_host": Text("Only the host of the table may do that.", "To može samo domaćin stola."),
    "already_started": Text("The match has already started.", "Partija je već počela."),
    "nothing_open": Text("There is nothing to answer or to agree on now.", "Sada nema o čemu da se odlučuje."),
    "declined": Text("{name} does not agree.", "{name} ne pristaje."),
    "too_fast": Text("Too many messages at once; please wait a moment.", "Previše poruka odjednom; sačekajte malo."),
    "too_large": Text("A message may have at most {limit} bytes.", "Poruka sme da ima najviše {limit} bajtova."),
    "storage": Text(
        "The move could not be saved, so it was not made. Please try again.",
        "Potez nije mogao da se sačuva, pa nije ni odigran. Pokušajte ponovo.",
    ),
    "unsure": Text(
        "The database did not answer; as soon as it does, the page shows whether the move was saved.",
        "Baza nije odgovorila; čim odgovori, stranica pokazuje da li je potez sačuvan.",
    ),
    "origin": Text("This request comes from another site.", "Zahtev dolazi sa druge adrese."),
    "content_type": Text("Please send application/json.", "Pošaljite application/json."),
    "rules": Text("These rules cannot be used together.", "Ova pravila ne mogu zajedno."),
    "needs_all": Text("This needs the consent of everybody at the table.", "Za ovo je potrebna saglasnost svih."),
    "proposal_open": Text("There is already a proposal to answer.", "Već postoji predlog na koji treba odgovoriti."),
    "internal": Text("The server made a mistake; it has been noted.", "Server je pogrešio; greška je zabeležena."),
    "banned": Text("The host of this table does not want you here.", "Domaćin ovog stola ne želi da budete ovde."),
    "crowded": Text("Too many people look on at this table.", "Za ovim stolom već gleda previše ljudi."),
    "no_kibitzers": Text("Nobody may look on at this table.", "Za ovim stolom nema gledanja."),
    "not_welcome": Text("You cannot sit at this table.", "Ne možete sesti za ovaj sto."),
    "too_many_blocked": Text("At most {most} people can be blocked.", "Može se blokirati najviše {most} ljudi."),
    "no_person": Text("There is nobody whom this could concern.", "Tu nema nikoga na koga bi se to odnosilo."),
    "login": Text("The name or the password is not right.", "Ime ili lozinka nisu tačni."),
    "wrong_password": Text("This is not your password.", "Ovo nije vaša lozinka."),
    "password_short": Text("Please take at least {least} characters.", "Uzmite bar {least} znakova."),
    "password_long": Text("A password has at most {most} characters.", "Lozinka ima najviše {most} znakova."),
    "password_common": Text(
        "This is one of the first passwords anybody would try; please take another one.",
        "Ovo je jedna od prvih lozinki koje bi neko probao; uzmite drugu.",
    ),
    "name_taken": Text("Somebody else has this name; please take another one.", "Ovo ime već neko ima; uzmite drugo."),
    "name_bad": Text("Please take another name.", "Uzmite drugo ime."),
    "no_account": Text("For this you need an account.", "Za ovo vam treba nalog."),
    "has_account": Text("You already have an account.", "Već imate nalog."),
    "hints_off": Text("At this table there are no hints.", "Za ovim stolom nema saveta."),
    "manners": Text(
        "A clock gives at least {move} seconds a move, and the table waits at least {wait} seconds, or for ever (0).",
        "Sat daje najmanje {move} sekundi po potezu, a na nekoga se čeka najmanje {wait} sekundi, ili bez kraja (0).",
    ),
    "time_up": Text("Your time is up; a bot makes this move.", "Vreme je isteklo; ovaj potez igra bot."),
    "only_words": Text(
        "While a hand is played only the words of the table are said here.",
        "Dok ruka traje, ovde se govore samo reči igre.",
    ),
    "too_long": Text("At most {limit} characters, please.", "Najviše {limit} znakova, molim."),
    "talk_gone": Text("This was said too long ago to be reported.", "Ovo je rečeno suviše davno da bi se prijavilo."),
    "paused": Text("The table is paused.", "Igra je na pauzi."),
    "not_over": Text("The match is not over yet.", "Partija još nije gotova."),
    "nothing_to_undo": Text(
        "There is no word of yours that could be taken back: others have acted since.",
        "Nema vaše reči koja može da se vrati: posle nje su igrali drugi.",
    ),
    "hand_is_over": Text("The hand is over; what ended it stays.", "Ruka je gotova; ono što ju je završilo ostaje."),
    "cards_were_seen": Text(
        "This cannot be taken back: cards have been seen since that nobody could know before.",
        "Ovo ne može da se vrati: posle toga su viđene karte koje niko nije mogao da zna.",
    ),
    "no_hint": Text("There is no hint now.", "Sada nema saveta."),
}


class Refused(KibicError):
    """Something the server refuses; it changed nothing.

    ``code`` is of docs/protocol.md, ``rule`` the rule ID where a rule of the game refuses, ``problems`` all faults of a
    set of rules, each ``{sr, en, keys}`` with the line and column where they are known.
    """

    def __init__(
        self,
        code: str,
        *,
        text: Text | None = None,
        rule: str | None = None,
        message_id: str | None = None,
        problems: tuple[Json, ...] = (),
        **facts: object,
    ) -> None:
        if text is None:
            pattern = _TEXTS[code]
            text = Text(pattern.en.format(**facts), pattern.sr.format(**facts))
        super().__init__(text.en)
        self.code = _PUBLIC.get(code, code)
        self.text = text
        self.rule = rule
        self.message_id = message_id
        self.problems = problems

    @classmethod
    def by_rule(cls, error: IllegalAction) -> Refused:
        """The refusal of an action the rules do not allow."""
        return cls("illegal", text=error.text, rule=error.rule)

    @classmethod
    def by_sheet(cls, error: SheetError) -> Refused:
        """The refusal of a command a sheet does not take."""
        return cls("illegal", text=error.text, rule=error.rule)


# Finer texts than the protocol has codes.
_PUBLIC: Final = {
    "no_person": "nothing_open",
    "too_many_blocked": "too_large",
    "not_welcome": "seat_taken",
    "wrong_password": "login",
    "password_short": "password",
    "password_long": "password",
    "password_common": "password",
    "name_bad": "bad_request",
    "has_account": "bad_request",
    "players": "bad_request",
    "seats": "bad_request",
    "no_seat": "bad_message",
    "no_session": "not_seated",
    "no_hint": "nothing_open",
    "unsure": "storage",
    "needs_all": "illegal",
    "proposal_open": "nothing_open",
    "manners": "bad_request",
    "talk_gone": "nothing_open",
    "too_long": "too_large",
    "not_over": "nothing_open",
    "nothing_to_undo": "no_undo",
    "hand_is_over": "no_undo",
    "cards_were_seen": "no_undo",
}
