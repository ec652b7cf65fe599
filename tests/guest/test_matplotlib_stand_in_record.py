"""The stand-in keeps what was plotted, within bounds, whatever the data are."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

STAND_INS = Path(__file__).parents[2] / "grader" / "guest" / "stand_ins"
START = f"import sys; sys.path.insert(0, {str(STAND_INS)!r})\nimport matplotlib.pyplot as plt\n"
END = "\nfrom matplotlib._record import recorded\nimport json; print(json.dumps(recorded()))"


def record(program: str) -> list[dict[str, Any]]:
    """Returns what a program leaves behind."""
    ended = subprocess.run(
        [sys.executable, "-sSP", "-c", START + program + END],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    found: list[dict[str, Any]] = json.loads(ended.stdout)
    return found


def test_a_plot_is_kept_with_its_axes() -> None:
    """Points, label, axis labels, title and scales are those at the end of the program."""
    (series,) = record(
        "plt.plot([10, 20], [0.1, 0.4], 'o-', label='python')\n"
        "plt.xlabel('size'); plt.ylabel('time [s]'); plt.title('t'); plt.xscale('log')"
    )
    assert series == {
        "kind": "plot",
        "x": [10.0, 20.0],
        "y": [0.1, 0.4],
        "label": "python",
        "count": 2,
        "figure": 1.0,
        "title": "t",
        "xlabel": "size",
        "ylabel": "time [s]",
        "xscale": "log",
        "yscale": "linear",
    }


@pytest.mark.parametrize(
    ("call", "kind", "x", "y"),
    [
        ("plt.scatter([1, 2], [3, 4])", "scatter", [1, 2], [3, 4]),
        ("plt.loglog([1, 2], [3, 4])", "loglog", [1, 2], [3, 4]),
        ("plt.semilogy([1, 2], [3, 4])", "semilogy", [1, 2], [3, 4]),
        ("plt.semilogx([1, 2], [3, 4])", "semilogx", [1, 2], [3, 4]),
        ("plt.bar([1, 2], [3, 4])", "bar", [1, 2], [3, 4]),
        ("plt.barh([1, 2], [3, 4])", "barh", [3, 4], [1, 2]),
        ("plt.errorbar([1, 2], [3, 4], yerr=1)", "errorbar", [1, 2], [3, 4]),
        ("plt.step([1, 2], [3, 4])", "step", [1, 2], [3, 4]),
        ("plt.stem([1, 2], [3, 4])", "stem", [1, 2], [3, 4]),
        ("plt.fill_between([1, 2], [3, 4])", "fill_between", [1, 2], [3, 4]),
        ("plt.hist([1, 2, 2], bins=2)", "hist", [1, 1.5], [1, 2]),
        ("plt.bar(['a', 'b'], [3, 4])", "bar", [0, 1], [3, 4]),
        ("plt.subplots()[1].plot([5, 6])", "plot", [0, 1], [5, 6]),
        ("plt.axes(projection='3d').plot([1], [2], [3])", "plot3d", [1], [2]),
        ("plt.plot([1, 2, 3], [1, None, float('nan')])", "plot", [1], [1]),
        ("plt.plot([1, 2], [10**400, 5])", "plot", [2], [5]),
    ],
)
def test_every_kind_of_plot_is_kept(call: str, kind: str, x: list[float], y: list[float]) -> None:
    """Values without a finite float are dropped, categories become positions."""
    (series,) = record(call)
    assert (series["kind"], series["x"], series["y"]) == (kind, x, y)


@pytest.mark.parametrize(
    "call", ["plt.axhline(1)", "plt.text(0, 0, 'a')", "plt.gca()", "plt.imshow([[1]])"]
)
def test_what_is_no_series_is_not_kept(call: str) -> None:
    """Reference lines, words and images are no measurements."""
    assert record(call) == []


def test_a_legend_names_lines_without_labels() -> None:
    """A label given later counts, and so does the text in the legend."""
    found = record(
        "a, = plt.plot([1]); b, = plt.plot([2]); c, = plt.plot([3], label='own')\n"
        "b.set_label('later')\n"
        "plt.legend(['first', 'second', 'third'])"
    )
    assert [series["label"] for series in found] == ["first", "later", "own"]


def test_a_line_that_grows_is_kept_in_its_last_state() -> None:
    """An animated line counts once."""
    (series,) = record("l, = plt.plot([], [])\nfor i in range(5): l.set_data([i], [i])")
    assert (series["x"], series["y"]) == ([4.0], [4.0])


def test_closing_a_figure_forgets_nothing() -> None:
    """Closing, clearing and showing leave the record alone."""
    found = record("plt.plot([1]); plt.clf(); plt.plot([2]); plt.close('all'); plt.plot([3])")
    assert [series["y"] for series in found] == [[1.0], [2.0], [3.0]]


def test_long_series_keep_both_ends() -> None:
    """Ten thousand points are kept, and how many there were."""
    (series,) = record("plt.plot(range(100_000))")
    assert series["count"] == 100_000
    assert len(series["x"]) == len(series["y"]) == 10_000
    assert series["y"][0] == 0.0
    assert series["y"][-1] == 99_999.0


def test_many_series_are_cut() -> None:
    """Sixty-four series are kept, the first ones."""
    found = record("for i in range(100): plt.plot([i])")
    assert [series["y"][0] for series in found] == list(range(64))


ODD = """
class Raises:
    def __float__(self): raise OSError
    def __str__(self): raise OSError
    __repr__ = __str__
class Endless:
    def __len__(self): return 3
    def __getitem__(self, i): return 1
    def __iter__(self):
        while True: yield 1
class Unreadable:
    def __len__(self): raise OSError
    def __getitem__(self, i): raise OSError
    def __iter__(self): raise OSError
class Text(str):
    def __str__(self): raise OSError
    def __getitem__(self, i): raise OSError
"""


@pytest.mark.parametrize(
    ("call", "kept"),
    [
        ("plt.plot([1, 2], [Raises(), 5])", [5.0]),
        ("plt.plot(Unreadable())", []),
        ("plt.plot(Endless())", [1.0] * 10_000),
        ("plt.plot([1], label=Raises())", [1.0]),
        ("plt.plot([1], label=Text('x'))", [1.0]),
        ("plt.plot([True, 2.5, '7'])", [1.0, 2.5, 0.0]),
    ],
)
def test_odd_data_do_no_harm(call: str, kept: list[float]) -> None:
    """Objects that raise or never end are cut or dropped."""
    (series,) = record(ODD + call)
    assert series["y"] == kept


def test_a_program_that_destroys_the_record_leaves_none() -> None:
    """Whoever reads the record is not hurt by what the program did to it."""
    assert record("plt.plot([1])\nimport matplotlib._record as r\nr.SERIES[:] = [5]") == []
    assert record("import matplotlib._record as r\nr.SERIES = None") == []
