"""The rules object: groups of parameters, options on top of a preset, and the check for conflicts."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from kibic.game import Parameter, RulesError, Text
from kibic.game.parameters import Value
from kibic.games.preferans.rules.bargain import (
    CallRules,
    DeclarationRules,
    FollowRules,
    KontraRules,
    PikRules,
    TalonRules,
)
from kibic.games.preferans.rules.bidding import AuctionRules, IgraRules
from kibic.games.preferans.rules.conflicts import conflicts
from kibic.games.preferans.rules.house import (
    AgreementRules,
    ConventionRules,
    DisplayRules,
    PenaltyRules,
    TableRules,
)
from kibic.games.preferans.rules.knobs import parameters_of
from kibic.games.preferans.rules.levels import LevelRules
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

    def validate(self) -> list[Text]:
        """All conflicts between the parameters, one sentence each; empty when the rules can be played."""
        return list(conflicts(self))

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
        known = ", ".join(PRESETS)
        raise RulesError(
            [Text(f"no ruleset is called {preset!r}; rulesets: {known}", f"nema pravila {preset!r}; pravila: {known}")]
        )
    values = _preset_values(preset)
    problems: list[Text] = []
    for key, value in (options or {}).items():
        parameter = _BY_KEY.get(key)
        if parameter is None:
            problems.append(
                Text(
                    f"{key}: no such key; see `kibic rules {preset}`",
                    f"{key}: nema takvog ključa; vidi `kibic rules {preset}`",
                )
            )
            continue
        accepted = parameter.accepts(value)
        if accepted is None:
            problems.append(parameter.refusal(value))
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
