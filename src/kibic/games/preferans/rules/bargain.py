"""Parameters between auction and play: talon, declaration, following, calling, kontra, pik (sections 5-9)."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.games.preferans.rules.knobs import knob


@dataclass(frozen=True, slots=True)
class TalonRules:
    """The talon."""

    shown: bool = knob(
        True,
        "The talon is shown to everybody before the declarer takes it.",
        "Talon se pokazuje svima pre nego što ga nosilac uzme.",
        "TAL-01",
    )
    discard_hidden: bool = knob(
        True, "The two discarded cards stay hidden.", "Škart ostaje skriven.", "TAL-02", (True,)
    )


@dataclass(frozen=True, slots=True)
class DeclarationRules:
    """The declared game."""

    min: str = knob(
        "bid",
        "The declared game is not below the bid it was won at.",
        "Najavljena igra nije niža od dobijene licitacije.",
        "DEC-01",
        ("bid",),
    )
    two_restriction: str = knob(
        "none",
        "What a winner at 2 may not declare: no restriction, no betl, or pik only.",
        "Šta ne sme najaviti ko dobije na 2: bez ograničenja, ne betl ili samo pik.",
        "DEC-03",
        ("none", "no_betl", "pik_only"),
    )


@dataclass(frozen=True, slots=True)
class FollowRules:
    """Following."""

    betl_forced: bool = knob(
        True,
        "In betl and preferans both defenders take part without being asked.",
        "U betlu i preferansu oba pratioca igraju bez pitanja.",
        "FOL-01",
        (True,),
    )
    order: str = knob(
        "right_first",
        "Who answers first: the defender on the declarer's right.",
        "Ko se prvi izjašnjava: pratilac desno od nosioca.",
        "FOL-02",
        ("right_first",),
    )
    none_result: str = knob(
        "made",
        "When nobody follows the declarer is credited a made game (standard pik has its own rule).",
        "Kad niko ne dođe, nosiocu se piše prolaz (običan pik ima svoje pravilo).",
        "FOL-04",
        ("made",),
    )


@dataclass(frozen=True, slots=True)
class CallRules:
    """Calling the other defender."""

    enabled: bool = knob(
        True, "A lone follower may call the other defender.", "Pratilac koji je sam sme da zove drugog.", "CALL-01"
    )
    refusable: bool = knob(True, "The called player may refuse.", "Pozvani sme da odbije.", "CALL-02")
    quota: int = knob(
        4,
        "Tricks a caller must take together with the called player.",
        "Koliko štihova pozivalac i pozvani moraju uzeti zajedno.",
        "CALL-03 MAKE-04",
        low=1,
        high=10,
    )
    supe_owner: str = knob(
        "caller_all",
        "Who writes the supe of a called pair: the caller all of them, or the caller only his own tricks.",
        "Ko piše supe kad je pozvano: pozivalac sve ili pozivalac samo svoje.",
        "CALL-03 SCO-02",
        ("caller_all", "own_only"),
    )
    who_can_kontra: str = knob(
        "caller", "In a called pair only the caller may give kontra.", "Kad je pozvano, kontru daje samo pozivalac.",
        "CALL-05", ("caller",),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class KontraRules:
    """The kontra ladder."""

    enabled: bool = knob(True, "Kontra may be given.", "Sme da se da kontra.", "KON-01")
    who: str = knob(
        "followers",
        "Who is asked for kontra: every defender who follows, the declarer's right first.",
        "Ko se pita za kontru: svaki pratilac koji je došao, prvo desno od nosioca.",
        "KON-01",
        ("followers",),
    )
    max: int = knob(
        16,
        "Highest factor: 2 kontra, 4 rekontra, 8 subkontra, 16 mortkontra.",
        "Najveći činilac: 2 kontra, 4 rekontra, 8 subkontra, 16 mortkontra.",
        "KON-04",
        (2, 4, 8, 16),
    )
    after_call: bool = knob(True, "A caller may still give kontra.", "Pozivalac sme još da da kontru.", "KON-11")
    quota: int = knob(
        5,
        "Tricks the defence must take together so that the kontras makes.",
        "Koliko štihova odbrana mora uzeti zajedno da kontraš prođe.",
        "KON-03 MAKE-05",
        low=1,
        high=10,
    )
    supe_owner: str = knob(
        "kontras_all",
        "Who writes the supe under kontra: the kontras all of them, or each his own (a called player none).",
        "Ko piše supe pod kontrom: kontraš sve ili svako svoje (pozvani ništa).",
        "KON-03 SCO-02",
        ("kontras_all", "own_unless_called"),
    )
    pulls_in_third: bool = knob(
        True,
        "Kontra brings in the defender who did not follow.",
        "Kontra uvlači u igru onog ko nije došao.",
        "KON-02",
        (True,),
    )
    sub_by: str = knob(
        "kontras",
        "Who may give subkontra: the kontras, or either defender.",
        "Ko sme da da subkontru: kontraš ili bilo koji pratilac.",
        "KON-08",
        ("kontras", "any_defender"),
    )
    sub_responsibility: str = knob(
        "kontras",
        "Who answers after a subkontra: the kontras, or the giver of the subkontra.",
        "Ko odgovara posle subkontre: kontraš ili davalac subkontre.",
        "KON-08",
        ("kontras", "sub_giver"),
    )
    reactivate: bool = knob(
        False,
        "A first defender who did not follow may come back with a kontra when the second followed.",
        "Prvi pratilac koji nije došao sme da se vrati kontrom ako je drugi došao.",
        "KON-09",
    )
    betl_rekontra: str = knob(
        "allowed",
        "Rekontra in betl: always allowed, or not on a sure (uver) betl.",
        "Rekontra u betlu: uvek dozvoljena ili ne na uver betl.",
        "KON-10",
        ("allowed", "not_if_uver"),
    )


@dataclass(frozen=True, slots=True)
class PikRules:
    """Standard pik."""

    needs_kontra: bool = knob(
        True, "Standard pik is played only with kontra.", "Običan pik se igra samo uz kontru.", "PIK-01"
    )
    no_kontra: str = knob(
        "srpski_tree",
        "Standard pik without kontra: somebody in a hat - made, else refa, else nothing; refa, else made; declarer in "
        "a hat - made, else refa, else nothing; the same for anybody in a hat; always made; played.",
        "Pik bez kontre: neko u šeširu - prolaz, inače refa, inače ništa; refa, inače prolaz; nosilac u šeširu - "
        "prolaz, inače refa, inače ništa; isto za bilo koga u šeširu; uvek prolaz; igra se.",
        "PIK-02 PIK-03 PIK-04",
        ("srpski_tree", "refa_else_pass", "refa_or_gift_in_hat", "any_in_hat", "pass", "played"),
    )
    pass_when: str = knob(
        "always",
        "When no refa can be written (refa_else_pass): always made, or only for a declarer in a hat.",
        "Kad refa više ne može (refa_else_pass): uvek prolaz ili samo nosiocu u šeširu.",
        "PIK-03",
        ("always", "declarer_in_hat_only"),
    )
    nobody_follows: str = knob(
        "as_no_kontra",
        "Standard pik when nobody follows: as without kontra, or an ordinary made game.",
        "Običan pik kad niko ne dođe: kao bez kontre ili običan prolaz.",
        "PIK-02 FOL-04",
        ("as_no_kontra", "made"),
    )
