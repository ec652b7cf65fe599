"""`grader pack` makes a kit, and `grader check` in its folder says what it says in the course."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from grader.kit.contents import FILE
from tests.batch.classes import FORBIDDEN, RIGHT, TRANSPOSED
from tests.commands.conftest import Say
from tests.tree import ROOT

EXAMPLES = ROOT / "assignments" / "kadai1" / "examples"
SAME = (
    *("right-script-loops", "right-other-name", "right-notebook", "wrong-transposed"),
    *("wrong-state-left", "wrong-shape", "wrong-rounded-2", "wrong-nan", "wrong-unknown"),
)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kit of kadai1."""
    from tests.one_cpu import run

    path = tmp_path_factory.mktemp("packed") / "kit.zip"
    assert run(["pack", "kadai1", "--course", str(ROOT), "-o", str(path)]) == 0
    return path


@pytest.fixture
def home(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A student's folder with the kit unpacked; no course is above it."""
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(tmp_path / "home")
    folder = tmp_path / "home" / "kadai1"
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize(
    ("lang", "sentence"), [("ja", "学生に渡します"), ("en", "students this zip")]
)
def test_it_says_what_it_wrote(course: Path, say: Say, lang: str, sentence: str) -> None:
    """In the current folder, under the assignment's name."""
    said = say("pack", "kadai1", "--lang", lang)
    assert said.code == 0, said.err
    assert sentence in said.out
    assert "kadai1/README.txt" in said.out
    with zipfile.ZipFile(course / "kadai1-kit.zip") as archive:
        assert len(archive.namelist()) == 6
    document = say("pack", "kadai1", "--json").document
    assert document["file"] == "kadai1-kit.zip"
    assert f"kadai1/{FILE}" in document["files"]


def test_what_cannot_be_packed_is_said(course: Path, say: Say) -> None:
    """An assignment that there is not, and a file that cannot be written."""
    assert "no assignment kadai;" in say("pack", "kadai", "--lang", "en").err
    said = say("pack", "kadai1", "-o", course / "nowhere" / "kit.zip", "--lang", "ja")
    assert said.code == 2
    assert "kit.zip" in said.err


def test_a_class_is_graded_with_another_secret_whatever_is_packed(course: Path, say: Say) -> None:
    """Making a kit makes no secret, and reads none."""
    before = sorted(path.name for path in course.iterdir())
    assert say("pack", "kadai1").code == 0
    assert sorted(path.name for path in course.iterdir()) == sorted([*before, "kadai1-kit.zip"])


def test_a_student_checks_from_the_kit_alone(home: Path, say: Say) -> None:
    """The starter is not written yet; a right program passes; a wrong one is told its mistake."""
    said = say("check", "--lang", "ja")
    assert said.code == 1
    assert "まだ書かれていません: matmul" in said.out
    assert "配布されたキットで検査しました" in said.out
    (home / "kadai1.py").write_text(RIGHT, encoding="utf-8")
    for words in ((), ("kadai1.py",), ("kadai1",), ("kadai1", "kadai1.py")):
        said = say("check", *words, "--lang", "en")
        assert said.code == 0, said.out + said.err
        assert "Nothing to fix was found in the program." in said.out
    (home / "kadai1.py").write_text(TRANSPOSED, encoding="utf-8")
    said = say("check", "kadai1.py", "--lang", "en")
    assert "[[19, 43], [22, 50]]" in said.out
    assert "grader explain COR002" in said.out
    (home / "kadai1.py").write_text(FORBIDDEN, encoding="utf-8")
    said = say("check", "kadai1.py", "--format", "github", "--lang", "en")
    assert said.code == 1
    assert "POL001" in said.out


def test_the_kit_beside_the_file_is_found(
    home: Path, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the folder above, by the file's full path, and from the folder of another kit."""
    (home / "kadai1.py").write_text(RIGHT, encoding="utf-8")
    other = tmp_path / "other"
    other.mkdir()
    (other / FILE).write_bytes(b"no kit")
    for here in (home.parent, tmp_path, other):
        monkeypatch.chdir(here)
        named = Path(os.path.relpath(home / "kadai1.py"))
        for words in ((named,), (home / "kadai1.py",), ("kadai1", named)):
            said = say("check", *words, "--lang", "en")
            assert said.code == 0, said.out + said.err
            assert "Checked with a kit" in said.out
            assert f"check kadai1 {words[-1]} report.docx" in said.out


def test_a_kit_in_a_submission_does_not_replace_the_course(
    course: Path, home: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a course folder the course decides, whatever lies beside the file."""
    (home / "kadai1.py").write_text(RIGHT, encoding="utf-8")
    monkeypatch.chdir(course)
    said = say("check", "kadai1", home / "kadai1.py", "--lang", "en")
    assert said.code == 0, said.out + said.err
    assert "Checked with a kit" not in said.out


def judged(say: Say, *words: object) -> dict[tuple[str, str], tuple[object, ...]]:
    """What each check said, but for what depends on the inputs."""
    document = say("check", *words, "--json").document
    return {
        (one["check"], one["subject"]): (one["verdict"], one["hint"], one["params"].get("name"))
        for one in document["findings"]
    }


@pytest.mark.parametrize("name", SAME)
def test_the_findings_are_those_of_the_course(
    home: Path, say: Say, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The same verdicts and hints, and the same mistakes by name."""
    (program,) = (path for path in (EXAMPLES / name).iterdir() if path.name != "expected.toml")
    here = judged(say, program)
    monkeypatch.chdir(ROOT)
    assert here == judged(say, "kadai1", program)
    assert len(here) > 5


def test_a_report_is_checked_too(home: Path, say: Say) -> None:
    """Its chapters are looked for, and its claim is laid beside times of this machine.

    On a busy machine those may not tell how they grow, which is said then; never that none were.
    """
    (home / "kadai1.py").write_text(RIGHT, encoding="utf-8")
    report = ROOT / "submissions" / "demo" / "kadai1" / "24A1210" / "report.docx"
    document: Any = say("check", "kadai1.py", report, "--json").document
    found = {one["check"]: one for one in document["findings"]}
    assert {"measured", "unsettled"} & found["REP012"]["params"].keys()
    assert found["REP002"]["verdict"] != "skipped"


def test_another_assignment_is_not_in_it(home: Path, say: Say) -> None:
    """It says of which assignment the kit is."""
    for lang, sentence in (("ja", "このフォルダのキットは kadai1 のもの"), ("en", "is of kadai1")):
        said = say("check", "kadai2", "--lang", lang)
        assert said.code == 2
        assert sentence in said.err


@pytest.mark.parametrize(
    "data", [b"", b"\x00" * (10 * 2**20), b"PK"], ids=["empty", "large", "zip"]
)
@pytest.mark.parametrize(("lang", "sentence"), [("ja", "展開し直す"), ("en", "unpack")])
def test_a_damaged_kit_is_a_sentence(
    home: Path, say: Say, data: bytes, lang: str, sentence: str
) -> None:
    """Which file, and what to do; no traceback and no bug of ours."""
    (home / FILE).write_bytes(data)
    said = say("check", "--lang", lang)
    assert said.code == 2
    assert said.err.startswith(f"grader: {FILE}: ")
    assert sentence in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [("ja", "grader-kit.msgpack がない"), ("en", "grader-kit.msgpack is missing: unpack the kit")],
)
def test_a_kit_without_its_data_is_told_to_be_unpacked_again(
    home: Path, say: Say, lang: str, sentence: str
) -> None:
    """Beside what is said where no course is found."""
    (home / FILE).unlink()
    said = say("check", "kadai1", "--lang", lang)
    assert said.code == 2
    assert "course.toml" in said.err
    assert sentence in said.err


def test_a_students_modules_are_not_pythons_own(home: Path) -> None:
    """A file called re.py beside kit.py is not imported, and kit.py says what is wrong."""
    for name in ("re", "random", "subprocess", "zipfile"):
        (home / f"{name}.py").write_text("raise SystemExit('imported')", encoding="utf-8")
    for wheel in home.glob("*.whl"):
        wheel.unlink()
    words = [sys.executable, "kit.py"]
    ended = subprocess.run(words, cwd=home, capture_output=True, encoding="utf-8", check=False)
    assert "saiten-….whl" in ended.stdout + ended.stderr
    assert "imported" not in ended.stdout + ended.stderr
