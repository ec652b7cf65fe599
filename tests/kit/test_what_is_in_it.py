"""Nothing in a kit is a right answer to other inputs, or can compute one."""

import io
import random
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from grader import __version__
from grader.cases.comparing import is_right
from grader.cases.lookalikes import known_mistakes, models, shows
from grader.cases.questions import probe, question, questions, secret_questions
from grader.intake import read_submission, unread_submission
from grader.kit.answers import digest_of, references_of
from grader.kit.contents import DIGEST_BYTES, Kit
from grader.kit.making import make_kit, packed
from grader.kit.wheel import NAME
from grader.model.course import Case, CaseKind
from grader.model.reference import Excerpt
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
    """README, data, handout, starter, and what runs grader; the starter computes nothing."""
    names, archive = zipped
    members = members_of(archive)
    assert tuple(members) == names
    expected = {"README.txt", "grader-kit.msgpack", "handout.md", "kadai1.py"}
    expected |= {"kit.py", NAME}
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


@pytest.mark.parametrize(
    "name",
    [
        "kadai1",
        *(
            pytest.param(name, marks=pytest.mark.repetition("kadai1's kit"))
            for name in ("optional1", "training")
        ),
    ],
)
def test_its_data_is_numbers_and_words(name: str) -> None:
    """No object but plain ones, and no line of a reference, a right program or an example."""
    _, data = made(name)
    found = [*everything_in(msgspec.msgpack.decode(data[:-DIGEST_BYTES]))]
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
    """It has no answer to others: not even to one of its inputs, changed a bit."""
    (reference,) = references_of(kit[0]).values()
    (exercise,) = kit[0].loaded.exercises
    known = questions(exercise, reference, kit[0].seed)
    for one in known:
        assert one.shape == one.expected.shape
        changed = (one.inputs[0] + 1, one.inputs[1])
        swapped = one.inputs[::-1]
        for inputs in (changed, *([swapped] if one.case.size > 1 else [])):
            with pytest.raises(ValueError, match="no answer"):
                reference.expected(*inputs)
            with pytest.raises(ValueError, match="no answer"):
                reference.scale(*inputs)
            for mistake in reference.lookalikes.values():
                with pytest.raises(ValueError, match="no answer"):
                    mistake.compute(inputs, ())
    large = reference.inputs(Case(size=9, kind=CaseKind.LARGE), random.Random(1))
    with pytest.raises(ValueError, match="no answer"):
        reference.expected(*large)
    assert reference.programs == {}


@pytest.mark.parametrize("name", ["kadai1", "training"])
def test_it_answers_as_the_course_does(name: str) -> None:
    """The right answer, the scale, and what each mistake gives, for each question."""
    kit, _ = made(name)
    assignment, of_course = asked(name)
    compared = Counter[str]()
    for exercise in assignment.exercises:
        held, reference = references_of(kit)[exercise.id], of_course[exercise.id]
        for one in questions(exercise, held, kit.seed):
            assert np.array_equal(held.expected(*one.inputs), reference.expected(*one.inputs))
            assert np.array_equal(held.scale(*one.inputs), reference.scale(*one.inputs))
            there = replace(one, reference=reference)
            given = models(there, (), reference)
            for key, model in models(one, (), held).items():
                right: Any = given[key]
                if model is None:
                    assert not shows(there, right) or not np.isfinite(right).all()
                elif isinstance(model, Excerpt):
                    assert model.shape == right.shape
                    assert np.array_equal(model.elements, right.flat[model.places])
                else:
                    assert np.array_equal(model, right)
                compared[type(model).__name__] += 1
    assert compared["ndarray"] > 100
    assert compared["Excerpt"] > 100


def test_mistakes_of_large_answers_are_told_apart(kit: tuple[Kit, bytes]) -> None:
    """The elements that are kept suffice: no mistake is taken for one that gives something else."""
    (held,) = references_of(kit[0]).values()
    (exercise,) = kit[0].loaded.exercises
    (reference,) = asked("kadai1")[1].values()
    one = questions(exercise, held, kit[0].seed)[-1]
    there = replace(one, reference=reference)
    whole, kept = models(there, (), reference), models(one, (), held)
    results = [model for model in whole.values() if model is not None and model.size <= 33**2]
    assert one.case.size == 33
    assert len(results) > 100
    for result in results:
        if np.isfinite(result).all():
            named = known_mistakes(one, result, kept)
            assert {*named} == {*known_mistakes(there, result, whole)}


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
    plain = msgspec.msgpack.decode(kit[1][:-DIGEST_BYTES])
    assert {*plain} == {"format", "schema", "grader", "seed", "assignment", "answers"}
    assert {*plain["assignment"]}.isdisjoint({"extensions", "folder", "late", "grace_seconds"})
    assert {criterion["points"] for criterion in plain["assignment"]["rubric"]} == {0}


def test_the_same_course_and_seed_give_the_same_bytes(
    kit: tuple[Kit, bytes], zipped: tuple[tuple[str, ...], bytes]
) -> None:
    """Another seed gives other numbers."""
    again = make_kit(*asked("kadai1"), "1")
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
    ours = ("kadai1/kit.py", f"kadai1/{NAME}")
    assert names == ("kadai1/README.txt", "kadai1/grader-kit.msgpack", *ours)
    assert not any(content == b"secret" for content in members_of(archive).values())


def test_one_wrong_element_of_a_large_answer_is_found() -> None:
    """Every element of it is known. What a sweep draws has no answer, and takes time only."""
    assignment, references = asked("optional1")
    (whole,) = assignment.exercises
    cases = tuple(case for case in whole.cases if case.kind is CaseKind.LARGE)
    only = replace(assignment, exercises=(replace(whole, cases=cases),))  # others take six seconds
    kit, _ = make_kit(only, references, "1")
    (reference,) = references_of(kit).values()
    (exercise,) = kit.loaded.exercises
    (large,) = [
        one for one in questions(exercise, reference, kit.seed) if one.case.kind is CaseKind.LARGE
    ]
    right = large.inputs[0].astype(float) @ large.inputs[1]
    assert is_right(large, right)
    for row, column in ((0, 0), (7, 199), (199, 3)):
        wrong = right.copy()
        wrong[row, column] += 1
        assert not is_right(large, wrong)
    swept = question(Case(size=40, kind=CaseKind.LARGE), exercise, reference, b"sweep")
    assert swept.shape == (40, 40)
    assert is_right(swept, np.zeros((40, 40)))
    assert np.array_equal(large.inputs[0], questions(exercise, reference, kit.seed)[-1].inputs[0])
