# Which variant of the kernels is in use. Included by _core.pyx.

cdef const Kernels* KERNELS


def variants():
    """Names of the kernel variants that this processor can run, best first."""
    names = []
    while of_variant(<int>len(names)) != NULL:
        names.append(of_variant(<int>len(names)).name.decode())
    return tuple(names)


cdef int choose_variant() except -1:
    """The best, or the one that OMAHA_FAST_VARIANT names: a name that can't be had is an error, never a fallback."""
    global KERNELS
    names = variants()
    wanted = os.environ.get("OMAHA_FAST_VARIANT") or names[0]
    if wanted not in names:
        raise ImportError(f"OMAHA_FAST_VARIANT is {wanted!r}: expected one of {', '.join(names)}, "
                          "what this build and processor can run")
    KERNELS = of_variant(<int>names.index(wanted))
    KERNELS.start()
    return 0


def build_info():
    """How the native core was built and what it uses here: a dict of texts and a tuple.

    variant: the kernels in use (OMAHA_FAST_VARIANT forces one).   variants: all that this processor can run, best
    first.   compiler: what made these kernels.   cython: what wrote the rest in C.

    >>> import omaha_fast as of
    >>> info = of.build_info()
    >>> info["variant"] in info["variants"], info["variants"][-1]
    (True, 'plain')
    """
    return {
        "variant": KERNELS.name.decode(),
        "variants": variants(),
        "compiler": KERNELS.compiler.decode(),
        "cython": ".".join([str(CYTHON_HEX_VERSION >> shift & 0xFF) for shift in (24, 16, 8)]),
    }
