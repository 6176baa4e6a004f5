"""How the tables are built, once, at import.

1. fives, flush   every class of five cards, numbered in order of strength, weakest first
2. triples        three board ranks with two hole ranks -> fives
3. rank_key, displacement   the perfect hash over the ranks of every board of three to five cards
4. rows           per board the best over its triples, by the enumeration of three of the board
5. low            8-or-better, two low cards of the hole with three of the board

Nothing is shipped and nothing is read from disk: the tests prove every entry against a model of their own.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from cardset cimport (
    CARDS, RANKS, choose, multiset_index, next_multiset, of_count, of_lowest, pair_index, sort_ranks,
)
from kernels cimport (
    OF_BUCKETS, OF_FIVE_COLUMN, OF_LOW_COLUMN, OF_PAIRS, OF_ROW, OF_SLOTS, OF_TOP, Tables, slot_of, straight_mask,
)

cdef enum:
    CLASSES = 7462
    LOWS = 56
    BOARDS = 8450               # multisets of three, four and five ranks without five of a kind
    LOW_RANKS = 8               # ace to eight
    # The first seed that makes the hash perfect with this bucket count, shift and table size. Any later one that
    # works would do as well; the search goes on from here by itself should a constant ever change.
    FIRST_SEED = 20


# --- 1. The classes of five cards ---------------------------------------------------------------------------------

cdef inline void name_class(Tables* t, int a, int b, int c, int d, int e, int strength) noexcept nogil:
    cdef int ranks[5]
    ranks[0] = a
    ranks[1] = b
    ranks[2] = c
    ranks[3] = d
    ranks[4] = e
    sort_ranks(ranks, 5)
    t.fives[multiset_index(ranks, 5)] = <int16_t>strength


cdef inline bint is_straight(uint32_t mask) noexcept nogil:
    cdef int i
    for i in range(10):
        if mask == straight_mask(i):
            return True
    return False


cdef inline void ranks_of(uint32_t mask, int* ranks) noexcept nogil:
    cdef int count = 0
    while mask:
        ranks[count] = of_lowest(mask)
        mask &= mask - 1
        count += 1


cdef inline int build_classes(Tables* t) noexcept nogil:
    """Walk the categories from the weakest, and in each its hands from the weakest; return the number of classes.

    A set of kickers read as a binary number is ordered as the hands are: the highest rank decides first.
    """
    cdef int strength = 0, p, q, k, i
    cdef int r[5]
    cdef uint32_t mask
    for mask in range(1 << RANKS):                                      # high card
        if of_count(mask) == 5 and not is_straight(mask):
            ranks_of(mask, r)
            strength += 1
            name_class(t, r[0], r[1], r[2], r[3], r[4], strength)
    for p in range(RANKS):                                              # pair
        for mask in range(1 << RANKS):
            if of_count(mask) == 3 and not mask >> p & 1:
                ranks_of(mask, r)
                strength += 1
                name_class(t, p, p, r[0], r[1], r[2], strength)
    for p in range(RANKS):                                              # two pair, higher p, lower q
        for q in range(p):
            for k in range(RANKS):
                if k != p and k != q:
                    strength += 1
                    name_class(t, p, p, q, q, k, strength)
    for p in range(RANKS):                                              # three of a kind
        for mask in range(1 << RANKS):
            if of_count(mask) == 2 and not mask >> p & 1:
                ranks_of(mask, r)
                strength += 1
                name_class(t, p, p, p, r[0], r[1], strength)
    for i in range(10):                                                 # straight
        ranks_of(straight_mask(i), r)
        strength += 1
        name_class(t, r[0], r[1], r[2], r[3], r[4], strength)
    for mask in range(1 << RANKS):                                      # flush
        if of_count(mask) == 5 and not is_straight(mask):
            strength += 1
            t.flush[mask] = <int16_t>strength
    for p in range(RANKS):                                              # full house, p full of q
        for q in range(RANKS):
            if p != q:
                strength += 1
                name_class(t, p, p, p, q, q, strength)
    for p in range(RANKS):                                              # four of a kind
        for q in range(RANKS):
            if p != q:
                strength += 1
                name_class(t, p, p, p, p, q, strength)
    for i in range(10):                                                 # straight flush
        strength += 1
        t.flush[straight_mask(i)] = <int16_t>strength
    return strength


# --- 2. Three board ranks with two hole ranks ---------------------------------------------------------------------

cdef inline void build_triples(Tables* t) noexcept nogil:
    cdef int a, b, c, high, low, triple = 0
    cdef int r[5]
    for c in range(RANKS):                      # the order of these loops is the colexicographic order
        for b in range(c + 1):
            for a in range(b + 1):
                for high in range(RANKS):
                    for low in range(high + 1):
                        r[0] = a
                        r[1] = b
                        r[2] = c
                        r[3] = low
                        r[4] = high
                        sort_ranks(r, 5)
                        # Five of a kind stays 0, which loses every maximum.
                        if r[0] != r[4]:
                            t.triples[triple][pair_index(high, low)] = t.fives[multiset_index(r, 5)]
                triple += 1


cdef inline void build_by_hole(Tables* t) noexcept nogil:
    """The triples once more, a row for each hole pair and board rank: what the equity kernel takes maxima of."""
    cdef int a, b, x, pair
    cdef int r[3]
    for a in range(RANKS):
        for b in range(a + 1):
            for x in range(RANKS):
                r[0] = a
                r[1] = b
                r[2] = x
                sort_ranks(r, 3)
                for pair in range(OF_PAIRS):
                    t.by_hole[pair][x][pair_index(a, b)] = t.triples[multiset_index(r, 3)][pair]


# --- 3. The perfect hash ------------------------------------------------------------------------------------------

cdef struct BoardRanks:
    int count
    int ranks[5]                # ascending


cdef inline bint next_board(BoardRanks* board) noexcept nogil:
    """Every multiset of three, four and five ranks but five of a kind, one after the other; at first with count 0."""
    while True:
        if board.count == 0 or not next_multiset(board.ranks, board.count):
            if board.count == 5:
                return False
            board.count = max(board.count + 1, 3)
            memset(board.ranks, 0, sizeof(board.ranks))
        if board.count < 5 or board.ranks[0] != board.ranks[4]:
            return True


cdef inline uint64_t next_random(uint64_t* state) noexcept nogil:
    """SplitMix64 (Steele, Lea, Flood 2014)."""
    cdef uint64_t z
    state[0] += 0x9E3779B97F4A7C15ULL
    z = state[0]
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL
    return z ^ z >> 31


cdef inline uint32_t board_key(const Tables* t, const BoardRanks* board) noexcept nogil:
    cdef uint32_t key = 0
    cdef int i
    for i in range(board.count):
        key += t.rank_key[board.ranks[i]]
    return key


cdef inline bint bucket_fits(const uint16_t* tops, int size, int displacement, const uint8_t* taken) noexcept nogil:
    cdef int i
    for i in range(size):
        if tops[i] + displacement >= OF_SLOTS or taken[tops[i] + displacement]:
            return False
    return True


cdef inline bint place_buckets(Tables* t) noexcept nogil:
    """Hash and displace: the low bits of a key choose a bucket, the high bits plus the bucket's displacement the slot.

    The fullest buckets are placed first, each at the first displacement where all its slots are free.
    """
    cdef BoardRanks board
    cdef uint16_t tops[BOARDS]
    cdef uint16_t start[OF_BUCKETS + 1]
    cdef uint16_t fill[OF_BUCKETS]
    cdef uint8_t taken[OF_SLOTS]
    cdef int i, j, k, bucket, size, largest = 0, displacement
    cdef uint32_t key
    memset(start, 0, sizeof(start))
    memset(taken, 0, sizeof(taken))
    board.count = 0
    while next_board(&board):
        start[(board_key(t, &board) & (OF_BUCKETS - 1)) + 1] += 1
    for bucket in range(OF_BUCKETS):
        largest = max(largest, start[bucket + 1])
        start[bucket + 1] += start[bucket]
        fill[bucket] = start[bucket]
    board.count = 0
    while next_board(&board):
        key = board_key(t, &board)
        bucket = key & (OF_BUCKETS - 1)
        tops[fill[bucket]] = <uint16_t>(key >> OF_TOP)
        fill[bucket] += 1
    for size in range(largest, 0, -1):
        for bucket in range(OF_BUCKETS):
            if start[bucket + 1] - start[bucket] != size:
                continue
            j = start[bucket]
            for i in range(j, j + size):        # two keys of one bucket with equal tops never part
                for k in range(j, i):
                    if tops[i] == tops[k]:
                        return False
            displacement = 0
            while not bucket_fits(&tops[j], size, displacement, taken):
                displacement += 1
                if displacement == OF_SLOTS:
                    return False
            t.displacement[bucket] = <uint16_t>displacement
            for i in range(j, j + size):
                taken[tops[i] + displacement] = 1
    # Unchecked rows may hold what is no board, five of a kind: it has no slot, and may take any.
    for i in range(RANKS):
        if slot_of(t, 5 * t.rank_key[i]) >= OF_SLOTS:
            return False
    return True


cdef inline void build_hash(Tables* t) noexcept nogil:
    cdef uint64_t state
    cdef int rank
    t.seed = FIRST_SEED
    while True:
        state = t.seed
        for rank in range(RANKS):
            t.rank_key[rank] = <uint32_t>(next_random(&state) >> 32)
        for rank in range(RANKS, 16):
            t.rank_key[rank] = t.rank_key[rank - RANKS]         # bytes that are no card hash like one
        if place_buckets(t):
            return
        t.seed += 1


# --- 4. The best over the triples of a board ----------------------------------------------------------------------

cdef inline uint8_t low_bit(int rank) noexcept nogil:
    """The bit of a rank in a low mask: ace 0, 2 to 8 1 to 7; 0 when it is no low rank."""
    return 1 if rank == 12 else <uint8_t>(1 << (rank + 1)) if rank < LOW_RANKS - 1 else 0


cdef inline void build_rows(Tables* t) noexcept nogil:
    cdef int i, a, b, c, pair
    cdef int16_t* row
    cdef const int16_t* triple
    cdef int r[3]
    cdef BoardRanks board
    board.count = 0
    while next_board(&board):
        row = t.rows[slot_of(t, board_key(t, &board))]
        for a in range(board.count - 2):
            for b in range(a + 1, board.count - 1):
                for c in range(b + 1, board.count):
                    r[0] = board.ranks[a]
                    r[1] = board.ranks[b]
                    r[2] = board.ranks[c]
                    triple = t.triples[multiset_index(r, 3)]
                    for pair in range(OF_PAIRS):
                        row[pair] = triple[pair] if triple[pair] > row[pair] else row[pair]
        for i in range(board.count):
            row[OF_LOW_COLUMN] |= low_bit(board.ranks[i])
        if board.count == 5:
            row[OF_FIVE_COLUMN] = t.fives[multiset_index(board.ranks, 5)]
            t.slot[multiset_index(board.ranks, 5)] = <uint16_t>slot_of(t, board_key(t, &board))


# --- 5. Lows ------------------------------------------------------------------------------------------------------

cdef inline void build_low(Tables* t) noexcept nogil:
    """Two ranks of the hole with the lowest three other ranks of the board.

    Five low ranks read as a binary number are ordered from the best (wheel, 0x1F) to the worst (8-7-6-5-4, 0xF8):
    the highest card decides first. The best three of the board for a given pair are its lowest three.
    """
    cdef uint8_t strength[256]
    cdef int mask, pair, hole, rank = LOWS
    cdef uint32_t board, rest, three
    memset(strength, 0, sizeof(strength))
    for mask in range(256):
        if of_count(mask) == 5:
            strength[mask] = <uint8_t>rank
            rank -= 1
    for pair in range(256):
        if of_count(pair) != 2:
            continue
        for board in range(256):
            rest = board & ~pair
            if of_count(rest) < 3:
                continue
            three = rest & (~rest + 1)
            three |= (rest ^ three) & (~(rest ^ three) + 1)
            three |= (rest ^ three) & (~(rest ^ three) + 1)
            t.low[pair][board] = strength[pair | three]
    # A hand of more low ranks has the best of its pairs, which the hands with one rank less have between them.
    for hole in range(256):
        if of_count(hole) <= 2:
            continue
        for rank in range(LOW_RANKS):
            if hole >> rank & 1:
                for board in range(256):
                    if t.low[hole ^ 1 << rank][board] > t.low[hole][board]:
                        t.low[hole][board] = t.low[hole ^ 1 << rank][board]


cdef inline void build_cards(Tables* t) noexcept nogil:
    cdef int a, b
    for a in range(64):
        t.card_key[a] = (<uint64_t>1) << (32 + 4 * (a & 3)) | t.rank_key[a >> 2]
    for a in range(CARDS):
        t.card_lane[a] = (<uint64_t>1) << (16 * (a & 3) + (a >> 2))
        t.card_low[a] = low_bit(a >> 2)
        for b in range(CARDS):
            t.pair[64 * a + b] = <uint8_t>pair_index(a >> 2, b >> 2)


cdef inline bint build_tables(Tables* t) noexcept nogil:
    """Fill the tables (zero before). False means that a constant above contradicts the rules: a broken build."""
    if build_classes(t) != CLASSES:
        return False
    build_triples(t)
    build_by_hole(t)
    build_hash(t)
    build_rows(t)
    build_low(t)
    build_cards(t)
    return True
