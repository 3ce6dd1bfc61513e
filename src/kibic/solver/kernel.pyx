# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The exact solver, compiled: the same answers as ``kibic.solver.reference``, hundreds of times faster.

docs/solver.md explains the algorithm; read it before changing anything here. In short: players are renumbered (0 the
declarer, then in playing order) and suits so that the trump is suit 0. A suit is one word with the masks of the three
players in its bytes, always packed: bit 0 is the lowest card *still held*. Playing a card squeezes its bit out, so a
word says only who holds the 1st, 2nd, ... card, and its number in base 3 (its layout) indexes all tables.
"""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from kibic.solver.position import Mode, Position
from kibic.solver.weights import WEIGHTS

# ---------------------------------------------------------------- kinds of search, told apart when compiled

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define KIBIC_PREFETCH(place) __builtin_prefetch(place)
    #else
    #define KIBIC_PREFETCH(place) ((void)(place))
    #endif
    """
    void prefetch "KIBIC_PREFETCH"(const void* place) noexcept nogil

ctypedef char Trump3
ctypedef short Trump2
ctypedef int Sans3
ctypedef long Sans2
ctypedef float Betl3
ctypedef double Betl2

ctypedef fused Game:
    Trump3
    Trump2
    Sans3
    Sans2
    Betl3
    Betl2

cdef enum:
    LAYOUTS = 9841          # 1 + 3 + 9 + ... + 3**8
    BUCKET_BITS = 17        # of two entries of 8 bytes: 2 MB
    PAYLOAD_BITS = 17       # least 4, most 4, tricks left 4, card 5
    LEAD_FEATURES = 16
    DISCARD_FEATURES = 12
    FOLLOW_FEATURES = 4
    NO_CARD = 31

# What is known about a suit in betl.
cdef enum:
    SAFE = 1                # no lead of a defender can make the declarer win
    EXIT = 2                # the declarer can lead his lowest, loses the trick, and the suit stays safe
    HIT1 = 4                # the lead of player 1 makes the declarer win
    HIT2 = 8                # the lead of player 2 makes the declarer win

cdef struct Suit:           # 16 bytes, so that none lies across two cache lines
    uint16_t quick[3]       # by leader: tricks cashed from the top, a nibble for each set of others who can ruff
    uint8_t cross           # a nibble for leader 1 and 2: see _fill
    uint8_t top             # who holds the highest card, 3 nobody
    uint8_t void            # bit for each player without a card
    uint8_t sure[2]         # as the trump suit: tricks of declarer, defence, whatever happens
    uint8_t still           # as the trump suit, 2 bits a leader: others (next 1, after next 2) with trumps after drawing
    uint8_t betl            # SAFE, EXIT, HIT
    uint8_t stuck           # betl: tricks the declarer wins from here before he can lose the lead; 15 never
    uint16_t unused

cdef uint16_t POWERS[256]   # sum of 3**i over the bits i
cdef uint8_t COUNT[256]
cdef uint8_t LOWEST[512]
cdef uint8_t HIGHEST[512]
cdef uint32_t BELOW[8]
cdef uint32_t ABOVE[8]
cdef Suit SUITS[LAYOUTS]
cdef int8_t LEAD[4][3][LAYOUTS][8]                      # class (trump, side, sans, betl), leader, layout, card
cdef int8_t DISCARD[3][3][LAYOUTS][8]                   # class (trump game, sans, betl), player, layout, card
cdef int32_t RUFF[3][4]                                 # leader, which of the others can ruff
cdef int32_t FOLLOW[3][2][3][2][FOLLOW_FEATURES]        # class, last?, player, side winning?

cdef struct State:
    uint32_t w[4]

cdef struct Context:
    uint64_t *table
    uint64_t nodes

cdef struct Root:
    State state
    int game                # 0 trump, 1 sans, 2 betl
    int players
    int left                # tricks not completed
    int leader
    int played              # cards in the started trick
    int led                 # its suit
    int suit                # suit of its best card
    int bar                 # cards of that suit at or above this place beat the best card
    int winner


cdef inline int layout(uint32_t w) noexcept nogil:
    return POWERS[w & 255] + 2 * POWERS[w >> 8 & 255] + 3 * POWERS[w >> 16 & 255]


cdef inline void drop(State* state, int suit, int place) noexcept nogil:
    """Squeeze one card out of a suit."""
    cdef uint32_t w = state.w[suit]
    state.w[suit] = (w & BELOW[place]) | (w >> 1 & ABOVE[place])


cdef inline int lowest(uint32_t mask) noexcept nogil:
    return LOWEST[mask]


cdef inline int kind(Game game) noexcept nogil:
    if Game is Trump3 or Game is Trump2:
        return 0
    elif Game is Sans3 or Game is Sans2:
        return 1
    else:
        return 2


cdef inline int players(Game game) noexcept nogil:
    if Game is Trump2 or Game is Sans2 or Game is Betl2:
        return 2
    else:
        return 3


cdef inline int after(int player, Game game) noexcept nogil:
    if players(game) == 2:
        return 1 - player
    return player + 1 if player < 2 else 0


cdef inline int pick(int first, int count, uint8_t* cards, int32_t* scores) noexcept nogil:
    """Move the best of the cards not yet tried to ``first`` and return it."""
    cdef int i, best = first
    cdef uint8_t card
    for i in range(first + 1, count):
        if scores[i] > scores[best]:
            best = i
    card = cards[best]
    cards[best] = cards[first]
    scores[best] = scores[first]
    return card


# ---------------------------------------------------------------- the search

cdef inline int others_with(int players, int leader) noexcept nogil:
    """Of a set of players the two after the leader: 1 the next, 2 the one after next."""
    return players >> (leader + 1) | (players << (2 - leader) & 3) if leader else players >> 1


cdef bint decided(int* layouts, int leader, int left, int need, int* answer, Game game) noexcept nogil:
    """Whether the question at a trick start needs no search, with its answer; docs/solver.md has the proofs."""
    cdef Suit *a = &SUITS[layouts[0]]
    cdef Suit *b = &SUITS[layouts[1]]
    cdef Suit *c = &SUITS[layouts[2]]
    cdef Suit *d = &SUITS[layouts[3]]
    if kind(game) == 2:
        return decided_betl(a, b, c, d, leader, left, need, answer)
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


cdef bint decided_betl(Suit* a, Suit* b, Suit* c, Suit* d, int leader, int left, int need, int* answer) noexcept nogil:
    cdef int all_of = a.betl & b.betl & c.betl & d.betl, any_of = a.betl | b.betl | c.betl | d.betl
    cdef int stuck = min(min(a.stuck, b.stuck), min(c.stuck, d.stuck))
    answer[0] = 0
    if all_of & SAFE and (leader or any_of & EXIT):
        return True
    answer[0] = 1
    if leader == 0:
        return need <= stuck
    return any_of & (HIT1 if leader == 1 else HIT2) != 0 and need <= max(1, stuck)


cdef int last_trick(State* state, int leader, Game game) noexcept nogil:
    """Who wins when everybody has one card left."""
    cdef int s
    if kind(game) == 0 and state.w[0]:
        return SUITS[layout(state.w[0])].top
    for s in range(4):
        if state.w[s] >> (8 * leader) & 255:
            return SUITS[layout(state.w[s])].top
    return leader


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
        row = LEAD[0][leader][layouts[0]]
        while mask:
            place = lowest(mask)
            mask &= mask - 1
            cards[count] = place
            scores[count] = row[place] if place != hint else 1000
            count += 1
        holders = (~SUITS[layouts[0]].void) & 7
    for s in range(1 if kind(game) == 0 else 0, 4):
        mask = state.w[s] >> shift & 255
        if not mask:
            continue
        mask &= ~(mask << 1)
        ruff = 0
        if kind(game) == 0:
            ruff = SUITS[layouts[s]].void & holders
            ruff = RUFF[leader][(ruff >> (leader + 1 if leader < 2 else 0) & 1) | (ruff >> (leader + 2 if leader < 1 else leader - 1) & 1) << 1]
        row = LEAD[kind(game) + 1][leader][layouts[s]]
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
    cdef int s, i, place, card, answer, wants, won, height, count = 0, suit2, bar2, winner2
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
            row = DISCARD[kind(game)][player][layout(state.w[s])]
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
    if root.played == 0:
        return lead(context, &root.state, root.leader, root.left, need, game)
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


# ---------------------------------------------------------------- the tables, filled once when imported

cdef int _quick(uint32_t* masks, int size, int leader, int ruffers) noexcept nogil:
    """Tricks the leader's side cashes in a suit from the leader's hand without losing the lead.

    Everybody plays his lowest under the leader's highest; ``ruffers`` has bit 0 for the next player and bit 1 for the
    one after him when he has trumps: then he must be able to follow.
    """
    cdef int rounds = 0, player, place, other, i, index
    cdef int counts[3]
    cdef bint stop
    for player in range(3):
        counts[player] = COUNT[masks[player]]
    for rounds in range(counts[leader]):
        place = _nth_from_top(masks[leader], rounds)
        stop = False
        for index in range(2):
            other = (leader + 1 + index) % 3
            if rounds >= counts[other]:
                stop = stop or ruffers >> index & 1
            elif leader == 0 or other == 0:
                stop = stop or masks[other] >> place != 0       # an enemy keeps his highest
            else:
                stop = stop or _nth_from_bottom(masks[other], rounds) > place   # the partner plays his lowest
        if stop:
            return rounds
    return counts[leader]


cdef int _nth_from_top(uint32_t mask, int n) noexcept nogil:
    cdef int place
    for place in range(7, -1, -1):
        if mask >> place & 1:
            if n == 0:
                return place
            n -= 1
    return -1


cdef int _nth_from_bottom(uint32_t mask, int n) noexcept nogil:
    cdef int place
    for place in range(8):
        if mask >> place & 1:
            if n == 0:
                return place
            n -= 1
    return -1


cdef int _unmatched(int* cards, int count, uint32_t enemy) noexcept nogil:
    """Of cards from the top, how many are left when each higher enemy card beats one of them."""
    cdef int place, i, beaten = 0, used = 0
    for i in range(count):
        while used < 8 and _nth_from_top(enemy, used) > cards[i]:
            used += 1
        if used > beaten:
            beaten += 1
    return count - beaten


cdef void _sure(uint32_t* masks, uint8_t* sure) noexcept nogil:
    cdef int cards[8]
    cdef int i, place, other, count = COUNT[masks[0]]
    for i in range(count):
        cards[i] = _nth_from_top(masks[0], i)
    sure[0] = _unmatched(cards, count, masks[1] | masks[2])
    count = max(COUNT[masks[1]], COUNT[masks[2]])
    for i in range(count):
        # However the defenders' trumps fall together, the i-th best trick is worth at least the better i-th trump.
        cards[i] = max(_nth_from_top(masks[1], i), _nth_from_top(masks[2], i))
    sure[1] = _unmatched(cards, count, masks[0])


cdef bint _is_safe(uint32_t own, uint32_t enemy) noexcept nogil:
    """Betl: every i-th lowest card of the declarer lies below the i-th lowest of the defenders."""
    cdef int i
    for i in range(min(COUNT[own], COUNT[enemy])):
        if _nth_from_bottom(own, i) > _nth_from_bottom(enemy, i):
            return False
    return True


cdef bint _can_exit(uint32_t* masks) noexcept nogil:
    """Betl: the declarer leads his lowest, somebody has to win it, and whatever they play the suit stays safe."""
    cdef int first, second, low
    cdef uint32_t own, enemy = masks[1] | masks[2]
    if not masks[0] or not enemy:
        return False
    low = _nth_from_bottom(masks[0], 0)
    if enemy & ((1 << low) - 1):
        return False
    own = masks[0] & ~(<uint32_t>1 << low)
    for first in range(9):
        if first == 8 and masks[1] or first < 8 and not masks[1] >> first & 1:
            continue
        for second in range(9):
            if second == 8 and masks[2] or second < 8 and not masks[2] >> second & 1:
                continue
            if not _is_safe(own, enemy & ~(<uint32_t>1 << first) & ~(<uint32_t>1 << second)):
                return False
    return True


cdef uint8_t _betl(uint32_t* masks) noexcept nogil:
    cdef uint8_t flags = 0
    cdef int leader, low = _nth_from_bottom(masks[0], 0)
    if _is_safe(masks[0], masks[1] | masks[2]):
        flags |= SAFE
    if _can_exit(masks):
        flags |= EXIT
    if masks[0]:
        for leader in range(1, 3):
            if masks[leader] and _nth_from_bottom(masks[leader], 0) < low and (
                    not masks[3 - leader] or _nth_from_bottom(masks[3 - leader], 0) < low):
                flags |= HIT1 if leader == 1 else HIT2
    return flags


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


cdef void _fill(Suit* suit, uint32_t* masks, int size) noexcept nogil:
    cdef int leader, ruffers, rounds, index, bits, partner
    suit.top = 3
    suit.void = suit.still = suit.cross = 0
    suit.unused = 0
    for leader in range(3):
        if size and masks[leader] >> (size - 1):
            suit.top = leader
        if not masks[leader]:
            suit.void |= 1 << leader
        suit.quick[leader] = 0
        for ruffers in range(4):
            suit.quick[leader] |= _quick(masks, size, leader, ruffers) << 4 * ruffers
        rounds = suit.quick[leader] & 15
        for index in range(2):
            if COUNT[masks[(leader + 1 + index) % 3]] > rounds:
                suit.still |= 1 << 2 * leader + index
    for leader in range(1, 3):
        # A card led to the partner, who takes the trick: bit 0 if the declarer has no trumps, bit 2 if he has some;
        # bits 1 and 3 the same for a suit in which the leader himself has nothing to cash.
        partner = 3 - leader
        if masks[leader] and suit.quick[partner] & 15:
            bits = 5 if masks[0] else 1
            if not suit.quick[leader] & 15:
                bits |= bits << 1
            suit.cross |= bits << 4 * (leader - 1)
    _sure(masks, suit.sure)
    suit.betl = _betl(masks)
    suit.stuck = _stuck(masks)


cdef inline int8_t _clamped(int score) noexcept nogil:
    return <int8_t>max(-120, min(120, score))


cdef void _features(uint32_t* masks, int size, int player, int place, int* f) noexcept nogil:
    """What can be said about playing the card at ``place`` of a suit; the names are in docs/solver.md."""
    cdef uint32_t own = masks[player], enemies, partner
    cdef int i, left_enemy, right_enemy
    if player == 0:
        enemies = masks[1] | masks[2]
        partner = 0
        left_enemy = 1
        right_enemy = 2
    else:
        enemies = masks[0]
        partner = masks[3 - player]
        left_enemy = right_enemy = 0
    f[0] = 1
    f[1] = place == size - 1
    f[2] = enemies != 0 and enemies >> place == 0
    f[3] = partner > enemies and enemies != 0
    f[4] = enemies > own and enemies > partner
    f[5] = COUNT[own]
    f[6] = size
    f[7] = own & ((1 << place) - 1) == 0
    f[8] = own >> place == 1
    f[9] = place
    f[10] = COUNT[own] == 1
    f[11] = (masks[left_enemy] == 0) + (masks[right_enemy] == 0)
    f[12] = partner == 0
    f[13] = COUNT[own & (own >> 1)]
    f[14] = max(COUNT[masks[left_enemy]], COUNT[masks[right_enemy]])
    f[15] = COUNT[own & ~((1 << place) - 1) & ~((<uint32_t>2 << place) - 1)]


cdef void fill_tables() noexcept nogil:
    """Everything that depends on the layouts alone."""
    cdef int size, number, i, player, limit
    cdef uint32_t masks[3]
    for i in range(256):
        POWERS[i] = 0
        COUNT[i] = 0
        limit = 1
        for size in range(8):
            if i >> size & 1:
                POWERS[i] += limit
                COUNT[i] += 1
            limit *= 3
    for i in range(1, 512):
        LOWEST[i] = 0
        while not i >> LOWEST[i] & 1:
            LOWEST[i] += 1
        HIGHEST[i] = 0
        while i >> HIGHEST[i] > 1:
            HIGHEST[i] += 1
    for i in range(8):
        BELOW[i] = 0x010101 * ((<uint32_t>1 << i) - 1)
        ABOVE[i] = 0x010101 * (127 & ~((<uint32_t>1 << i) - 1))
    limit = 1
    for size in range(9):
        for number in range(limit):
            deal_out(number, size, masks)
            _fill(&SUITS[layout(masks[0] | masks[1] << 8 | masks[2] << 16)], masks, size)
        limit *= 3


cdef void deal_out(int number, int size, uint32_t* masks) noexcept nogil:
    """The masks of the three players from the digits of ``number`` in base 3."""
    cdef int i
    masks[0] = masks[1] = masks[2] = 0
    for i in range(size):
        masks[number % 3] |= <uint32_t>1 << i
        number //= 3


cdef void fill_orders(int8_t* lead_weights, int8_t* discard_weights) noexcept nogil:
    """The scores that order leads and discards, from their weights."""
    cdef int size, number, limit = 1, player, place, game, i, score, code
    cdef uint32_t masks[3]
    cdef int features[LEAD_FEATURES]
    for size in range(9):
        for number in range(limit):
            deal_out(number, size, masks)
            code = layout(masks[0] | masks[1] << 8 | masks[2] << 16)
            for player in range(3):
                for place in range(size):
                    if not masks[player] >> place & 1:
                        continue
                    _features(masks, size, player, place, features)
                    for game in range(4):
                        score = 0
                        for i in range(LEAD_FEATURES):
                            score += features[i] * lead_weights[(game * 3 + player) * LEAD_FEATURES + i]
                        LEAD[game][player][code][place] = _clamped(score)
                    for game in range(3):
                        score = 0
                        for i in range(LEAD_FEATURES):
                            score += features[i] * discard_weights[(game * 3 + player) * LEAD_FEATURES + i]
                        DISCARD[game][player][code][place] = _clamped(score)
        limit *= 3


def set_weights(weights):
    """Order the cards by other weights (for tuning): lists ``lead``, ``discard``, ``ruff`` and ``follow``."""
    cdef int8_t lead_weights[4 * 3 * LEAD_FEATURES]
    cdef int8_t discard_weights[3 * 3 * LEAD_FEATURES]
    cdef int i
    for i in range(4 * 3 * LEAD_FEATURES):
        lead_weights[i] = weights["lead"][i]
    for i in range(3 * 3 * LEAD_FEATURES):
        discard_weights[i] = weights["discard"][i]
    for i in range(12):
        RUFF[i // 4][i % 4] = weights["ruff"][i]
    for i in range(3 * 2 * 3 * 2 * FOLLOW_FEATURES):
        (<int32_t*>FOLLOW)[i] = weights["follow"][i]
    fill_orders(lead_weights, discard_weights)


fill_tables()
set_weights(WEIGHTS)


# ---------------------------------------------------------------- what Python calls

cdef class _Memory:
    """The table of one search at a time. It is never cleared: an entry holds for every deal."""

    cdef Context context

    def __cinit__(self):
        self.context.table = <uint64_t*>calloc(2 << BUCKET_BITS, sizeof(uint64_t))
        if self.context.table is NULL:
            raise MemoryError
        self.context.nodes = 0

    def __dealloc__(self):
        free(self.context.table)


cdef list _free = []


cdef _Memory _borrow():
    try:
        return <_Memory>_free.pop()
    except IndexError:
        return _Memory()


def nodes():
    """Trick starts searched so far by all tables that are not in use; for measuring."""
    cdef uint64_t total = 0
    for memory in _free:
        total += (<_Memory>memory).context.nodes
    return total


def forget():
    """Drop the tables, so that a measurement starts cold."""
    _free.clear()


cdef class _Reading:
    """A position as the search wants it, and the way back to its cards."""

    cdef Root root
    cdef int suits[4]           # the search's suit of each suit
    cdef uint32_t held          # cards in hands of active players
    cdef uint32_t playable

    def __cinit__(self, position):
        cdef uint32_t masks[3]
        cdef uint32_t mask
        cdef int mode = position.mode, i, s, card, place, declarer = position.declarer
        cdef int beat
        active = position.active
        first = active.index(declarer)
        order = active[first:] + active[:first]
        hands = position.hands
        self.root.players = len(order)
        masks[2] = 0
        self.held = 0
        for i in range(self.root.players):
            masks[i] = hands[order[i]]
            self.held |= masks[i]
        for s in range(4):
            self.suits[s] = s
        if mode < 4:
            self.suits[0] = mode
            self.suits[mode] = 0
        self.root.game = 0 if mode < 4 else mode - 3
        for s in range(4):
            self.root.state.w[self.suits[s]] = self._word(masks, s)
        self.root.leader = order.index(position.leader)
        trick = position.trick
        self.root.played = len(trick)
        mask = masks[(self.root.leader + self.root.played) % self.root.players]
        self.root.left = COUNT[mask & 255] + COUNT[mask >> 8 & 255] + COUNT[mask >> 16 & 255] + COUNT[mask >> 24]
        if self.root.played:
            self.playable = position.playable
            self._set_trick(trick)
        else:
            self.playable = mask

    cdef uint32_t _word(self, uint32_t* masks, int suit) noexcept:
        cdef uint32_t w = 0, held = self.held >> (8 * suit) & 255
        cdef int card, place = 0, i
        for card in range(8):
            if held >> card & 1:
                for i in range(self.root.players):
                    w |= (masks[i] >> (8 * suit + card) & 1) << (8 * i + place)
                place += 1
        return w

    cdef _set_trick(self, trick):
        cdef int i, card, best = -1, suit
        for i in range(self.root.played):
            card = trick[i]
            suit = self.suits[card >> 3]
            if i == 0:
                self.root.led = suit
            if best < 0 or (card > best if card >> 3 == best >> 3 else self.root.game == 0 and suit == 0):
                best = card
                self.root.winner = (self.root.leader + i) % self.root.players
        self.root.suit = self.suits[best >> 3]
        self.root.bar = self.place(best)

    cdef int place(self, int card) noexcept:
        """How many held cards of its suit lie below ``card``."""
        return COUNT[self.held >> (card & ~7) & ((1 << (card & 7)) - 1)]


cdef int step(Root* root, int suit, int place) noexcept nogil:
    """Play a card; whether the declarer won a trick with it done."""
    cdef int player = (root.leader + root.played) % root.players
    if root.played == 0:
        root.led = root.suit = suit
        root.bar = place
        root.winner = player
    elif suit == root.suit:
        if place >= root.bar:
            root.bar = place
            root.winner = player
        else:
            root.bar -= 1
    elif root.game == 0 and suit == 0:
        root.suit = 0
        root.bar = place
        root.winner = player
    drop(&root.state, suit, place)
    root.played += 1
    if root.played < root.players:
        return 0
    root.played = 0
    root.leader = root.winner
    root.left -= 1
    return root.winner == 0


cdef inline int first_guess(Root* root) noexcept nogil:
    if root.game == 2:
        return 1
    return (root.left + 1) // 2


def solve(position, guess=None):
    """Tricks the declarer still takes when all play perfectly (in betl: the fewest he can be held to)."""
    cdef _Reading reading = _Reading(position)
    cdef _Memory memory = _borrow()
    cdef int result, start = first_guess(&reading.root) if guess is None else guess
    with nogil:
        result = value(&memory.context, &reading.root, start)
    _free.append(memory)
    return result


def can_make(position, int goal):
    """Whether the declarer can take at least ``goal`` of the remaining tricks; in betl: at most ``goal``."""
    cdef _Reading reading = _Reading(position)
    cdef _Memory memory = _borrow()
    cdef bint result
    with nogil:
        if reading.root.game == 2:
            result = not takes(&memory.context, &reading.root, goal + 1)
        else:
            result = takes(&memory.context, &reading.root, goal)
    _free.append(memory)
    return result


def solve_moves(position, guess=None):
    """The value of the position after each card that may be played now, by card.

    The value counts from before the card: a trick which the card completes is included.
    """
    cdef _Reading reading = _Reading(position)
    cdef _Memory memory = _borrow()
    cdef int values[32]
    cdef int card, start = first_guess(&reading.root) if guess is None else guess
    with nogil:
        card_values(&memory.context, reading, start, values)
    _free.append(memory)
    return {card: values[card] for card in range(32) if reading.playable >> card & 1}


cdef void card_values(Context* context, _Reading reading, int guess, int* values) noexcept nogil:
    """Fill in the value of each playable card, of equal ones once."""
    cdef int card, place, suit, won, before = -2
    cdef Root root
    for card in range(32):
        if not reading.playable >> card & 1:
            continue
        suit = reading.suits[card >> 3]
        place = COUNT[reading.held >> (card & ~7) & ((1 << (card & 7)) - 1)]
        if before >= 0 and card >> 3 == before >> 3 and (
                place == COUNT[reading.held >> (before & ~7) & ((1 << (before & 7)) - 1)] + 1) and not (
                reading.root.played and suit == reading.root.suit and place == reading.root.bar):
            values[card] = values[before]
        else:
            root = reading.root
            won = step(&root, suit, place)
            values[card] = value(context, &root, guess - won) + won
            guess = values[card]
        before = card


def solve_all(positions):
    """The values of some positions, the interpreter free for other threads meanwhile."""
    cdef list readings = [_Reading(position) for position in positions]
    cdef int count = len(readings), i
    cdef Root* roots = <Root*>malloc(count * sizeof(Root) + 1)
    cdef _Memory memory = _borrow()
    if roots is NULL:
        raise MemoryError
    for i in range(count):
        roots[i] = (<_Reading>readings[i]).root
    with nogil:
        for i in range(count):
            roots[i].left = value(&memory.context, &roots[i], first_guess(&roots[i]))
    results = [roots[i].left for i in range(count)]
    free(roots)
    _free.append(memory)
    return results
