"""What an assignment lacks is said, and what it does not lack is not."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.batch import find_lacks
from grader.batch.verify import ProofSubject, lacks
from grader.model.course import Backend
from tests.batch.classes import Classroom
from tests.batch.test_verify import add_example, edit_cases, problems, room

__all__ = ["room"]  # the fixture

GOOD = 'points = {program = 4.0}\n[verdicts]\nCOR001 = "passed"\n'
BAD = 'points = {program = 0.0}\n[verdicts]\nCOR001 = "failed"\n'


def lacking(room: Classroom) -> set[str]:
    """The keys of what is not there."""
    return {one.key for one in find_lacks(room.setup())}


def edit(path: Path, before: str, after: str) -> None:
    """Changes a file in one place."""
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def test_what_is_there_is_not_missed(room: Classroom) -> None:
    """With a right and a wrong example, nothing is lacking."""
    assert lacking(room) == {"no_examples"}
    add_example(room, "right", "", GOOD)
    assert lacking(room) == {"no_wrong"}
    add_example(room, "wrong", "", BAD)
    assert lacking(room) == set()


def test_only_wrong_examples_are_not_enough(room: Classroom) -> None:
    """Whether the assignment can say yes is not shown by them."""
    add_example(room, "wrong", "", BAD)
    assert lacking(room) == {"no_right"}


def test_a_handout_to_fill_in_and_a_program_to_write(room: Classroom) -> None:
    """Both are said; neither is a failure."""
    root = room.course.root
    edit(root / "assignments/kadai1/handout.md", "## やること", "【ここに、何を計算するかを書く】")
    for path in (root / "reference/programs").glob("matmul_python.py"):
        path.unlink()
    assert lacking(room) == {"no_examples", "unfilled", "no_program"}


def test_the_program_to_write_is_named_as_it_is_read(room: Classroom) -> None:
    """By operation, backend and the ending of its kind."""
    setup = room.setup()
    (exercise,) = setup.assignment.exercises
    assignment = replace(setup.assignment, exercises=(replace(exercise, backend=Backend.NUMPY),))
    bare = {key: replace(one, programs={}) for key, one in setup.references.items()}
    paths = [one.params["path"] for one in lacks(assignment, bare, {}) if one.key == "no_program"]
    assert paths == ["reference/programs/matmul_numpy.py"]


def test_an_exercise_without_points(room: Classroom) -> None:
    """Nothing that is written for it can be worth anything."""
    path = room.course.root / "assignments/kadai1/assignment.toml"
    edit(path, 'checks = ["INT", "POL", "RUN", "COR"]', "")
    assert "no_criterion" in lacking(room)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("## 配点 (8 点)", "## 配点 (10 点)", "says 10 points, but [[rubric]] adds up to 8"),
        ("## Points (8)", "## Points (7.5)", "says 7.5 points, but [[rubric]] adds up to 8"),
        ("(日本時間) ／ 8 点", "(日本時間) ／ 9 点", "line 3: says 9 points"),
    ],
)
def test_points_that_do_not_add_up(room: Classroom, before: str, after: str, said: str) -> None:
    """The line of the handout is named."""
    edit(room.course.root / "assignments/kadai1/handout.md", before, after)
    (problem,) = map(str, next(room.verify()).problems)
    assert said in problem


def test_what_only_tas_see_need_not_be_in_the_handout(room: Classroom) -> None:
    """The total may be of what students see, or of everything."""
    folder = room.course.root / "assignments/kadai1"
    edit(folder / "assignment.toml", 'id = "form"', 'id = "form"\nvisibility = "ta"')
    edit(folder / "handout.md", "## 配点 (8 点)", "## 配点 (6 点)")
    edit(folder / "handout.md", "## Points (8)", "## Points (7)")
    (problem,) = map(str, next(room.verify()).problems)
    assert "says 7 points" in problem


@pytest.mark.parametrize("line", ["配点は 10 点です。", "## 配点", "| 内容 | 10 |", "Points: 10"])
def test_other_numbers_are_no_totals(room: Classroom, line: str) -> None:
    """Only what stands where totals stand is read as one."""
    edit(room.course.root / "assignments/kadai1/handout.md", "## 配点 (8 点)", line)
    assert next(room.verify()).problems == ()


@pytest.mark.parametrize(
    ("checks", "told"),
    [
        ('["COR", "TIM001"]', ()),
        ('["COR", "POL"]', ()),
        ('["COR", "POL004"]', ("POL004 does not apply to matmul without requires",)),
    ],
)
def test_criteria_that_nothing_decides(room: Classroom, checks: str, told: tuple[str, ...]) -> None:
    """A check that never says anything would leave the award open for ever."""
    path = room.course.root / "assignments/kadai1/assignment.toml"
    edit(path, '["INT", "POL", "RUN", "COR"]', checks)
    found = [*map(str, next(room.verify()).problems)]
    assert len(found) == len(told)
    assert all(one in found[0] for one in told)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def expected(a, b):\n    return c\n", "NameError: name 'c' is not defined"),
        ("def expected(a, b):\n    raise NotImplementedError('FILL IN x')\n", ": FILL IN x"),
        ("def expected(a, b):\n    return [[1]]\n", "expected() must return a NumPy array"),
        ("def inputs(case, rng):\n    return 3\n", "inputs() must return a tuple"),
        ("def scale(a):\n    return a\n", "TypeError: scale() takes 1 positional argument"),
    ],
)
def test_a_reference_that_does_not_answer(room: Classroom, code: str, said: str) -> None:
    """Where in the file, and what; it is no fault of grader's."""
    with (room.course.root / "reference/matmul.py").open("a", encoding="utf-8") as file:
        file.write(f"\n\n{code}")
    proofs = list(room.verify())
    (proof,) = (one for one in proofs if one.subject is ProofSubject.REFERENCE)
    assert said in str(proof.problems[0])
    assert [one.subject for one in proofs] == [ProofSubject.MARKS, ProofSubject.REFERENCE]


def test_a_mistake_that_no_case_shows_is_said_with_advice(room: Classroom) -> None:
    """The sentence says what there is to change."""
    edit_cases(room, "integers = [1, 2, 3, 5, 7]", "integers = [1]")
    edit_cases(room, "floats = [3, 7, 7, 33]", "floats = []")
    pairs = problems(room)["lookalikes", "matmul"]
    said = [one for one in pairs if one.startswith("transposed = correct")]
    assert "no size in cases reveals this mistake; floats of two equal sizes" in said[0]
