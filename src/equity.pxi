# Exact equities of known hands: the kernel where it applies, else the walk over the boards. Included by _core.pyx.

cdef enum:
    KERNEL_PLAYERS = 6          # more players leave so few boards that walking them is right


cdef struct Deal:
    # One question, its cards checked.
    int players
    int hole_count
    uint8_t hole[10][6]
    int board_count
    uint8_t board[5]            # in the order of their numbers: the kernel asks for ranks and suits only
    uint64_t gone               # hands, board and dead cards
    bint hilo


cdef void start_matchup(const Deal* d, Matchup* m, uint64_t* states) noexcept nogil:
    """The kernel's question; states as start_lows gives them."""
    cdef int suit, rank
    m.players = d.players
    m.hole_count = d.hole_count
    m.board_count = d.board_count
    memcpy(m.hole, d.hole, sizeof(m.hole))
    memcpy(m.board, d.board, sizeof(m.board))
    for suit in range(4):
        m.live[suit] = 0
        for rank in range(13):
            if not d.gone >> (4 * rank + suit) & 1:
                m.live[suit] |= 1u << rank
    start_lows(d, m, states)


cdef void start_lows(const Deal* d, Matchup* m, uint64_t* states) noexcept nogil:
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
        hole_low[p] = low_mask(&TABLES, d.hole[p], d.hole_count)
    # The kernel asks for the flop's mask with two more cards; and without three low ranks nobody has a low.
    given = low_mask(&TABLES, d.board, min(d.board_count, 3))
    most = of_count(given) + (2 if d.board_count else 5)
    for mask in range(256):
        if given & ~mask or not 3 <= of_count(mask) <= most:
            continue
        best = 0
        winners = 0
        for p in range(d.players):
            value = TABLES.low[hole_low[p]][mask]
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


cdef int64_t settle_matchup(const Deal* d, Tally* tally) noexcept nogil:
    """Count by the kernel; the number of boards."""
    cdef Matchup m
    cdef uint64_t states[OF_STATES]
    cdef int64_t counts[OF_STATES * (1 + KERNEL_PLAYERS * KERNEL_PLAYERS)]
    cdef int64_t boards = 0, others, number
    cdef const int64_t* at = counts
    cdef int k, p, winners, low_winners
    start_matchup(d, &m, states)
    KERNELS.equities(&TABLES, &m, counts)
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
            for winners in range(1, d.players + 1):
                number = at[1 + (winners - 1) * d.players + p]
                others -= number
                credit(&tally[p], number, winners, states[k] != 0, low_winners if states[k] >> p & 1 else 0)
            credit(&tally[p], others, 0, states[k] != 0, low_winners if states[k] >> p & 1 else 0)
        at += 1 + d.players * d.players
    return boards


cdef int64_t walk_boards(const Deal* d, int part, int parts, Tally* tally) noexcept nogil:
    """Count by walking the boards; how many there were. Adds to the tally, as settle_matchup does."""
    cdef Walk walk
    cdef int p
    cdef uint64_t key = sum_keys(&TABLES, d.board, d.board_count)
    memcpy(walk.hole, d.hole, sizeof(walk.hole))
    start_walk(&walk, &TABLES, d.players, d.hole_count, d.hilo, d.gone, part, parts)
    descend(&walk, 5 - d.board_count, 0, <uint32_t>key, <uint32_t>(key >> 32),
            lanes_of(&TABLES, d.board, d.board_count), True)
    for p in range(d.players):
        tally[p].win += walk.tally[p].win
        tally[p].tie += walk.tally[p].tie
        tally[p].scoop += walk.tally[p].scoop
        tally[p].quartered += walk.tally[p].quartered
        tally[p].three_quartered += walk.tally[p].three_quartered
        tally[p].high += walk.tally[p].high
        tally[p].low += walk.tally[p].low
    return walk.boards


cdef bint kernel_applies(const Deal* d) noexcept nogil:
    return d.players <= KERNEL_PLAYERS and d.board_count < 5


def count_equity(tuple hole_masks, uint64_t board, uint64_t dead, bint hilo, bint enumerated=False, int part=0,
                 int parts=1):
    """Count every board that may still come, or one part of them; the caller has checked every card.

    hole_masks: two to ten masks of as many cards each. enumerated: walk the boards even where the kernel applies, as
    parts always do. part of parts: which boards, by their first dealt card.
    Returns (method, boards, [(win, tie, scoop, quartered, three_quartered, high, low), ...]), the last two in 1/5040 of
    a pot.
    """
    cdef Deal deal
    cdef Tally tally[MOST_PLAYERS]
    cdef uint8_t cards[52]
    cdef uint64_t mask
    cdef int64_t boards
    cdef int p
    cdef bint kernel
    memset(&deal, 0, sizeof(deal))
    memset(tally, 0, sizeof(tally))
    deal.players = <int>len(hole_masks)
    deal.hilo = hilo
    deal.gone = board | dead
    for p in range(deal.players):
        mask = hole_masks[p]
        deal.hole_count = unpack(mask, cards)
        memcpy(deal.hole[p], cards, deal.hole_count)
        deal.gone |= mask
    deal.board_count = unpack(board, cards)
    memcpy(deal.board, cards, deal.board_count)
    kernel = not enumerated and parts == 1 and kernel_applies(&deal)
    with nogil:
        boards = settle_matchup(&deal, tally) if kernel else walk_boards(&deal, part, parts, tally)
    return "rank-space" if kernel else "enumeration", boards, [
        (tally[p].win, tally[p].tie, tally[p].scoop, tally[p].quartered, tally[p].three_quartered, tally[p].high,
         tally[p].low) for p in range(deal.players)
    ]


# --- Many matchups -------------------------------------------------------------------------------------------------

cdef str MATCHUPS = ("an integer array (best uint8) of shape (m, players, 4), (m, players, 5) or (m, players, 6), "
                     "two to ten players")
cdef str MATCHUP_BOARDS = "an integer array (best uint8) of shape (m, 3), (m, 4) or (m, 5), or one board"


cdef int read_matchup(Deal* d, const Py_buffer* hands, const Py_buffer* boards, Py_ssize_t row) noexcept nogil:
    """The cards of one row as they are now, up to the first unknown or repeated one; 1 where there is one, or 0.

    Only what was copied is looked at: other threads may write to the arrays.
    """
    cdef const uint8_t* at = <const uint8_t*>hands.buf + row * hands.strides[0]
    cdef int p, i, card
    d.gone = 0
    for p in range(d.players):
        for i in range(d.hole_count):
            card = of_read_once(at + p * hands.strides[1] + i * hands.strides[2])
            d.hole[p][i] = card
            if card >= CARDS or d.gone >> card & 1:
                return 1
            d.gone |= (<uint64_t>1) << card
    for i in range(d.board_count):
        card = of_read_once(row_at(boards, row) + i * boards.strides[1])
        d.board[i] = card
        if card >= CARDS or d.gone >> card & 1:
            return 1
        d.gone |= (<uint64_t>1) << card
    return 0


cdef class MatchupBatch:
    """One call of equity_batch: arrays opened and compared, ready to run in parts from several threads."""

    cdef Array hands, boards, out
    cdef Deal deal
    cdef readonly Py_ssize_t rows

    def __init__(self, hands, boards, bint hilo, out):
        """boards: a uint8 array (m, 3..5), or None before the flop; out: float64 (m, players)."""
        cdef const Py_buffer* view
        self.hands = open_array(hands, "hands", b"B", 1, 3, MATCHUPS)
        view = &self.hands.view
        if not 2 <= view.shape[1] <= MOST_PLAYERS or not 4 <= view.shape[2] <= 6:
            raise ValueError(f"hands has {describe(view)}: expected {MATCHUPS}")
        if view.shape[1] * view.shape[2] + 5 > CARDS:
            raise ValueError(f"{view.shape[1]} hands of {view.shape[2]} cards: expected at most "
                             f"{(CARDS - 5) // view.shape[2]}, what fits the deck")
        self.rows = view.shape[0]
        memset(&self.deal, 0, sizeof(Deal))
        self.deal.players = <int>view.shape[1]
        self.deal.hole_count = <int>view.shape[2]
        self.deal.hilo = hilo
        if boards is not None:
            self.boards = open_array(boards, "boards", b"B", 1, 2, MATCHUP_BOARDS)
            if not 3 <= self.boards.view.shape[1] <= 5 or self.boards.view.shape[0] != self.rows:
                raise ValueError(f"boards has {describe(&self.boards.view)}: expected {MATCHUP_BOARDS}, m = {self.rows}")
            self.deal.board_count = <int>self.boards.view.shape[1]
        self.out = open_array(out, "out", b"d", 8, 2, "a writable float64 array (m, players)", writable=True)
        if self.out.view.shape[0] != self.rows or self.out.view.shape[1] != view.shape[1]:
            raise ValueError(f"out has {describe(&self.out.view)}: expected shape ({self.rows}, {view.shape[1]})")

    def check(self, Py_ssize_t first, Py_ssize_t stop):
        """Raise CardError for the first row that is no deal."""
        cdef Deal deal = self.deal
        cdef Py_ssize_t row
        cdef int bad = 0
        cdef Py_buffer* boards = &self.boards.view if self.boards is not None else NULL
        self.stay_inside(first, stop)
        row = first
        with nogil:
            while row < stop:
                bad = read_matchup(&deal, &self.hands.view, boards, row)
                if bad:
                    break
                row += 1
        if bad:
            self.complain(&deal, row)

    def run(self, Py_ssize_t first, Py_ssize_t stop):
        """Count the rows from first to stop and write each player's share of the pot; CardError for one that is no deal.

        Whoever has called `check` gets that only where the arrays have changed since.
        """
        cdef Deal deal = self.deal
        cdef Tally tally[MOST_PLAYERS]
        cdef Py_ssize_t row
        cdef int64_t total
        cdef int p, bad = 0
        cdef Py_buffer* boards = &self.boards.view if self.boards is not None else NULL
        self.stay_inside(first, stop)
        with nogil:
            for row in range(first, stop):
                bad = read_matchup(&deal, &self.hands.view, boards, row)
                if bad:
                    break
                memset(tally, 0, sizeof(tally))
                total = settle_matchup(&deal, tally) if kernel_applies(&deal) else walk_boards(&deal, 0, 1, tally)
                for p in range(deal.players):
                    (<double*>(<char*>self.out.view.buf + row * self.out.view.strides[0]
                               + p * self.out.view.strides[1]))[0] = (
                        <double>(tally[p].high + tally[p].low) / <double>(total * UNITS))
        if bad:
            self.complain(&deal, row)

    cdef int stay_inside(self, Py_ssize_t first, Py_ssize_t stop) except -1:
        if not 0 <= first <= stop <= self.rows:
            raise ValueError(f"rows {first} to {stop}: expected a part of 0 to {self.rows}")
        return 0

    cdef int complain(self, const Deal* deal, Py_ssize_t row) except -1:
        cdef uint64_t seen = 0
        cdef int p, i
        for p in range(deal.players):
            for i in range(deal.hole_count):
                check_card(&seen, deal.hole[p][i], f"of hand {p} in row {row}", row)
        for i in range(deal.board_count):
            check_card(&seen, deal.board[i], f"of the board in row {row}", row)
        return 0
