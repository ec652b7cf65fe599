"""Nothing in a kit is a right answer to other inputs, or can compute one."""

import io
import random
import re
import zipfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from grader import __version__
from grader.correctness import probe, questions, secret_questions
from grader.intake import read_submission, unread_submission
from grader.kit import Kit, make_kit, packed, references_of
from grader.kit.answers import digest_of
from grader.model.course import Case, CaseKind
from grader.model.reference import RowSums, Unanswered
from grader.store import seed_of
from tests.kit.conftest import asked, made
from tests.tree import ROOT

ALLOWED = (str, bytes, int, float, bool, datetime, type(None))
STARTER = ROOT / "assignments" / "kadai1" / "starter" / "kadai1.py"


def everything_in(plain: Any) -> Iterator[Any]:
    """Every key and value of a document."""
    if isinstance(plain, dict):
        for key, value in plain.items():
            yield key
            yield from everything_in(value)
    elif isinstance(plain, list):
        for value in plain:
            yield from everything_in(value)
    else:
        yield plain


def members_of(archive: bytes) -> dict[str, bytes]:
    """The files of a zip."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {info.filename: opened.read(info) for info in opened.infolist()}


def test_only_the_starter_is_a_program(zipped: tuple[tuple[str, ...], bytes]) -> None:
    """README, data, handout and starter, in one folder; the starter computes nothing."""
    names, archive = zipped
    members = members_of(archive)
    assert tuple(members) == names
    expected = {"README.txt", "grader-kit.msgpack", "handout.md", "kadai1.py"}
    assert {*names} == {f"kadai1/{name}" for name in expected}
    assert members["kadai1/kadai1.py"] == STARTER.read_bytes()
    assert b"NotImplementedError" in members["kadai1/kadai1.py"]


def test_its_readme_installs_the_wheel_of_this_version(
    zipped: tuple[tuple[str, ...], bytes],
) -> None:
    """Not a name on a package index, which may be a stranger's there."""
    readme = members_of(zipped[1])["kadai1/README.txt"].decode()
    installed = set(re.findall(r'pip install "([^"]+)"', readme))
    assert installed == {f"saiten-{__version__}-py3-none-any.whl[plots,report]"}


@pytest.mark.parametrize("name", ["kadai1", "optional1", "training"])
def test_its_data_is_numbers_and_words(name: str) -> None:
    """No object but plain ones, and no line of a reference, a right program or an example."""
    _, data = made(name)
    found = [*everything_in(msgspec.msgpack.decode(data))]
    assert {type(one) for one in found} <= {*ALLOWED}
    sources = [*(ROOT / "reference").rglob("*.py"), *(ROOT / "reference").rglob("*.c")]
    sources += (ROOT / "assignments" / name / "examples").rglob("*.py")
    written = (path.read_text("utf-8", "replace") for path in sources)
    lines = {line.strip() for text in written for line in text.split("\n")}
    code = {line for line in lines if len(line) > 24 and ("=" in line or "(" in line)}
    texts = "\n".join(one for one in found if isinstance(one, str))
    told = {line for line in code if line in texts}
    handout = "".join(path.read_text("utf-8") for path in (ROOT / "reference").rglob("*.toml"))
    assert {line for line in told if line not in handout} == set()


def test_it_answers_its_own_inputs_only(kit: tuple[Kit, bytes]) -> None:
    """Whatever else it is asked, it has no answer: not even to one of its inputs, changed a bit."""
    (reference,) = references_of(kit[0]).values()
    (exercise,) = kit[0].loaded.exercises
    known = questions(exercise, reference, kit[0].seed)
    for one in known:
        assert one.answered
        changed = (one.inputs[0] + 1, one.inputs[1])
        swapped = one.inputs[::-1]
        for inputs in (changed, *([swapped] if one.case.size > 1 else [])):
            with pytest.raises(Unanswered):
                reference.expected(*inputs)
            with pytest.raises(Unanswered):
                reference.scale(*inputs)
            for mistake in reference.lookalikes.values():
                with pytest.raises(Unanswered):
                    mistake.compute(inputs, ())
    large = reference.inputs(Case(size=9, kind=CaseKind.LARGE), random.Random(1))
    with pytest.raises(Unanswered):
        reference.expected(*large)
    assert reference.programs == {}


def test_mistakes_are_known_by_sums_only(kit: tuple[Kit, bytes]) -> None:
    """From the sums of its rows no answer can be read."""
    (reference,) = references_of(kit[0]).values()
    (exercise,) = kit[0].loaded.exercises
    one = questions(exercise, reference, kit[0].seed)[-1]
    answers = [
        mistake.compute(one.inputs, ())
        for mistake in reference.lookalikes.values()
        if mistake.fit is None and mistake.relation == "" and "state" not in str(mistake.name)
    ][:20]
    assert all(isinstance(answer, RowSums) for answer in answers if answer is not None)
    assert sum(answer is not None for answer in answers) > 10


def test_grading_uses_other_inputs(kit: tuple[Kit, bytes]) -> None:
    """No input of the kit is one that a class is asked, whatever its secret."""
    assignment, references = asked("kadai1")
    (exercise,) = assignment.exercises
    own = {one.digest for one in kit[0].answers[exercise.id].questions}
    submission = read_submission(unread_submission("24A1201", [STARTER]), assignment)
    for secret in (b"", b"1", b"secret", kit[0].seed):
        seed = seed_of(secret, submission, exercise)
        assert seed != kit[0].seed
        reference = references[exercise.id]
        given = (
            probe(exercise, reference, seed),
            *questions(exercise, reference, seed),
            *secret_questions(exercise, reference, seed),
        )
        assert own.isdisjoint(digest_of(one.inputs) for one in given)


def test_nothing_of_the_class_is_in_it(kit: tuple[Kit, bytes]) -> None:
    """No points, extensions or folders; of the rubric what decides, which the handout says too."""
    plain = msgspec.msgpack.decode(kit[1])
    assert {*plain} == {"format", "schema", "grader", "seed", "assignment", "answers"}
    assert {*plain["assignment"]}.isdisjoint({"extensions", "folder", "late", "grace_seconds"})
    assert {criterion["points"] for criterion in plain["assignment"]["rubric"]} == {0}


def test_the_same_course_and_seed_give_the_same_bytes(
    kit: tuple[Kit, bytes], zipped: tuple[tuple[str, ...], bytes]
) -> None:
    """Another seed gives other numbers."""
    again = made("kadai1")
    assert again[1] == kit[1]
    assert packed(*again, asked("kadai1")[0])[1] == zipped[1]
    other, data = made("kadai1", "2")
    assert data != kit[1]
    first, second = (
        {one.digest for one in each.answers["matmul"].questions[1:11]} for each in (other, kit[0])
    )
    assert first.isdisjoint(second)


def test_no_link_is_followed(tmp_path: Path, kit: tuple[Kit, bytes]) -> None:
    """What a starter's link leads to stays where it is."""
    assignment, references = asked("kadai1")
    folder = tmp_path / "kadai1"
    (folder / "starter").mkdir(parents=True)
    (tmp_path / "solution.py").write_text("secret", encoding="utf-8")
    (folder / "starter" / "kadai1.py").symlink_to(tmp_path / "solution.py")
    (folder / "starter" / ".hidden").write_text("secret", encoding="utf-8")
    moved = msgspec.structs.replace(assignment, folder=folder)
    names, archive = packed(*make_kit(moved, references, "1"), moved)
    assert names == ("kadai1/README.txt", "kadai1/grader-kit.msgpack")
    assert not any(content == b"secret" for content in members_of(archive).values())


def test_a_large_answer_is_checked_by_its_rows() -> None:
    """A kit knows no element of it, and finds the row in which one is wrong."""
    kit, _ = made("optional1")
    (reference,) = references_of(kit).values()
    (exercise,) = kit.loaded.exercises
    (large,) = [
        one for one in questions(exercise, reference, kit.seed) if one.case.kind is CaseKind.LARGE
    ]
    assert not large.answered
    right = large.inputs[0].astype(float) @ large.inputs[1]
    rows = large.wrong_rows(right)
    assert rows is not None
    assert rows.size == 0
    for row, column in ((0, 0), (7, 199), (199, 3)):
        wrong = right.copy()
        wrong[row, column] += 1
        found = large.wrong_rows(wrong)
        assert found is not None
        assert found.tolist() == [row]
    assert np.array_equal(large.inputs[0], questions(exercise, reference, kit.seed)[-1].inputs[0])
