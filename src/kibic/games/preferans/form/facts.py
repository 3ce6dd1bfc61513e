"""From a finished hand back to the answers that enter it: for corrections, and for the same hand under other rules."""

from __future__ import annotations

from kibic.games.preferans.actions import Fine, TakeOver
from kibic.games.preferans.contracts import CONTRACT_BY_WORD
from kibic.games.preferans.form.answers import LADDER_KEYS, NO, PASS_ANSWER, TRICK_KEYS, UNDISCARDED_ANSWER, YES
from kibic.games.preferans.form.model import Ended
from kibic.games.preferans.form.openings import IGRA
from kibic.games.preferans.levels.outcome import LevelOutcome
from kibic.games.preferans.narrow import known
from kibic.games.preferans.outcome import Outcome
from kibic.games.preferans.sentences import Argument


def answers_of(outcome: Ended) -> dict[str, str]:
    """The answers that tell this hand. They tell more than a ruleset may ask for, which does no harm.

    Of a kontra it is told who answers for it, as if he had given every step of the defence.
    """
    if outcome.declarer is None:
        return {"declarer": PASS_ANSWER}
    answers = {"declarer": str(outcome.declarer)}
    if outcome.contract is None:
        return answers | {"game": UNDISCARDED_ANSWER, "bid": _bid(outcome)}
    igra = isinstance(outcome, Outcome) and outcome.igra
    answers["game"] = f"{IGRA} {outcome.contract.word}" if igra else outcome.contract.word
    if not outcome.contract.is_forced:
        answers["follow"] = _follow(outcome)
    if outcome.kind == "agreed":
        answers["offer"] = str(_argument(outcome, "agreed", "tricks"))
    if isinstance(outcome, Outcome):
        answers |= _ladder(outcome)
    return answers | _tricks(outcome) | _penalty(outcome)


def _argument(outcome: Ended, key: str, argument: str) -> Argument:
    """What a reason of the outcome was told with."""
    return next(dict(reason.arguments)[argument] for reason in outcome.reasons if reason.key == key)


def _bid(outcome: Ended) -> str:
    """The bid that was won with and lost for want of a discard (PEN-01)."""
    if isinstance(outcome, LevelOutcome):
        return str(_argument(outcome, "bid_lost", "game"))
    return str(int(CONTRACT_BY_WORD[str(_argument(outcome, "unit", "game"))]))


def _follow(outcome: Ended) -> str:
    if outcome.caller is not None:
        how = f" {outcome.summon}" if isinstance(outcome, LevelOutcome) else ""
        return f"{outcome.caller}+{outcome.called}{how}"
    came = [seat for seat, role in enumerate(outcome.roles) if role in ("follower", "kontras")]
    if len(came) != 1:
        return "both" if came else "none"
    return f"{came[0]}?" if outcome.kind == "agreed" else str(came[0])


def _ladder(outcome: Outcome) -> dict[str, str]:
    if outcome.kontra == 1:
        return {LADDER_KEYS[2]: NO}
    # A called player answers only for a subkontra of his own; the kontra was his caller's (CALL-05, KON-08).
    first = outcome.caller if outcome.kontras == outcome.called else outcome.kontras
    givers = {2: first, 4: outcome.declarer, 8: outcome.kontras, 16: outcome.declarer}
    return {key: str(givers[factor]) if factor <= outcome.kontra else NO for factor, key in LADDER_KEYS.items()}


def _tricks(outcome: Ended) -> dict[str, str]:
    if outcome.tricks is None:
        return {}
    declarer = known(outcome.declarer)
    seats = (declarer, *outcome.followers)
    answers = {key: str(outcome.tricks[seat]) for key, seat in zip(TRICK_KEYS, seats, strict=False)}
    return answers | {"made": YES if outcome.made[declarer] else NO}


def _penalty(outcome: Ended) -> dict[str, str]:
    for reason in outcome.reasons:
        seat = reason.seat
        if reason.key == "took_over" and seat is not None:
            return {"penalty": TakeOver(seat, int(dict(reason.arguments)["against"])).word}
        if reason.key == "fined" and seat is not None:
            return {"penalty": Fine(seat).word}
    return {}
