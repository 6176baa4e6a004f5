"""One known hand against a random one, exactly.

Before the flop the hands of the unknown player are grouped by ranks, and for each suit by the ranks that they hold of
it: 1,820 groups of four cards instead of 194,580 hands. Later in the deal the hands are counted one by one.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from cardset cimport CARDS, RANKS, choose, next_multiset, of_count
from enumeration cimport Deal, Tally
from kernels cimport OF_LAYERS, Against, Matchup
from matchups cimport count_deal, credit_pair, start_lows


cdef struct Search:
    # The known hand, and how far the unknown ones have been counted.
    Deal deal
    bint grouped
    bint over
    int64_t hands               # so far
    int64_t boards
    Tally tally[2]
    # One by one: the hand that comes next, as ascending numbers of live cards.
    uint8_t card[CARDS]
    int live
    int at[6]
    # In groups: the ranks that come next, and the group that is being built.
    int ranks[6]
    Against group
    uint16_t held[4]            # the known hand's ranks of each suit
    uint16_t suited[4]          # ranks of each suit that the unknown hand and the board may come from
    int live_count[RANKS]
    int suits[4]                # different suits that may change anything ..
    int times[4]                # .. and how many suits are like each of them
    int suit_count
    int64_t weight[OF_LAYERS]   # hands behind each layer


cdef inline void add_group(Search* s, int layers, int64_t base_hands) noexcept nogil:
    """Count the group's layers so far; with base_hands also the boards with suits ignored."""
    cdef int64_t counts[(1 + OF_LAYERS) * 12]
    cdef int64_t sums[4][3]     # by who wins the low (bit 0 the known hand, bit 1 the unknown), as Kernels.equities
    cdef int64_t weight
    cdef uint64_t states[4]
    cdef int k, state, i, winners
    cdef Matchup lows
    start_lows(&s.deal, &lows, states)
    s.group.states = lows.states
    memcpy(s.group.state, lows.state, 256)
    s.group.layers = layers
    s.deal.kernels.against(s.deal.tables, &s.group, counts)
    memset(sums, 0, sizeof(sums))
    for k in range(1 + layers):
        weight = s.weight[k - 1] if k else base_hands
        for state in range(s.group.states):
            winners = <int>states[state]
            for i in range(3):
                sums[winners][i] += weight * counts[12 * k + 3 * state + i]
    for winners in range(4):
        s.boards += sums[winners][0]
        credit_pair(s.tally, 0, sums[winners], winners)
        credit_pair(s.tally, 1, sums[winners], winners)


cdef inline void count_group(Search* s) noexcept nogil:
    """Count all hands that hold s.ranks."""
    cdef int taken[RANKS]
    cdef int k, r, n, suit, layers = 0
    cdef uint32_t ranks = 0, subset, outside
    cdef int64_t hands = 1, weight
    cdef bint first = True
    memset(taken, 0, sizeof(taken))
    for n in range(s.deal.hole_count):
        r = s.ranks[n]
        s.deal.hole[1][n] = <uint8_t>(4 * r + taken[r])
        taken[r] += 1
        ranks |= 1u << r
    for r in range(RANKS):
        hands *= choose(s.live_count[r], taken[r])
        s.group.live[r] = s.live_count[r] - taken[r]
    if hands == 0:
        return
    s.hands += hands
    memcpy(s.group.hole, s.deal.hole, sizeof(s.group.hole))
    for k in range(s.suit_count):
        suit = s.suits[k]
        subset = ranks & s.suited[suit]
        outside = subset
        while True:                                 # every subset of the ranks that the suit still has
            # Cards of the suit for the ranks in the subset, of other suits for the rest.
            weight = s.times[k]
            for r in range(RANKS):
                if taken[r]:
                    weight *= choose(s.live_count[r] - (s.suited[suit] >> r & 1), taken[r] - (subset >> r & 1))
            if weight and (of_count(s.held[suit]) >= 2 or of_count(subset) >= 2):
                s.group.held[layers][0] = s.held[suit]
                s.group.held[layers][1] = <uint16_t>subset
                s.group.still[layers] = <uint16_t>(s.suited[suit] & ~subset)
                s.weight[layers] = weight
                layers += 1
                if layers == OF_LAYERS:
                    add_group(s, layers, hands if first else 0)
                    layers = 0
                    first = False
            if subset == 0:
                break
            subset = (subset - 1) & outside
    if layers or first:
        add_group(s, layers, hands if first else 0)


cdef inline void count_hand(Search* s) noexcept nogil:
    """Count the hand s.at by itself."""
    cdef int i
    cdef uint64_t gone = s.deal.gone
    for i in range(s.deal.hole_count):
        s.deal.hole[1][i] = s.card[s.at[i]]
        s.deal.gone |= (<uint64_t>1) << s.card[s.at[i]]
    s.hands += 1
    s.boards += count_deal(&s.deal, s.tally)
    s.deal.gone = gone


cdef inline bint next_hand(int* at, int count, int live) noexcept nogil:
    """The next set of `count` ascending numbers below `live`; False after the last."""
    cdef int i = count - 1
    while i >= 0 and at[i] == live - count + i:
        i -= 1
    if i < 0:
        return False
    at[i] += 1
    for i in range(i + 1, count):
        at[i] = at[i - 1] + 1
    return True


cdef inline void start_search(Search* s, bint one_by_one) noexcept nogil:
    """With the known hand, the board and what is gone in s.deal, and zeros everywhere else."""
    cdef int card, suit, i, k
    s.deal.players = 2
    s.grouped = not (one_by_one or s.deal.board_count)
    s.group.hole_count = s.deal.hole_count
    for i in range(s.deal.hole_count):
        s.at[i] = i
        s.held[s.deal.hole[0][i] & 3] |= 1u << (s.deal.hole[0][i] >> 2)
    for card in range(CARDS):
        if not s.deal.gone >> card & 1:
            s.card[s.live] = <uint8_t>card
            s.live += 1
            s.suited[card & 3] |= 1u << (card >> 2)
            s.live_count[card >> 2] += 1
    for suit in range(4):
        # Suits with the same cards gone and the same cards held change the same.
        k = 0
        while k < s.suit_count and not (s.suited[s.suits[k]] == s.suited[suit] and s.held[s.suits[k]] == s.held[suit]):
            k += 1
        if k == s.suit_count:
            s.suits[k] = suit
            s.suit_count += 1
        s.times[k] += 1


cdef inline void search(Search* s, int groups, int hands) noexcept nogil:
    """Go on with the next `groups` groups, or `hands` hands one by one; s.over is set after the last."""
    cdef int i
    for i in range(groups if s.grouped else hands):
        if s.grouped:
            count_group(s)
            s.over = not next_multiset(s.ranks, s.deal.hole_count)
        else:
            count_hand(s)
            s.over = not next_hand(s.at, s.deal.hole_count, s.live)
        if s.over:
            return
