/* A downstream module in C, built against the installed wheel: each function of omaha_fast.h for the tests to call. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "omaha_fast.h"

static const OmahaFast *api;

static PyObject *import_again(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    if (!omaha_fast_import()) return NULL;
    Py_RETURN_NONE;
}

/* One hand through every function that takes one. */
static PyObject *all_ways(PyObject *self, PyObject *args)
{
    const char *hole, *board;
    Py_ssize_t n, k;
    unsigned long long hole_mask = 0, board_mask = 0;
    int low = -1, low_of_masks = -1, both, both_of_masks;
    (void)self;
    if (!PyArg_ParseTuple(args, "y#y#", &hole, &n, &board, &k)) return NULL;
    for (Py_ssize_t i = 0; i < n; i++) hole_mask |= 1ull << hole[i];
    for (Py_ssize_t i = 0; i < k; i++) board_mask |= 1ull << board[i];
    const uint8_t *h = (const uint8_t *)hole, *b = (const uint8_t *)board;
    both = api->evaluate_hilo(h, (int)n, b, (int)k, &low);
    both_of_masks = api->evaluate_hilo_masks(hole_mask, board_mask, &low_of_masks);
    return Py_BuildValue("iiiiiiii", api->evaluate(h, (int)n, b, (int)k), api->evaluate_low(h, (int)n, b, (int)k), both,
                         low, api->evaluate_masks(hole_mask, board_mask), api->evaluate_low_masks(hole_mask, board_mask),
                         both_of_masks, low_of_masks);
}

/* (holes, cards, boards or the board, cards, rows, high or None, low or None, check) -> (status, bad row) */
static PyObject *many(PyObject *args, int own_boards)
{
    Py_buffer holes, boards, high = {0}, low = {0};
    PyObject *high_out, *low_out;
    Py_ssize_t rows;
    size_t bad_row = 12345;
    int hole_count, board_count, check, status;
    if (!PyArg_ParseTuple(args, "y*iy*inOOi", &holes, &hole_count, &boards, &board_count, &rows, &high_out, &low_out,
                          &check))
        return NULL;
    if (high_out != Py_None) PyObject_GetBuffer(high_out, &high, PyBUF_WRITABLE);
    if (low_out != Py_None) PyObject_GetBuffer(low_out, &low, PyBUF_WRITABLE);
    Py_BEGIN_ALLOW_THREADS
    status = own_boards ? api->evaluate_rows(holes.buf, hole_count, boards.buf, board_count, (size_t)rows, high.buf,
                                             low.buf, check, &bad_row)
                        : api->evaluate_on_board(boards.buf, board_count, holes.buf, hole_count, (size_t)rows, high.buf,
                                                 low.buf, check, &bad_row);
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&holes);
    PyBuffer_Release(&boards);
    PyBuffer_Release(&high);
    PyBuffer_Release(&low);
    return Py_BuildValue("in", status, (Py_ssize_t)bad_row);
}

static PyObject *rows(PyObject *self, PyObject *args) { (void)self; return many(args, 1); }
static PyObject *on_board(PyObject *self, PyObject *args) { (void)self; return many(args, 0); }

static PyObject *equities(PyObject *self, PyObject *args)
{
    const char *hands, *board;
    Py_ssize_t n, k;
    unsigned long long dead;
    int players, hole_count, hilo, status;
    int64_t s[10], total = -1;
    (void)self;
    for (int i = 0; i < 10; i++) s[i] = -1;
    if (!PyArg_ParseTuple(args, "y#iiy#Kp", &hands, &n, &players, &hole_count, &board, &k, &dead, &hilo)) return NULL;
    status = api->equities((const uint8_t *)hands, players, hole_count, k ? (const uint8_t *)board : NULL, (int)k, dead,
                           hilo, s, &total);
    return Py_BuildValue("i[LLLLLLLLLL]L", status, s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], total);
}

static PyMethodDef methods[] = {
    {"import_again", import_again, METH_NOARGS, NULL}, {"all_ways", all_ways, METH_VARARGS, NULL},
    {"rows", rows, METH_VARARGS, NULL},                {"on_board", on_board, METH_VARARGS, NULL},
    {"equities", equities, METH_VARARGS, NULL},        {NULL, NULL, 0, NULL},
};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, .m_name = "header_user", .m_size = -1, .m_methods = methods};

PyMODINIT_FUNC PyInit_header_user(void)
{
    api = omaha_fast_import();
    return api ? PyModule_Create(&module) : NULL;
}
