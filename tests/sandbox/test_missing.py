"""What was meant by a name that is not there, and why it is not."""

import pytest
from msgspec.structs import replace

from grader.commands.meant import meant_by
from grader.model.run import Traceback
from grader.model.static import ParseStatus, SourceFacts
from grader.sandbox.missing import missing_attribute, missing_name, near
from tests.cases.course import exercise

BOUND = {
    "": {"matmul": 1, "size": 20},
    "matmul": {"a": 1, "b": 1, "n": 2, "total": 3},
    "main": {"times": 11},
}


def error(message: str, kind: str = "NameError") -> Traceback:
    """Raise it in line 5 of the function."""
    return Traceback(type=kind, message=message, frames=(("k.py", 5, "matmul"),))


NAMES = {
    "lenght": ("name-near", "len"),
    "ragne": ("name-near", "range"),
    "pirnt": ("name-near", "print"),
    "true": ("name-near", "True"),
    "totl": ("name-near", "total"),
    "c": ("name-nowhere", ""),
    "result": ("name-nowhere", ""),
    "size": ("name-later", ""),
    "times": ("name-elsewhere", ""),
    "math": ("name-module", ""),
    "time": ("name-module", ""),
    "n": ("name", ""),  # bound somewhere in it: a comprehension, or it was deleted
}


@pytest.mark.parametrize("name", NAMES)
def test_why_a_name_is_not_defined(name: str) -> None:
    """Misspelt, made later, made in another function, or nowhere."""
    facts = SourceFacts(status=ParseStatus.OK, bound=BOUND)
    case, params = missing_name(error(f"name '{name}' is not defined"), facts, exercise())
    assert (case, params.get("near", "")) == NAMES[name]


USED = {
    "np": ("np.zeros((2, 2))", "kadai1", "name-import-forbidden", "import numpy as np"),
    "plt": ("plt.plot(a)", "kadai1", "name-import", "import matplotlib.pyplot as plt"),
    "signal": ("signal.correlate2d(a, b)", "scipy", "name-import", "from scipy import signal"),
    "torch": ("torch.zeros(2)", "kadai1", "name-import-forbidden", "import torch"),
    "F": ("a * F", "kadai1", "name-nowhere", ""),
    "time": ("time.perf_counter()", "kadai1", "name-module", ""),
}


@pytest.mark.parametrize("name", USED)
def test_a_missing_import_is_told_by_the_usual_name(name: str) -> None:
    """Only where something of it is used; whether it may be imported depends on the exercise."""
    line, allowing, case, statement = USED[name]
    allowed = ("numpy", "scipy") if allowing == "scipy" else exercise().allowed_imports
    facts = SourceFacts(status=ParseStatus.OK, bound=BOUND)
    raised = replace(error(f"name '{name}' is not defined"), lines=(f"c = {line}",))
    found, params = missing_name(raised, facts, replace(exercise(), allowed_imports=allowed))
    assert (found, params.get("statement", "")) == (case, statement)


def test_names_that_the_run_tells_are_near() -> None:
    """Of a library or a class of the student's; which of them is near enough is decided here."""
    for message in (
        "module 'torch.nn' has no attribute 'Relu'",
        "'Net' object has no attribute 'Relu'",
        "cannot import name 'Relu' from 'torch.nn' (unknown location)",
    ):
        told = replace(error(message, "AttributeError"), near=("ReLU", "RReLU"))
        assert missing_attribute(told) == "ReLU"
        assert missing_attribute(replace(told, near=("Flatten",))) == ""


def test_what_is_not_known_is_not_said() -> None:
    """A star import may bring any name; a program that was not read has none."""
    starred = SourceFacts(status=ParseStatus.OK, bound={**BOUND, "": {"*": 1}})
    for facts in (starred, SourceFacts(status=ParseStatus.OK), None):
        assert missing_name(error("name 'c' is not defined"), facts, exercise()) == ("name", {})


@pytest.mark.parametrize("name", ["c", "np", "plt", "ab", "x1", "weights"])
def test_short_or_other_names_are_near_nothing(name: str) -> None:
    """A suggestion that is no misspelling is worse than none."""
    assert near(name, ["a", "b", "len", "print", "range", "abs", "x2"]) == ""


METHODS = {
    "'list' object has no attribute 'appned'": "append",
    "'list' object has no attribute 'shape'": "",
    "module 'time' has no attribute 'perfcounter'": "perf_counter",
    "'Foo' object has no attribute 'appned'": "",
}


@pytest.mark.parametrize("message", METHODS)
def test_methods_of_python_s_own_types(message: str) -> None:
    """Nobody else's object is asked."""
    assert missing_attribute(error(message, "AttributeError")) == METHODS[message]


PARTS = {
    "No module named 'matplotlib.pylot'": "matplotlib.pyplot",
    "No module named 'matplotlib.qwerty'": "",
    "No module named 'nosuchlibrary.pyplot'": "",
    "module 'matplotlib.pyplot' has no attribute 'xlable'": "xlabel",
    "cannot import name 'pyplott' from 'matplotlib' (…)": "pyplot",
}


@pytest.mark.parametrize("message", PARTS)
def test_parts_of_a_library_that_is_here(message: str) -> None:
    """They are read off its files; of a library that is not here nothing is said."""
    pytest.importorskip("matplotlib")
    assert meant_by(error(message, "ImportError")) == PARTS[message]


def test_endless_names_are_not_compared() -> None:
    """Their likeness takes the square of their length, and the host's time."""
    assert near("a" * 61, ["a" * 62]) == ""
    assert near("a" * 60, ["a" * 61, "a" * 59]) == "a" * 59
