"""Unit evidence: long work ends when it is interrupted or out of time, reports how far it is, and gives the same
however it is cut up."""

import os
import signal
import subprocess
import sys
import threading
import time
from importlib import import_module

import pytest

import omaha_fast as of
from omaha_fast import _slices
from omaha_fast._core import AgainstAny
from omaha_fast._slices import Watch, run_slices, slices
from omaha_fast.analysis import census

np = pytest.importorskip("numpy")

PROMPTLY = 0.1  # seconds
TRIES = 5  # of which one is enough: the machine has other work, too

WORK = {
    "a hand against any": lambda hands, **options: of.equity(
        ["As2h3sKh4d", "*"], game="omaha5-8", **options
    ),
    "a hand against any on a flop": lambda hands, **options: of.equity(
        ["As2h3sKh4d9c", "*"], "Js8h3d", game="omaha6-8", **options
    ),
    "the census": lambda hands, **options: census(5, **options),
    "the census in threads": lambda hands, **options: census(5, threads=3, **options),
    "matchups": lambda hands, **options: of.equity_batch(hands, game="omaha8", **options),
    "matchups in threads": lambda hands, **options: of.equity_batch(
        hands, game="omaha8", threads=3, **options
    ),
}
every_work = pytest.mark.parametrize("work", WORK)


def hands(rows=400_000):
    """Matchups of six players: half a minute of work with the widest vectors."""
    dealt = np.tile(np.arange(24, dtype=np.uint8).reshape(1, 6, 4), (rows, 1, 1))
    return np.random.default_rng(1).permuted(dealt.reshape(rows, 24), axis=1).reshape(dealt.shape)


@pytest.fixture(scope="module")
def many_hands():
    return hands()


# ------------------------------------------------------------------------------------------ interrupts

INTERRUPTED = """
import os, signal, sys, threading, time
sys.path.insert(0, sys.argv[2])
from test_stopping import PLANTS, PROMPTLY, TRIES, WORK, hands
signal.signal(signal.SIGINT, signal.default_int_handler)
planted, sent = len(sys.argv) > 3, []
many_hands = hands(20_000 if planted else 400_000)
if planted:
    PLANTS[sys.argv[1]]()

def interrupt():
    time.sleep(0.2)
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)

for _ in range(TRIES):
    sent.clear()
    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        WORK[sys.argv[1]](many_hands)
        print("it came to its end")
    except KeyboardInterrupt:
        late = time.monotonic() - sent[0]
        thread.join()
        print(late, threading.active_count())
        if planted or late < PROMPTLY:
            break
"""


def interrupted(work, *plant):
    """Seconds from the signal to the exception, and how many threads there were then, for each try."""
    command = [sys.executable, "-P", "-c", INTERRUPTED, work, os.path.dirname(__file__), *plant]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    return [(float(late), int(threads)) for late, threads in lines]


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
@every_work
def test_an_interrupt_ends_it_within_a_tenth_of_a_second(work):
    tries = interrupted(work)
    assert min(late for late, _ in tries) < PROMPTLY
    assert {threads for _, threads in tries} == {1}


def count_at_once():
    """A hand against any as one step, as Python sees it."""

    class Whole(AgainstAny):
        def run(self):
            noted = []
            handler = signal.signal(signal.SIGINT, lambda *_: noted.append(True))
            while (done := super().run()) < self.total:
                pass
            signal.signal(signal.SIGINT, handler)
            if noted:
                raise KeyboardInterrupt
            return done

    import_module("omaha_fast.equity.exact").AgainstAny = Whole


def cut_nothing():
    _slices.SLICE = 1000


PLANTS = {
    "a hand against any": count_at_once,
    "matchups": cut_nothing,
    "matchups in threads": cut_nothing,
}


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
@pytest.mark.parametrize("work", PLANTS)
def test_work_in_one_piece_would_be_seen(work):
    ((late, _),) = interrupted(work, "planted")
    assert late > PROMPTLY


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
def test_the_command_ends_with_its_usual_status():
    words = ["equity", "As2h3sKh4d9c", "*", "--game", "omaha6-8"]
    times = []
    for _ in range(TRIES):
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "omaha_fast", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        time.sleep(1)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        out, err = process.communicate(timeout=30)
        times.append(time.monotonic() - began)
        assert (process.returncode, out, err) == (130, b"", b"")
        if times[-1] < 2 * PROMPTLY:  # the interpreter takes its time to end, too
            return
    raise AssertionError(times)


# -------------------------------------------------------------------------------------------- timeouts


def verify_timeout(work, many_hands):
    times = []
    for _ in range(TRIES):
        began = time.monotonic()
        with pytest.raises(TimeoutError, match=r"^not done after 0\.15 seconds: \d+ % of it$"):
            WORK[work](many_hands, timeout=0.15)
        times.append(time.monotonic() - began)
        assert times[-1] >= 0.15
        if times[-1] < 0.15 + PROMPTLY:
            break
    assert min(times) < 0.15 + PROMPTLY
    assert not [thread for thread in threading.enumerate() if "ThreadPool" in thread.name]


@every_work
def test_a_timeout_ends_it(work, many_hands):
    verify_timeout(work, many_hands)


@pytest.mark.parametrize("work", ["a hand against any", "matchups"])
def test_a_deadline_that_nobody_looks_at_would_be_seen(work, monkeypatch):
    monkeypatch.setattr(Watch, "look_at_time", lambda self, done: None)
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        verify_timeout(work, hands(40_000))


def test_what_is_done_in_time_is_whole(many_hands):
    some = many_hands[:50]
    assert (of.equity_batch(some, timeout=60) == of.equity_batch(some)).all()
    question = ["AsAhKsKh", "*"], "Js8h3d"
    assert of.equity(*question, timeout=60) == of.equity(*question)
    assert census(4, "As5s8dKh9c", timeout=60) == census(4, "As5s8dKh9c")


def test_known_hands_are_never_too_late():
    """There is one slice: when the time is looked at, everything is done."""
    assert of.equity(["AsAhKsKh", "JdTs9s8h"], timeout=0).exact
    assert of.equity_batch([[[51, 50, 47, 46], [37, 35, 31, 26]]], timeout=0).shape == (1, 2)


# -------------------------------------------------------------------------------------------- progress


@pytest.mark.parametrize(
    ("call", "total"),
    [
        (lambda **options: of.equity(["AsAhKsKh", "*"], **options), 194_580),
        (lambda **options: of.equity(["AsAhKsKh", "*"], "Js8h3d", **options), 148_995),
        (lambda **options: of.equity(["AsAhKsKh", "JdTs9s8h"], **options), 1_086_008),
        (lambda **options: of.equity_batch(hands(3000), **options), 3000),
        (lambda **options: of.equity_batch(hands(3000), threads=2, **options), 3000),
        (lambda **options: of.equity_batch(hands(0), **options), 0),
        (lambda **options: census(6, "As5s8dKh9c", **options), 10_737_573),
    ],
)
@pytest.mark.parametrize("thread", [False, True])
def test_progress_rises_to_the_whole(call, total, thread):
    """In the thread that calls, whichever it is."""
    told, results = [], []

    def ask():
        results.append(call(progress=lambda *now: told.append((threading.get_ident(), *now))))
        results.append(call())
        told.append(threading.get_ident())

    if thread:
        asking = threading.Thread(target=ask)
        asking.start()
        asking.join()
    else:
        ask()
    here = told.pop()
    assert np.array_equal(*results)
    assert {(who, whole) for who, _, whole in told} == {(here, total)}
    done = [now for _, now, _ in told]
    assert done == sorted(done)
    assert done[-1] == total


def test_an_error_of_the_callback_comes_out(many_hands):
    def stop(done, total):
        raise ZeroDivisionError(done)

    for work in WORK:
        with pytest.raises(ZeroDivisionError):
            WORK[work](many_hands, progress=stop)
    assert not [thread for thread in threading.enumerate() if "ThreadPool" in thread.name]


# ------------------------------------------------------------------------------------------- arguments


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"timeout": -1}, ValueError, "timeout -1: expected seconds, at least 0"),
        ({"timeout": float("nan")}, ValueError, "timeout nan: expected seconds"),
        ({"timeout": "1"}, TypeError, "timeout '1' is a str: expected seconds"),
        ({"timeout": True}, TypeError, "timeout True is a bool"),
        ({"progress": 3}, TypeError, "progress 3 is an int: expected a function"),
    ],
)
def test_what_is_no_timeout_or_callback(options, error, message):
    for call in (
        lambda: of.equity(["AsAhKsKh", "JdTs9s8h"], **options),
        lambda: of.equity(["AsAhKsKh", "*"], "Js8h3d", **options),
        lambda: of.equity_batch([[[51, 50, 47, 46], [37, 35, 31, 26]]], **options),
        lambda: census(4, "As5s8dKh9c", **options),
        lambda: census(4, **options),
    ):
        with pytest.raises(error, match=message):
            call()


# ---------------------------------------------------------------------------------------------- slices


@pytest.mark.parametrize("rows", [0, 1, 7, 8, 9, 100, 1000])
@pytest.mark.parametrize("threads", [1, 2, 9])
@pytest.mark.parametrize("seconds", [0, 1e-5, 1])
def test_every_row_comes_once_and_in_order(rows, threads, seconds, monkeypatch):
    monkeypatch.setattr(_slices, "SLICE", seconds)
    parts = list(slices(lambda first, stop: range(first, stop), rows, 8, threads=threads))
    assert [row for part in parts for row in part] == list(range(rows))
    seen = []
    run_slices(lambda first, stop: seen.extend(range(first, stop)), rows, 8, threads)
    assert sorted(seen) == list(range(rows))


@pytest.mark.parametrize("threads", [1, 3])
def test_the_first_error_in_the_order_of_the_rows_comes_out(threads, monkeypatch):
    """Even where a later one is there before it."""
    monkeypatch.setattr(_slices, "SLICE", 0)

    def work(first, stop):
        if stop > 50:
            time.sleep(0.05 if first < 60 else 0)
            raise ValueError(first)

    with pytest.raises(ValueError, match=r"^50$"):
        run_slices(work, 100, 8, threads)


def test_a_long_census_is_cut_into_short_slices(monkeypatch):
    """Boards of five cards take ten times as long as those of four: the first few show it."""
    module = import_module("omaha_fast.analysis.census")
    monkeypatch.setattr(module, "CLASSES", 300)
    lengths = []
    began = time.perf_counter()
    census(5, progress=lambda done, total: lengths.append(time.perf_counter()))
    pauses = np.diff([began, *lengths])
    assert np.median(pauses) < PROMPTLY
