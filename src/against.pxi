# One known hand against a random one, exactly. Included by _core.pyx.
#
# Before the flop the hands of the unknown player are grouped by ranks, and for each suit by the ranks that they hold of
# it: 1,820 groups of four cards instead of 194,580 hands. Later in the deal every hand is counted by itself.

cdef struct Search:
    # The known hand, and the group that is being built.
    Deal deal
    Against group
    uint16_t held[4]            # the known hand's ranks of each suit
    uint16_t live[4]            # ranks of each suit that the unknown hand and the board may come from
    int live_count[13]
    int suits[4]                # different suits that may change anything ..
    int times[4]                # .. and how many suits are like each of them
    int suit_count
    int taken[13]               # how many cards of each rank the group's hands hold
    int64_t weight[OF_LAYERS]   # hands behind each layer
    int64_t hands
    int64_t counts[4][3]        # by who wins the low (bit 0 the known hand, bit 1 the unknown), as Kernels.equities
    int64_t boards


cdef void add_group(Search* s, int layers, int64_t base_hands) noexcept nogil:
    """Count the group's layers so far; with base_hands also the boards with suits ignored."""
    cdef int64_t counts[(1 + OF_LAYERS) * 12]
    cdef int64_t weight
    cdef uint64_t states[4]
    cdef int k, state, i, winners
    cdef Matchup lows
    start_lows(&s.deal, &lows, states)
    s.group.states = lows.states
    memcpy(s.group.state, lows.state, 256)
    s.group.layers = layers
    KERNELS.against(&TABLES, &s.group, counts)
    for k in range(1 + layers):
        weight = s.weight[k - 1] if k else base_hands
        for state in range(s.group.states):
            winners = <int>states[state]
            for i in range(3):
                s.counts[winners][i] += weight * counts[12 * k + 3 * state + i]


cdef void count_group(Search* s) noexcept nogil:
    """Count all hands that hold s.taken of each rank."""
    cdef int live[13]
    cdef int k, r, n = 0, suit, layers = 0
    cdef uint32_t ranks = 0, subset, outside
    cdef int64_t hands = 1, weight
    cdef bint first = True
    for r in range(13):
        hands *= choose(s.live_count[r], s.taken[r])
        live[r] = s.live_count[r] - s.taken[r]
        if s.taken[r]:
            ranks |= 1u << r
        for k in range(s.taken[r]):
            s.deal.hole[1][n] = <uint8_t>(4 * r + k)
            n += 1
    s.hands += hands
    memcpy(s.group.hole, s.deal.hole, sizeof(s.group.hole))
    memcpy(s.group.live, live, sizeof(live))
    for k in range(s.suit_count):
        suit = s.suits[k]
        subset = ranks & s.live[suit]
        outside = subset
        while True:                                 # every subset of the ranks that the suit still has
            # Cards of the suit for the ranks in the subset, of other suits for the rest.
            weight = s.times[k]
            for r in range(13):
                if s.taken[r]:
                    weight *= choose(s.live_count[r] - (s.live[suit] >> r & 1), s.taken[r] - (subset >> r & 1))
            if weight and (of_count(s.held[suit]) >= 2 or of_count(subset) >= 2):
                s.group.held[layers][0] = s.held[suit]
                s.group.held[layers][1] = <uint16_t>subset
                s.group.still[layers] = <uint16_t>(s.live[suit] & ~subset)
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


cdef void choose_ranks(Search* s, int rank, int missing) noexcept nogil:
    """Every way to take `missing` cards of the ranks from `rank` down."""
    cdef int n
    if missing == 0:
        count_group(s)
        return
    if rank < 0:
        return
    for n in range(min(missing, s.live_count[rank]) + 1):
        s.taken[rank] = n
        choose_ranks(s, rank - 1, missing - n)
    s.taken[rank] = 0


cdef void start_search(Search* s) noexcept nogil:
    cdef int suit, rank, i, k
    for suit in range(4):
        s.held[suit] = 0
        s.live[suit] = 0
        for rank in range(13):
            if not s.deal.gone >> (4 * rank + suit) & 1:
                s.live[suit] |= 1u << rank
                s.live_count[rank] += 1
        for i in range(s.deal.hole_count):
            if (s.deal.hole[0][i] & 3) == suit:
                s.held[suit] |= 1u << (s.deal.hole[0][i] >> 2)
        # Suits with the same cards gone and the same cards held change the same.
        k = 0
        while k < s.suit_count and not (s.live[s.suits[k]] == s.live[suit] and s.held[s.suits[k]] == s.held[suit]):
            k += 1
        if k == s.suit_count:
            s.suits[k] = suit
            s.times[k] = 0
            s.suit_count += 1
        s.times[k] += 1
    s.group.hole_count = s.deal.hole_count


cdef void count_every_hand(Search* s, Tally* tally, int first, int missing) noexcept nogil:
    """On a flop, turn or river: each hand from card number `first` on, one by one."""
    cdef int card
    cdef uint64_t bit
    if missing == 0:
        s.hands += 1
        s.boards += settle_matchup(&s.deal, tally) if kernel_applies(&s.deal) else walk_boards(&s.deal, 0, 1, tally)
        return
    for card in range(first, CARDS):
        bit = (<uint64_t>1) << card
        if not s.deal.gone & bit:
            s.deal.gone |= bit
            s.deal.hole[1][missing - 1] = <uint8_t>card
            count_every_hand(s, tally, card + 1, missing - 1)
            s.deal.gone ^= bit


def count_against(uint64_t hole, uint64_t board, uint64_t dead, bint hilo, bint one_by_one=False):
    """A known hand against every hand of as many cards, over every board; the caller has checked every card.

    one_by_one: count each hand by itself before the flop, too (the oracle, slow).
    Returns (hands, pairs of a hand and a board, [(win, tie, scoop, quartered, three_quartered, high, low)] of both).
    """
    cdef Search s
    cdef Tally tally[2]
    cdef uint8_t cards[52]
    cdef int64_t at[3]
    cdef int winners, p
    memset(&s, 0, sizeof(s))
    memset(tally, 0, sizeof(tally))
    s.deal.players = 2
    s.deal.hilo = hilo
    s.deal.hole_count = unpack(hole, cards)
    memcpy(s.deal.hole[0], cards, 6)
    s.deal.board_count = unpack(board, cards)
    memcpy(s.deal.board, cards, 5)
    s.deal.gone = hole | board | dead
    with nogil:
        if s.deal.board_count or one_by_one:
            count_every_hand(&s, tally, 0, s.deal.hole_count)
        else:
            start_search(&s)
            choose_ranks(&s, 12, s.deal.hole_count)
            for winners in range(4):
                s.boards += s.counts[winners][0]
                for p in range(2):
                    credit_pair(tally, p, s.counts[winners], winners)
    return s.hands, s.boards, [
        (tally[p].win, tally[p].tie, tally[p].scoop, tally[p].quartered, tally[p].three_quartered, tally[p].high,
         tally[p].low) for p in range(2)
    ]


cdef void credit_pair(Tally* tally, int p, const int64_t* at, int low_winners) noexcept nogil:
    """Of two players: at[0] boards, the first alone on at[1], both on at[2]; low_winners: a bit for each."""
    cdef int64_t alone = at[0] - at[1] - at[2] if p else at[1]
    cdef int low = of_count(low_winners) if low_winners >> p & 1 else 0
    credit(&tally[p], alone, 1, low_winners != 0, low)
    credit(&tally[p], at[2], 2, low_winners != 0, low)
    credit(&tally[p], at[0] - alone - at[2], 0, low_winners != 0, low)
