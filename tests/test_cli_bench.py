"""Unit evidence: `omaha-fast bench`, its reports and the behaviour signature."""

import json
import os
import re
import subprocess
import sys
from importlib import import_module
from itertools import combinations

import pytest

import omaha_fast as of
from omaha_fast import _core
from omaha_fast.analysis import signature as signatures
from omaha_fast.cli import is_command, main, rates

bench = import_module("omaha_fast.cli.commands.bench")

SIGNATURE = re.search("--signature\n  ([0-9a-f]{64})\n", bench.EPILOG)[1]


@pytest.fixture
def call(capsys, monkeypatch):
    """The command, with as few repeats as it can do."""
    monkeypatch.setattr(rates, "SECONDS", 0)

    def call(*words):
        status = main(["bench", *words])
        return status, *capsys.readouterr()

    return call


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """A report in a file, and what it holds."""
    quickly = "from omaha_fast.cli import is_command, main, rates; rates.SECONDS = 0; main(['bench', '--json'])"
    done = subprocess.run(
        [sys.executable, "-P", "-c", quickly], capture_output=True, text=True, check=True
    )
    path = tmp_path_factory.mktemp("bench") / "before.json"
    path.write_text(done.stdout)
    return path, json.loads(done.stdout)


# ----------------------------------------------------------------------------------------- signature


@pytest.mark.parametrize("variant", of.build_info()["variants"])
def test_the_signature_is_the_same_for_every_variant(variant):
    done = subprocess.run(
        [sys.executable, "-P", "-m", "omaha_fast", "bench", "--signature"],
        env={**os.environ, "OMAHA_FAST_VARIANT": variant},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{SIGNATURE}\n"


def test_the_signature_for_machines(call):
    status, out, err = call("--signature", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == {
        "schema": "omaha-fast/bench-signature/1",
        "workload": signatures.WORKLOAD,
        "signature": SIGNATURE,
    }
    assert "omaha-fast/bench-signature/1" in bench.EPILOG


def test_a_signature_alone_is_not_compared(call):
    """Or a program that looks at the exit status would believe it was."""
    status, out, err = call("--signature", "--compare", "before.json")
    assert (status, out) == (2, "")
    assert "leave out --signature" in err


def test_the_help_offers_the_variants_of_this_machine(call):
    status, out, _ = call("--help")
    offered = re.search("OMAHA_FAST_VARIANT [^:]*: (.*)\\.", out)[1].split(", ")
    assert (status, tuple(offered)) == (0, of.build_info()["variants"])
    others = {"avx512", "avx2", "sse2", "neon", "plain"} - set(offered)
    assert not [name for name in others if name in out]


def test_one_wrong_entry_changes_the_signature(planted):
    """The strength of the best pair of a hand in the workload, on its board."""
    right = signatures.signature()
    hole, board = (part.tolist()[0] for part in signatures.deals(4))
    pairs = [sorted((a // 4, b // 4)) for a, b in combinations(hole, 2)]
    row = _core._probe.tables()["rows"].tolist()[_core._probe.slot([card // 4 for card in board])]
    best = max((high * (high + 1) // 2 + low for low, high in pairs), key=row.__getitem__)
    with planted(
        "rows", _core._probe.slot([card // 4 for card in board]), best, value=row[best] + 1
    ):
        assert signatures.signature() != right
    assert signatures.signature() == right


def test_the_generator_is_splitmix64():
    """Known answers of the reference implementation (https://prng.di.unimi.it/splitmix64.c)."""
    draw = signatures.words(1234567)
    assert [next(draw) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_deals_are_of_different_cards():
    for two_suits in (False, True):
        holes, boards = signatures.deals(6, 5, rows=2000, two_suits=two_suits)
        rows = [
            (*hole, *board) for hole, board in zip(holes.tolist(), boards.tolist(), strict=True)
        ]
        assert all(len(set(row)) == 11 for row in rows)
        assert {card for row in rows for card in row} == set(range(0, 52, 1 + two_suits))
        assert len({tuple(row) for row in rows}) == 2000


# ------------------------------------------------------------------------------------------- reports


def test_the_report_for_machines(report):
    _, content = report
    assert list(content) == [
        "schema",
        "version",
        "machine",
        "build",
        "workload",
        "signature",
        "rates",
    ]
    assert content["schema"] == "omaha-fast/bench/1"
    assert content["version"] == of.__version__
    assert set(content["machine"]) == {"system", "machine", "processor", "cores", "python"}
    assert content["build"] == {**of.build_info(), "variants": list(of.build_info()["variants"])}
    assert (content["workload"], content["signature"]) == (signatures.WORKLOAD, SIGNATURE)
    kernels = {(rate["work"], rate["cards"]) for rate in content["rates"]}
    assert len(kernels) == len(content["rates"])
    for cards in (4, 5, 6):
        for work in (
            "naive loop",
            "one hand, in a loop of C",
            "rows",
            "rows, validated",
            "rows, high and low",
        ):
            assert (work, cards) in kernels
        assert {("one board", cards), ("one board, high and low", cards)} <= kernels
    for rate in content["rates"]:
        assert list(rate) == ["work", "cards", "unit", "nanoseconds", "times_naive"]
        assert rate["nanoseconds"] > 0
        assert (rate["times_naive"] is not None) == (
            rate["unit"] == "hand" and rate["work"] != "naive loop"
        )


def test_the_report_for_people(call):
    status, out, err = call()
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[0].startswith(
        f"omaha-fast {of.__version__}, {of.build_info()['variant']} kernels, "
    )
    assert lines[2].split() == ["work", "cards", "ns", "a", "x", "naive"]
    assert lines[-1] == f"signature {SIGNATURE} (workload {signatures.WORKLOAD})"
    assert len({len(line) for line in lines if re.match("rows |one board ", line)}) == 1


def test_the_numbers_have_three_digits():
    numbers = {0.2412: "0.241", 2.345: "2.35", 12.345: "12.3", 123.4: "123", 14200.4: "14,200"}
    assert {number: bench.significant(number) for number in numbers} == numbers
    assert bench.significant(None) == ""


# ----------------------------------------------------------------------------------------- comparison


def test_a_comparison_with_an_earlier_report(call, report):
    path, content = report
    status, out, err = call("--compare", str(path))
    assert (status, err) == (0, "")
    assert out.splitlines()[2].split()[-3:] == ["before", "x", "before"]
    status, out, _ = call("--compare", str(path), "--json")
    assert status == 0
    for before, now in zip(content["rates"], json.loads(out)["rates"], strict=True):
        assert now["before"] == before["nanoseconds"]
        assert now["ratio"] == pytest.approx(before["nanoseconds"] / now["nanoseconds"], rel=0.02)


def test_what_was_not_measured_before_has_no_ratio(call, report, tmp_path):
    _, content = report
    path = tmp_path / "before.json"
    path.write_text(json.dumps({**content, "rates": content["rates"][:1]}))
    first, *others = json.loads(call("--compare", str(path), "--json")[1])["rates"]
    assert first["ratio"]
    assert {(rate["before"], rate["ratio"]) for rate in others} == {(None, None)}


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_other_answers_are_said_loudly(call, report, tmp_path, form):
    _, content = report
    path = tmp_path / "before.json"
    path.write_text(json.dumps({**content, "signature": 64 * "0"}))
    status, out, err = call("--compare", str(path), *form)
    assert status == 1
    assert out
    assert "THE ANSWERS DIFFER" in err
    assert 64 * "0" in err
    assert SIGNATURE in err


def test_signatures_of_different_workloads_are_not_compared(call, report, tmp_path):
    _, content = report
    path = tmp_path / "before.json"
    path.write_text(json.dumps({**content, "workload": 0, "signature": 64 * "0"}))
    status, _, err = call("--compare", str(path))
    assert status == 0
    assert "can't be compared" in err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "cannot read"),
        ("", "no JSON"),
        ("\x00\xff", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "no report"),
        ("{}", "no report"),
        ('{"schema": "omaha-fast/equity/1"}', "no report"),
        ('{"schema": "omaha-fast/bench/1"}', "no report"),
        (
            '{"schema": "omaha-fast/bench/1", "workload": 1, "signature": "", "rates": [1]}',
            "no report",
        ),
    ],
)
def test_a_file_that_is_no_report(call, tmp_path, text, message):
    path = tmp_path / "before.json"
    if text is not None:
        path.write_text(text, "latin-1")
    status, out, err = call("--compare", str(path))
    assert (status, out) == (2, "")
    assert message in err


# ----------------------------------------------------------------------------------- a variant that can't be had

# What installers write, up to what they do with the .exe of Windows.
SCRIPT = "import sys\nfrom omaha_fast.cli import main\nsys.exit(main())\n"


@pytest.mark.parametrize("words", ["--help", "eval AsAhKsKh --board 2c3c4c"])
@pytest.mark.parametrize("form", ["-m omaha_fast", "-momaha_fast", "omaha-fast", "omaha-fast.exe"])
def test_a_variant_that_cannot_be_had_is_said_in_one_line(form, words, tmp_path):
    (tmp_path / form).write_text(SCRIPT)
    program = form.split() if form.startswith("-") else [str(tmp_path / form)]
    result = subprocess.run(
        [sys.executable, "-P", *program, *words.split()],
        env={**os.environ, "OMAHA_FAST_VARIANT": "avx1024\x1b[2J"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    start = r"omaha-fast: OMAHA_FAST_VARIANT is 'avx1024\x1b[2J': expected one of "
    assert result.stderr.startswith(start + ", ".join(of.build_info()["variants"]))


@pytest.mark.parametrize("form", ["other.py", "omaha-fast-like", "-c"])
def test_programs_get_the_import_error(form, tmp_path):
    (tmp_path / form).write_text(SCRIPT)
    program = ["-c", SCRIPT] if form == "-c" else [str(tmp_path / form)]
    result = subprocess.run(
        [sys.executable, "-P", *program, "-m", "omaha_fast"],
        env={**os.environ, "OMAHA_FAST_VARIANT": "avx1024"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 1
    assert "\nImportError: OMAHA_FAST_VARIANT is 'avx1024'" in result.stderr


def test_the_command_is_told_from_other_modules():
    """While -m looks for its module, argv[0] is -m, and the name stands where Python's own options end."""
    assert is_command(["-m", "eval", "x"], ["python", "-P", "-m", "omaha_fast", "eval", "x"])
    assert not is_command(["-m", "omaha_fast"], ["python", "-m", "pytest", "omaha_fast"])
    assert not is_command(["-m"], ["python", "-m", "my_omaha_fast"])
    assert not is_command([], ["python"])
    assert not is_command([""], ["python"])
