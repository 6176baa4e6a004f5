/* Small Python ints without a call: the value of one that fits one digit, -1 for any other object or value. */
#ifndef OMAHA_FAST_PYINT_H
#define OMAHA_FAST_PYINT_H

#include <Python.h>

static inline int of_small_int(PyObject *item)
{
    Py_ssize_t value;
    if (!PyLong_Check(item) || PyBool_Check(item)) return -1;
#if PY_VERSION_HEX >= 0x030C0000
    if (!PyUnstable_Long_IsCompact((PyLongObject *)item)) return -1;
    value = PyUnstable_Long_CompactValue((PyLongObject *)item);
#else
    if (Py_SIZE(item) == 0) return 0;
    if (Py_SIZE(item) != 1) return -1;
    value = (Py_ssize_t)((PyLongObject *)item)->ob_digit[0];
#endif
    return value < 0 || value > 0xFFFF ? -1 : (int)value;
}

#endif
