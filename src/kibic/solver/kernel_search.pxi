# Part of kernel.pyx: the search from trick starts, the cards of a trick, and what needs no search.

cdef inline int others_with(int players, int leader) noexcept nogil:
    """Of a set of players the two after the leader: 1 the next, 2 the one after next."""
    return players >> (leader + 1) | (players << (2 - leader) & 3) if leader else players >> 1


cdef bint decided(int* layouts, int leader, int left, int need, int* answer, Game game) noexcept nogil:
    """Whether the question at a trick start needs no search, with its answer; docs/solver.md has the proofs."""
    cdef Suit *a = &SUITS[0 if kind(game) == 0 else kind(game) + 1][layouts[0]]
    cdef Suit *b = &SUITS[kind(game) + 1][layouts[1]]
    cdef Suit *c = &SUITS[kind(game) + 1][layouts[2]]
    cdef Suit *d = &SUITS[kind(game) + 1][layouts[3]]
    if kind(game) == 2:
        return decided_betl(<BetlSuit*>a, <BetlSuit*>b, <BetlSuit*>c, <BetlSuit*>d, leader, need, answer)
    cdef int partner = 3 - leader, tricks, other, flags, still, bit, trumps = 0, sure_declarer = 0, sure_defence = 0
    cdef int declarer_quick, quick
    if kind(game) == 0:
        trumps = ~a.void & 7
        sure_declarer = a.sure[0]
        sure_defence = a.sure[1]
        still = (a.still >> 2 * leader & 3)
        quick = (b.quick[leader] + c.quick[leader] + d.quick[leader]) >> (4 * still) & 15
    else:
        still = 0
        quick = (a.quick[leader] + b.quick[leader] + c.quick[leader] + d.quick[leader]) & 15
    if leader == 0:
        answer[0] = need <= sure_declarer + quick
        if answer[0] or need > left - sure_defence:
            return True
        return left - need < sure_defence + losing_lead(a, b, c, d, trumps, left - need - sure_defence, game)

    tricks = quick
    if players(game) == 3:
        flags = b.cross | c.cross | d.cross
        if kind(game) != 0:
            flags |= a.cross
        if leader == 2:
            flags >>= 4
        bit = 2 if leader == 1 else 1       # the declarer among the others
        if flags & (8 if still & bit else 2):
            tricks += 1
        if flags & (4 if trumps & 1 else 1):
            if kind(game) == 0:
                other = (b.quick[partner] + c.quick[partner] + d.quick[partner]) >> (4 * (a.still >> 2 * partner & 3)) & 15
            else:
                other = (a.quick[partner] + b.quick[partner] + c.quick[partner] + d.quick[partner]) & 15
            if other > tricks:
                tricks = other
    answer[0] = 0
    if need > left - tricks - sure_defence:
        return True
    answer[0] = 1
    if need <= sure_declarer:
        return True
    if kind(game) == 0:
        declarer_quick = (b.quick[0] + c.quick[0] + d.quick[0]) >> (4 * (trumps >> 1)) & 15
    else:
        declarer_quick = (a.quick[0] + b.quick[0] + c.quick[0] + d.quick[0]) & 15
    return need <= sure_declarer + declarer_quick and gains_lead(a, b, c, d, leader, trumps, game)


cdef bint gains_lead(Suit* a, Suit* b, Suit* c, Suit* d, int leader, int trumps, Game game) noexcept nogil:
    """Whether the declarer can win the trick whatever the defender leads."""
    cdef int ruffer = 1 << (3 - leader) & trumps, own = 1 << leader
    if not a.void & own and a.top != 0:
        return False
    if kind(game) == 0 and trumps & 1:
        return ((b.void & own or ((b.top == 0 or b.void & 1) and not b.void & ruffer))
                and (c.void & own or ((c.top == 0 or c.void & 1) and not c.void & ruffer))
                and (d.void & own or ((d.top == 0 or d.void & 1) and not d.void & ruffer)))
    return ((b.void & own or (b.top == 0 and not b.void & ruffer))
            and (c.void & own or (c.top == 0 and not c.void & ruffer))
            and (d.void & own or (d.top == 0 and not d.void & ruffer)))


cdef int losing_lead(Suit* a, Suit* b, Suit* c, Suit* d, int trumps, int enough, Game game) noexcept nogil:
    """What the defenders cash besides trumps once they are in, if the declarer loses the lead with whatever he leads.

    The answer is 0 as soon as it cannot exceed ``enough``.
    """
    cdef int first, second, least = 15
    cdef Suit* suits[4]
    cdef int s, ruffers, tricks
    if kind(game) == 0:
        first = (b.quick[1] + c.quick[1] + d.quick[1]) >> (4 * others_with(trumps, 1)) & 15
        second = 0
        if players(game) == 3:
            second = (b.quick[2] + c.quick[2] + d.quick[2]) >> (4 * others_with(trumps, 2)) & 15
    else:
        first = (a.quick[1] + b.quick[1] + c.quick[1] + d.quick[1]) & 15
        second = 0
        if players(game) == 3:
            second = (a.quick[2] + b.quick[2] + c.quick[2] + d.quick[2]) & 15
    if first <= enough and second <= enough:
        return 0
    suits[0] = a
    suits[1] = b
    suits[2] = c
    suits[3] = d
    for s in range(4):
        if suits[s].void & 1:
            continue
        ruffers = suits[s].void & trumps & 6 if s else 0
        if ruffers == 6:
            tricks = min(first, second)
        elif ruffers:
            tricks = first if ruffers == 2 else second
        elif suits[s].top == 0:
            return 0
        else:
            tricks = first if suits[s].top == 1 else second
        if tricks <= enough:
            return 0
        least = min(least, tricks)
    return least


cdef int last_trick(State* state, int leader, Game game) noexcept nogil:
    """Who wins when everybody has one card left."""
    cdef int s
    if kind(game) == 0 and state.w[0]:
        return SUITS[0][layout(state.w[0])].top
    for s in range(4):
        if state.w[s] >> (8 * leader) & 255:
            return SUITS[1][layout(state.w[s])].top
    return leader


cdef inline void exchange(State* state, int first, int second) noexcept nogil:
    cdef uint32_t one = state.w[first], other = state.w[second]
    state.w[first] = min(one, other)
    state.w[second] = max(one, other)


cdef inline void order_suits(State* state, Game game) noexcept nogil:
    """Suits other than the trump are alike: in one order, more positions are the same."""
    if kind(game) == 0:
        exchange(state, 1, 2)
        exchange(state, 2, 3)
        exchange(state, 1, 2)
    else:
        exchange(state, 0, 1)
        exchange(state, 2, 3)
        exchange(state, 0, 2)
        exchange(state, 1, 3)
        exchange(state, 1, 2)


cdef int lead(Context* context, State* state, int leader, int left, int need, Game game) noexcept nogil:
    """Whether the declarer takes (betl: must take) at least ``need`` of the ``left`` tricks that start here."""
    cdef int layouts[4]
    cdef uint8_t cards[16]
    cdef int32_t scores[16]
    cdef int s, i, low, high, answer, place, card, wants, ruff, holders, count = 0, hint = NO_CARD
    cdef uint32_t mask, shift = 8 * leader
    cdef uint64_t key, entry, tag
    cdef uint64_t* slot
    cdef State rest
    cdef int8_t* row
    if need <= 0:
        return 1
    if need > left:
        return 0
    if left == 1:
        return last_trick(state, leader, game) == 0
    if players(game) == 2:
        order_suits(state, game)
    for s in range(4):
        layouts[s] = layout(state.w[s])
    key = (<uint64_t>layouts[0] | <uint64_t>layouts[1] << 14 | <uint64_t>layouts[2] << 28 | <uint64_t>layouts[3] << 42
           | <uint64_t>leader << 56 | <uint64_t>kind(game) << 58)
    key = (key ^ key >> 31) * <uint64_t>0x9E3779B97F4A7C15
    key ^= key >> 29
    slot = context.table + 2 * (key >> (64 - BUCKET_BITS))
    prefetch(slot)
    if decided(layouts, leader, left, need, &answer, game):
        return answer
    low = 0
    high = left
    tag = key << BUCKET_BITS >> BUCKET_BITS << PAYLOAD_BITS
    entry = slot[0]
    if entry >> PAYLOAD_BITS << PAYLOAD_BITS != tag or entry == tag:
        entry = slot[1]
    if entry >> PAYLOAD_BITS << PAYLOAD_BITS == tag and entry != tag:
        i = entry & 15
        if need <= i:
            return 1
        low = i if i > low else low
        i = entry >> 4 & 15
        if need > i:
            return 0
        high = i if i < high else high
        hint = entry >> 12 & 31
    context.nodes += 1

    wants = (leader == 0) != (kind(game) == 2)
    holders = 0
    if kind(game) == 0:
        mask = state.w[0] >> shift & 255
        mask &= ~(mask << 1)
        row = SUITS[0][layouts[0]].lead[leader]
        while mask:
            place = lowest(mask)
            mask &= mask - 1
            cards[count] = place
            scores[count] = row[place] if place != hint else 1000
            count += 1
        holders = ~SUITS[0][layouts[0]].void & 7
    for s in range(1 if kind(game) == 0 else 0, 4):
        mask = state.w[s] >> shift & 255
        if not mask:
            continue
        mask &= ~(mask << 1)
        ruff = 0
        if kind(game) == 0:
            ruff = SUITS[1][layouts[s]].void & holders
            ruff = RUFF[leader][(ruff >> (leader + 1 if leader < 2 else 0) & 1) | (ruff >> (leader + 2 if leader < 1 else leader - 1) & 1) << 1]
        row = SUITS[kind(game) + 1][layouts[s]].lead[leader]
        while mask:
            place = lowest(mask)
            mask &= mask - 1
            card = s << 3 | place
            cards[count] = card
            scores[count] = row[place] + ruff if card != hint else 1000
            count += 1

    answer = not wants
    card = NO_CARD
    for i in range(count):
        card = pick(i, count, cards, scores)
        s = card >> 3
        place = card & 7
        rest = state[0]
        drop(&rest, s, place)
        answer = follow(context, &rest, after(leader, game), 1, left, need, s, s, place, leader, game)
        if answer == wants:
            break
    if answer:
        low = need
    else:
        high = need - 1
    if answer != wants:
        card = NO_CARD
    entry = tag | low | high << 4 | left << 8 | <uint64_t>card << 12
    if slot[0] >> PAYLOAD_BITS << PAYLOAD_BITS == tag:
        slot[0] = entry
    elif slot[1] >> PAYLOAD_BITS << PAYLOAD_BITS == tag:
        slot[1] = entry
    elif <int>(slot[0] >> 8 & 15) <= left:
        slot[1] = slot[0]
        slot[0] = entry
    else:
        slot[1] = entry
    return answer


cdef inline bint desperate(int player, int need, int left, Game game) noexcept nogil:
    """Whether the player's side wants a single trick more or less, and nothing else counts.

    Then one card of a suit is as good as all that do the same in this trick: the best ones are kept (docs/solver.md).
    """
    if kind(game) == 2:
        return player == 0 and need == 1
    return need == 1 if player == 0 else need == left


cdef int follow(Context* context, State* state, int player, int played, int left, int need, int led, int suit, int bar,
                int winner, Game game) noexcept nogil:
    """The same question when ``player`` has to play to a trick in which ``played`` cards lie."""
    cdef uint8_t cards[16]
    cdef int32_t scores[16]
    cdef int s, i, place, card, answer, wants, height, count = 0, suit2, bar2, winner2
    cdef int last = played == players(game) - 1
    cdef uint32_t shift = 8 * player
    cdef uint32_t losing, mask = state.w[led] >> shift & 255
    cdef int32_t* weights
    cdef int8_t* row
    cdef State rest
    s = led
    if not mask and kind(game) == 0:
        s = 0
        mask = state.w[0] >> shift & 255
    if mask:
        if s != suit:
            height = 0 if kind(game) == 0 and s == 0 else 8
        else:
            height = bar
        mask &= ~(mask << 1) | 1 << height
        if desperate(player, need, left, game):
            losing = mask & ((1 << height) - 1)
            if last and mask != losing and kind(game) != 2:
                mask = (mask ^ losing) & (0 - (mask ^ losing))
            elif losing and kind(game) == 2:
                losing = <uint32_t>1 << HIGHEST[losing]
                mask = losing if last else mask >> height << height | losing
            elif losing:
                mask = mask >> height << height | (losing & (0 - losing))
        if mask & (mask - 1) == 0:
            cards[0] = s << 3 | lowest(mask)
            count = 1
        else:
            weights = FOLLOW[kind(game)][last][player][(winner == 0) == (player == 0)]
            while mask:
                place = lowest(mask)
                mask &= mask - 1
                cards[count] = s << 3 | place
                if place >= height:
                    scores[count] = weights[0] + weights[1] * place
                    if not state.w[s] & (0x020202 << place):
                        scores[count] += weights[3]
                else:
                    scores[count] = weights[2] * place
                count += 1
    else:
        for s in range(1 if kind(game) == 0 else 0, 4):
            mask = state.w[s] >> shift & 255
            if not mask:
                continue
            if not desperate(player, need, left, game):
                mask &= ~(mask << 1)
            elif kind(game) == 2:
                mask = <uint32_t>1 << HIGHEST[mask]
            else:
                mask &= 0 - mask
            row = SUITS[kind(game) + 1][layout(state.w[s])].discard[player]
            while mask:
                place = lowest(mask)
                mask &= mask - 1
                cards[count] = s << 3 | place
                scores[count] = row[place]
                count += 1

    wants = (player == 0) != (kind(game) == 2)
    answer = not wants
    for i in range(count):
        card = pick(i, count, cards, scores) if count > 1 else cards[0]
        s = card >> 3
        place = card & 7
        suit2 = suit
        bar2 = bar
        winner2 = winner
        if s == suit:
            if place >= bar:
                bar2 = place
                winner2 = player
            else:
                bar2 = bar - 1
        elif kind(game) == 0 and s == 0:
            suit2 = 0
            bar2 = place
            winner2 = player
        rest = state[0]
        drop(&rest, s, place)
        if last:
            answer = lead(context, &rest, winner2, left - 1, need - (winner2 == 0), game)
        else:
            answer = follow(context, &rest, after(player, game), played + 1, left, need, led, suit2, bar2, winner2, game)
        if answer == wants:
            return answer
    return answer


cdef int takes_in(Context* context, Root* root, int need, Game game) noexcept nogil:
    cdef State state = root.state
    if root.played == 0:
        return lead(context, &state, root.leader, root.left, need, game)
    if need <= 0 or need > root.left:
        return need <= 0
    cdef int player = root.leader
    cdef int i
    for i in range(root.played):
        player = after(player, game)
    return follow(context, &root.state, player, root.played, root.left, need, root.led, root.suit, root.bar,
                  root.winner, game)


cdef int takes(Context* context, Root* root, int need) noexcept nogil:
    """Whether the declarer takes at least ``need`` tricks from a root."""
    if root.game == 0:
        if root.players == 3:
            return takes_in(context, root, need, <Trump3>0)
        return takes_in(context, root, need, <Trump2>0)
    if root.game == 1:
        if root.players == 3:
            return takes_in(context, root, need, <Sans3>0)
        return takes_in(context, root, need, <Sans2>0)
    if root.players == 3:
        return takes_in(context, root, need, <Betl3>0)
    return takes_in(context, root, need, <Betl2>0)


cdef int value(Context* context, Root* root, int guess) noexcept nogil:
    """The exact value of a root by yes-or-no questions, beginning at a guess."""
    cdef int low = 0, high = root.left, need = guess
    while low < high:
        if need <= low:
            need = low + 1
        if need > high:
            need = high
        if takes(context, root, need):
            low = need
            need += 1
        else:
            high = need - 1
            need = high
    return low
