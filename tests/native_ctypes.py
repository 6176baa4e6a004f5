"""The functions of omaha_fast.h through ctypes, for the tests to call as those of native/header_user.c."""

import ctypes
from ctypes import byref, c_int, c_int32, c_int64, c_size_t, c_uint8, c_uint16, c_uint64, c_void_p

from omaha_fast import _core

CARDS = (c_void_p, c_int, c_void_p, c_int)
MASKS = (c_uint64, c_uint64)
MANY = (*CARDS, c_size_t, c_void_p, c_void_p, c_int, c_void_p)


def function(*arguments):
    return ctypes.CFUNCTYPE(c_int, *arguments)


class OmahaFast(ctypes.Structure):
    _fields_ = (
        ("major", c_int32),
        ("minor", c_int32),
        ("size", c_size_t),
        ("evaluate", function(*CARDS)),
        ("evaluate_low", function(*CARDS)),
        ("evaluate_hilo", function(*CARDS, c_void_p)),
        ("evaluate_masks", function(*MASKS)),
        ("evaluate_low_masks", function(*MASKS)),
        ("evaluate_hilo_masks", function(*MASKS, c_void_p)),
        ("evaluate_rows", function(*MANY)),
        ("evaluate_on_board", function(*MANY)),
        (
            "equities",
            function(c_void_p, c_int, c_int, c_void_p, c_int, c_uint64, c_int, c_void_p, c_void_p),
        ),
    )


def imported():
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return OmahaFast.from_address(pointer(_core._C_API, b"omaha_fast._core._C_API"))


api = imported()


def all_ways(hole, board):
    cards = (hole, len(hole), board, len(board))
    masks = [sum(1 << card for card in some) for some in (hole, board)]
    low, low_of_masks = c_int(-1), c_int(-1)
    both = api.evaluate_hilo(*cards, byref(low))
    both_of_masks = api.evaluate_hilo_masks(*masks, byref(low_of_masks))
    one = api.evaluate(*cards), api.evaluate_low(*cards), both, low.value
    other = api.evaluate_masks(*masks), api.evaluate_low_masks(*masks)
    return (*one, *other, both_of_masks, low_of_masks.value)


def rows(holes, hole_count, boards, board_count, count, high, low, check):
    given = (holes, hole_count, boards, board_count)
    return _many(api.evaluate_rows, given, count, high, low, check)


def on_board(holes, hole_count, board, board_count, count, high, low, check):
    given = (board, board_count, holes, hole_count)
    return _many(api.evaluate_on_board, given, count, high, low, check)


def _many(call, given, count, high, low, check):
    bad_row = c_size_t(12345)
    high = None if high is None else (c_uint16 * count).from_buffer(high)
    low = None if low is None else (c_uint8 * count).from_buffer(low)
    return call(*given, count, high, low, check, byref(bad_row)), bad_row.value


def equities(hands, players, hole_count, board, dead, hilo):
    shares, total = (c_int64 * 10)(*[-1] * 10), c_int64(-1)
    cards = (hands, players, hole_count, board or None, len(board))
    status = api.equities(*cards, dead, hilo, shares, byref(total))
    return status, list(shares), total.value
