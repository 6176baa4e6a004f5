"""The whole core under AddressSanitizer: unchecked batches of any bytes touch nothing outside their arrays."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import native_build
import pytest

import omaha_fast as of

pytest.importorskip("numpy")

ROOT = Path(__file__).resolve().parent.parent
VARIANTS = of.build_info()["variants"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="preloads libasan"),
    pytest.mark.skipif(not (ROOT / "src").is_dir(), reason="needs the sources"),
]

# Arrays of libc's own blocks, as large as needed to the byte; numpy would round them up.
RANDOM_BYTES = """
import ctypes, itertools, sys
import numpy as np
import omaha_fast as of
from native_ctypes import api as c_api
from omaha_fast import _core

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]
blocks = []

def array(kind, *shape):
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    blocks.append(libc.malloc(max(size, 1)))
    return np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(blocks[-1])).view(kind).reshape(shape)

def at_of(part):
    return part.ctypes.data

rng = np.random.default_rng(int(sys.argv[1]))
sizes = (1, 2, 15, 16, 17, 31, 33, 63, 64, 65, 127, 129, 2047, 2048, 2049, 5000)
for rows, cards, board_cards in itertools.product(sizes, (4, 5, 6), (3, 4, 5)):
    holes, boards = array(np.uint8, rows, cards), array(np.uint8, rows, board_cards)
    high, low = array(np.uint16, rows), array(np.uint8, rows)
    for most in (256, 64, 52):
        holes[:] = rng.integers(0, most, holes.shape)
        boards[:] = rng.integers(0, most, boards.shape)
        board = rng.permutation(52)[:board_cards].astype(np.uint8)
        for given in (boards, board):
            of.evaluate_batch(holes, given, out=high, validate=False)
            of.evaluate_low_batch(holes, given, out=low, validate=False)
            of.evaluate_hilo_batch(holes, given, out=(high, low), validate=False)
            of.evaluate_hilo_batch(holes[::-1], given[::-1], out=(high[::-1], low[::-1]), validate=False)
            of.evaluate_hilo_batch(holes[::2], given[::2] if given is boards else given, validate=False)
            try:
                of.evaluate_batch(holes, given, out=high)
            except of.CardError:
                pass
        at = [*map(at_of, (holes, boards, high, low))]
        for check in (0, 1):
            c_api.evaluate_rows(at[0], cards, at[1], board_cards, rows, *at[2:], check, None)
            c_api.evaluate_on_board(at[1], board_cards, at[0], cards, rows, *at[2:], check, None)
        # Hands, from as few bytes as they need.
        players, board_count = min(10, rows), board_cards if rows % 2 else 0
        hands, shares = array(np.uint8, players, cards), array(np.int64, players + 1)
        hands[:] = holes[:players]
        c_api.equities(at_of(hands), players, cards, at[1], board_count, 0, 1, at_of(shares), at_of(shares[-1:]))
    for block in blocks:
        libc.free(block)
    blocks.clear()
# Texts that fill their rows, stop before the end, and hold what is no letter.
letters = np.frombuffer(b"23456789TJQKAtjqkacdhsCDHS10 AsKhQdJc\\0\\0\\xe2", np.uint8)
for rows, width, kind in itertools.product((1, 2, 17, 999, 1001), (1, 2, 7, 8, 9, 300), (np.uint8, np.uint32)):
    texts, out, bad = array(kind, rows, width), array(np.uint8, rows, 4), array(np.uint8, rows)
    texts[:] = rng.choice(letters, texts.shape)
    bad[:] = 0
    _core.TextColumn(texts).read(out, bad)
    assert out[bad == 0].max(initial=0) < 52 and (out[bad == 1] == 255).all()
    for block in blocks:
        libc.free(block)
    blocks.clear()
for cards in (4, 5, 6)[: 2 + (len(sys.argv) > 2)]:
    _core.HandsOnBoard([0, 5, 10, 15, 48], cards, (0, 100, 7000), (0, 40)).run(52)
print("clean", of.build_info()["variant"])
"""

# Reads one element behind an array of one card too few: what the sanitizer must find in this set-up.
OUT_OF_BOUNDS = """
import ctypes
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
start = libc.malloc(8)
import numpy as np
from omaha_fast import _core
holes = np.ctypeslib.as_array((ctypes.c_uint8 * 12).from_address(start)).reshape(3, 4)
_core.Batch(holes, bytes([0, 5, 10, 15, 48]), np.zeros(3, np.uint16), None).run(0, 3)
"""


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory):
    """run(variant, code, *arguments) with a core that was built under the sanitizers."""
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("needs gcc")
    library = subprocess.run(
        [compiler, "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    if not os.path.isabs(library):
        pytest.skip("needs libasan")
    folder = tmp_path_factory.mktemp("sanitized")
    native_build.build_core(folder, before=["-q"], OMAHA_FAST_SANITIZE="1", CC=compiler)

    def run(variant, code, *arguments):
        environment = {
            **os.environ,
            "OMAHA_FAST_VARIANT": variant,
            "LD_PRELOAD": library,
            # Python keeps what it allocates once.
            "ASAN_OPTIONS": "detect_leaks=0",
            "PYTHONPATH": os.pathsep.join([str(folder), str(Path(__file__).parent)]),
            "PYTHONMALLOC": "malloc",
        }
        command = [sys.executable, "-P", "-c", code, *map(str, arguments)]
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, cwd=folder.parent
        )

    return run


@pytest.mark.parametrize("variant", VARIANTS)
def test_unchecked_bytes_touch_nothing_outside(sanitized, variant):
    done = sanitized(variant, RANDOM_BYTES, 1)
    assert done.stdout == f"clean {variant}\n", done.stderr[-3000:]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_writing_thread_leads_nowhere(sanitized, variant):
    """A batch answers or refuses whatever another thread writes to its arrays meanwhile: see writing_thread.py."""
    code = "import sys, writing_thread; writing_thread.main(60, int(sys.argv[1]))"
    done = sanitized(variant, code, VARIANTS.index(variant))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"clean {variant}: ")


def test_the_sanitizer_looks(sanitized):
    done = sanitized(VARIANTS[0], OUT_OF_BOUNDS)
    assert "heap-buffer-overflow" in done.stderr
