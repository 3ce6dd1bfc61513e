"""Leads of the defence in suit games: through the declarer small, through partner high (strategy.md section 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kibic.games.preferans.holdings import ACE, JACK, KING, LENGTH, LOW, QUEEN, SUIT_MASKS, TEN, TOP, holdings
from kibic.games.preferans.vocabulary import fork, reasons, second_king, small_fork, third_queen

#: Score of a candidate that the conventions order outright.
ORDER: Final = 50.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A lead with its score; the best score is led."""

    card: int
    score: float
    rule: str
    en: str
    sr: str


@dataclass(frozen=True, slots=True)
class LeadPlan:
    """All a lead decision uses (OPL-12).

    ``hand`` are the cards held, ``through_declarer`` tells that the declarer plays next; ``ordered`` is a suit that
    call or bids order with its rule; ``void_declarer`` and ``void_partner`` are masks of suits they are known to be
    out of; ``masters`` own cards that nothing beats; ``gone`` cards no longer out; ``ruffs`` whether the declarer may
    still ruff; ``partner_suits`` suits partner led; ``thrice`` suits led twice through partner; ``under`` is
    ``conv.lead_under``; ``alone`` that no partner takes part.
    """

    hand: int
    trump: int
    through_declarer: bool
    opening: bool = True
    ordered: tuple[int, str] | None = None
    void_declarer: int = 0
    void_partner: int = 0
    masters: int = 0
    gone: int = 0
    ruffs: bool = True
    partner_suits: tuple[int, ...] = ()
    thrice: tuple[int, ...] = ()
    under: str = "gulin"
    alone: bool = False


def sequence_top(holding: int) -> int | None:
    """OPL-04, OPL-03.2: the rank to lead from a sequence, None without one.

    A K Q 10 leads K, K Q J leads K, K Q 10 leads K, Q J 10 9 leads Q, A K J leads K (OPL-10).
    """
    if holding & (ACE | KING) == ACE | KING and (holding & QUEEN or holding & JACK) and LENGTH[holding] >= 3:
        return 6
    if holding & (KING | QUEEN) == KING | QUEEN and holding & (JACK | TEN) and not holding & ACE:
        return 6
    if holding & (QUEEN | JACK | TEN) == QUEEN | JACK | TEN and not holding & (ACE | KING):
        return 5
    return None


def strong_trumps(holding: int) -> bool:
    """OPL-03.4: A K Q, K Q J, K Q 10, Q J 10 or Q J y in trumps."""
    honours = holding & (ACE | KING | QUEEN | JACK | TEN)
    return LENGTH[holding] >= 3 and (
        honours & (ACE | KING | QUEEN) == ACE | KING | QUEEN
        or (honours & (KING | QUEEN) == KING | QUEEN and bool(honours & (JACK | TEN)))
        or honours & (QUEEN | JACK | TEN) == QUEEN | JACK | TEN
    )


def covers_all_sides(hand: int, trump: int) -> bool:
    """Whether each side suit holds a reason or an honour that stops it (OPL-03.3)."""
    return all(
        reasons(h) > 0 or h & (KING | QUEEN | ACE) for suit, h in enumerate(holdings(hand)) if suit != trump and h
    ) and all(h for suit, h in enumerate(holdings(hand)) if suit != trump)


def candidates(plan: LeadPlan) -> Iterator[Candidate]:
    """One lead of each suit held, with its score."""
    for suit, holding in enumerate(holdings(plan.hand)):
        if not holding:
            continue
        if suit == plan.trump:
            yield _trump_lead(plan, suit, holding)
        else:
            yield _side_lead(plan, suit, holding)


def best_lead(plan: LeadPlan) -> Candidate:
    """The lead the conventions prefer. The hand must not be empty."""
    return max(candidates(plan), key=lambda lead: (lead.score, -lead.card))


def _trump_lead(plan: LeadPlan, suit: int, holding: int) -> Candidate:
    base = suit * 8
    ordered = plan.ordered is not None and plan.ordered[0] == suit
    if strong_trumps(holding) and not plan.alone:
        rank = 6 if holding & KING and not holding & ACE else TOP[holding]
        return Candidate(base + rank, 30.0, "OPL-03", "{card}: strong trumps go before all other leads.",
                         "{card}: jaki aduti imaju prednost nad svim polascima.")  # fmt: skip
    sides_void = any(not h for other, h in enumerate(holdings(plan.hand)) if other != suit)
    # Later in the hand the ace is better kept over the declarer's trumps.
    if plan.opening and holding & ACE and sides_void and LENGTH[holding] <= 2 and not plan.alone:
        return Candidate(base + 7, 20.0, "OPL-08", "{card} at once, so that partner's ace need not be ruffed.",
                         "{card} odmah, da se ne bi sekao partnerov kec.")  # fmt: skip
    if LENGTH[holding] == 1 and plan.opening and covers_all_sides(plan.hand, suit):
        return Candidate(base + LOW[holding], 18.0 if plan.through_declarer else 6.0, "OPL-03",
                         "{card}: a single small trump, all side suits are covered.",
                         "{card}: mali adut singl, sve boje su pokrivene.")  # fmt: skip
    score = -6.0 if plan.opening else -4.0
    master = plan.masters >> (base + TOP[holding]) & 1
    if master and not plan.opening and LENGTH[holding] >= 2:
        score = 0.5
    if ordered:
        score = max(score, 1.0)
    rank = TOP[holding] if master or not plan.through_declarer else LOW[holding]
    return Candidate(base + rank, score, "DEF-06", "{card}: a trump, so that it does not ruff partner's tricks.",
                     "{card}: adut, da ne bi sekao partnerove štihove.")  # fmt: skip


def _side_lead(plan: LeadPlan, suit: int, holding: int) -> Candidate:
    ordered = plan.ordered is not None and plan.ordered[0] == suit
    lead = _through_declarer(plan, suit, holding) if plan.through_declarer else _through_partner(plan, suit, holding)
    if ordered and plan.ordered is not None:
        return Candidate(
            lead.card, ORDER, plan.ordered[1],
            "{card}: the suit that bids and call ask for.", "{card}: boja koju traže licitacija i poziv.",
        )  # fmt: skip
    return _weighed(plan, suit, holding, lead)


def _weighed(plan: LeadPlan, suit: int, holding: int, lead: Candidate) -> Candidate:
    """Score corrected by what has been seen: voids, masters, suits led before."""
    score = lead.score
    out = (SUIT_MASKS[suit] & ~plan.gone & ~plan.hand).bit_count()
    declarer_void = plan.void_declarer >> suit & 1
    if declarer_void and plan.ruffs:
        # DEF-05: ruffing shortens the declarer; an own high card is not wasted on it.
        low = suit * 8 + LOW[holding]
        return Candidate(low, 5.0 + 0.2 * LENGTH[holding], "DEF-05",
                         "{card}: the declarer has to ruff and runs short of trumps.",
                         "{card}: nosilac mora da seče i ostaje bez aduta.")  # fmt: skip
    top = suit * 8 + TOP[holding]
    if plan.masters >> top & 1 and not plan.opening:
        score = 9.0 - 0.8 * max(0, 4 - out) if plan.ruffs else 12.0
        if out == 0 and plan.ruffs:
            score = 2.0
        return Candidate(top, score, "OPL-10" if LENGTH[holding] > 1 else "OPL-01",
                         "{card} is the highest card left in its suit.",
                         "{card} je najjača preostala karta u boji.")  # fmt: skip
    if plan.void_partner >> suit & 1:
        score += 3.0
        return Candidate(suit * 8 + LOW[holding], score, "OPL-11", "{card}: partner can ruff this suit.",
                         "{card}: partner može da seče ovu boju.")  # fmt: skip
    if suit in plan.partner_suits:
        score += 3.5
    if suit in plan.thrice and not plan.through_declarer:
        score -= 5.0
    return Candidate(lead.card, score, lead.rule, lead.en, lead.sr)


def _through_declarer(plan: LeadPlan, suit: int, holding: int) -> Candidate:
    """OPL-02, OPL-03: small from a suit without tricks, high from a sequence."""
    base = suit * 8
    length = LENGTH[holding]
    rank = sequence_top(holding)
    if rank is not None:
        return Candidate(base + rank, 12.0 + 0.1 * length + (holding >> 7) * 1.0, "OPL-03",
                         "{card} from a sequence, through the declarer.",
                         "{card} iz niza, kroz protivnika.")  # fmt: skip
    if holding & (ACE | KING) == ACE | KING:
        return Candidate(base + 7, 11.0, "OPL-02", "{card}, then the king: the declarer must ruff.",
                         "{card}, pa kralj: nosilac mora da seče.")  # fmt: skip
    score = 6.0 + 0.4 * length
    en = "{card}: small through the declarer, from a suit without tricks."
    sr = "{card}: mala kroz protivnika, iz boje bez štiha."
    if holding & (QUEEN | JACK) == QUEEN | JACK:
        return Candidate(base + 5, 5.5, "OPL-03", "{card} from queen and jack, never the small one.",
                         "{card} iz dame i žandara, nikad mala.")  # fmt: skip
    if holding & ACE:
        score -= 3.5 + (1.5 if fork(holding) else 0.0)
        if length <= 2 and not holding & QUEEN:
            return Candidate(base + 7, score + 0.5, "OPL-01", "{card}: better high than under the ace.",
                             "{card}: bolje visoko nego ispod keca.")  # fmt: skip
    elif holding & KING:
        score -= 3.0 if plan.under != "nep" else 0.0
        score -= 1.0 if small_fork(holding) else 0.0
    elif holding & QUEEN:
        score -= 1.5 if plan.under != "nep" and length <= 3 else 0.5
    if length == 1:
        # DEF-10: a plain singleton is no lead.
        score -= 3.0
    return Candidate(base + LOW[holding], score, "OPL-02", en, sr)


def _through_partner(plan: LeadPlan, suit: int, holding: int) -> Candidate:
    """OPL-01: the highest card of the suit; never from a second king or a fork."""
    base = suit * 8
    length = LENGTH[holding]
    rank = sequence_top(holding)
    if rank is not None:
        return Candidate(base + rank, 11.0 + 0.1 * length, "OPL-04", "{card} marks the sequence, through partner high.",
                         "{card} pokazuje niz, kroz svoga visoko.")  # fmt: skip
    if holding & (ACE | KING) == ACE | KING:
        return Candidate(base + 7, 12.0, "OPL-01", "{card} through partner high, to learn what the declarer has.",
                         "{card} kroz svoga: najjača karta pokazuje šta nosilac ima.")  # fmt: skip
    if second_king(holding) or fork(holding) or small_fork(holding):
        return Candidate(base + LOW[holding], 1.0, "OPL-01", "{card}: the fork is not opened.",
                         "{card}: makaze se ne otvaraju.")  # fmt: skip
    if holding & ACE:
        return Candidate(base + 7, 7.0 - 0.3 * length, "OPL-01", "{card} through partner high.",
                         "{card} kroz svoga visoko.")  # fmt: skip
    if holding & KING:
        card = LOW[holding] if length >= 4 else TOP[holding]
        return Candidate(base + card, 3.0, "OPL-09" if length >= 4 else "OPL-01",
                         "{card}: under the long king a small one, else the king.",
                         "{card}: ispod dugog kralja mala, inače kralj.")  # fmt: skip
    score = 5.0 + 0.2 * length - (1.0 if third_queen(holding) else 0.0) - (2.0 if length == 1 else 0.0)
    rank = TOP[holding] if TOP[holding] <= 4 else LOW[holding]
    return Candidate(base + rank, score, "OPL-01", "{card} through partner, from a suit without tricks.",
                     "{card} kroz svoga, iz boje bez štiha.")  # fmt: skip
