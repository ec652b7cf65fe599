"""Programs as their authors run them, on a real sandbox: graded where it is sure, never guessed."""

import importlib.util
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.course import load_assignment, load_course
from grader.exercises.scripts import run
from grader.grading import collect
from grader.intake import read_submission, unread_submission
from grader.judging import judge
from grader.model.course import Backend
from grader.model.evidence import EntryHow, Evidence, Outcome
from grader.model.finding import Finding, Verdict
from grader.model.machine import Capabilities
from grader.observing import Setup, Tools, prepare_setup
from grader.sandbox import IsolationLevel, Sandbox
from grader.source import SourceReader
from tests.batch.classes import STATE
from tests.sandbox.places import skip_unless_holds
from tests.scripts import (
    ASKS,
    CONVOLVES,
    FORGED,
    HELD,
    LOOPS,
    MATRICES,
    NO_PRODUCT,
    ONES,
    ROWS,
    SLEEPS,
    UNPROVED,
)
from tests.tree import ROOT

CLASS = ROOT / "submissions" / "demo" / "kadai1"


class Room:
    """Where programs are handed in and run."""

    def __init__(self, tools: Tools) -> None:
        self.tools = tools
        self.course = load_course(ROOT)

    def setup(self, assignment: str) -> Setup:
        """Loads an assignment, of which the exercises in plain Python are kept."""
        loaded = load_assignment(self.course, assignment)
        python = tuple(one for one in loaded.exercises if one.backend is Backend.PYTHON)
        kept = replace(loaded, exercises=python)
        return prepare_setup(self.course, kept, {}, STATE, Capabilities())

    def grade(self, path: Path, assignment: str = "kadai1") -> Evidence:
        """Observes what is in a file or folder."""
        setup = self.setup(assignment)
        submission = read_submission(unread_submission("24A1201", [path]), setup.assignment)
        return collect(submission, setup, self.tools)

    def findings(
        self, evidence: Evidence, assignment: str = "kadai1", exercise: str = "matmul"
    ) -> Mapping[str, Finding]:
        """Judges one exercise."""
        found = judge(evidence, self.setup(assignment).assignment)
        return {one.check: one for one in found if one.subject == exercise}


@pytest.fixture(scope="module")
def room(tools: Tools) -> Room:
    """A room on the level that batches use as a rule."""
    return Room(tools)


def written(folder: Path, text: str, name: str = "kadai1.py") -> Path:
    """Writes a program down."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


SHAPES = [
    # student, how it is graded, sizes of the series that it plots
    ("24A1215", EntryHow.EXTRACTED, ()),
    ("24A1216", EntryHow.EXTRACTED, ()),  # prints its times
    ("24A1217", EntryHow.EXTRACTED, ()),
    ("24A1218", EntryHow.EXTRACTED, ()),  # the same, as a table
    ("24A1219", EntryHow.EXTRACTED, tuple(range(10, 101, 10))),
    ("24A1220", EntryHow.PROBE, ()),
    ("24A1241", EntryHow.EXTRACTED, (10, 20, 30, 40, 60, 80)),
    ("24A1242", EntryHow.EXTRACTED, ()),
]


ONE_OF_EACH = {(how, bool(sizes)): student for student, how, sizes in SHAPES}


@pytest.mark.parametrize(
    ("student", "how", "sizes"),
    [
        pytest.param(
            *one,
            marks=()
            if one[0] in ONE_OF_EACH.values()
            else pytest.mark.repetition("one for each way to grade a script"),
        )
        for one in SHAPES
    ],
)
def test_a_plain_script_is_graded_and_the_times_that_it_plots_are_read(
    room: Room, student: str, how: EntryHow, sizes: tuple[int, ...]
) -> None:
    """Every shape of the demo class has its points; what it measured itself stands beside ours."""
    evidence = room.grade(CLASS / student)
    (observed,) = evidence.exercises
    assert observed.entry is not None
    assert observed.entry.how is how
    found = room.findings(evidence)
    assert (found["RUN002"].verdict, found["RUN002"].case) == (
        Verdict.PASSED,
        "found" if how is EntryHow.PROBE else how.value,
    )
    assert {found[check].verdict for check in ("COR001", "COR002")} == {Verdict.PASSED}
    assert evidence.program is not None
    first = next(iter(evidence.program.series), None)
    assert (first.sizes if first else ()) == sizes


TAKES_A_SIZE = """
def matmul(n):
    a = [[i + j for j in range(n)] for i in range(n)]
    b = [[i - j for j in range(n)] for i in range(n)]
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c


for n in (4, 8):
    matmul(n)
"""


def test_a_function_that_makes_its_own_matrices_is_not_said_to_be_missing(
    room: Room, tmp_path: Path
) -> None:
    """Its loops are graded; that there is no such function would be untrue."""
    found = room.findings(room.grade(written(tmp_path, TAKES_A_SIZE)))
    assert (found["RUN002"].verdict, found["RUN002"].case) == (Verdict.PASSED, "lifted-uncallable")
    assert found["COR001"].verdict is Verdict.PASSED


def test_a_wrong_script_is_told_its_mistake(room: Room) -> None:
    """Its own matrices show what the lifted loops do."""
    evidence = room.grade(CLASS / "24A1243")
    found = room.findings(evidence)
    assert found["RUN002"].case == "lifted"
    assert found["COR001"].verdict is Verdict.FAILED
    assert found["COR002"].params["lookalike"] == "last-term"
    assert evidence.program is not None
    assert not evidence.program.products


@pytest.mark.parametrize("name", UNPROVED)
def test_a_script_that_multiplies_somehow_is_for_a_person(
    room: Room, tmp_path: Path, name: str
) -> None:
    """It may be right, and nobody is accused of a mistake that only we cannot rule out."""
    evidence = room.grade(written(tmp_path, UNPROVED[name]))
    found = room.findings(evidence)
    assert evidence.exercises[0].entry is None
    assert (found["RUN002"].verdict, found["RUN002"].case) == (Verdict.UNDECIDED, "unproved")
    assert {found[code].verdict for code in ("COR001", "COR002")} == {Verdict.UNDECIDED}


HIDDEN = HELD.replace("+=", "=")  # so that no matrix shows a product
ENDS = {
    "after the work": (MATRICES + HIDDEN + "1 / 0\n", Verdict.UNDECIDED),
    "with an exit": (MATRICES + HIDDEN + "exit(3)\n", Verdict.UNDECIDED),
    "in the work": (
        MATRICES + HIDDEN.replace("def calculate(self):", "def calculate(self):\n        1 / 0"),
        Verdict.UNDECIDED,
    ),
    "in memory": (MATRICES + HIDDEN + "x = list(range(10**9))\n", Verdict.UNDECIDED),
    "before the work": (MATRICES + "1 / 0\n" + HIDDEN, Verdict.FAILED),
    "by itself": (MATRICES + HIDDEN, Verdict.UNDECIDED),
}


@pytest.mark.parametrize(("text", "verdict"), ENDS.values(), ids=ENDS.keys())
def test_an_exception_after_the_work_says_nothing_of_it(
    room: Room, tmp_path: Path, text: str, verdict: Verdict
) -> None:
    """Equal evidence, equal verdict; what ends before it multiplies anything is no product."""
    evidence = room.grade(written(tmp_path, text))
    assert room.findings(evidence)["RUN002"].verdict is verdict


@pytest.mark.parametrize("name", NO_PRODUCT)
def test_what_proves_nothing_is_neither_passed_nor_told_a_mistake(
    room: Room, tmp_path: Path, name: str
) -> None:
    """There is no function, and no matrix that only a product would be."""
    evidence = room.grade(written(tmp_path, NO_PRODUCT[name]))
    found = room.findings(evidence)
    assert evidence.exercises[0].entry is None
    assert found["RUN002"].verdict is Verdict.FAILED
    assert {found[code].verdict for code in ("COR001", "COR002")} == {Verdict.SKIPPED}
    assert found["COR002"].params["because"] == "RUN002"


def test_matrices_that_the_script_left_prove_the_product(room: Room, tmp_path: Path) -> None:
    """The same object with matrices that say something."""
    (observed,) = room.grade(written(tmp_path, MATRICES + HELD)).exercises
    assert observed.entry is not None
    assert observed.entry.how is EntryHow.PROGRAM


def test_an_error_after_the_product_costs_nothing(room: Room, tmp_path: Path) -> None:
    """As after a function that is right."""
    evidence = room.grade(written(tmp_path, MATRICES + HELD + "open('no/folder', 'w')\n"))
    found = room.findings(evidence)
    assert found["COR001"].verdict is Verdict.PASSED
    assert found["RUN003"].verdict is Verdict.PASSED


def test_own_matrices_of_ones_do_not_matter_where_the_loops_are_sure(
    room: Room, tmp_path: Path
) -> None:
    """Lifted loops are asked our matrices."""
    evidence = room.grade(written(tmp_path, ONES + LOOPS))
    assert room.findings(evidence)["COR001"].verdict is Verdict.PASSED
    assert evidence.program is not None
    assert not evidence.program.products


@pytest.mark.parametrize(
    ("work", "verdict"), [(LOOPS, Verdict.PASSED), (LOOPS.replace("+=", "="), Verdict.FAILED)]
)
def test_forged_times_change_their_own_series_only(
    room: Room, tmp_path: Path, work: str, verdict: Verdict
) -> None:
    """What a program says of its times is shown as its own, and decides nothing."""
    plain = room.findings(room.grade(written(tmp_path, MATRICES + work)))
    evidence = room.grade(written(tmp_path, MATRICES + work + FORGED))
    found = room.findings(evidence)
    assert found["COR001"].verdict is verdict
    assert {code: one.verdict for code, one in found.items()} == {
        code: one.verdict for code, one in plain.items()
    }
    assert evidence.program is not None
    assert [one.sizes for one in evidence.program.series] == [(100, 200, 400)]
    assert evidence.exercises[0].timing is None


@pytest.mark.parametrize("asks", [ASKS, ROWS])
def test_a_script_that_asks_gets_answers(room: Room, tmp_path: Path, asks: str) -> None:
    """A size, then numbers one by one or row by row: its matrices are of that size."""
    evidence = room.grade(written(tmp_path, asks + LOOPS))
    assert evidence.program is not None
    assert evidence.program.answers[0] == "3"
    assert [one.size for one in evidence.program.products] == [3]
    found = room.findings(evidence)
    assert {found[code].verdict for code in ("RUN002", "RUN003", "COR001")} == {Verdict.PASSED}


def test_a_script_that_takes_a_minute_is_stopped(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it showed until then is kept."""
    monkeypatch.setattr(run, "SECONDS", 1.0)
    evidence = room.grade(written(tmp_path, MATRICES + LOOPS + SLEEPS))
    assert evidence.program is not None
    assert evidence.program.cut
    assert [one.sizes for one in evidence.program.series] == [(10, 20)]
    assert [one.result for one in evidence.program.products] == ["c"]
    assert room.findings(evidence)["COR001"].verdict is Verdict.PASSED


def test_a_forbidden_import_is_not_run_at_all(room: Room, tmp_path: Path) -> None:
    """Neither as a whole nor lifted."""
    evidence = room.grade(written(tmp_path, "import random\n" + MATRICES + LOOPS))
    assert evidence.program is None
    (observed,) = evidence.exercises
    assert (observed.load, observed.entry) == (None, None)
    found = room.findings(evidence)
    assert found["POL001"].verdict is Verdict.FAILED
    assert found["RUN002"].verdict is Verdict.SKIPPED


TIMED = """
import time
def matmul(a, b):
    start = time.time()
    c = [[0] * len(a) for _ in a]
    for i in range(len(a)):
        for j in range(len(a)):
            for k in range(len(a)):
                c[i][j] += a[i][k] * b[k][j]
    return c, time.time() - start
"""


@pytest.mark.parametrize(
    ("text", "verdict"), [(TIMED, Verdict.PASSED), (TIMED.replace("+=", "="), Verdict.FAILED)]
)
def test_a_matrix_beside_its_time_is_graded(
    room: Room, tmp_path: Path, text: str, verdict: Verdict
) -> None:
    """With a note; a wrong one is told its mistake."""
    found = room.findings(room.grade(written(tmp_path, text)))
    assert (found["RUN008"].verdict, found["RUN008"].case) == (Verdict.PASSED, "beside")
    assert found["COR001"].verdict is verdict


NO_FUNCTIONS = ("matmul = 42\n", "matmul = print\n", "matmul = [[1, 2], [3, 4]]\n")


@pytest.mark.parametrize("text", NO_FUNCTIONS)
def test_another_thing_under_the_name_is_no_function(room: Room, tmp_path: Path, text: str) -> None:
    """Nothing is multiplied there, and nobody has to look."""
    found = room.findings(room.grade(written(tmp_path, text)))
    assert (found["RUN002"].verdict, found["RUN002"].case) == (Verdict.FAILED, "nothing")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (CONVOLVES, True),
        (CONVOLVES.replace("(image, kernel)", "(kernel, image)"), True),
        (CONVOLVES.replace("(image, kernel)", "(x, y)").replace("image", "y"), False),
    ],
)
def test_the_name_asked_for_is_called_as_asked(
    room: Room, tmp_path: Path, text: str, *, right: bool
) -> None:
    """Who confuses image and kernel is wrong, unless the parameters say which is which."""
    text = text.replace("kernel", "x") if "(x, y)" in text else text
    evidence = room.grade(written(tmp_path, text, "kadai2.py"), "kadai2")
    found = room.findings(evidence, "kadai2", "conv_python")
    observed = next(each for each in evidence.exercises if each.exercise == "conv_python")
    assert all(each.outcome is Outcome.EQUAL for each in observed.comparisons) is right
    assert found["RUN002"].verdict is Verdict.PASSED


def test_what_stands_beside_a_right_function_changes_nothing(room: Room, tmp_path: Path) -> None:
    """Loops are lifted only where there is no function."""
    function = "def matmul(a, b):\n    return [[0] * len(a) for _ in a]\n"
    evidence = room.grade(written(tmp_path, function + MATRICES + LOOPS))
    (observed,) = evidence.exercises
    assert observed.entry is not None
    assert observed.entry.how is EntryHow.NAME
    assert room.findings(evidence)["COR001"].verdict is Verdict.FAILED
    assert evidence.program is not None
    assert [one.result for one in evidence.program.products] == ["c"]


def test_a_script_beside_another_exercise_s_function(room: Room, tmp_path: Path) -> None:
    """Where one file holds several exercises, each is found by itself."""
    path = written(tmp_path, CONVOLVES + MATRICES + LOOPS, "kadai2.py")
    evidence = room.grade(path, "kadai2")
    hows = {one.exercise: one.entry.how for one in evidence.exercises if one.entry is not None}
    assert hows == {"matmul_python": EntryHow.EXTRACTED, "conv_python": EntryHow.NAME}
    for exercise in hows:
        found = room.findings(evidence, "kadai2", exercise)
        assert found["COR001"].verdict is Verdict.PASSED


def test_matrices_prove_nothing_where_several_exercises_share_them(
    room: Room, tmp_path: Path
) -> None:
    """Nobody can tell with which library they were made."""
    path = written(tmp_path, CONVOLVES + MATRICES + HELD, "kadai2.py")
    (matmul, _) = room.grade(path, "kadai2").exercises
    assert matmul.entry is None


DRAWS = """
import matplotlib.pyplot as plt
x = [[1, 2], [3, 4]]
y = [[5, 6], [7, 9]]
z = [[0, 0], [0, 0]]
for i in range(2):
    for j in range(2):
        for k in range(2):
            z[i][j] += x[i][k] * y[k][j]
plt.plot([10, 20, 40], [0.1, 0.8, 6.4], label="time")
plt.xlabel("size"); plt.ylabel("time [s]")
plt.show()
"""
BORROWS = """
import matplotlib.pyplot as plt
x = [[1, 2], [3, 4]]
y = [[5, 6], [7, 9]]
z = plt.matplotlib.cbook.np.dot(x, y).tolist()
plt.plot(x)
plt.show()
"""


@pytest.fixture(scope="module")
def studio() -> Iterator[Room]:
    """The same on a machine with matplotlib."""
    if importlib.util.find_spec("matplotlib") is None:
        pytest.skip("matplotlib is not installed")
    level = next(iter(IsolationLevel))
    skip_unless_holds(level)
    here = Capabilities(libraries={"matplotlib": "any"})
    with Sandbox(level, capabilities=here) as sandbox, SourceReader() as reader:
        yield Room(Tools(reader=reader, sandbox=sandbox))


def test_a_script_that_plots_is_proved_by_one_run_and_shown_by_another(
    studio: Room, tmp_path: Path
) -> None:
    """Its points do not depend on the library; its curves and pictures come from it."""
    evidence = studio.grade(written(tmp_path, DRAWS))
    found = studio.findings(evidence)
    assert (found["RUN002"].verdict, found["COR001"].verdict) == (Verdict.PASSED, Verdict.PASSED)
    assert evidence.program is not None
    assert evidence.program.drawn
    assert len(evidence.program.pictures) == 1
    assert [series.sizes for series in evidence.program.series] == [(10, 20, 40)]


def test_numpy_that_came_with_the_library_proves_nothing(studio: Room, tmp_path: Path) -> None:
    """Where it is drawn it is there; where matrices are taken for a proof it is not."""
    evidence = studio.grade(written(tmp_path, BORROWS))
    (observed,) = evidence.exercises
    assert observed.entry is None
    found = studio.findings(evidence)
    assert found["COR001"].verdict is not Verdict.PASSED
    assert evidence.program is None or evidence.program.products == ()


GUARDED = "\nif __name__ == '__main__':\n    print('shown')\n"


@pytest.mark.parametrize(
    ("more", "own_program", "shown"),
    [
        ("", False, None),
        ("", True, None),
        (GUARDED, False, None),
        (GUARDED, True, "shown\n"),
        ("\nprint('shown')\n", False, "shown\n"),
    ],
)
def test_a_script_that_shows_nothing_to_anybody_is_not_run(
    room: Room, tmp_path: Path, more: str, *, own_program: bool, shown: str | None
) -> None:
    """Below a guard it is run for its author, and beside a report; at the top always."""
    text = "def matmul(a, b):\n    return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)]"
    path = written(tmp_path, f"{text} for r in a]\n{more}")
    setup = replace(room.setup("kadai1"), own_program=own_program)
    submission = read_submission(unread_submission("24A1201", [path]), setup.assignment)
    evidence = collect(submission, setup, room.tools)
    assert (evidence.program.output if evidence.program is not None else None) == shown
    with_report = replace(submission, reports=("report.docx", "report.pdf"))
    program = collect(with_report, setup, room.tools).program
    assert (program is not None) == bool(more)
