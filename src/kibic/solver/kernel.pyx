# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The exact solver, compiled: the same answers as ``kibic.solver.reference``, hundreds of times faster.

docs/solver.md explains the algorithm; read it before changing anything here. In short: players are renumbered (0 the
declarer, then in playing order) and suits so that the trump is suit 0. A suit is one word with the masks of the three
players in its bytes, always packed: bit 0 is the lowest card *still held*. Playing a card squeezes its bit out, so a
word says only who holds the 1st, 2nd, ... card, and its number in base 3 (its layout) indexes all tables.
"""

cimport cython
from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free, malloc

from kibic.solver.position import checked, refuse, tricks_of
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
    PAIRS = 511             # 1 + 2 + 4 + ... + 2**8: layouts of two hands, with numbers of their own after the others
    NUMBERS = LAYOUTS + PAIRS
    KEY_BITS = 60           # four layouts of 14, leader 2, game 2
    BUCKET_BITS = 15        # of two entries of 8 bytes: 2 MB
    PAYLOAD_BITS = 17       # least 4, most 4, tricks left 4, card 5
    LEAD_FEATURES = 24
    FOLLOW_FEATURES = 8
    NO_CARD = 31
    FIRST = 1 << 24         # more than any score
    NONE = -(1 << 24)       # less than any

cdef enum:
    LOOSE = 8               # of void: the declarer cannot cash all of his cards
    KNOCK = 128             # of ruffed: the declarer, on lead now or after a ruff, draws all trumps by losing one trick

# What is known about a suit in betl besides what depends on discards.
cdef enum:
    HIT1 = 1                # the lead of player 1 makes the declarer win
    HIT2 = 2                # the lead of player 2 makes the declarer win
    HIT_ALONE = 4           # the partner of such a leader has no card of this suit

cdef struct Order:          # a player's cards, of equal ones the lowest, in the order in which they are tried
    int8_t score[4]
    uint8_t place[4]        # 8 after the last

cdef struct Suit:           # 64 bytes, one cache line: what decides about a suit brings the order of its cards along
    uint16_t quick[3]       # by leader: tricks cashed from the top, a nibble for each set of others who can ruff
                            # as the trump suit: trump tricks of a player whenever he gains the lead, see _waiting
    uint8_t cross           # a nibble for leader 1 and 2: see _fill; as the trump suit: the declarer's trumps
    uint8_t top             # who holds the highest card, 3 nobody
    uint8_t void            # bit for each player without a card, LOOSE, and in the high nibble how often the side
                            # with the highest card can lead the suit at most
    uint8_t sure[2]         # as the trump suit: tricks of declarer, defence, whatever happens
                            # as a plain suit, the first: what the declarer gains by leading it now, see _cleared
    uint8_t still           # as the trump suit, 2 bits a leader: others (next 1, after next 2) with trumps after drawing
    uint8_t drawn[3]        # as the trump suit, by leader: trump tricks if he draws trumps; high nibble: after a ruff
    uint8_t ruffed          # what still says after the leader has ruffed with his lowest trump; KNOCK
    Order lead[3]           # its cards as leads, by leader
    Order discard[3]        # the same as discards, by player

cdef struct BetlSuit:       # what stands there in betl, with the order of the cards in the same place
    uint16_t guard          # bit for each limit of discards: no lead of the defenders makes the declarer win
    uint16_t exits          # the same after a lead of the declarer, which loses
    uint16_t force          # bit 4 * leader + set of defenders: see _force
    uint8_t hit             # HIT1, HIT2
    uint8_t stuck           # tricks the declarer wins from here before he can lose the lead; 15 never
    uint8_t longer          # what player 2 has more cards of it than player 1
    uint8_t shorter         # what player 1 has more
    uint8_t aims            # the defenders who, once on lead, make the declarer win a trick of it: bit 0 player 1
    uint8_t duck            # tricks the declarer loses if the defenders lead only this suit, 15 all
    uint8_t leave           # the same if the declarer leads it now; 0 if he wins that trick
    uint8_t again[2]        # led by player 1, 2 so that he wins: tricks before he can lose the lead in this suit
    uint8_t padding[1]
    Order lead[3]
    Order discard[3]

cdef uint16_t POWERS[256]   # sum of 3**i over the bits i
cdef uint8_t COUNT[256]
cdef uint8_t LOWEST[512]
cdef uint8_t HIGHEST[512]
cdef uint32_t BELOW[8]
cdef uint32_t ABOVE[8]
cdef uint8_t SPACE[4 * NUMBERS * 64 + 64]
cdef Suit* SUITS[4]                                     # class (trump, side suit, sans, betl), layout; in SPACE
cdef int32_t RUFF[3][8][8]                              # leader, players with trumps, those of them who can ruff
cdef int32_t FOLLOW[4][2][3][2][FOLLOW_FEATURES]        # kind of game or ruffing, last?, player, side winning?
cdef int32_t LONE_RUFF[2][2]                            # the same with two hands
cdef int32_t LONE_FOLLOW[4][2][2][FOLLOW_FEATURES]

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


cdef inline int number_of(uint32_t w, Game game) noexcept nogil:
    """A suit's place in the tables: the few layouts of two hands lie together and are ordered by their own weights."""
    if players(game) == 2:
        return LAYOUTS + ((w | w >> 8) & 255) + (w & 255)
    return layout(w)


cdef inline uint32_t without(uint32_t w, int place) noexcept nogil:
    """A suit without one card."""
    return (w & BELOW[place]) | (w >> 1 & ABOVE[place])


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


include "kernel_search.pxi"
include "kernel_betl.pxi"
include "kernel_tables.pxi"


@cython.boundscheck(True)
def set_weights(weights):
    """Order the cards by other weights (for tuning): lists ``lead``, ``discard``, ``ruff`` and ``follow``."""
    cdef int8_t lead_weights[4 * 3 * LEAD_FEATURES]
    cdef int8_t discard_weights[3 * 3 * LEAD_FEATURES]
    cdef int i, leader, holders
    for i in range(4 * 3 * LEAD_FEATURES):
        lead_weights[i] = weights["lead"][i]
    for i in range(3 * 3 * LEAD_FEATURES):
        discard_weights[i] = weights["discard"][i]
    for leader in range(3):
        for holders in range(8):
            for i in range(8):
                RUFF[leader][holders][i] = weights["ruff"][
                    16 * (2 * leader + (holders >> leader & 1)) + 4 * others_with(holders, leader) + others_with(i, leader)]
    for i in range(4 * 2 * 3 * 2 * FOLLOW_FEATURES):
        (<int32_t*>FOLLOW)[i] = weights["follow"][i]
    fill_orders(lead_weights, discard_weights)


@cython.boundscheck(True)
def set_lone_weights(weights):
    """The same for two hands: lists ``lone_lead``, ``lone_discard``, ``lone_ruff`` and ``lone_follow``."""
    cdef int8_t lead_weights[4 * 2 * LEAD_FEATURES]
    cdef int8_t discard_weights[3 * 2 * LEAD_FEATURES]
    cdef int i
    for i in range(4 * 2 * LEAD_FEATURES):
        lead_weights[i] = weights["lone_lead"][i]
    for i in range(3 * 2 * LEAD_FEATURES):
        discard_weights[i] = weights["lone_discard"][i]
    for i in range(4):
        LONE_RUFF[i // 2][i % 2] = weights["lone_ruff"][i]
    for i in range(4 * 2 * 2 * FOLLOW_FEATURES):
        (<int32_t*>LONE_FOLLOW)[i] = weights["lone_follow"][i]
    fill_lone_orders(lead_weights, discard_weights)


fill_tables()
set_weights(WEIGHTS)
set_lone_weights(WEIGHTS)


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


cdef _changed():
    """Only a position tampered with after it was checked comes here; the search must never see it."""
    return refuse("the position was changed after it was checked", "pozicija je menjana pošto je proverena")


cdef class _Reading:
    """A position as the search wants it, and the way back to its cards."""

    cdef Root root
    cdef int suits[4]           # the search's suit of each suit
    cdef uint32_t held          # cards in hands of active players
    cdef uint32_t playable

    @cython.boundscheck(True)
    def __cinit__(self, position):
        checked(position)
        cdef uint32_t masks[3]
        cdef uint32_t mask
        cdef int mode = position.mode, i, s, card, place, declarer = position.declarer
        active = position.active
        first = active.index(declarer)
        order = active[first:] + active[:first]
        hands = position.hands
        self.root.players = len(order)
        if not 0 <= mode < 6 or not 2 <= self.root.players <= 3:
            raise _changed()
        masks[2] = 0
        self.held = 0
        for i in range(self.root.players):
            masks[i] = hands[order[i]]
            if self.held & masks[i]:
                raise _changed()
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
        if self.root.played >= self.root.players:
            raise _changed()
        mask = masks[(self.root.leader + self.root.played) % self.root.players]
        self.root.left = COUNT[mask & 255] + COUNT[mask >> 8 & 255] + COUNT[mask >> 16 & 255] + COUNT[mask >> 24]
        for i in range(self.root.players):
            mask = masks[(self.root.leader + i) % self.root.players]
            if COUNT[mask & 255] + COUNT[mask >> 8 & 255] + COUNT[mask >> 16 & 255] + COUNT[mask >> 24] != (
                    self.root.left - (i < self.root.played)) or self.root.left > 10:
                raise _changed()
        if self.root.played:
            self.playable = position.playable
            self._set_trick(trick)
        else:
            self.playable = masks[self.root.leader]

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
            if not 0 <= card < 32:
                raise _changed()
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


cdef int high_cards(uint32_t own) noexcept nogil:
    """How many of a suit's cards would win against one follower if all were led from below in turn."""
    cdef int count = 0, limit = 0
    while own:
        count += lowest(own) > limit
        own &= own - 1
        limit += 2
    return count


cdef int first_guess(Root* root) noexcept nogil:
    """Where to begin asking: by what the declarer has to cash and how many tricks are left."""
    cdef int s, cash = 0
    if root.game == 2:
        if root.players == 3:
            return 1
        for s in range(4):
            cash += high_cards(root.state.w[s] & 255)
        return min(5, max(1, 2 * cash))
    for s in range(4):
        if s == 0 and root.game == 0:
            cash += SUITS[0][layout(root.state.w[0])].sure[0]
        else:
            cash += SUITS[1][layout(root.state.w[s])].quick[0] & 15
    return (6 * cash + (3 if root.game == 0 else 2) * root.left + 4) // 8


def solve(position, guess=None):
    """Tricks the declarer still takes when all play perfectly (in betl: the fewest he can be held to)."""
    cdef _Reading reading = _Reading(position)
    cdef _Memory memory = _borrow()
    cdef int result, start = first_guess(&reading.root) if guess is None else tricks_of(guess, "guess")
    with nogil:
        result = value(&memory.context, &reading.root, start)
    _free.append(memory)
    return result


def can_make(position, goal):
    """Whether the declarer can take at least ``goal`` of the remaining tricks; in betl: at most ``goal``."""
    cdef _Reading reading = _Reading(position)
    cdef int tricks = tricks_of(goal, "goal")
    cdef _Memory memory = _borrow()
    cdef bint result
    with nogil:
        if reading.root.game == 2:
            result = not takes(&memory.context, &reading.root, tricks + 1)
        else:
            result = takes(&memory.context, &reading.root, tricks)
    _free.append(memory)
    return result


def solve_moves(position, guess=None):
    """The value of the position after each card that may be played now, by card.

    The value counts from before the card: a trick which the card completes is included.
    """
    cdef _Reading reading = _Reading(position)
    cdef _Memory memory = _borrow()
    cdef int values[32]
    cdef int card, start = first_guess(&reading.root) if guess is None else tricks_of(guess, "guess")
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
