# Part of kernel.pyx: the tables over the layouts of a suit, filled once when the module is imported.

cdef int _quick(uint32_t* masks, int size, int leader, int ruffers) noexcept nogil:
    """Tricks the leader's side cashes in a suit from the leader's hand without losing the lead.

    Everybody plays his lowest under the leader's highest; ``ruffers`` has bit 0 for the next player and bit 1 for the
    one after him when he has trumps: then he must be able to follow.
    """
    cdef int rounds = 0, player, place, other, index
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
    cdef int i, beaten = 0, used = 0
    for i in range(count):
        while used < 8 and _nth_from_top(enemy, used) > cards[i]:
            used += 1
        if used > beaten:
            beaten += 1
    return count - beaten


cdef void _sure(uint32_t* masks, uint8_t* sure) noexcept nogil:
    cdef int cards[8]
    cdef int i, count = COUNT[masks[0]]
    for i in range(count):
        cards[i] = _nth_from_top(masks[0], i)
    sure[0] = _unmatched(cards, count, masks[1] | masks[2])
    count = max(COUNT[masks[1]], COUNT[masks[2]])
    for i in range(count):
        # However the defenders' trumps fall together, the i-th best trick is worth at least the better i-th trump.
        cards[i] = max(_nth_from_top(masks[1], i), _nth_from_top(masks[2], i))
    sure[1] = _unmatched(cards, count, masks[0])


cdef void _fill(Suit* suit, uint32_t* masks, int size) noexcept nogil:
    cdef int leader, ruffers, index, bits, partner
    cdef uint32_t rest[3]
    suit.top = 3
    suit.void = suit.still = suit.cross = suit.ruffed = 0
    for leader in range(3):
        if size and masks[leader] >> (size - 1):
            suit.top = leader
        if not masks[leader]:
            suit.void |= 1 << leader
        suit.quick[leader] = 0
        for ruffers in range(4):
            suit.quick[leader] |= _quick(masks, size, leader, ruffers) << 4 * ruffers
        if leader == 0 and suit.quick[0] & 15 < COUNT[masks[0]]:
            suit.void |= LOOSE
        suit.still |= _still(masks, size, leader) << 2 * leader
    for leader in range(1, 3):
        # A card led to the partner, who takes the trick: bit 0 if the declarer has no trumps, bit 2 if he has some;
        # bits 1 and 3 the same for a suit in which the leader himself has nothing to cash.
        partner = 3 - leader
        if masks[leader] and suit.quick[partner] & 15:
            bits = 5 if masks[0] else 1
            if not suit.quick[leader] & 15:
                bits |= bits << 1
            suit.cross |= bits << 4 * (leader - 1)
    if suit.top == 0:
        suit.void |= COUNT[masks[0]] << 4
    else:
        suit.void |= max(COUNT[masks[1]], COUNT[masks[2]]) << 4
    _sure(masks, suit.sure)
    for leader in range(3):
        suit.drawn[leader] = _drawn(masks, size, leader)
        for index in range(3):
            rest[index] = masks[index]
        if masks[leader]:
            rest[leader] &= rest[leader] - 1
        # Gained by a ruff or by a high card, the lead is worth the less of the two.
        suit.drawn[leader] |= min(<int>suit.drawn[leader], (masks[leader] != 0) + _drawn(rest, size, leader)) << 4
        suit.ruffed |= (_still(masks, size, leader) | _still(rest, size, leader)) << 2 * leader
        if leader == 0:
            if _knocks(masks, size) and _knocks(rest, size):
                suit.ruffed |= KNOCK


cdef bint _knocks(uint32_t* masks, int size) noexcept nogil:
    """Whether nobody else has a trump when the declarer has drawn as often as he can and lost one more, and he has."""
    cdef int rounds = _quick(masks, size, 0, 0)
    return max(COUNT[masks[1]], COUNT[masks[2]]) <= rounds + 1 and COUNT[masks[0]] >= rounds + 2


cdef int _still(uint32_t* masks, int size, int leader) noexcept nogil:
    """Others who still have trumps when the leader has drawn as often as he can: 1 the next, 2 the one after next."""
    cdef int index, found = 0, rounds = _quick(masks, size, leader, 0)
    for index in range(2):
        if COUNT[masks[(leader + 1 + index) % 3]] > rounds:
            found |= 1 << index
    return found


cdef int _drawn(uint32_t* masks, int size, int leader) noexcept nogil:
    """Trump tricks of the leader's side if he draws trumps as often as he can: those and what is sure afterwards."""
    cdef int player, i, rounds = _quick(masks, size, leader, 0)
    cdef uint32_t rest[3]
    cdef uint8_t sure[2]
    for player in range(3):
        rest[player] = masks[player]
        for i in range(rounds):
            if player == leader:
                rest[player] ^= <uint32_t>1 << _nth_from_top(rest[player], 0)
            elif rest[player]:
                rest[player] &= rest[player] - 1
    _sure(rest, sure)
    return rounds + sure[leader != 0]


cdef int _waiting(uint32_t* masks, int size, int player) noexcept nogil:
    """Trump tricks of a player whenever he gains the lead for the first time, however he gains it.

    With the highest trump he gains it when trumps are led, or when he must ruff, at worst with that trump. A defender
    counts only if his partner has no trumps and so cannot spoil them.
    """
    cdef uint32_t rest[3]
    cdef uint8_t sure[2]
    cdef int index, least = 0
    _sure(masks, sure)
    if player == 0:
        least = sure[0]
    elif masks[3 - player]:
        return 0
    if not size or not masks[player] >> (size - 1) & 1:
        return least
    for index in range(3):
        rest[index] = masks[index]
    rest[player] ^= <uint32_t>1 << (size - 1)
    return max(<int>sure[player != 0], min(_drawn(masks, size, player), 1 + _drawn(rest, size, player)))


cdef int _cleared(uint32_t* masks, int quick) noexcept nogil:
    """What the declarer gains if he leads a suit now for which others must spend their high cards.

    That is, how much more than now he cashes afterwards (with the trick itself if he wins it): two bits for each set
    of others with trumps, who must be able to follow.
    """
    cdef int first, second, card, ruffers, winner, worth, found = 0, gain
    cdef int least[4]
    cdef int most[4]
    cdef State rest
    for ruffers in range(4):
        most[ruffers] = quick >> 4 * ruffers & 15
    for card in range(8):
        if not masks[0] >> card & 1:
            continue
        for ruffers in range(4):
            least[ruffers] = 15
        for first in range(-1 if not masks[1] else 0, 8 if masks[1] else 0):
            if first >= 0 and not masks[1] >> first & 1:
                continue
            for second in range(-1 if not masks[2] else 0, 8 if masks[2] else 0):
                if second >= 0 and not masks[2] >> second & 1:
                    continue
                winner = card > first and card > second
                squeeze(masks, card, first, second, &rest)
                for ruffers in range(4):
                    worth = winner + (SUITS[1][layout(rest.w[0])].quick[0] >> 4 * ruffers & 15)
                    if ruffers & 1 and first < 0 or ruffers & 2 and second < 0:
                        worth = 0
                    least[ruffers] = min(least[ruffers], worth)
        for ruffers in range(4):
            most[ruffers] = max(most[ruffers], least[ruffers])
    for ruffers in range(4):
        gain = most[ruffers] - (quick >> 4 * ruffers & 15)
        found |= min(3, gain) << 2 * ruffers
    return found


cdef void squeeze(uint32_t* masks, int a, int b, int c, State* rest) noexcept nogil:
    """A suit without the card of each player at a place, or none where that is -1."""
    cdef int place
    rest.w[0] = masks[0] | masks[1] << 8 | masks[2] << 16
    for place in range(7, -1, -1):
        if a == place or b == place or c == place:
            drop(rest, 0, place)


cdef void _features(uint32_t* masks, int size, int player, int place, int* f) noexcept nogil:
    """What can be said about playing the card at ``place`` of a suit; the names are in docs/solver.md."""
    cdef uint32_t own = masks[player], enemies, partner
    cdef int left_enemy, right_enemy
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


cdef void _features_of_tricks(uint32_t* masks, int code, int player, int place, int* f) noexcept nogil:
    """The rest where tricks are wanted: what the suit is worth to whom."""
    cdef Suit* suit = &SUITS[1][code]
    f[16] = COUNT[(masks[1] | masks[2] if player == 0 else masks[0]) >> place]
    f[17] = COUNT[masks[3 - player] >> place] if player else 0
    f[18] = masks[(player + 1) % 3] >> place != 0
    f[19] = suit.quick[player] & 15
    f[20] = suit.quick[0] & 15 if player else max(suit.quick[1] & 15, suit.quick[2] & 15)
    f[21] = suit.quick[3 - player] & 15 if player else 0
    f[22] = suit.void & LOOSE != 0
    f[23] = COUNT[masks[player] >> place] <= suit.quick[player] & 15


cdef void _features_of_betl(uint32_t* masks, int code, int player, int place, int* f) noexcept nogil:
    """The rest in betl: what the suit alone does to the declarer."""
    cdef BetlSuit* suit = <BetlSuit*>&SUITS[3][code]
    cdef int cards[3]
    cards[0] = cards[1] = cards[2] = -1
    cards[player] = place
    f[16] = COUNT[(masks[1] | masks[2] if player == 0 else masks[0]) & ((1 << place) - 1)]
    f[17] = suit.guard == 0xFFFF
    f[18] = suit.guard & 1
    f[19] = min(<int>suit.duck, 8)
    f[20] = min(<int>suit.stuck, 8)
    f[21] = suit.hit >> (player - 1) & 1 if player else suit.exits & 1
    f[22] = COUNT[suit.force >> 4 * player & 15]
    f[23] = betl_after(masks, cards).guard & 1


cdef void fill_tables() noexcept nogil:
    """Everything that depends on the layouts alone."""
    cdef int size, number, i, limit, code
    cdef uint32_t masks[3]
    for i in range(4):
        SUITS[i] = <Suit*>(<uintptr_t>(SPACE + 63) & ~<uintptr_t>63) + i * NUMBERS
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
            code = layout(masks[0] | masks[1] << 8 | masks[2] << 16)
            for i in range(3):
                _fill(&SUITS[i][code], masks, size)
            SUITS[1][code].sure[0] = _cleared(masks, SUITS[1][code].quick[0])
            SUITS[0][code].cross = COUNT[masks[0]]
            for i in range(3):
                SUITS[0][code].quick[i] = _waiting(masks, size, i)
            fill_betl(<BetlSuit*>&SUITS[3][code], masks)
        limit *= 3
    for size in range(9):
        for number in range(1 << size):
            deal_two(number, size, masks)
            code = layout(masks[0] | masks[1] << 8)
            for i in range(4):
                SUITS[i][pair(masks)] = SUITS[i][code]
            (<BetlSuit*>&SUITS[3][pair(masks)]).shorter = 0     # a single follower has no partner to discard for


cdef void deal_out(int number, int size, uint32_t* masks) noexcept nogil:
    """The masks of the three players from the digits of ``number`` in base 3."""
    cdef int i
    masks[0] = masks[1] = masks[2] = 0
    for i in range(size):
        masks[number % 3] |= <uint32_t>1 << i
        number //= 3


cdef void deal_two(int number, int size, uint32_t* masks) noexcept nogil:
    """The masks of two players; the first has the bits of ``number``."""
    masks[0] = number
    masks[1] = ((1 << size) - 1) ^ number
    masks[2] = 0


cdef int pair(uint32_t* masks) noexcept nogil:
    """The number of a suit that two players hold."""
    return number_of(masks[0] | masks[1] << 8, <Trump2>0)


cdef void fill_orders(int8_t* lead_weights, int8_t* discard_weights) noexcept nogil:
    """The scores that order leads and discards, from their weights."""
    cdef int size, number, limit = 1
    cdef uint32_t masks[3]
    for size in range(9):
        for number in range(limit):
            deal_out(number, size, masks)
            order_suit(layout(masks[0] | masks[1] << 8 | masks[2] << 16), size, masks, 3, lead_weights, discard_weights)
        limit *= 3


cdef void fill_lone_orders(int8_t* lead_weights, int8_t* discard_weights) noexcept nogil:
    """The same for two hands."""
    cdef int size, number
    cdef uint32_t masks[3]
    for size in range(9):
        for number in range(1 << size):
            deal_two(number, size, masks)
            order_suit(pair(masks), size, masks, 2, lead_weights, discard_weights)


cdef void order_suit(int code, int size, uint32_t* masks, int count, int8_t* lead_weights,
                     int8_t* discard_weights) noexcept nogil:
    """Order the cards of ``count`` players; the weights have a row for each kind of game and player."""
    cdef int player, place, game, plain = layout(masks[0] | masks[1] << 8 | masks[2] << 16)
    cdef int features[LEAD_FEATURES]
    for player in range(count):
        for game in range(4):
            clear_order(&SUITS[game][code].lead[player])
            clear_order(&SUITS[game][code].discard[player])
        for place in range(size):
            if not (masks[player] & ~(masks[player] << 1)) >> place & 1:
                continue
            _features(masks, size, player, place, features)
            for game in range(4):
                if game < 3:
                    _features_of_tricks(masks, plain, player, place, features)
                else:
                    _features_of_betl(masks, plain, player, place, features)
                enter(&SUITS[game][code].lead[player], place,
                      _score(features, &lead_weights[(game * count + player) * LEAD_FEATURES]))
                if game:
                    enter(&SUITS[game][code].discard[player], place,
                          _score(features, &discard_weights[((game - 1) * count + player) * LEAD_FEATURES]))


cdef int _score(int* features, int8_t* weights) noexcept nogil:
    cdef int i, score = 0
    for i in range(LEAD_FEATURES):
        score += features[i] * weights[i]
    return max(-120, min(120, score))


cdef void clear_order(Order* order) noexcept nogil:
    cdef int i
    for i in range(4):
        order.score[i] = -128
        order.place[i] = 8


cdef void enter(Order* order, int place, int score) noexcept nogil:
    """Put a card after those with no lower score."""
    cdef int i = 3
    while i and score > order.score[i - 1]:
        order.score[i] = order.score[i - 1]
        order.place[i] = order.place[i - 1]
        i -= 1
    order.score[i] = score
    order.place[i] = place
