"""Right programs that plot, in the many ways people do, under the recorder and the real library.

Every program of both tables is right: run as its author runs it, all of it works.
"""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests import corpora
from tests.corpora import Outcome, Row
from tests.guest.run_matplotlib_programs import programs

DATA = Path(__file__).parents[1] / "data" / "guest"
DRIVER = Path(__file__).with_name("run_matplotlib_programs.py")
TABLES = ("plotting.py", "matplotlib_works.py")
TITLES = [
    (table, title)
    for table in TABLES
    for title, _ in programs((DATA / table).read_text(encoding="utf-8"))
]
WITHOUT_PICTURE = {"pixels of a canvas"}  # nobody has seen that figure
SERIES = {
    # title: kind, label and points of each curve; helper lines are none
    "error bars with caps": [("errorbar", "mean", 3)],
    "asymmetric error bars": [],
    "helper lines": [("plot", "data", 3)],
    "boxes": [],
    "a stem and a step": [("stem", "", 3), ("step", "mid", 3)],
    "log-log with a guide line": [("loglog", "measured", 4), ("loglog", "$O(n^3)$", 4)],
    "stacked and lying bars": [("bar", "", 2), ("bar", "", 2), ("barh", "", 2)],
    "two scales with twinx and one legend": [("plot", "time", 3), ("plot", "GFLOPS", 3)],
    "a font by its properties": [("plot", "測定", 2)],
    "a figure for each size, closed": [("plot", "10", 10), ("plot", "20", 20), ("plot", "30", 30)],
    "cleared and drawn anew": [("plot", "", 2), ("plot", "", 2)],
    "several pages of a PDF": [("plot", "", 3), ("plot", "", 3), ("plot", "", 3)],
    "the object-oriented way without pyplot": [("plot", "squares", 3)],
    "broken axis": [("plot", "", 3), ("plot", "", 3)],
    "lines removed again": [("plot", "", 3)],
}
WITH_BOXES, WITHOUT_BOXES = "Japanese words on the axes", "bars with numbers on top"
# What `make test` draws: what is looked at below, and of the others every fifth.
DRAWN = {WITH_BOXES, WITHOUT_BOXES, *SERIES} | {
    title for number, (table, title) in enumerate(TITLES) if table == TABLES[0] and number % 5 == 0
}
Ends = dict[str, dict[str, Any]]


Drawn = Callable[..., Ends]


def run_all(table: str, *how: str) -> Ends:
    """Runs a table in one process: under the recorder, or some titles of it under the library."""
    flags = "-sSP" if how[0] == "recorder" else "-P"
    with TemporaryDirectory() as folder:
        ended = subprocess.run(
            [sys.executable, flags, str(DRIVER), str(DATA / table), *how],
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
        )
    assert ended.returncode == 0, ended.stderr
    ends: Ends = json.loads(ended.stdout)
    return ends


@pytest.fixture(scope="module")
def drawn() -> Drawn:
    """Runs programs under the real library: those of `make test`, or all others of a table."""
    if importlib.util.find_spec("matplotlib") is None:
        pytest.skip("matplotlib is not installed")

    @cache
    def run(table: str, *, few: bool) -> Ends:
        titles = [title for file, title in TITLES if file == table and (title in DRAWN) is few]
        return run_all(table, "drawing", "", *titles) if titles else {}

    return run


def recorded() -> Iterator[Row]:
    """Every program, and how it ends under the recorder, where nothing is installed."""
    for table in TABLES:
        for title, end in run_all(table, "recorder").items():
            yield Row(label="ends well", name=f"{table}: {title}", given=end)


def ended(row: Row) -> str:
    """An assertion that fails is about a number or text that only a drawn figure knows."""
    outcome = str(row.given["outcome"])
    return "only drawn" if outcome.partition(":")[0] == "AssertionError" else outcome or "ends well"


def compared(label: str, said: str) -> Outcome:
    """Any other exception breaks a right program."""
    known = {label: Outcome.RIGHT, "only drawn": Outcome.OPEN}
    return known.get(said, Outcome.ACCUSED)


def test_right_programs_end_well_under_the_recorder() -> None:
    """All but what they assert of exact numbers that the library computes when it draws."""
    corpora.hold("plotting", ended, rows=recorded(), outcome=compared)


def faults_of(title: str, end: dict[str, Any]) -> str:
    """What is wrong with how a program of the first table, or of any, ended when it was drawn."""
    if end["outcome"] or "Warning" in end["written"] or "findfont" in end["written"]:
        return f"{title}: {end['outcome']} {end['written']}"
    sizes = end["pictures"]
    fits = len(sizes) <= 4 and all(size <= 250_000 for size in sizes)
    if (TABLES[0], title) in TITLES and not (fits and (sizes or title in WITHOUT_PICTURE)):
        return f"{title}: pictures of {sizes} bytes"
    return ""


@pytest.mark.repetition("all, under the recorder")
@pytest.mark.parametrize("few", [True, False])
def test_right_programs_end_well_under_the_real_library(drawn: Drawn, *, few: bool) -> None:
    """None is broken by how we listen, and no warning of the library's is in what it printed."""
    ends = [each for table in TABLES for each in drawn(table, few=few).items()]
    assert ends
    assert [fault for title, end in ends if (fault := faults_of(title, end))] == []


def test_letters_without_a_font_are_noted(drawn: Drawn) -> None:
    """Japanese words, where there is no such font, are boxes, and that is all."""
    ends = drawn(TABLES[0], few=True)
    assert ends[WITH_BOXES]["boxes"]
    assert not ends[WITHOUT_BOXES]["boxes"]


JAPANESE = """#: words
import matplotlib.pyplot as plt
plt.rcParams["font.family"] = "Hiragino Sans"
plt.plot([1, 2], label="時間")
plt.xlabel("時間", fontname="MS Gothic")
plt.legend()
plt.show()
"""


def test_a_font_with_the_letters_is_used(tmp_path: Path) -> None:
    """It stands behind every font that a program asks for, installed here or not."""
    pytest.importorskip("matplotlib")
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    pen.lineTo((500, 0))
    pen.lineTo((250, 700))
    pen.closePath()
    triangle, names = pen.glyph(), [".notdef", "time", "space"]
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder(names)
    font.setupCharacterMap({ord("時"): "time", ord("間"): "space"})
    font.setupGlyf(dict.fromkeys(names, triangle))
    font.setupHorizontalMetrics(dict.fromkeys(names, (600, 0)))
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Test Gothic", "styleName": "Regular"})
    font.setupOS2()
    font.setupPost()
    path, program = tmp_path / "ipag.ttf", tmp_path / "words.py"
    font.save(path)
    program.write_text(JAPANESE, encoding="utf-8")
    for given, boxes in (("", True), (str(path), False)):
        ended = subprocess.run(
            [sys.executable, "-P", str(DRIVER), str(program), "drawing", given],
            capture_output=True,
            text=True,
            check=True,
        )
        end = json.loads(ended.stdout)["words"]
        assert (end["outcome"], end["written"], end["boxes"]) == ("", "", boxes)


def test_curves_are_read_off_the_figures(drawn: Drawn) -> None:
    """Closed and cleared figures count, and what was only drawn to help the eye does not."""
    ends = drawn(TABLES[0], few=True)
    curves = {title: ends[title]["series"] for title in SERIES}
    assert {
        title: [(curve["kind"], curve["label"], len(curve["y"])) for curve in plots]
        for title, plots in curves.items()
    } == SERIES


def test_titles_are_unique() -> None:
    """No program hides another one of the same title."""
    assert len(TITLES) == len(set(TITLES))
    assert len(TITLES) >= 160


START = (
    f"import sys; sys.path.insert(0, {str(DRIVER.parent)!r})\n"
    "from run_matplotlib_programs import guest\n"
    "recorder = guest('recorder')\nrecorder.install()\nimport matplotlib.pyplot as plt\n"
)


def record(program: str) -> list[dict[str, Any]]:
    """Returns what a program leaves behind in the recorder."""
    plots: list[dict[str, Any]] = _run(
        program + "\nimport json; print(json.dumps(recorder.recorded()))"
    )
    return plots


def record_each(calls: Iterable[str], before: str = "") -> list[list[dict[str, Any]]]:
    """Returns what each of some calls adds to the record of one process."""
    kept: list[list[dict[str, Any]]] = _run(
        f"{before}\nimport json\nkept = []\n"
        f"for call in {[*calls]!r}:\n"
        "    count = len(recorder.recorded())\n"
        "    plt.figure()\n"
        "    exec(call, dict(globals()))\n"
        "    kept.append(recorder.recorded()[count:])\n"
        "print(json.dumps(kept))"
    )
    return kept


def _run(program: str) -> Any:
    ended = subprocess.run(
        [sys.executable, "-sSP", "-c", START + program],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


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
        "figure": 1,
        "title": "t",
        "xlabel": "size",
        "ylabel": "time [s]",
        "xscale": "log",
        "yscale": "linear",
    }


CURVES = {
    "plt.scatter([1, 2], [3, 4])": ("scatter", [1, 2], [3, 4]),
    "plt.loglog([1, 2], [3, 4])": ("loglog", [1, 2], [3, 4]),
    "plt.bar([1, 2], [3, 4])": ("bar", [1, 2], [3, 4]),
    "plt.bar(x=[1, 2], height=[3, 4])": ("bar", [1, 2], [3, 4]),
    "plt.barh([1, 2], [3, 4])": ("barh", [3, 4], [1, 2]),
    "plt.errorbar([1, 2], [3, 4], yerr=1)": ("errorbar", [1, 2], [3, 4]),
    "plt.step([1, 2], [3, 4])": ("step", [1, 2], [3, 4]),
    "plt.stem([1, 2], [3, 4])": ("stem", [1, 2], [3, 4]),
    "plt.bar(['a', 'b'], [3, 4])": ("bar", [0, 1], [3, 4]),
    "plt.subplots()[1].plot([5, 6])": ("plot", [0, 1], [5, 6]),
    "plt.plot('n', 't', data={'n': [1], 't': [2]})": ("plot", [1], [2]),
    "plt.plot([1, 2, 3], [1, None, float('nan')])": ("plot", [1], [1]),
    "plt.plot([1, 2], [10**400, 5])": ("plot", [2], [5]),
}
NO_CURVES = (
    *("plt.axhline(1)", "plt.text(0, 0, 'a')", "plt.gca()", "plt.imshow([[1]])"),
    *("plt.axes(projection='3d').plot([1], [2], [3])", "plt.hist([1, 2])"),
)


def test_every_kind_of_curve_is_kept() -> None:
    """Values without a finite float are dropped, categories become positions."""
    kept = record_each(CURVES)
    found = [[(one["kind"], one["x"], one["y"]) for one in plots] for plots in kept]
    assert dict(zip(CURVES, found, strict=True)) == {call: [one] for call, one in CURVES.items()}


def test_what_is_no_curve_is_not_kept() -> None:
    """Reference lines, words, images, counts and curves in space are no measurements."""
    kept = dict(zip(NO_CURVES, record_each(NO_CURVES), strict=True))
    assert kept == {call: [] for call in NO_CURVES}


def test_what_happens_to_a_curve_later_counts() -> None:
    """Labels given later, names in the legend, and the last state of a line that grows."""
    plots = record(
        "a, = plt.plot([1]); b, = plt.plot([2]); c, = plt.plot([3], label='own')\n"
        "b.set_label('later')\n"
        "plt.legend(['first', 'second', 'third'])\n"
        "for i in range(5): c.set_data([i], [i])"
    )
    assert [series["label"] for series in plots] == ["first", "later", "own"]
    assert plots[2]["y"] == [4]


def test_closing_a_figure_forgets_nothing() -> None:
    """Closing, clearing and showing leave the record alone, and begin a new figure."""
    plots = record(
        "plt.plot([1]); plt.title('a'); plt.clf(); plt.plot([2]); plt.cla(); plt.plot([3])\n"
        "plt.show(); plt.plot([4])"
    )
    assert [series["y"] for series in plots] == [[1.0], [2.0], [3.0], [4.0]]
    assert [series["title"] for series in plots] == ["a", "", "", ""]
    assert [series["figure"] for series in plots] == [1, 2, 2, 3]


def test_much_is_cut() -> None:
    """Ten thousand points of both ends, and the first sixty-four curves."""
    (series,) = record("plt.plot(range(100_000))")
    assert len(series["x"]) == len(series["y"]) == 10_000
    assert (series["y"][0], series["y"][-1]) == (0.0, 99_999.0)
    plots = record("for i in range(100): plt.plot([i])")
    assert [series["y"][0] for series in plots] == list(range(64))


ODD = """
class Raises:
    def __float__(self): raise OSError
    def __str__(self): raise OSError
    __repr__ = __str__
class Endless:
    def __iter__(self):
        while True: yield 1
class Unreadable:
    def __iter__(self): raise OSError
class Text(str):
    def __str__(self): raise OSError
    def __getitem__(self, i): raise OSError
"""


POINTS = {
    "plt.plot([1, 2], [Raises(), 5])": [5.0],
    "plt.plot(Unreadable())": [],
    "plt.plot(Endless())": [1.0] * 10_000,
    "plt.plot([1], label=Raises())": [1.0],
    "plt.plot([1], label=Text('x'))": [1.0],
}


def test_odd_data_do_no_harm() -> None:
    """Objects that raise or never end are cut or dropped."""
    kept = [[one["y"] for one in plots] for plots in record_each(POINTS, ODD)]
    assert dict(zip(POINTS, kept, strict=True)) == {call: [y] for call, y in POINTS.items()}


def test_a_program_that_destroys_the_record_leaves_none() -> None:
    """Whoever reads the record is not hurt by what the program did to it."""
    assert record("plt.plot([1])\nrecorder.SERIES[:] = [5]") == []
    assert record("recorder.SERIES = None") == []


ANSWERED = (
    "assert 'numpy' not in sys.modules and type(plt.np.dot) is type(plt.os.system)",
    "class F(plt.matplotlib.ticker.Formatter):\n    def __init__(self): self.n = 1\nF().set(1)",
    "from pylab import *\nplot([1]); show()",
    "from matplotlib.pyplot import *\nfigure(); xticks([1])",
    "assert isinstance(plt.gca(), plt.Axes) and f'{plt.x():.2f}{plt.x():>5}'",
    "import copy; copy.deepcopy(plt.gca()); copy.copy(plt.subplots(2, 2))",
    "with plt.style.context('x'), plt.rc_context(): plt.plot([1])",
    "from mpl_toolkits.mplot3d import Axes3D\nfrom cycler import cycler",
)
PRODUCTS = (
    "plt.imshow([[1, 2], [3, 4]]).get_array() @ [[1, 2], [3, 4]]",
    "plt.plot([1, 2])[0].get_ydata() @ [1, 2]",
    "plt.subplots(2, 2)[1] @ plt.subplots(2, 2)[1]",
    "plt.np.array([[1]]) @ plt.np.array([[1]])",
)


def test_whatever_is_asked_there_is_an_answer() -> None:
    """And it is never a library that is not allowed."""
    record_each(ANSWERED)


def test_nothing_multiplies_matrices() -> None:
    """What the library returns as arrays are lists here, or nothing."""
    record_each(
        f"try:\n    {product}\nexcept TypeError:\n    pass\nelse:\n    raise SystemExit(1)"
        for product in PRODUCTS
    )
