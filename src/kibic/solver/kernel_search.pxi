# Part of kernel.pyx: the search from trick starts, the cards of a trick, and what needs no search.

cdef inline int others_with(int players, int leader) noexcept nogil:
    """Of a set of players the two after the leader: 1 the next, 2 the one after next."""
    return players >> (leader + 1) | (players << (2 - leader) & 3) if leader else players >> 1


cdef inline int cashed(int* layouts, int leader, Game game) noexcept nogil:
    """Tricks that a player on lead takes with his side from the top, the trumps drawn first if he can."""
    cdef Suit *a = &SUITS[0 if kind(game) == 0 else kind(game) + 1][layouts[0]]
    cdef Suit *b = &SUITS[kind(game) + 1][layouts[1]]
    cdef Suit *c = &SUITS[kind(game) + 1][layouts[2]]
    cdef Suit *d = &SUITS[kind(game) + 1][layouts[3]]
    if kind(game) == 0:
        return (a.drawn[leader] & 15) + (
            (b.quick[leader] + c.quick[leader] + d.quick[leader]) >> 4 * (a.still >> 2 * leader & 3) & 15)
    return (a.quick[leader] + b.quick[leader] + c.quick[leader] + d.quick[leader]) & 15


cdef bint decided(int* layouts, int leader, int left, int need, int* answer, Game game) noexcept nogil:
    """Whether the question at a trick start needs no search, with its answer; docs/solver.md has the proofs."""
    cdef Suit *a = &SUITS[0 if kind(game) == 0 else kind(game) + 1][layouts[0]]
    cdef Suit *b = &SUITS[kind(game) + 1][layouts[1]]
    cdef Suit *c = &SUITS[kind(game) + 1][layouts[2]]
    cdef Suit *d = &SUITS[kind(game) + 1][layouts[3]]
    if kind(game) == 2:
        return decided_betl(<BetlSuit*>a, <BetlSuit*>b, <BetlSuit*>c, <BetlSuit*>d, leader, left, need, answer)
    cdef int partner = 3 - leader, tricks, other, flags, still = 0, bit, trumps = 0
    if kind(game) == 0:
        trumps = ~a.void & 7
        still = a.still >> 2 * leader & 3
    if leader == 0:
        answer[0] = 1
        if kind(game) == 0 and a.ruffed & KNOCK and (
                need <= a.cross - 1 + ((b.quick[0] + c.quick[0] + d.quick[0]) & 15)):
            return True
        if kind(game) == 0 and a.quick[0]:
            other = 2 * others_with(trumps, 0)
            if need <= a.quick[0] + beside(b, c, d, 0, trumps) + max(
                    max(b.sure[0] >> other & 3, c.sure[0] >> other & 3), d.sure[0] >> other & 3):
                return True
        answer[0] = 0
        if kind(game) == 0 and need > left - sure_of_defence(a, b, c, d, trumps):
            return True
        if need == left and (a.void | b.void | c.void | d.void) & LOOSE:
            return True
        return loses_lead(a, b, c, d, trumps, left, left - need, game)

    tricks = cashed(layouts, leader, game)
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
            tricks = max(tricks, cashed(layouts, partner, game))
    answer[0] = 0
    if need > left - tricks or kind(game) == 0 and need > left - sure_of_defence(a, b, c, d, trumps):
        return True
    if need == left and keeps_loser(a, b, c, d, leader, game):
        return True
    answer[0] = 1
    if kind(game) == 0 and a.quick[0] and need <= a.quick[0] + beside(b, c, d, 0, trumps):
        return True
    tricks = once_in(a, b, c, d, 0, trumps, game)
    if need > tricks:
        return False
    # Without trumps he keeps what he can cash while the defenders lead whatever they can win.
    if trumps == 0 and need <= left - (rounds_of(a, 0) + rounds_of(b, 0) + rounds_of(c, 0) + rounds_of(d, 0)):
        return True
    return gains_lead(a, b, c, d, leader, trumps, game)


cdef inline int rounds_of(Suit* suit, int top) noexcept nogil:
    """How often a side can lead this suit at most before the player with the highest card wins."""
    return suit.void >> 4 if suit.top != top else 0


cdef inline int beside(Suit* b, Suit* c, Suit* d, int leader, int trumps) noexcept nogil:
    """What a player cashes beside the trumps whenever he wins his first trick, as he who has trumps cannot discard."""
    return (b.quick[leader] + c.quick[leader] + d.quick[leader]) >> 4 * others_with(trumps, leader) & 15


cdef inline int sure_of_defence(Suit* a, Suit* b, Suit* c, Suit* d, int trumps) noexcept nogil:
    """Tricks of the defenders from their sure trumps and beside them."""
    cdef int other = 15
    if a.sure[1] == 0:
        return 0
    if a.quick[1]:
        return a.quick[1] + beside(b, c, d, 1, trumps)
    if a.quick[2]:
        return a.quick[2] + beside(b, c, d, 2, trumps)
    if trumps & 2:
        other = beside(b, c, d, 1, trumps)
    if trumps & 4:
        other = min(other, beside(b, c, d, 2, trumps))
    return a.sure[1] + other


cdef inline bint keeps_loser(Suit* a, Suit* b, Suit* c, Suit* d, int leader, Game game) noexcept nogil:
    """Whether the declarer, who must win the trick of a defender, will still have a suit that he cannot cash."""
    cdef int own = 1 << leader, suits, loose = b.void | c.void | d.void
    if kind(game) != 0:
        loose |= a.void
    if not loose & LOOSE:
        return False
    suits = 4 - (((a.void & own) + (b.void & own) + (c.void & own) + (d.void & own)) >> leader)
    return suits > 1 or (not b.void & own and b.void & LOOSE == 0) or (
        not c.void & own and c.void & LOOSE == 0) or (not d.void & own and d.void & LOOSE == 0) or (
        not a.void & own and (kind(game) == 0 or a.void & LOOSE == 0))


cdef inline int once_in(Suit* a, Suit* b, Suit* c, Suit* d, int leader, int trumps, Game game) noexcept nogil:
    """Tricks of the side of a player who gains the lead by a ruff or by the highest card, that trick included."""
    cdef int side
    if kind(game) == 0:
        side = b.quick[leader] + c.quick[leader] + d.quick[leader]
        side = max((a.drawn[leader] >> 4) + (side >> 4 * (a.ruffed >> 2 * leader & 3) & 15),
                   a.sure[leader != 0] + beside(b, c, d, leader, trumps))
        if leader == 0 and a.ruffed & KNOCK:
            side = max(side, a.cross - 1 + ((b.quick[0] + c.quick[0] + d.quick[0]) & 15))
        return side
    return (a.quick[leader] + b.quick[leader] + c.quick[leader] + d.quick[leader]) & 15


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


cdef bint loses_lead(Suit* a, Suit* b, Suit* c, Suit* d, int trumps, int left, int enough, Game game) noexcept nogil:
    """Whether the declarer sooner or later loses the lead to defenders who then take more than ``enough``.

    He can lead suits of which he has the highest card first if the defenders have no trumps, so that only one can get
    in: this one keeps what he will cash.
    """
    cdef bint first, second = False
    cdef Suit* suits[4]
    cdef int s, ruffers, into = 0, before = 0
    first = once_in(a, b, c, d, 1, trumps, game) > enough
    if players(game) == 3:
        second = once_in(a, b, c, d, 2, trumps, game) > enough
    if not first and not second:
        return False
    suits[0] = a
    suits[1] = b
    suits[2] = c
    suits[3] = d
    for s in range(4):
        if suits[s].void & 1:
            continue
        ruffers = suits[s].void & trumps & 6 if s else 0
        if ruffers:
            into |= ruffers
        elif suits[s].top == 0:
            before += suits[s].void >> 4
        else:
            into |= 1 << suits[s].top
    if into == 0 or into & 2 and not first or into & 4 and not second:
        return False
    return before == 0 or (trumps & 6 == 0 and into != 6 and left - before > enough)


cdef int last_trick(State* state, int leader, Game game) noexcept nogil:
    """Who wins when everybody has one card left."""
    cdef int s
    if kind(game) == 0 and state.w[0]:
        return SUITS[0][number_of(state.w[0], game)].top
    for s in range(4):
        if state.w[s] >> (8 * leader) & 255:
            return SUITS[1][number_of(state.w[s], game)].top
    return leader


cdef inline void order_suits(State* state, State* ordered, Game game) noexcept nogil:
    """Suits other than the trump are alike: in one order, more positions are the same."""
    cdef uint32_t a = state.w[0], b = state.w[1], c = state.w[2], d = state.w[3], low
    low = min(c, d)
    d = max(c, d)
    if kind(game) == 0:
        c = max(b, low)
        b = min(b, low)
        low = min(c, d)
        d = max(c, d)
        c = low
    else:
        c = low
        low = min(a, b)
        b = max(a, b)
        a = min(low, c)
        c = max(low, c)
        low = min(b, d)
        d = max(b, d)
        b = min(low, c)
        c = max(low, c)
    ordered.w[0] = a
    ordered.w[1] = b
    ordered.w[2] = c
    ordered.w[3] = d


cdef inline int32_t head(Order* order, int turn, int suit, int bonus) noexcept nogil:
    """A suit's next card, the highest such number first: score, suit and place; NONE after the last."""
    return (order.score[turn] + bonus) * 256 + (suit << 3 | order.place[turn]) if order.place[turn] < 8 else NONE


cdef inline void advance(int32_t* heads, Order** orders, int* turns, int suit, int bonus) noexcept nogil:
    turns[suit] += 1
    heads[suit] = head(orders[suit], turns[suit], suit, bonus) if turns[suit] < 4 else NONE


cdef inline int32_t best_of(int32_t* heads) noexcept nogil:
    return max(max(heads[0], heads[1]), max(heads[2], heads[3]))


cdef int lead(Context* context, State* state, int leader, int left, int need, Game game) noexcept nogil:
    """Whether the declarer takes (betl: must take) at least ``need`` of the ``left`` tricks that start here."""
    cdef int layouts[4]
    cdef int32_t heads[4]
    cdef int bonus[4]
    cdef int turns[4]
    cdef Order* orders[4]
    cdef int s, i, low, high, answer, card, wants, holders, hint = NO_CARD
    cdef int32_t best
    cdef uint64_t key, entry, tag
    cdef uint64_t* slot
    cdef uint32_t before
    cdef State ordered
    if need <= 0:
        return 1
    if need > left:
        return 0
    if left == 1:
        return last_trick(state, leader, game) == 0
    if players(game) == 2 or kind(game) == 1:
        order_suits(state, &ordered, game)
        state = &ordered
    for s in range(4):
        layouts[s] = number_of(state.w[s], game)
    # Two of five questions end here: they need no key, and nothing is fetched in vain.
    if kind(game) != 2 and leader == 0 and need <= cashed(layouts, 0, game):
        return 1
    key = (<uint64_t>layouts[0] | <uint64_t>layouts[1] << 14 | <uint64_t>layouts[2] << 28 | <uint64_t>layouts[3] << 42
           | <uint64_t>leader << 56 | <uint64_t>kind(game) << 58)
    key = (key ^ key >> 31) * <uint64_t>0x9E3779B97F4A7C15 << (64 - KEY_BITS) >> (64 - KEY_BITS)
    key ^= key >> 29
    slot = context.table + 2 * (key >> (KEY_BITS - BUCKET_BITS))
    prefetch(slot)
    if decided(layouts, leader, left, need, &answer, game):
        return answer
    low = 0
    high = left
    tag = key << (64 - KEY_BITS + BUCKET_BITS) >> (64 - KEY_BITS + BUCKET_BITS) << PAYLOAD_BITS
    entry = slot[0]
    if entry >> PAYLOAD_BITS << PAYLOAD_BITS != tag or entry == tag:
        entry = slot[1]
    if entry >> PAYLOAD_BITS << PAYLOAD_BITS == tag and entry != tag:
        low = entry & 15
        if need <= low:
            return 1
        high = entry >> 4 & 15
        if need > high:
            return 0
        hint = entry >> 12 & 31
    context.nodes += 1

    wants = (leader == 0) != (kind(game) == 2)
    holders = ~SUITS[0][layouts[0]].void & 7
    for s in range(4):
        turns[s] = bonus[s] = 0
        orders[s] = &SUITS[0 if s == 0 and kind(game) == 0 else kind(game) + 1][layouts[s]].lead[leader]
        if kind(game) == 0 and s:
            if players(game) == 2:
                bonus[s] = LONE_RUFF[leader][(SUITS[1][layouts[s]].void & holders) >> (1 - leader) & 1]
            else:
                bonus[s] = RUFF[leader][holders][SUITS[1][layouts[s]].void & holders]
        heads[s] = head(orders[s], 0, s, bonus[s])
    answer = not wants
    if hint != NO_CARD:
        best = FIRST | hint
    else:
        best = best_of(heads)
        hint = -1               # the last card of a full suit has the same number
    while best != NONE:
        card = best & 31
        s = card >> 3
        if best < FIRST:
            advance(heads, orders, turns, s, bonus[s])
            if card == hint:
                best = best_of(heads)
                continue
        before = state.w[s]
        state.w[s] = without(before, card & 7)
        answer = follow(context, state, after(leader, game), 1, left, need, s, s, card & 7, leader, game)
        state.w[s] = before
        if answer == wants:
            break
        best = best_of(heads)
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


cdef inline int play(Context* context, State* state, int player, int played, int left, int need, int led, int suit,
                     int bar, int winner, int card, Game game) noexcept nogil:
    """The same question after ``card`` of a player who does not lead."""
    cdef int s = card >> 3, place = card & 7, answer
    cdef uint32_t before = state.w[s]
    state.w[s] = without(before, place)
    if s == suit:
        if place >= bar:
            bar = place
            winner = player
        else:
            bar -= 1
    elif kind(game) == 0 and s == 0:
        suit = 0
        bar = place
        winner = player
    if played == players(game) - 1:
        answer = lead(context, state, winner, left - 1, need - (winner == 0), game)
    else:
        answer = follow(context, state, after(player, game), played + 1, left, need, led, suit, bar, winner, game)
    state.w[s] = before
    return answer


cdef int follow(Context* context, State* state, int player, int played, int left, int need, int led, int suit, int bar,
                int winner, Game game) noexcept nogil:
    """The same question when ``player`` has to play to a trick in which ``played`` cards lie."""
    cdef uint8_t cards[8]
    cdef int32_t scores[8]
    cdef int s, i, place, wants, height, side, own_lowest, own_count, count = 0
    cdef int last = played == players(game) - 1
    cdef uint32_t losing, next_one, mask = state.w[led] >> (8 * player) & 255
    cdef int32_t* weights
    cdef int32_t winning
    s = led
    if not mask:
        if kind(game) == 0:
            s = 0
            mask = state.w[0] >> (8 * player) & 255
        if not mask:
            return discard(context, state, player, played, left, need, led, suit, bar, winner, game)
    if s != suit:
        height = 0 if kind(game) == 0 and s == 0 else 8
    else:
        height = bar
    own_count = COUNT[mask]
    own_lowest = lowest(mask)
    mask &= ~(mask << 1) | 1 << height
    if mask & (mask - 1) == 0:
        return play(context, state, player, played, left, need, led, suit, bar, winner, s << 3 | own_lowest, game)
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
        return play(context, state, player, played, left, need, led, suit, bar, winner, s << 3 | lowest(mask), game)
    side = (winner == 0) == (player == 0)
    if players(game) == 2:
        weights = LONE_FOLLOW[3 if kind(game) == 0 and s != led else kind(game)][player][side]
    else:
        weights = FOLLOW[3 if kind(game) == 0 and s != led else kind(game)][last][player][side]
    next_one = state.w[s] >> (8 * after(player, game)) & 255
    winning = weights[0] + weights[4] * own_count
    if not next_one:
        winning += weights[5]
    while mask:
        place = lowest(mask)
        mask &= mask - 1
        cards[count] = s << 3 | place
        if place >= height:
            scores[count] = winning + weights[1] * place
            if not state.w[s] & (0x020202 << place):
                scores[count] += weights[3]
            if next_one >> place:
                scores[count] += weights[6]
        else:
            scores[count] = weights[2] * place
            if place == own_lowest:
                scores[count] += weights[7]
        count += 1
    wants = (player == 0) != (kind(game) == 2)
    for i in range(count):
        place = pick(i, count, cards, scores) if i + 1 < count else cards[i]
        if play(context, state, player, played, left, need, led, suit, bar, winner, place, game) == wants:
            return wants
    return not wants


cdef int discard(Context* context, State* state, int player, int played, int left, int need, int led, int suit,
                 int bar, int winner, Game game) noexcept nogil:
    """The same when the player can neither follow nor ruff."""
    cdef int32_t heads[4]
    cdef int turns[4]
    cdef Order* orders[4]
    cdef int s, wants = (player == 0) != (kind(game) == 2)
    cdef bint single = desperate(player, need, left, game)
    cdef uint32_t mask
    cdef int32_t best
    heads[0] = NONE
    for s in range(1 if kind(game) == 0 else 0, 4):
        turns[s] = 0
        orders[s] = &SUITS[kind(game) + 1][number_of(state.w[s], game)].discard[player]
        mask = state.w[s] >> (8 * player) & 255
        if single and mask:
            mask &= ~(mask << 1)
            mask = HIGHEST[mask] if kind(game) == 2 else lowest(mask)
            while orders[s].place[turns[s]] != mask:
                turns[s] += 1
        heads[s] = head(orders[s], turns[s], s, 0)
        if single:
            turns[s] = 3
    best = best_of(heads)
    while best != NONE:
        s = best >> 3 & 3
        if play(context, state, player, played, left, need, led, suit, bar, winner, best & 31, game) == wants:
            return wants
        advance(heads, orders, turns, s, 0)
        best = best_of(heads)
    return not wants


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
