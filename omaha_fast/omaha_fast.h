/* The native interface of omaha_fast: pointers to its functions, without linking. From C, include this after Python.h
 * and call omaha_fast_import() once; the folder is omaha_fast.get_include(). From anything else, the capsule
 * omaha_fast._core._C_API points to a struct OmahaFast.
 *
 * Cards are numbered 4 * rank + suit: ranks 2..A = 0..12, suits c d h s = 0..3; in a mask, bit = card number. Hands
 * hold four to six cards, boards three to five. A high strength is 1 to 7462, a low strength 1 to 56, or 0 for none;
 * greater is stronger. Arrays are contiguous, and those that are written overlap no others. No function needs the GIL,
 * keeps a pointer or changes anything but what it is told to write, so that any thread may call it at any time.
 */
#ifndef OMAHA_FAST_H
#define OMAHA_FAST_H

#include <stddef.h>
#include <stdint.h>

/* The version of this interface. A higher minor adds functions at the end of the struct, and that is all: what was
   compiled against a lower one runs with it. */
#define OMAHA_FAST_MAJOR 1
#define OMAHA_FAST_MINOR 0

#define OMAHA_FAST_CAPSULE "omaha_fast._core._C_API"

/* What the functions that check return; after one of the last two nothing has been written but *bad_row. */
enum {
    OMAHA_FAST_OK = 0,
    OMAHA_FAST_BAD_COUNT = -1,      /* a number of players or cards that is not offered */
    OMAHA_FAST_BAD_CARD = -2        /* a number above 51, or a card twice */
};

typedef struct {
    int32_t major, minor;           /* as OMAHA_FAST_MAJOR and OMAHA_FAST_MINOR when the library was built */
    size_t size;                    /* of this struct in the library; functions that were added since lie beyond it */

    /* One hand: its high strength, its low strength, or both, the low one in *low. Nothing is checked: the caller sees
       to it that the cards are different ones and their counts are right. Others make these functions read anywhere. */
    int (*evaluate)(const uint8_t *hole, int hole_count, const uint8_t *board, int board_count);
    int (*evaluate_low)(const uint8_t *hole, int hole_count, const uint8_t *board, int board_count);
    int (*evaluate_hilo)(const uint8_t *hole, int hole_count, const uint8_t *board, int board_count, int *low);
    int (*evaluate_masks)(uint64_t hole, uint64_t board);
    int (*evaluate_low_masks)(uint64_t hole, uint64_t board);
    int (*evaluate_hilo_masks)(uint64_t hole, uint64_t board, int *low);

    /* Many hands, each on its own board or all on one: holes[rows][hole_count], boards[rows][board_count] or
       board[board_count]; to high[rows] and low[rows], of which one may be NULL. The counts and the one board are always
       checked. check: 0 skips the check of the rows, and those that are no deal get some number; else *bad_row is the
       first of them, or `rows` where the one board is at fault (bad_row may be NULL). Whatever the bytes are, also if
       another thread changes them meanwhile, nothing outside the arrays is read or written. */
    int (*evaluate_rows)(const uint8_t *holes, int hole_count, const uint8_t *boards, int board_count, size_t rows,
                         uint16_t *high, uint8_t *low, int check, size_t *bad_row);
    int (*evaluate_on_board)(const uint8_t *board, int board_count, const uint8_t *holes, int hole_count, size_t rows,
                             uint16_t *high, uint8_t *low, int check, size_t *bad_row);

    /* Exact equities of known hands, over every board to come: player i's share of the pot is shares[i] / *total, and
       the shares add up to the total. hands[players][hole_count], two to ten; board_count: 0, 3, 4 or 5 (a board of 0
       may be NULL). dead: a mask of further cards that can't come. hilo: not 0 where the low hand plays for half of the
       pot. Everything is checked; BAD_COUNT also where too few cards are left for the board. */
    int (*equities)(const uint8_t *hands, int players, int hole_count, const uint8_t *board, int board_count,
                    uint64_t dead, int hilo, int64_t *shares, int64_t *total);
} OmahaFast;

#ifdef Py_PYTHON_H
/* The functions of the installed package, or NULL with an ImportError set. Holding the GIL. */
static inline const OmahaFast *omaha_fast_import(void)
{
    const OmahaFast *found = (const OmahaFast *)PyCapsule_Import(OMAHA_FAST_CAPSULE, 0);
    if (found && (found->major != OMAHA_FAST_MAJOR || found->minor < OMAHA_FAST_MINOR || found->size < sizeof *found)) {
        PyErr_Format(PyExc_ImportError, "omaha_fast offers version %d.%d of its native interface: expected %d.%d or a "
                     "higher minor", (int)found->major, (int)found->minor, OMAHA_FAST_MAJOR, OMAHA_FAST_MINOR);
        return NULL;
    }
    return found;
}
#endif

#endif
