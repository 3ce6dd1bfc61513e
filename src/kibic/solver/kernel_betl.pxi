# Part of kernel.pyx: what needs no search in betl, and the tables for it; docs/solver.md has the proofs.

cdef inline int limit_of(int discards, BetlSuit* suit) noexcept nogil:
    """The bit of ``guard`` and ``exits`` for what the defenders can discard from a suit."""
    return min(3, discards - suit.longer) << 2 | min(3, discards - suit.shorter)


cdef bint decided_betl(BetlSuit* a, BetlSuit* b, BetlSuit* c, BetlSuit* d, int leader, int left,
                       int need, int* answer) noexcept nogil:
    # Both defenders have as many cards, so what one has more in some suits the other has more in the rest.
    cdef int discards = a.longer + b.longer + c.longer + d.longer
    cdef int in_a = limit_of(discards, a), in_b = limit_of(discards, b)
    cdef int in_c = limit_of(discards, c), in_d = limit_of(discards, d)
    cdef int safe = (a.guard >> in_a & 1) | (b.guard >> in_b & 1) << 1 | (c.guard >> in_c & 1) << 2 | (
        d.guard >> in_d & 1) << 3
    cdef int ducks, others, rest
    answer[0] = 0
    if leader:
        if safe == 15:
            return True
        ducks = min(min(a.duck, b.duck), min(c.duck, d.duck))
        if ducks == 0 and not (a.hit | b.hit | c.hit | d.hit) & leader:
            ducks = 1
        if ducks > left - need:
            return True
        answer[0] = 1
        if (a.hit | b.hit | c.hit | d.hit) & leader:
            if need == 1:
                return True
            others = min(a.stuck, b.stuck)
            rest = min(c.stuck, d.stuck)
            if need <= max(max(after_hit(a, min(<int>b.stuck, rest), leader), after_hit(b, min(<int>a.stuck, rest), leader)),
                           max(after_hit(c, min(<int>d.stuck, others), leader), after_hit(d, min(<int>c.stuck, others), leader))):
                return True
        if need > 1:
            return False
        if (a.aims | b.aims | c.aims | d.aims) & leader:
            return True
        return (a.force >> (4 * leader + (b.aims | c.aims | d.aims)) | b.force >> (4 * leader + (a.aims | c.aims | d.aims))
                | c.force >> (4 * leader + (a.aims | b.aims | d.aims))
                | d.force >> (4 * leader + (a.aims | b.aims | c.aims))) & 1
    if (safe | 1 == 15 and a.exits >> in_a & 1) or (safe | 2 == 15 and b.exits >> in_b & 1) or (
            safe | 4 == 15 and c.exits >> in_c & 1) or (safe | 8 == 15 and d.exits >> in_d & 1):
        return True
    others = min(a.duck, b.duck)
    rest = min(c.duck, d.duck)
    if max(max(min(<int>a.leave, 1 + min(<int>b.duck, rest)), min(<int>b.leave, 1 + min(<int>a.duck, rest))),
           max(min(<int>c.leave, 1 + min(<int>d.duck, others)), min(<int>d.leave, 1 + min(<int>c.duck, others)))) > left - need:
        return True
    answer[0] = 1
    if need <= min(min(a.stuck, b.stuck), min(c.stuck, d.stuck)):
        return True
    if need > 1:
        return False
    return (a.force >> (b.aims | c.aims | d.aims) & b.force >> (a.aims | c.aims | d.aims)
            & c.force >> (a.aims | b.aims | d.aims) & d.force >> (a.aims | b.aims | c.aims)) & 1


cdef inline int after_hit(BetlSuit* suit, int others, int leader) noexcept nogil:
    """Tricks the declarer wins if a defender leads this suit below his cards; ``others``: before another suit frees him."""
    if not suit.hit & leader:
        return 0
    if suit.hit & HIT_ALONE:
        others -= 1         # the partner has to discard, perhaps a card that could stay below
    return min(<int>suit.again[leader - 1], 1 + others)


cdef void fill_betl(BetlSuit* suit, uint32_t* masks) noexcept nogil:
    """Fill in a suit; the smaller layouts are filled in already."""
    cdef int leader, limit, goals, place, low = _nth_from_bottom(masks[0], 0)
    cdef int cards[3]
    suit.longer = max(0, COUNT[masks[2]] - COUNT[masks[1]])
    suit.shorter = max(0, COUNT[masks[1]] - COUNT[masks[2]])
    suit.stuck = _stuck(masks)
    suit.hit = suit.guard = suit.exits = suit.force = 0
    for leader in range(1, 3):
        if masks[0] and masks[leader] and _nth_from_bottom(masks[leader], 0) < low and (
                not masks[3 - leader] or _nth_from_bottom(masks[3 - leader], 0) < low):
            suit.hit |= HIT1 if leader == 1 else HIT2
    suit.duck = _ducks(masks)
    suit.leave = 0
    for place in range(8):
        if masks[0] >> place & 1:
            cards[0] = place
            suit.leave = max(<int>suit.leave, _ducks_next(masks, 0, cards, 1))
    for leader in range(1, 3):
        suit.again[leader - 1] = 0
        if suit.hit & leader:
            for place in range(low):
                if masks[leader] >> place & 1:
                    suit.again[leader - 1] = max(<int>suit.again[leader - 1], _again(masks, leader, place))
            if not masks[3 - leader]:
                suit.hit |= HIT_ALONE
    # What holds with any discards holds with fewer; the two ends settle nearly all layouts.
    if _guarded(masks, 15):
        suit.guard = 0xFFFF
    elif _guarded(masks, 0):
        for limit in range(15):
            suit.guard |= _guarded(masks, limit) << limit
    if _can_exit(masks, 15):
        suit.exits = 0xFFFF
    elif _can_exit(masks, 0):
        for limit in range(15):
            suit.exits |= _can_exit(masks, limit) << limit
    for leader in range(3):
        for goals in range(4):
            if _forced(masks, leader, goals):
                suit.force |= 1 << 4 * leader + goals
    suit.aims = (suit.force >> 4 & 1) | (suit.force >> 7 & 2)


cdef bint _guarded(uint32_t* masks, int limit) noexcept nogil:
    """Each bit of ``guard``: the declarer never wins a trick of this suit if he never leads it.

    The defenders lead it as often as they like and may discard ``limit >> 2`` cards of player 1 and ``limit & 3`` of
    player 2 from it, where 3 stands for any number.
    """
    cdef int player, place, fewer
    cdef int cards[3]
    if not masks[0]:
        return True
    for player in range(1, 3):
        fewer = limit
        if player == 1 and limit >> 2 and limit >> 2 < 3:
            fewer -= 4
        if player == 2 and limit & 3 and limit & 3 < 3:
            fewer -= 1
        for place in range(8):
            if not masks[player] >> place & 1:
                continue
            cards[0] = cards[1] = cards[2] = -1
            cards[player] = place
            if (limit & 3 if player == 2 else limit >> 2) and not betl_after(masks, cards).guard >> fewer & 1:
                return False
            if _forced_next(masks, player, 16 + limit, cards, 1):
                return False
    return True


cdef bint _can_exit(uint32_t* masks, int limit) noexcept nogil:
    """Each bit of ``exits``: a lead of the declarer loses and leaves the suit guarded, whatever the defenders play."""
    cdef int place
    cdef int cards[3]
    for place in range(8):
        if masks[0] >> place & 1:
            cards[0] = place
            if not _forced_next(masks, 0, 16 + limit, cards, 1):
                return True
    return False


cdef bint _forced(uint32_t* masks, int leader, int goals) noexcept nogil:
    """Whether this suit alone makes the declarer win a trick, by leader and a set of defenders: each bit of ``force``.

    The defenders have reached their aim if the declarer has won a trick or if one of the set is on lead, who goes on
    with another suit. On lead they lead this suit; the declarer leads it in the first trick at most.
    """
    cdef int place
    cdef int cards[3]
    if leader and goals >> (leader - 1) & 1:
        return True
    if not masks[leader]:
        return leader == 0          # a suit that the declarer cannot lead
    if not masks[0]:
        return False
    if not masks[1] or not masks[2]:
        goals = 0                   # a defender who discards might have to weaken the other suit
    for place in range(8):
        if masks[leader] >> place & 1:
            cards[leader] = place
            if _forced_next(masks, leader, goals, cards, 1) == (leader != 0):
                return leader != 0
    return leader == 0


cdef bint _forced_next(uint32_t* masks, int leader, int goals, int* cards, int played) noexcept nogil:
    """Whether the defenders reach their aim after some cards of a trick; ``goals`` of 16 or more ask for ``guard``."""
    cdef int player = (leader + played) % 3, place, winner
    cdef bint aim
    if played == 3:
        winner = leader
        for player in range(3):
            if cards[player] > cards[winner]:
                winner = player
        if winner == 0:
            return True
        if goals >= 16:
            return not betl_after(masks, cards).guard >> (goals - 16) & 1
        return betl_after(masks, cards).force >> (4 * winner + goals) & 1
    if not masks[player]:
        cards[player] = -1
        return _forced_next(masks, leader, goals, cards, played + 1)
    for place in range(8):
        if masks[player] >> place & 1:
            cards[player] = place
            aim = _forced_next(masks, leader, goals, cards, played + 1)
            if aim != (player == 0):
                return aim
    return player == 0


cdef BetlSuit* betl_after(uint32_t* masks, int* cards) noexcept nogil:
    """The suit without the card of each player at a place, or none where that is -1."""
    cdef State rest
    squeeze(masks, cards[0], cards[1], cards[2], &rest)
    return <BetlSuit*>&SUITS[3][layout(rest.w[0])]


cdef int _stuck(uint32_t* masks) noexcept nogil:
    """Betl: how often the defenders can stay below the declarer's lowest card; 15 if he can never lose the lead."""
    cdef int defender, low, ducks, least = 15
    if not masks[0]:
        return 15
    low = _nth_from_bottom(masks[0], 0)
    for defender in range(1, 3):
        ducks = COUNT[masks[defender] & ((1 << low) - 1)]
        if masks[defender] >> low and ducks < COUNT[masks[0]]:
            least = min(least, ducks)
    return least


cdef int _ducks(uint32_t* masks) noexcept nogil:
    """How many tricks of a suit the declarer loses before he wins one, if the defenders lead it and discard from it
    as they like; 15 if he never wins one."""
    cdef int player, place, least = 15
    cdef int cards[3]
    if not masks[0]:
        return 15
    for player in range(1, 3):
        for place in range(8):
            if masks[player] >> place & 1:
                cards[0] = cards[1] = cards[2] = -1
                cards[player] = place
                least = min(least, <int>betl_after(masks, cards).duck)
                least = min(least, _ducks_next(masks, player, cards, 1))
    return least


cdef int _ducks_next(uint32_t* masks, int leader, int* cards, int played) noexcept nogil:
    """The same after some cards of a trick."""
    cdef int player = (leader + played) % 3, place, winner, best, found
    if played == 3:
        winner = leader
        for player in range(3):
            if cards[player] > cards[winner]:
                winner = player
        return min(15, 1 + betl_after(masks, cards).duck) if winner else 0
    if not masks[player]:
        cards[player] = -1
        return _ducks_next(masks, leader, cards, played + 1)
    best = 0 if player == 0 else 15
    for place in range(8):
        if masks[player] >> place & 1:
            cards[player] = place
            found = _ducks_next(masks, leader, cards, played + 1)
            best = max(best, found) if player == 0 else min(best, found)
    return best


cdef int _again(uint32_t* masks, int leader, int place) noexcept nogil:
    """Tricks the declarer wins before he can lose the lead in this suit, if a card below all of his is led to him."""
    cdef int own, other, least = 15, most, low = _nth_from_bottom(masks[0], 0)
    cdef int cards[3]
    cards[leader] = place
    most = 0
    for other in range(-1 if not masks[3 - leader] else 0, low if masks[3 - leader] else 0):
        if other >= 0 and not masks[3 - leader] >> other & 1:
            continue
        cards[3 - leader] = other
        least = 15
        for own in range(low, 8):
            if masks[0] >> own & 1:
                cards[0] = own
                least = min(least, 1 + betl_after(masks, cards).stuck)
        most = max(most, least)
    return min(15, most)
