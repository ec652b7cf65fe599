"""`grader new` writes an assignment that is proved at once, or nothing at all."""

import io
import shutil
import sys
import tomllib
from pathlib import Path

import pytest

from grader.model.course import Backend
from tests.commands.conftest import Say
from tests.tree import ROOT

MATMUL = ("--operation", "matmul", "--backend", "numpy")


class Terminal(io.StringIO):
    """Somebody who types these lines."""

    def isatty(self) -> bool:
        """Is what a terminal says."""
        return True


@pytest.fixture
def assignments(course: Path) -> Path:
    """The folder of assignments, with those that settings are taken from."""
    return course / "assignments"


def test_a_new_assignment_is_proved_at_once(assignments: Path, say: Say) -> None:
    """Two options are enough; the deadline that nobody gave is told."""
    said = say("new", "kadai9", *MATMUL)
    assert said.code == 0, said.err
    assert "grader verify kadai9" in said.out
    assert "No deadline was given" in said.out
    proved = say("verify", "kadai9", "--lang", "en")
    assert proved.code == 0, proved.out + proved.err
    assert "kadai9: everything is as expected." in proved.out
    assert "example matmul-right" in proved.out
    assert "example matmul-wrong-zeros" in proved.out
    assert not {one.name for one in assignments.iterdir() if one.name.startswith(".")}


DOT = """\
import numpy as np

from grader.model.reference import Lookalike


def inputs(case, rng):
    number = rng.random if case.kind == "floats" else lambda: rng.randrange(2, 9)
    return tuple(np.array([number() for _ in range(case.size)]) for _ in "ab")


def expected(a, b):
    {expected}


def scale(a, b):
    return np.atleast_1d(abs(a) @ abs(b)).astype(float)


LOOKALIKES = {{
    "none": Lookalike(
        compute=lambda given, _: expected(*given) * 0,
        name={{"ja": "零", "en": "zeros"}},
        lesson={{"ja": "足す", "en": "add"}},
    )
}}
"""


@pytest.mark.parametrize(
    ("expected", "line", "said"),
    [
        (
            "return np.atleast_1d(a @ b) if len(a) < 5 else 1 / 0",
            12,
            "ZeroDivisionError: division by zero (in expected(), size 5",
        ),
        ("return np.asarray(a @ b)", 11, "got one number (size "),
        ("return int(a @ b)", 11, "got one number (size "),
        ("return {n: 1 for n in a}", 11, "got dict (size "),
        ("return [int(a @ b)]", 11, "got list (size "),
        ("return str(a)", 11, "got str (size "),
        ("return a @ c", 12, "NameError: name 'c' is not defined (in expected(), size "),
    ],
)
def test_a_reference_that_cannot_be_asked_is_named(
    course: Path, say: Say, expected: str, line: int, said: str
) -> None:
    """File, line, function and case, in `new` as in `verify`; and what an answer may be."""
    reference = course / "reference" / "dot.py"
    reference.write_text(DOT.format(expected="return np.atleast_1d(a @ b)"), encoding="utf-8")
    (reference.parent / "programs" / "dot_python.py").write_text(
        "def dot(a, b):\n    return [sum(x * y for x, y in zip(a, b))]\n"
    )
    made = ("--operation", "dot", "--backend", "python")
    assert say("new", "kadai8", *made).code == 0
    assert say("verify", "kadai8").code == 0
    reference.write_text(DOT.format(expected=expected), encoding="utf-8")
    refused = say("new", "kadai9", *made, "--lang", "en")
    assert refused.code == 2, refused.err
    proved = say("verify", "kadai8", "--lang", "en")
    assert proved.code == 1
    for told in (refused.err, proved.out):
        assert f"reference/dot.py: line {line}: " in told
        assert said in told
        assert "got" not in said or "dictionaries and sets cannot be answers" in told
    assert f"dot.py: {line} 行目" in say("new", "kadai9", *made, "--lang", "ja").err
    assert not (course / "assignments" / "kadai9").exists()


def test_nothing_is_overwritten(assignments: Path, say: Say) -> None:
    """A folder, a file or a dangling link of that name is in the way."""
    before = (assignments / "kadai1/assignment.toml").read_bytes()
    (assignments / "file").write_text("mine", encoding="utf-8")
    (assignments / "link").symlink_to("nowhere")
    (assignments / "empty").mkdir()
    for name in ("kadai1", "file", "link", "empty"):
        said = say("new", name, *MATMUL)
        assert said.code == 2
        assert f"assignments/{name}: already exists and is not overwritten" in said.err
    assert (assignments / "kadai1/assignment.toml").read_bytes() == before
    assert (assignments / "file").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("../up", *MATMUL), "../up: is not a valid name for an assignment"),
        (("Kadai", *MATMUL), "Kadai: is not a valid name for an assignment"),
        (("課題", *MATMUL), "課題: is not a valid name for an assignment"),
        (("x",), "specify both --operation NAME (in this course: "),
        (("x", "--operation", "matmul"), f"and --backend NAME ({', '.join(Backend)})"),
        (("x", "--operation", "matmull", "--backend", "numpy"), "did you mean matmul?"),
        (
            ("x", "--operation", "fft2", "--backend", "numpy"),
            "use --with-reference to write a template to fill in",
        ),
        (
            ("x", "--operation", "../matmul", "--backend", "numpy"),
            "is not a valid name for an operation",
        ),
        (
            ("x", *MATMUL, "--source", "a/b.py"),
            "a/b.py: is not a valid name for the submitted file",
        ),
        (("x", *MATMUL, "--form", "class"), "--form: writes a reference of its own"),
        (("x", "--example", "f(1) == 2"), "--example: applies only to --form"),
        (("x", "--form", "class", "--backend", "c"), "--backend: c does not go with --form"),
        (("x", "--form", "class", "--report"), "--report: does not go with --form"),
        (("matmul", "--form", "class"), "reference/matmul.py: already exists"),
        (("x", *MATMUL, "--source", "x.txt"), "x.txt: is not a valid name for the submitted file"),
        (("x", *MATMUL, "--due", "soon"), "--due: must be a date"),
        (("x", *MATMUL, "--points", "0.3"), "--points: must be above 0"),
        (("x", *MATMUL, "--points", "nan"), "--points: must be above 0"),
        (("x", *MATMUL, "--title-ja", "一\n二"), "--title-ja: must be one line"),
        (("x", *MATMUL, "--backend", "numpy"), "--backend: contains the same backend twice"),
        (("x", *MATMUL, "--backend", "c"), "--backend: c cannot be combined with others"),
        (
            ("x", "--operation", "matmul", "--backend", "cupy", "--device", "cpu"),
            "--device: CuPy does not run on the CPU",
        ),
    ],
)
def test_what_cannot_be_meant_is_told(
    assignments: Path, say: Say, words: tuple[str, ...], told: str
) -> None:
    """Exit code 2 with the sentence, and nothing is written."""
    before = sorted(assignments.iterdir())
    said = say("new", *words)
    assert said.code == 2
    assert told in said.err
    assert sorted(assignments.iterdir()) == before


def test_every_sentence_is_in_japanese_too(assignments: Path, say: Say) -> None:
    """What ends the command is said in the language asked for."""
    said = say("new", "Kadai", *MATMUL, "--lang", "ja")
    assert "課題の名前になりません" in said.err
    said = say("new", "kadai1", *MATMUL, "--lang", "ja")
    assert "もうあります" in said.err
    said = say("new", "x", "--operation", "fft2", "--backend", "numpy", "--lang", "ja")
    assert "何が正しいかが分かりません" in said.err


def test_a_dry_run_writes_nothing(assignments: Path, say: Say) -> None:
    """Every file is shown with its text."""
    before = sorted(assignments.rglob("*"))
    said = say("new", "kadai9", *MATMUL, "--dry-run", "--due", "2027-01-15")
    assert said.code == 0
    assert "assignments/kadai9/starter/kadai9.py" in said.out
    assert "due = 2027-01-15T23:59:00+09:00" in said.out
    assert sorted(assignments.rglob("*")) == before


def test_a_run_that_is_broken_off_leaves_nothing(
    assignments: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither half a folder nor a reference that nothing uses."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "rename", interrupted)
    before = sorted(assignments.parent.rglob("*"))
    words = ("--operation", "fft2", "--backend", "numpy", "--with-reference")
    assert say("new", "kadai9", *words).code != 0
    assert sorted(assignments.parent.rglob("*")) == before


def test_questions_are_asked_at_a_terminal(
    assignments: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not known, or is no answer, is asked again; Enter takes what is proposed."""
    lines = ["課題9", "Nine", "soon", "2027-01-15", "arrays", "matmul, fft2", "matmul"]
    lines += ["python numpy"]
    monkeypatch.setattr(sys, "stdin", Terminal("\n".join([*lines, "", "y", "lots", "6", ""])))
    said = say("new", "kadai9", "--lang", "en")
    assert said.code == 0, said.err
    assert "not in the list: fft2" in said.err
    text = (assignments / "kadai9/assignment.toml").read_text(encoding="utf-8")
    assert 'ja = "課題9"' in text
    assert "due = 2027-01-15T23:59:00+09:00" in text
    assert "[report]" in text
    assert sum(row["points"] for row in tomllib.loads(text)["rubric"]) == 6
    assert 'entry = "matmul_python"' in text


def test_a_form_is_asked_for_with_its_examples(
    assignments: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A form that is none is asked for again; an empty line ends the examples."""
    lines = ["課題9", "Nine", "2027-01-15", "poem", "function", "double(2) == 4", "double(0) == 0"]
    monkeypatch.setattr(sys, "stdin", Terminal("\n".join([*lines, "", "twice.py", "3", ""])))
    said = say("new", "kadai9", "--lang", "en")
    assert said.code == 0, said.err
    assert "not in the list: poem" in said.err
    document = tomllib.loads((assignments / "kadai9/assignment.toml").read_text(encoding="utf-8"))
    (exercise,) = document["exercise"]
    assert exercise["values"]["tests"] == ["double(2) == 4", "double(0) == 0"]
    assert document["source"] == "twice.py"
    assert document["rubric"][0]["points"] == 3


def test_no_answer_at_all_writes_nothing(
    assignments: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of the input is no answer."""
    monkeypatch.setattr(sys, "stdin", Terminal("課題9\n"))
    before = sorted(assignments.iterdir())
    assert say("new", "kadai9").code == 130
    assert sorted(assignments.iterdir()) == before


def test_a_template_says_what_to_fill_in(course: Path, say: Say) -> None:
    """Proving fails with where and what, and nothing else is tried."""
    words = ("--operation", "fft2", "--backend", "numpy", "--with-reference")
    said = say("new", "kadai9", *words, "--lang", "en")
    assert said.code == 0, said.err
    assert "reference/fft2.py: fill in every place marked FILL IN" in said.out
    proved = say("verify", "kadai9", "--lang", "en")
    assert proved.code == 1
    assert "reference/fft2.py: line" in proved.out
    assert "FILL IN expected(): return the right answer" in proved.out
    assert "not as expected" in proved.out
    again = say("new", "kadai10", "--operation", "fft2", "--backend", "numpy")
    assert again.code == 2
    assert "FILL IN expected()" in again.err


def test_a_course_with_nothing_but_course_toml(
    course: Path, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told what is not there; with --with-reference, all folders are made."""
    bare = tmp_path / "bare"
    bare.mkdir()
    shutil.copy(course / "course.toml", bare)
    monkeypatch.chdir(bare)
    said = say("new", "kadai1", *MATMUL)
    assert said.code == 2
    assert "reference/matmul.py: does not exist, so the correct answer is unknown" in said.err
    assert [one.name for one in bare.iterdir()] == ["course.toml"]
    said = say("new", "kadai1", *MATMUL, "--with-reference")
    assert said.code == 0, said.err
    first = (bare / "assignments/kadai1/assignment.toml").read_text("utf-8").splitlines()[0]
    schema = bare / "assignments/kadai1" / first.removeprefix("#:schema ")
    assert schema.resolve() == bare / "assignments/assignment.schema.json"
    assert schema.is_file()


# A backend may have other orders and faster ways beside its reference, for the curves alone.
PROGRAMS = sorted(
    (operation, backend)
    for operation, backend in (
        path.stem.split("_", 1) for path in (ROOT / "reference/programs").iterdir()
    )
    if backend in set(Backend)
)


@pytest.mark.parametrize(
    ("operation", "backend"),
    [
        pytest.param(
            operation,
            backend,
            marks=pytest.mark.repetition("products and convolutions for NumPy and Python"),
        )
        for operation, backend in PROGRAMS
    ],
)
def test_every_pair_is_proved_at_once(course: Path, say: Say, operation: str, backend: str) -> None:
    """Of what is not here, such as a GPU, it is said that it was not tried."""
    words = ("--operation", operation, "--backend", backend, "--due", "2027-01-15")
    assert say("new", "kadai9", *words).code == 0
    proved = say("verify", "kadai9", "--lang", "en")
    assert proved.code == 0, proved.out + proved.err
    assert f"{operation}-wrong-zeros" in proved.out
    assert "has no" not in proved.out
    if "not checked yet" in proved.out:
        pytest.skip(next(one for one in proved.out.splitlines() if "not checked yet" in one))


@pytest.mark.repetition("one exercise, proved at once")
def test_several_exercises_and_a_report_are_proved(course: Path, say: Say) -> None:
    """One file with four functions, and points that the handout counts alike."""
    words = [*MATMUL, "--backend", "python", "--operation", "convolution", "--report"]
    assert say("new", "kadai9", *words, "--points", "7.5").code == 0
    proved = say("verify", "kadai9", "--lang", "en")
    assert proved.code == 0, proved.out + proved.err
    assert "convolution_python-right" in proved.out
