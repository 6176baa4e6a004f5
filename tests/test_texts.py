"""Differential evidence: parse_hands gives what a slow obvious parser gives, whatever library holds the column."""

import gc
import re
import sys
import threading

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import omaha_fast as of
from omaha_fast import _core

np = pytest.importorskip("numpy")

RANKS = {letter: rank for rank, letter in enumerate("23456789TJQKA")}
SUITS = {letter: suit for suit, letter in enumerate("cdhs")}
SYMBOLS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}
BLANKS = " \t\n\v\f\r\xa0\ufe0e\ufe0f"


def slow_parse(text):
    """The card numbers of a text, None where it is no text, or not of different cards, at least one."""
    if not isinstance(text, str):
        return None
    cards = []
    rest = text
    while rest := rest.lstrip(BLANKS):
        if rest.startswith("10"):
            rest = "T" + rest[2:]
        rank, suit = RANKS.get(rest[0].upper()), rest[1:2]
        suit = SUITS.get(SYMBOLS.get(suit, suit.lower() if suit.isascii() else ""))
        if rank is None or suit is None or not rest[0].isascii() or 4 * rank + suit in cards:
            return None
        cards.append(4 * rank + suit)
        rest = rest[2:]
    return cards or None


def slow_parse_column(texts, count):
    """The rows, [255, ...] for a bad one, and which are bad. count: None for that of the first that can be read."""
    rows = [slow_parse(text) for text in texts]
    count = count or next(len(row) for row in rows if row)
    bad = [row is None or len(row) != count for row in rows]
    return [[255] * count if wrong else row for row, wrong in zip(rows, bad, strict=True)], bad


# ------------------------------------------------------------------------- one column in many libraries


def as_characters(texts, dtype="U"):
    return np.array(["" if text is None else text for text in texts], dtype)


def as_bytes(texts):
    return np.array([(text or "").encode() for text in texts], "S")


def swapped(texts):
    array = as_characters(texts)
    return array.astype(array.dtype.newbyteorder("S"))


def with_gaps(array):
    wide = np.empty(3 * len(array), array.dtype)
    wide[:] = array.dtype.type(b"junk" if array.dtype.kind == "S" else "junk")
    wide[1::3] = array
    return wide[1::3]


def backwards(array):
    return array[::-1].copy()[::-1]


def out_of_line(array):
    """The same characters, beginning one byte too late."""
    memory = np.empty(array.nbytes + 1, np.uint8)
    memory[1:] = np.frombuffer(array.tobytes(), np.uint8)
    return np.ndarray(array.shape, array.dtype, memory, 1)


def in_a_table(array):
    """A column of a structured array."""
    table = np.zeros(len(array), [("number", np.uint8), ("text", array.dtype)])
    table["text"] = array
    return table["text"]


def masked(texts):
    return np.ma.array(as_characters(texts), mask=[text is None for text in texts])


def variable(texts):
    """numpy's strings of any length."""
    return np.array(texts, np.dtypes.StringDType(na_object=None))


def polars_series(texts):
    polars = pytest.importorskip("polars")
    return polars.Series("hands", texts, dtype=polars.String)


def polars_pieces(texts):
    polars = pytest.importorskip("polars")
    cut = len(texts) // 3
    parts = texts[:cut], texts[cut : cut + 1], [], texts[cut + 1 :]
    return polars.concat([polars_series(part) for part in parts], rechunk=False)


def polars_part(texts):
    return polars_series(["junk", *texts, "a text too long for sixteen bytes"])[1:-1]


def arrow(texts, kind):
    pyarrow = pytest.importorskip("pyarrow")
    return pyarrow.array(texts, getattr(pyarrow, kind)())


def arrow_part(texts, kind):
    return arrow(
        ["junk", None, None, "and more", *texts, "a text too long for sixteen bytes"], kind
    )[4:-1]


def arrow_pieces(texts, kind):
    pyarrow = pytest.importorskip("pyarrow")
    cut = len(texts) // 2
    parts = [arrow_part(part, kind) for part in (texts[:cut], [], texts[cut:])]
    return pyarrow.chunked_array(parts)


def pandas_series(texts, kind):
    pandas = pytest.importorskip("pandas")
    if kind == "ArrowDtype":
        kind = pandas.ArrowDtype(pytest.importorskip("pyarrow").large_string())
    elif "pyarrow" in kind:
        pytest.importorskip("pyarrow")
    return pandas.Series(texts, dtype=kind)


LISTS = {
    "list": list,
    "tuple": tuple,
    "numpy objects": lambda texts: np.array([*texts, 0], object)[:-1],
}
# How numpy fills up a text can't be told from zeros at its end, and it has no nulls.
FILLED = {
    "numpy U": as_characters,
    "numpy U wide": lambda texts: as_characters(texts, "U400"),
    "numpy U swapped": swapped,
    "numpy U with gaps": lambda texts: with_gaps(as_characters(texts)),
    "numpy U backwards": lambda texts: backwards(as_characters(texts)),
    "numpy U in a table": lambda texts: in_a_table(as_characters(texts)),
    "numpy U out of line": lambda texts: out_of_line(as_characters(texts)),
    "numpy S": as_bytes,
    "numpy S with gaps": lambda texts: with_gaps(as_bytes(texts)),
    "numpy S out of line": lambda texts: out_of_line(as_bytes(texts)),
}
TABLES = {
    "numpy masked": masked,
    "numpy variable": variable,
    "polars": polars_series,
    "polars in pieces": polars_pieces,
    "a part of polars": polars_part,
    **{
        f"{name} {kind}": lambda texts, make=make, kind=kind: make(texts, kind)
        for kind in ("string", "large_string", "string_view")
        for name, make in (("arrow", arrow), ("part of arrow", arrow_part), ("arrow pieces", arrow_pieces))
    },
    **{
        f"pandas {kind}": lambda texts, kind=kind: pandas_series(texts, kind)
        for kind in ("object", "str", "string[python]", "string[pyarrow]", "ArrowDtype")
    },
}  # fmt: skip
FORMS = {**LISTS, **FILLED, **TABLES}
EVERY = pytest.mark.parametrize("form", FORMS)


def held(form, texts):
    """The texts as a column of that form holds them."""
    if form in FILLED or form == "numpy masked":
        texts = [text and text.rstrip("\0") for text in texts]
    return ["" if text is None and form in FILLED else text for text in texts]


def check(form, texts, count=None):
    """Both ways of dealing with bad rows against the slow parser."""
    column, texts = FORMS[form](texts), held(form, texts)
    if count is None and not any(map(slow_parse, texts)):
        with pytest.raises(ValueError, match="no text to count the cards of"):
            of.parse_hands(column, errors="null")
        rows, bad = [], [True] * len(texts)
    else:
        rows, bad = slow_parse_column(texts, count)
        hands, mask = of.parse_hands(column, count, errors="null")
        assert hands.tolist() == rows
        assert mask.tolist() == bad
        assert (hands.dtype, mask.dtype) == (np.uint8, np.bool_)
    if count is None and texts:
        first = slow_parse(texts[0])
        bad = [True] if first is None else slow_parse_column(texts, len(first))[1]
    if not any(bad):
        assert of.parse_hands(column, count).tolist() == rows
        return
    place = bad.index(True)
    with pytest.raises(of.CardError) as caught:
        of.parse_hands(column, count)
    assert (caught.value.value, caught.value.position) == (texts[place], place)
    message = str(caught.value)
    assert message.startswith(f"row {place}"), message
    assert texts[place] is None or len(texts[place]) > 40 or repr(texts[place]) in message
    message.encode()


# --------------------------------------------------------------------------------------- good and bad texts

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
ranks = st.sampled_from([*RANKS, *"tjqka", "10"])
suits = st.sampled_from([*SUITS, *"CDHS", *SYMBOLS])
plain = st.permutations(CARDS)


def spelled(card, draw):
    """A card in one of the ways to write it."""
    rank = draw(st.sampled_from([card[0], card[0].lower(), *(["10"] * (card[0] == "T"))]))
    others = [symbol for symbol, suit in SYMBOLS.items() if suit == card[1]]
    return rank + draw(st.sampled_from([card[1], card[1].upper(), *others]))


@st.composite
def hands(draw, count, letters=2):
    """A good text: mostly two letters a card."""
    cards = draw(plain)[:count]
    if draw(st.integers(0, 3)):
        return "".join(cards)
    blank = st.text(st.sampled_from(BLANKS), max_size=2)
    return draw(blank) + "".join(spelled(card, draw) + draw(blank) for card in cards)


@st.composite
def spoiled(draw, count):
    """A text with a letter changed, left out or added, most of them bad."""
    text = draw(hands(count))
    place = draw(st.integers(0, len(text) - 1))
    letter = draw(st.sampled_from([*text, *"1xX0,;\x00\x7f\x80é₁ß\U0001f0a1", ""]))
    return text[:place] + letter + text[place + draw(st.integers(0, 2)) :]


@st.composite
def columns(draw):
    """Texts of a column, and how many cards each should have."""
    count = draw(st.sampled_from([4, 4, 4, 5, 6, 1, 3, 26, 52]))
    good = hands(count)
    text = st.one_of(
        good, good, good, spoiled(count), hands(count % 52 + 1), st.none(), st.just("")
    )
    return draw(st.lists(draw(st.sampled_from([good, text])), max_size=12)), count


@EVERY
@settings(max_examples=40, deadline=None)
@given(columns(), st.booleans())
@example((["AsAhKsKh", "10s9s♥", "As Ah Ks Kh"], 4), False)
@example((["AsAhKsKh", "AsAhKsAs"], 4), True)
@example((["AsAhKsKh", "AsAhKs"], 4), True)
@example((["AsAhKsKh", None, "AsAhKsKhQs"], 4), True)
@example((["A" * 300, "AsAhKsKh", " " * 300 + "AsAhKsKh", "AsAhKsKh" + " " * 300], 4), False)
@example((["As\0h", "As\0", "As"], 1), False)
@example((["2c", "\ud7ff2c", "2c\u2660"], 1), False)
def test_columns_are_read_as_the_slow_parser_reads_them(form, column, counted):
    texts, count = column
    if not counted and not texts:
        return
    try:
        check(form, texts, count if counted else None)
    except UnicodeEncodeError:
        assume(False)


@pytest.mark.parametrize("form", LISTS)
def test_text_that_no_other_library_can_hold(form):
    check(form, ["AsAhKsKh", "A\udc00KhQsJs", "\ud800" * 4, "AsAhKsKh"], 4)
    check(form, ["AsAhKsKh", np.str_("AsAhKsKd"), np.str_("As Ah Ks 10♥"), np.str_("junk")], 4)


@settings(max_examples=500, deadline=None)
@given(st.one_of(hands(4), hands(2), spoiled(2), spoiled(5), st.text(max_size=9)))
def test_a_text_means_what_it_means_to_parse_cards(text):
    """The slow parser is the oracle of both."""
    expected = slow_parse(text)
    try:
        cards = list(map(int, of.parse_cards(text)))
    except of.CardError:
        cards = None
    assert cards == (expected if text.strip(BLANKS) else [])
    hands, bad = of.parse_hands([text], len(expected or [0]), errors="null")
    assert (hands[0].tolist(), bad[0]) == (expected or [255], expected is None)


@pytest.mark.parametrize("form", ["list", "numpy U", "arrow string"])
def test_every_two_characters(form):
    """All pairs of Latin-1, 144 of which are a card: 18 ways to write a rank and 8 to write a suit."""
    texts = [chr(first) + chr(second) for first in range(1, 256) for second in range(1, 256)]
    found, bad = of.parse_hands(FORMS[form](texts), 1, errors="null")
    expected, wrong = slow_parse_column(texts, 1)
    assert found.tolist() == expected
    assert bad.tolist() == wrong
    assert (~bad).sum() == 144


def test_every_two_bytes():
    """numpy's bytes need not be UTF-8."""
    pairs = [bytes((first, second)) for first in range(256) for second in range(1, 256)]
    _, bad = of.parse_hands(np.array(pairs, "S2"), 1, errors="null")
    good = {pair for pair, wrong in zip(pairs, bad.tolist(), strict=True) if not wrong}
    assert good == {(r + s).encode() for r in [*RANKS, *"tjqka"] for s in "cdhsCDHS"}


@EVERY
def test_many_rows(form):
    """More rows than are read with the GIL held; each kind of bad row now and then."""
    rng = np.random.default_rng(5)
    texts = ["".join(CARDS[card] for card in rng.permutation(52)[:5]) for _ in range(5000)]
    check(form, texts)
    for place, other in (
        (77, "AsAhKsKhXx"),
        (1500, "As Ah Ks Kh 10♥"),
        (4000, "AsAhKsKhAs"),
        (4999, ""),
    ):
        texts[place] = other
        check(form, texts)
    check(form, texts[78:])
    if form not in FILLED:
        check(form, [*texts[78:2000], None, *texts[2000:]])


@EVERY
def test_no_rows(form):
    column = FORMS[form]([])
    assert of.parse_hands(column, 4).shape == (0, 4)
    hands, bad = of.parse_hands(column, 6, errors="null")
    assert (hands.shape, bad.shape) == ((0, 6), (0,))
    for errors in ("raise", "null"):
        with pytest.raises(ValueError, match="no text to count the cards of: expected cards="):
            of.parse_hands(column, errors=errors)


def test_the_comparison_finds_wrong_answers(monkeypatch):
    """Planted faults: a suit misread, a bad row passed over, a wrong row named."""
    texts = ["AsAhKsKh", "AsAhKsXx", "QsQhJsJh"]
    check("list", texts)
    right = of.parse_hands

    def wrong_suit(*arguments, **options):
        hands, bad = right(*arguments, **{**options, "errors": "null"})
        hands[0, 3] ^= 1
        return hands, bad

    def passed_over(*arguments, **options):
        hands, bad = right(*arguments, **{**options, "errors": "null"})
        bad[1] = False
        return hands, bad

    def wrong_row(column, *arguments, **options):
        return right([texts[0], *column] if options == {} else column, *arguments, **options)

    for fault in (wrong_suit, passed_over, wrong_row):
        monkeypatch.setattr(of, "parse_hands", fault)
        with pytest.raises(AssertionError):
            check("list", texts)


# ------------------------------------------------------------------------------------------- where it ends


@pytest.mark.parametrize("read", [of.evaluate_batch, of.evaluate_low_batch, of.evaluate_hilo_batch])
def test_what_it_makes_goes_into_the_batches(read):
    holes = of.parse_hands(["AsAhKsKh", "JdTs9s8h"])
    boards = of.parse_hands(["QsJsTs2d3c", "7d6d2c3c4c"])
    assert str(read(holes, boards)) == str(read([[51, 50, 47, 46], [37, 35, 31, 26]], boards))
    hands, _ = of.parse_hands(["AsAhKsKh", "bad"], errors="null")
    with pytest.raises(of.CardError, match="unknown card 255 in row 1"):
        read(hands, boards)


@pytest.mark.parametrize("form", [form for form in FORMS if "wide" not in form])
@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("holes", lambda column: of.evaluate_batch(column, "QsJsTs2d3c")),
        ("boards", lambda column: of.evaluate_hilo_batch([[0, 1, 2, 3]] * 2, column)),
        ("holes", of.hole_index_batch),
        ("holes", of.canonical_batch),
        ("hands", of.equity_batch),
        ("boards", lambda column: of.equity_batch([[[0, 1, 2, 3], [4, 5, 6, 7]]] * 2, column)),
    ],
)
def test_batches_send_texts_here(form, name, call):
    with pytest.raises(TypeError, match=rf"^{name}\b.*omaha_fast\.parse_hands") as caught:
        call(FORMS[form](["AsAhKsKhQs", "JdTs9s8h7h"]))
    assert str(caught.value).isprintable()


# ------------------------------------------------------------------------------------------ what is refused


def refused(error, message, *arguments, **options):
    with pytest.raises(error, match=message) as caught:
        of.parse_hands(*arguments, **options)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("texts", "cards", "message"),
    [
        (["AsAhKsKh", "AsAhKsXh"], 4, r"^row 1: unknown card 'Xh' at position 6 in hand 'AsAhKsXh': expected a"),
        (["AsAhKsKh", "Xh"], 4, r"^row 1: unknown card 'Xh' at position 0: expected"),
        (["AsAhKsKh", "AsAhKsAs"], None, r"^row 1: duplicate card 'As' in hand 'AsAhKsAs': expected different"),
        (["AsAhKsKh", "AsAhKs"], None, r"^row 1: hand 'AsAhKs': 3 cards, expected 4$"),
        (["AsAhKsKh"], 5, r"^row 0: hand 'AsAhKsKh': 4 cards, expected 5$"),
        (["AsAhKsKh", ""], None, r"^row 1: hand '': 0 cards, expected 4$"),
        (["", "AsAhKsKh"], None, r"^row 0: hand '': 0 cards, expected 1 or more$"),
        (["AsAhKsKh", None], None, r"^row 1 is null: expected a text of 4 cards$"),
        ([None, "AsAhKsKh"], None, r"^row 0 is null: expected a text of cards$"),
        (["AsAhKsKh", float("nan")], None, r"^row 1 is null"),
    ],
)  # fmt: skip
def test_bad_rows(texts, cards, message):
    refused(of.CardError, message, texts, cards)
    _, bad = of.parse_hands([*texts, "AsAhKsKh"], cards or 4, errors="null")
    assert bad.any()


@pytest.mark.parametrize("wrong", [5, 1.5, b"AsAhKsKh", ["As"], object(), of.Card("As"), True])
def test_rows_that_are_no_texts(wrong):
    for form in LISTS.values():
        column = form(["AsAhKsKh", wrong, "2c3c4c5c"])
        refused(TypeError, rf"^row 1 is .*, a {type(wrong).__name__}: expected a text", column)
        hands, bad = of.parse_hands(column, errors="null")
        assert bad.tolist() == [False, True, False]
        assert hands[1].tolist() == [255] * 4


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("AsAhKsKh",), TypeError, "^column 'AsAhKsKh' is one text: .*of.parse_cards"),
        ((None,), TypeError, "^column None is a NoneType: expected a list of texts"),
        ((7,), TypeError, "^column 7 is an int"),
        ((iter(["AsAhKsKh"]),), TypeError, "is a list_iterator"),
        ((np.array([[51, 50, 47, 46]]),), ValueError, r"^column has shape \(1, 4\): expected one axis"),
        ((np.array("AsAhKsKh"),), ValueError, r"^column has shape \(\)"),
        ((np.array([51, 50]),), TypeError, "^column has dtype int64: expected"),
        ((np.array([True]),), TypeError, "^column has dtype bool"),
        ((["AsAhKsKh"], 0), ValueError, "^cards 0: expected 1 to 52"),
        ((["AsAhKsKh"], 53), ValueError, "^cards 53: expected 1 to 52"),
        ((["AsAhKsKh"], -(2**70)), ValueError, "^cards -1180591620717411303424: expected 1 to 52"),
        ((["AsAhKsKh"], 4.0), TypeError, "^cards 4.0 is a float: expected an int or None"),
        ((["AsAhKsKh"], True), TypeError, "^cards True is a bool"),
        ((["AsAhKsKh"], None, "ignore"), ValueError, "^errors 'ignore': expected 'raise' or 'null'"),
        ((["AsAhKsKh"], None, None), ValueError, "^errors None"),
    ],
)  # fmt: skip
def test_what_is_refused(arguments, error, message):
    refused(error, message, *arguments)


def test_columns_of_other_things():
    polars = pytest.importorskip("polars")
    for values, kind in (([51, 50], "Int64"), ([["As"]], "List"), ([b"AsAhKsKh"], "Binary")):
        refused(TypeError, f"^the column, a Series of '{kind}", polars.Series(values))
    categories = polars.Series(["AsAhKsKh"], dtype=polars.Categorical)
    refused(TypeError, "^the column, a Series of 'Categorical", categories)
    assert (of.parse_hands(categories.cast(polars.String)) == [51, 50, 47, 46]).all()
    refused(
        TypeError, "^the column, a DataFrame of .*: expected", polars.DataFrame({"a": ["AsAhKsKh"]})
    )
    nulls = polars.Series([None, None])
    refused(of.CardError, "^row 0 is null", nulls)
    assert of.parse_hands(nulls, 4, errors="null")[1].all()
    pyarrow = pytest.importorskip("pyarrow")
    for column in (
        pyarrow.array([5]),
        pyarrow.array([b"AsAhKsKh"]),
        pyarrow.array(["As"]).dictionary_encode(),
    ):
        refused(TypeError, "^the column, a .*Array of .*: expected a column of strings", column)
    refused(TypeError, "^the column, a Table of .*: expected", pyarrow.table({"a": ["AsAhKsKh"]}))
    pandas = pytest.importorskip("pandas")
    refused(TypeError, "^column has dtype int64", pandas.Series([51, 50]))
    refused(ValueError, r"^column has shape \(1, 1\)", pandas.DataFrame({"a": ["AsAhKsKh"]}))
    category = pandas.Series(["AsAhKsKh"], dtype="category")
    assert (of.parse_hands(category) == [51, 50, 47, 46]).all()


def test_arrow_memory_that_does_not_add_up():
    """Offsets and views that lead outside are an error; nothing is read there."""
    pyarrow = pytest.importorskip("pyarrow")
    buffer = pyarrow.py_buffer
    letters = buffer(b"AsAhKsKhQsQhJsJh")
    for kind, item in ((pyarrow.string(), "<i4"), (pyarrow.large_string(), "<i8")):
        for offsets in ([0, 8, 0, 16], [0, 8, -8, 16], [0, 17, 17, 16], [0, 8, 2**31 - 1, 16]):
            memory = [None, buffer(np.array(offsets, item)), letters]
            column = pyarrow.Array.from_buffers(kind, 3, memory)
            refused(ValueError, "outside of its memory: expected a valid array", column, 4)
            refused(ValueError, "outside of its memory", column, 4, "null")
    for view in (
        [16, 0, 0, 1],
        [16, 0, 1, 0],
        [16, 0, -1, 0],
        [16, 0, 0, -1],
        [17, 0, 0, 0],
        [-1, 0, 0, 0],
    ):
        memory = [None, buffer(np.array(view, "<i4")), letters]
        column = pyarrow.Array.from_buffers(pyarrow.string_view(), 1, memory)
        refused(ValueError, "outside of its memory", column, 8)
    memory = [None, buffer(np.array([16, 0, 0, 0], "<i4")), letters]
    column = pyarrow.Array.from_buffers(pyarrow.string_view(), 1, memory)
    assert of.parse_hands(column).tolist() == [[51, 50, 47, 46, 43, 42, 39, 38]]


def test_a_stream_that_fails():
    pyarrow = pytest.importorskip("pyarrow")

    class Failing:
        def __arrow_c_stream__(self, requested_schema=None):
            def batches():
                yield pyarrow.record_batch({"a": ["AsAhKsKh"]})
                raise ValueError("the disk is gone")

            schema = pyarrow.schema({"a": pyarrow.string()})
            return pyarrow.RecordBatchReader.from_batches(schema, batches()).__arrow_c_stream__()

    refused(TypeError, "^the column, a Failing of", Failing())
    with pytest.raises(AttributeError):
        _core.arrow_columns(7)


@pytest.mark.parametrize(
    "form", ["polars in pieces", "arrow pieces string", "arrow string_view", "list", "numpy S"]
)
def test_memory_is_given_back(form):
    pyarrow = pytest.importorskip("pyarrow")
    texts = ["AsAhKsKh", "a text too long for sixteen bytes", None] * 100
    column = FORMS[form](texts)
    of.parse_hands(column, 4, errors="null")
    gc.collect()
    before, references = pyarrow.total_allocated_bytes(), sys.getrefcount(column)
    for _ in range(50):
        of.parse_hands(column, 4, errors="null")
        with pytest.raises(of.CardError):
            of.parse_hands(column)
    assert pyarrow.total_allocated_bytes() == before
    assert sys.getrefcount(column) == references


def test_a_list_that_others_empty_meanwhile():
    """What is read is the list as it was."""
    texts = ["AsAhKsKh", "As Ah 10♥ Kh"] * 500
    column, done = list(texts), threading.Event()

    def other():
        while not done.is_set():
            column.clear()
            column.extend(texts)

    thread = threading.Thread(target=other)
    thread.start()
    try:
        for _ in range(100):
            hands = of.parse_hands(column, 4)
            assert set(map(tuple, hands.tolist())) <= {(51, 50, 47, 46), (51, 50, 34, 46)}
    finally:
        done.set()
        thread.join()


def test_the_core_refuses_memory_that_does_not_fit():
    column = _core.TextColumn(("AsAhKsKh", "JdTs9s8h"))
    assert (len(column), column.count(1)) == (2, 4)
    for row in (-1, 2):
        with pytest.raises(IndexError, match=f"row {row}: expected 0 to 1"):
            column.count(row)
    good = np.zeros((2, 4), np.uint8)
    for out, bad in (
        (np.zeros((3, 4), np.uint8), None),
        (np.zeros((2, 0), np.uint8), None),
        (np.zeros((2, 53), np.uint8), None),
        (np.zeros((4, 4), np.uint8)[::2], None),
        (np.zeros((2, 8), np.uint8)[:, ::2], None),
        (np.asfortranarray(good), None),
        (good, np.zeros(3, np.uint8)),
        (good, np.zeros(4, np.uint8)[::2]),
    ):
        with pytest.raises(ValueError, match=r"expected"):
            column.read(out, bad)
    for source in (np.zeros((2, 4), np.int64), np.zeros(4, np.uint8), ["AsAhKsKh"], "AsAhKsKh"):
        with pytest.raises(TypeError):
            _core.TextColumn(source)
    with pytest.raises(ValueError, match="gaps"):
        _core.TextColumn(np.zeros((2, 8), np.uint8)[:, ::2])


def test_without_numpy_it_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match=re.escape("parse_hands needs numpy: pip install numpy")):
        of.parse_hands(["AsAhKsKh"])
