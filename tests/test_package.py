"""The installed package: what it ships, what it imports, and that its examples are true."""

import ast
import doctest
import importlib
import importlib.metadata
import os
import pkgutil
import re
import subprocess
import sys
import zlib
from pathlib import Path
from types import ModuleType

import pytest

import omaha_fast as of

PACKAGE = Path(of.__file__).parent
SOURCES = Path(__file__).resolve().parent.parent / "src"
# Each module may import only what stands before it; a package counts as one layer.
LAYERS = [
    "errors",
    "_callable",
    "_slices",
    "_core",
    "arrays",
    "cards",
    "texts",
    "games",
    "canonical",
    "evaluation",
    "batches",
    "interop",
    "equity",
    "analysis",
    "engine",
    "history",
    "cli",
    "__main__",
]


# Inside these packages too: each module may import only those before it.
INNER_LAYERS = {
    "engine": "stakes rules posting legal betting pots serialize dealing showdown events acting showing given hand"
    " schedule positions seating table_log table_events sitting table",
    "history": "verdict record source playing comparing replay recording ohh_fields ohh ohh_write"
    " phh_time phh_betting phh_actions phh_fields phh phh_write"
    " room_patterns room_header room_lines room_text room_held room_words room_write formats",
}


def modules():
    return [info.name for info in pkgutil.walk_packages([str(PACKAGE)], "omaha_fast.")]


def test_the_wheel_holds_the_package_and_nothing_else():
    files = {str(path) for path in importlib.metadata.files("omaha-fast")}
    own = {name for name in files if name.startswith("omaha_fast/") and "__pycache__" not in name}
    for needed in (
        "_core.pxd",
        "__init__.pxd",
        "_core.pyi",
        "omaha_fast.h",
        "py.typed",
        "cli/__init__.py",
    ):
        assert f"omaha_fast/{needed}" in own
    native = [name for name in own if Path(name).suffix in {".so", ".pyd"}]
    assert len(native) == 1
    endings = {Path(name).suffix for name in own}
    assert endings <= {".py", ".pyi", ".pxd", ".h", ".typed", ".so", ".pyd"}
    assert [name for name in own if name.endswith(".h")] == ["omaha_fast/omaha_fast.h"]
    others = {name.split("/")[0] for name in files - own if not name.startswith("omaha_fast/")}
    assert all(name == ".." or name.endswith(".dist-info") for name in others)


def test_the_native_module_is_small():
    """The wheel should stay below a megabyte; the native module, compressed as wheels are, is most of it."""
    (native,) = [path for path in PACKAGE.glob("_core.*") if path.suffix in {".so", ".pyd"}]
    assert len(zlib.compress(native.read_bytes())) < 800_000


def test_only_the_init_is_exported():
    """Symbols of the inside must not leak into the process."""
    (native,) = [path for path in PACKAGE.glob("_core.*") if path.suffix == ".so"] or [None]
    if native is None or sys.platform != "linux":
        pytest.skip("reads the symbols of an ELF file")
    try:
        done = subprocess.run(
            ["nm", "-D", "--defined-only", native], capture_output=True, text=True, check=True
        )
    except FileNotFoundError:
        pytest.skip("nm is not installed")
    assert [line.split()[-1] for line in done.stdout.splitlines()] == ["PyInit__core"]


def layer_of(module):
    return LAYERS.index(module.split(".")[1])


def imported(path, module):
    """Absolute names of the package's modules that a file imports, lazily or not, type checking aside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    skipped = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            skipped.update(ast.walk(node))
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, base] if base else parents)
            if base == "omaha_fast":
                yield from (f"omaha_fast.{alias.name}" for alias in node.names)
            else:
                yield base


@pytest.mark.parametrize("module", [name for name in modules() if not name.endswith("._core")])
def test_imports_run_downwards_only(module):
    path = PACKAGE.joinpath(*module.split(".")[1:])
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    for name in imported(path, module):
        if name.startswith("omaha_fast.") and name.split(".")[1] in LAYERS:
            assert layer_of(name) <= layer_of(module), f"{module} imports {name}"


@pytest.mark.parametrize("package", INNER_LAYERS)
def test_imports_run_downwards_inside_a_package(package):
    layers = INNER_LAYERS[package].split()
    for path in sorted((PACKAGE / package).glob("[a-z]*.py")):
        place = layers.index(path.stem)
        for name in imported(path, f"omaha_fast.{package}.{path.stem}"):
            parts = name.split(".")
            if parts[:2] == ["omaha_fast", package] and len(parts) > 2:
                assert layers.index(parts[2]) < place, f"{path.stem} imports {name}"


def test_the_native_layers_are_those_of_the_readme():
    """Each file of Cython takes names only from what the README has to the left of it; nothing is included."""
    if not SOURCES.is_dir():
        pytest.skip("needs the sources")
    (line,) = re.findall("^    .* < _core$", (SOURCES / "README.md").read_text(), re.MULTILINE)
    layers = [layer.replace(",", "").split() for layer in line.split(" < ")]
    place = {name: number for number, names in enumerate(layers) for name in names}
    assert {path.stem for path in SOURCES.glob("*.p*")} == {*place}
    for path in SOURCES.glob("*.p*"):
        text = path.read_text()
        assert not re.search("^include", text, re.MULTILINE)
        for name in re.findall(r"^from (\w+) cimport", text, re.MULTILINE):
            assert place[name] < place[path.stem], f"{path.stem} cimports {name}"


def fresh(code):
    """Run code in a new interpreter away from the checkout; its output."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PACKAGE.parent
    )
    return done.stdout.split()


def test_import_loads_only_what_ranking_needs():
    loaded = fresh("import sys, omaha_fast; print(*(m for m in sys.modules if 'omaha_fast' in m))")
    assert set(loaded) == {
        "omaha_fast",
        "omaha_fast._core",
        "omaha_fast.cards",
        "omaha_fast.errors",
        "omaha_fast.evaluation",
    }


def test_import_needs_no_dependency():
    heavy = {"numpy", "dataclasses", "inspect", "typing_extensions", "rich", "argparse"}
    loaded = fresh(
        "import sys; sys.path = [p for p in sys.path if p]; import omaha_fast; print(*sys.modules)"
    )
    assert not heavy & set(loaded)


def test_without_numpy_the_batch_functions_say_how_to_install_it():
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import omaha_fast as of\n"
        "try: of.hole_index_batch(b'')\n"
        "except ImportError as error: print(error)"
    )
    assert "pip install numpy" in " ".join(fresh(code))


def test_the_equity_package_can_be_called_when_it_hides_the_function():
    code = (
        "import omaha_fast.equity, omaha_fast as of\n"
        "print(of.equity(['AsAhKsKh', 'JdTd9d8h'], 'QsJsTs2d3c').boards)"
    )
    assert fresh(code) == ["1"]


def test_all_names_are_there():
    assert sorted(of.__all__) == sorted({*of.__all__})
    for name in of.__all__:
        assert getattr(of, name) is not None
    assert {*of.__all__} <= {*dir(of)}
    assert of.__version__ == importlib.metadata.version("omaha-fast")


@pytest.mark.parametrize("module", ["omaha_fast", *modules()])
def test_examples_are_true(module):
    """Doctests of every module and of everything public that it defines, compiled functions included."""
    if module.endswith("__main__"):
        pytest.skip("runs the command line")
    home = importlib.import_module(module)
    names = {name: getattr(home, name) for name in getattr(home, "__all__", vars(home))}
    found = [(module, home.__doc__)]
    for name, thing in names.items():
        if getattr(thing, "__module__", module) == module or module == "omaha_fast":
            found.append((f"{module}.{name}", getattr(thing, "__doc__", None)))
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for name, text in found:
        if isinstance(text, str):
            runner.run(doctest.DocTestParser().get_doctest(text, dict(vars(home)), name, module, 0))
    assert runner.summarize(verbose=False).failed == 0


def public(name):
    """A public name of the package; the function where a module of the same name lies over it."""
    thing = getattr(of, name)
    return getattr(thing, name, thing) if isinstance(thing, ModuleType) else thing


@pytest.mark.parametrize("name", of.__all__)
def test_public_functions_have_a_docstring_with_an_example(name):
    thing = public(name)
    assert thing.__doc__
    if isinstance(thing, ModuleType):
        assert ">>>" in thing.__doc__, name
    if callable(thing) and not isinstance(thing, type):
        assert ">>>" in thing.__doc__, name


def test_public_names_are_picklable():
    import pickle

    for name in of.__all__:
        thing = public(name)
        if isinstance(thing, ModuleType):
            continue
        assert pickle.loads(pickle.dumps(thing)) is thing


def test_a_fork_ranks_as_its_parent():
    if not hasattr(os, "fork"):
        pytest.skip("no fork here")
    code = (
        "import os, omaha_fast as of\n"
        "child = os.fork()\n"
        "if child: os.wait()\n"
        "print(of.evaluate('AsAhKsKh', 'QsJsTs2d3c'))"
    )
    assert fresh(code) == ["7462", "7462"]
