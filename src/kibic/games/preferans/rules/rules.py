"""The rules object: groups of parameters, options on top of a preset, and the check for conflicts."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from kibic.game import Parameter, RulesError
from kibic.game.parameters import Value, show
from kibic.games.preferans.rules.bargain import (
    CallRules,
    DeclarationRules,
    FollowRules,
    KontraRules,
    PikRules,
    TalonRules,
)
from kibic.games.preferans.rules.bidding import AuctionRules, IgraRules
from kibic.games.preferans.rules.house import (
    AgreementRules,
    ConventionRules,
    DisplayRules,
    PenaltyRules,
    TableRules,
)
from kibic.games.preferans.rules.knobs import parameters_of
from kibic.games.preferans.rules.levels import LevelRules, level_conflicts
from kibic.games.preferans.rules.playing import BetlRules, EndRules, LeadRules, MakeRules, PlayRules
from kibic.games.preferans.rules.presets import PRESETS
from kibic.games.preferans.rules.setup import AllPassRules, DealRules, SeatRules
from kibic.games.preferans.rules.sheet import (
    HatRules,
    LastRules,
    MatchRules,
    RefaRules,
    ResultRules,
    ScoreRules,
    WriteOffRules,
)


@dataclass(frozen=True)
class Rules:
    """Every parameter of Preferans. ``rules.auc.hold`` is the key ``auc.hold``; the defaults are ``srpski``.

    ``preset`` names the ruleset the options were put on.
    """

    preset: str = "srpski"
    seat: SeatRules = field(default_factory=SeatRules)
    deal: DealRules = field(default_factory=DealRules)
    allpass: AllPassRules = field(default_factory=AllPassRules)
    auc: AuctionRules = field(default_factory=AuctionRules)
    igra: IgraRules = field(default_factory=IgraRules)
    talon: TalonRules = field(default_factory=TalonRules)
    dec: DeclarationRules = field(default_factory=DeclarationRules)
    follow: FollowRules = field(default_factory=FollowRules)
    call: CallRules = field(default_factory=CallRules)
    kontra: KontraRules = field(default_factory=KontraRules)
    pik: PikRules = field(default_factory=PikRules)
    level: LevelRules = field(default_factory=LevelRules)
    lead: LeadRules = field(default_factory=LeadRules)
    play: PlayRules = field(default_factory=PlayRules)
    end: EndRules = field(default_factory=EndRules)
    make: MakeRules = field(default_factory=MakeRules)
    betl: BetlRules = field(default_factory=BetlRules)
    score: ScoreRules = field(default_factory=ScoreRules)
    refa: RefaRules = field(default_factory=RefaRules)
    hat: HatRules = field(default_factory=HatRules)
    match: MatchRules = field(default_factory=MatchRules)
    last: LastRules = field(default_factory=LastRules)
    writeoff: WriteOffRules = field(default_factory=WriteOffRules)
    result: ResultRules = field(default_factory=ResultRules)
    table: TableRules = field(default_factory=TableRules)
    agr: AgreementRules = field(default_factory=AgreementRules)
    pen: PenaltyRules = field(default_factory=PenaltyRules)
    conv: ConventionRules = field(default_factory=ConventionRules)
    ui: DisplayRules = field(default_factory=DisplayRules)

    def as_dict(self) -> dict[str, Value]:
        """All keys with their values."""
        return {
            f"{group}.{item.name}": getattr(getattr(self, group), item.name)
            for group in GROUPS
            for item in dataclasses.fields(getattr(self, group))
        }

    def options(self) -> dict[str, Value]:
        """The keys whose values differ from the preset."""
        preset = _preset_values(self.preset)
        return {key: value for key, value in self.as_dict().items() if value != preset[key]}

    def validate(self) -> list[str]:
        """All conflicts between the parameters, one sentence each; empty when the rules can be played."""
        return list(_conflicts(self))

    @cached_property
    def refa_budget(self) -> int:
        """How many refas may be written in the match (REF-02, ``refa.max``)."""
        start = self.match.start_bule
        match self.refa.max:
            case int(number):
                return number
            case "auto_30":
                return max(1, start // 30)
            case "hr_table":
                return 3 if start < 100 else 4 if start < 200 else 5
            case _:
                return min(max(start // 50, 1), 5)

    @cached_property
    def hands_limit(self) -> int | None:
        """After how many hands the match ends (``match.end = hands:N``), None when it is not counted."""
        kind, _, number = self.match.end.partition(":")
        return int(number) if kind == "hands" else None


_GROUP_CLASSES: Final[dict[str, Any]] = {
    item.name: item.default_factory for item in dataclasses.fields(Rules) if item.name != "preset"
}
GROUPS: Final = tuple(_GROUP_CLASSES)
PARAMETERS: Final[tuple[Parameter, ...]] = tuple(
    parameter for group, cls in _GROUP_CLASSES.items() for parameter in parameters_of(group, cls)
)
_BY_KEY: Final = {parameter.key: parameter for parameter in PARAMETERS}


def rules_for(preset: str = "srpski", options: Mapping[str, Any] | None = None) -> Rules:
    """The rules of ``preset`` with ``options`` (dotted keys) on top.

    Raises :class:`RulesError` that names every unknown key, wrong value and conflict at once.
    """
    if preset not in PRESETS:
        raise RulesError([f"no ruleset is called {preset!r}; rulesets: {', '.join(PRESETS)}"])
    values = _preset_values(preset)
    problems = []
    for key, value in (options or {}).items():
        parameter = _BY_KEY.get(key)
        if parameter is None:
            problems.append(f"{key}: no such key; see `kibic rules {preset}`")
            continue
        accepted = parameter.accepts(value)
        if accepted is None:
            problems.append(f"{key}: {show(value)} is not allowed; allowed: {parameter.expected()}")
            continue
        values[key] = accepted
    rules = _build(preset, values)
    problems += rules.validate()
    if problems:
        raise RulesError(problems)
    return rules


def _preset_values(preset: str) -> dict[str, Value]:
    return {parameter.key: parameter.default for parameter in PARAMETERS} | dict(PRESETS[preset])


def _build(preset: str, values: Mapping[str, Value]) -> Rules:
    groups: dict[str, dict[str, Value]] = {group: {} for group in GROUPS}
    for key, value in values.items():
        group, _, name = key.partition(".")
        groups[group][name] = value
    return Rules(preset, **{group: _GROUP_CLASSES[group](**fields) for group, fields in groups.items()})


def _conflicts(rules: Rules) -> Iterator[str]:
    if not rules.seat.players:
        yield "seat.players: at least one number of players is needed"
    if rules.score.bule_model == "mirror93" and rules.match.end == "total_zero":
        yield (  # SCO-09
            "score.bule_model = mirror93 keeps the total of bule unchanged, so match.end = total_zero never comes; "
            "choose match.end = hands:N or first_at_or_below_zero"
        )
    if rules.score.bule_model == "mirror93" and rules.last.fall_double != "off":
        yield "last.fall_double needs score.bule_model = classic: in mirror93 nobody pays for a fall of his own"
    if not rules.kontra.enabled and rules.pik.needs_kontra and rules.pik.no_kontra != "played":
        yield (  # PIK-01
            "kontra.enabled = false and pik.needs_kontra = true would mean that pik is never played; set "
            "pik.needs_kontra = false"
        )
    if rules.betl.kontras_test == "tricks5" and rules.end.betl_first_trick:
        yield (  # C-15
            "betl.kontras_test = tricks5 counts all ten tricks of a betl; set end.betl_first_trick = false"
        )
    if rules.igra.tie == "first_may_cede_with_kontra" and not rules.kontra.enabled:
        yield "igra.tie = first_may_cede_with_kontra needs kontra.enabled = true: who cedes must give kontra"
    if rules.kontra.sub_responsibility == "sub_giver" and rules.kontra.max < 8:
        yield "kontra.sub_responsibility = sub_giver needs kontra.max of at least 8"
    if rules.end.stop_at_5 and rules.make.declarer != 6:
        yield "end.stop_at_5 = true takes five tricks of the defence for a fall, so make.declarer must be 6"
    if rules.make.pair_joint < rules.make.pair_each:
        yield "make.pair_joint is below make.pair_each, so the single quota would never count"
    if rules.match.start_bule % 2:
        yield "match.start_bule must be even, because every game changes the bule by an even number"
    yield from level_conflicts(rules)
