"""Exact equities of known hands: the kernel where it applies, else the walk over the boards."""

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy, memset

from cardset cimport RANKS, of_count
from enumeration cimport Deal, Tally, credit, walk_boards
from kernels cimport OF_STATES, Matchup
from omaha cimport low_mask

cdef enum:
    KERNEL_PLAYERS = 6          # more players leave so few boards that walking them is right


cdef inline void start_lows(const Deal* d, Matchup* m, uint64_t* states) noexcept nogil:
    """The outcomes of the low by the board's low mask. states[k]: who wins it in the k-th, a bit for each player."""
    cdef int p, i, mask, best, value, given, most
    cdef int hole_low[KERNEL_PLAYERS]
    cdef uint64_t winners
    memset(m.state, 0, sizeof(m.state))
    m.states = 1
    states[0] = 0
    if not d.hilo:
        return
    for p in range(d.players):
        hole_low[p] = low_mask(d.tables, d.hole[p], d.hole_count)
    # The kernel asks for the flop's mask with two more cards; and without three low ranks nobody has a low.
    given = low_mask(d.tables, d.board, min(d.board_count, 3))
    most = of_count(given) + (2 if d.board_count else 5)
    for mask in range(256):
        if given & ~mask or not 3 <= of_count(mask) <= most:
            continue
        best = 0
        winners = 0
        for p in range(d.players):
            value = d.tables.low[hole_low[p]][mask]
            if value > best:
                best = value
                winners = 0
            if value and value == best:
                winners |= (<uint64_t>1) << p
        i = 0
        while i < m.states and states[i] != winners:
            i += 1
        if i == m.states:
            states[i] = winners
            m.states += 1
        m.state[mask] = i


cdef inline void credit_pair(Tally* tally, int p, const int64_t* at, int low_winners) noexcept nogil:
    """Of two players: at[0] boards, the first alone on at[1], both on at[2]; low_winners: a bit for each."""
    cdef int64_t alone = at[0] - at[1] - at[2] if p else at[1]
    cdef int low = of_count(low_winners) if low_winners >> p & 1 else 0
    credit(&tally[p], alone, 1, low_winners != 0, low)
    credit(&tally[p], at[2], 2, low_winners != 0, low)
    credit(&tally[p], at[0] - alone - at[2], 0, low_winners != 0, low)


cdef inline int64_t count_by_kernel(const Deal* d, Tally* tally) noexcept nogil:
    cdef Matchup m
    cdef uint64_t states[OF_STATES]
    cdef int64_t counts[OF_STATES * (1 + KERNEL_PLAYERS * KERNEL_PLAYERS)]
    cdef int64_t boards = 0, others, number
    cdef const int64_t* at = counts
    cdef int suit, rank, k, p, winners, low_winners, low
    m.players = d.players
    m.hole_count = d.hole_count
    m.board_count = d.board_count
    memcpy(m.hole, d.hole, sizeof(m.hole))
    memcpy(m.board, d.board, sizeof(m.board))
    for suit in range(4):
        m.live[suit] = 0
        for rank in range(RANKS):
            if not d.gone >> (4 * rank + suit) & 1:
                m.live[suit] |= 1u << rank
    start_lows(d, &m, states)
    d.kernels.equities(d.tables, &m, counts)
    for k in range(m.states):
        boards += at[0]
        low_winners = of_count(states[k])
        if d.players == 2:
            credit_pair(tally, 0, at, <int>states[k])
            credit_pair(tally, 1, at, <int>states[k])
            at += 3
            continue
        for p in range(d.players):
            others = at[0]          # boards on which he does not win the high
            low = low_winners if states[k] >> p & 1 else 0
            for winners in range(1, d.players + 1):
                number = at[1 + (winners - 1) * d.players + p]
                others -= number
                credit(&tally[p], number, winners, states[k] != 0, low)
            credit(&tally[p], others, 0, states[k] != 0, low)
        at += 1 + d.players * d.players
    return boards


cdef inline bint kernel_applies(const Deal* d) noexcept nogil:
    return d.players <= KERNEL_PLAYERS and d.board_count < 5


cdef inline int64_t count_deal(const Deal* d, Tally* tally) noexcept nogil:
    """Every board that may still come: add to the tally, return how many there were."""
    return count_by_kernel(d, tally) if kernel_applies(d) else walk_boards(d, 0, 1, tally)
