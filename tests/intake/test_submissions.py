"""A student's folder, read whole."""

import codecs
import os
import sys
from pathlib import Path

import pytest

from grader.intake import find_students, read_submission, unread_submission
from grader.intake import submissions as room
from grader.model.submission import SourceKind, Trouble
from tests.intake.submitting import (
    ASSIGNMENT,
    COURSE,
    PROGRAM,
    STUDENT,
    hand_in,
    notebook,
    read,
    troubles,
)


def test_an_ordinary_submission(tmp_path: Path) -> None:
    """Source, helpers and every file's name; the report is only listed."""
    files: dict[str, str | bytes] = {
        "kadai1.py": PROGRAM,
        "lib/tools.py": "x = 1\n",
        "lib/__init__.py": "",
        "report.docx": b"PK\x03\x04",
    }
    root = hand_in(tmp_path, files)
    submission = read(tmp_path)
    assert submission.main is not None
    assert (submission.main.name, submission.main.text) == ("kadai1.py", PROGRAM)
    assert {(one.name, one.text) for one in submission.helpers} == {
        ("lib/__init__.py", ""),
        ("lib/tools.py", "x = 1\n"),
    }
    assert submission.files == tuple(sorted(files))
    assert submission.troubles == ()
    assert (submission.student, submission.folder) == (STUDENT, root.resolve())
    assert (submission.assignment, submission.candidates) == ("kadai1", ())


def test_a_notebook_is_a_source(tmp_path: Path) -> None:
    """The only notebook is taken, with a byte-order mark too."""
    hand_in(
        tmp_path, {"work.ipynb": codecs.BOM_UTF8 + notebook("!pip install x", PROGRAM).encode()}
    )
    main = read(tmp_path).main
    assert main is not None
    assert (main.kind, main.cells) == (SourceKind.NOTEBOOK, ((1, 1), (2, 2)))
    assert main.text == "pass  # !pip install x\n" + PROGRAM


def test_several_candidates_are_not_chosen_between(tmp_path: Path) -> None:
    """Both are named, nothing is read."""
    hand_in(tmp_path, {"a.py": "x = 1", "b.py": "x = 2"})
    submission = read(tmp_path)
    assert (submission.main, submission.candidates) == (None, ("a.py", "b.py"))


IMPORTS = {
    "from kadai1_1 import matmul": "kadai1_2.py",
    "import time, kadai1_1": "kadai1_2.py",
    "    from .Kadai1_1 import *": "kadai1_2.py",
    "from seki import kadai1_1": None,
    "import kadai1_10": None,
    "# kadai1_1": None,
    "import" + " " * 1_000_000 + "#": None,
    "import " + "a , " * 200_000 + "b": None,
}


@pytest.mark.parametrize("line", IMPORTS, ids=lambda line: line[:40])
def test_what_another_file_imports_is_its_helper(tmp_path: Path, line: str) -> None:
    """A program in two files has one that is run; names that only look alike tell nothing."""
    hand_in(tmp_path, {"kadai1_1.py": PROGRAM, "kadai1_2.py": f"import sys\n{line}\n"})
    main = read(tmp_path).main
    assert (main and main.name) == IMPORTS[line]


def test_files_that_import_each_other_are_not_chosen_between(tmp_path: Path) -> None:
    """Neither is the other's helper."""
    hand_in(tmp_path, {"a.py": "import b", "b.py": "import a"})
    assert read(tmp_path).candidates == ("a.py", "b.py")


def test_the_same_bytes_twice_are_one_file(tmp_path: Path) -> None:
    """A copy made by mistake is no question."""
    hand_in(tmp_path, {"a/kadai1.py": PROGRAM, "b/kadai1.py": PROGRAM})
    submission = read(tmp_path)
    assert submission.main is not None
    assert (submission.main.name, submission.candidates) == ("a/kadai1.py", ())


def test_two_folders_of_one_student_are_never_chosen_between(tmp_path: Path) -> None:
    """Not even when only one of them holds a program, or both hold the same."""
    hand_in(tmp_path, {"kadai1.py": PROGRAM})
    hand_in(tmp_path, {"report.docx": b"x"}, student=f"{STUDENT}_再提出")
    submission = read(tmp_path)
    assert submission.main is None
    assert submission.candidates == (f"{STUDENT}/kadai1.py",)
    assert submission.files == (f"{STUDENT}/kadai1.py", f"{STUDENT}_再提出/report.docx")
    assert [kind for _, kind in troubles(submission)] == [Trouble.SAME_STUDENT] * 2


def test_loose_files_are_one_submission(tmp_path: Path) -> None:
    """Program and report lie side by side in the class folder."""
    (tmp_path / f"{STUDENT}_kadai1.py").write_text(PROGRAM)
    (tmp_path / f"{STUDENT}.pdf").write_bytes(b"%PDF")
    submission = read(tmp_path)
    assert submission.main is not None
    assert submission.main.name == f"{STUDENT}_kadai1.py"
    assert submission.files == (f"{STUDENT}.pdf", f"{STUDENT}_kadai1.py")


@pytest.mark.parametrize(
    ("content", "trouble"),
    [
        (b"", Trouble.EMPTY),
        (b"\n \n", Trouble.EMPTY),
        (b"x = 1\0", Trouble.NUL_BYTES),
        (b"# \xff\xff\xff", Trouble.UNDECODABLE),
        (b"#" * 70_000, Trouble.TOO_LARGE),
        (b'{"nbformat": 4, "cells": []}', Trouble.NO_CODE),
    ],
)
def test_a_source_without_text_is_one_trouble(
    tmp_path: Path, content: bytes, trouble: Trouble
) -> None:
    """The source is known but cannot be used; the trouble names it."""
    hand_in(tmp_path, {"kadai1.py": content, "other.py": "x = 1"})
    submission = read(tmp_path)
    assert (submission.main, submission.candidates) == (None, ())
    assert troubles(submission) == [("kadai1.py", trouble)]


def test_a_broken_helper_is_noted_only(tmp_path: Path) -> None:
    """The program is read all the same."""
    hand_in(tmp_path, {"kadai1.py": PROGRAM, "old.py": b"\0", "sjis.py": "# 行列".encode("cp932")})
    submission = read(tmp_path)
    assert submission.main is not None
    assert [helper.name for helper in submission.helpers] == ["sjis.py"]
    assert troubles(submission) == [("old.py", Trouble.NUL_BYTES), ("sjis.py", Trouble.REDECODED)]


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX files")
def test_nothing_leads_out(tmp_path: Path) -> None:
    """Links, FIFOs and folders in place of files are named and not followed."""
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "kadai1.py").write_text("secret = 1")
    root = hand_in(tmp_path / "class", {"x.txt": "x"})
    (root / "kadai1.py").symlink_to(secret / "kadai1.py")
    (root / "folder").symlink_to(secret)
    (root / "up").symlink_to("..")
    (root / "d.py").mkdir()
    os.mkfifo(root / "fifo.py")
    submission = read(tmp_path / "class")
    assert (submission.main, submission.files) == (None, ("x.txt",))
    assert sorted(troubles(submission)) == [
        ("d.py", Trouble.DIRECTORY),
        ("fifo.py", Trouble.SPECIAL),
        ("folder", Trouble.LINK),
        ("kadai1.py", Trouble.LINK),
        ("up", Trouble.LINK),
    ]


def test_a_linked_student_is_not_followed(tmp_path: Path) -> None:
    """The student stays, with the reason."""
    hand_in(tmp_path / "elsewhere", {"kadai1.py": PROGRAM})
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / STUDENT).symlink_to(tmp_path / "elsewhere" / STUDENT)
    submission = read(folder)
    assert (submission.main, submission.files) == (None, ())
    assert [(t.file, t.trouble, t.detail) for t in submission.troubles] == [
        (STUDENT, Trouble.LINK, "folder")
    ]


def test_all_files_together_have_a_cap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many helpers just under the cap cannot fill the memory."""
    monkeypatch.setattr(room, "MAX_BYTES", 1_000)
    files: dict[str, str | bytes] = {f"h{n}.py": "#" * 400 for n in range(4)}
    hand_in(tmp_path, {"kadai1.py": PROGRAM, **files})
    submission = read(tmp_path)
    assert [helper.name for helper in submission.helpers] == ["h0.py", "h1.py"]
    assert troubles(submission) == [("h2.py", Trouble.TOO_LARGE), ("h3.py", Trouble.TOO_LARGE)]


def test_the_digest_names_the_content(tmp_path: Path) -> None:
    """Same files, same digest, wherever they lie; another byte or name, another digest."""
    base: dict[str, str | bytes] = {"kadai1.py": PROGRAM, "h.py": "x = 1"}
    variants: list[dict[str, str | bytes]] = [
        base,
        {**base, "kadai1.py": PROGRAM + "#"},
        {**base, "h.py": "x = 2"},
        {**base, "report.docx": "x"},
        {"kadai1.py": PROGRAM, "g.py": "x = 1"},
        {"kadai1.py": "#" * 70_000},
        {"kadai1.py": "#" * 70_001},
    ]
    digests = []
    for number, files in enumerate(variants):
        hand_in(tmp_path / str(number), files)
        digests.append(read(tmp_path / str(number)).digest)
    assert len(set(digests)) == len(variants)
    hand_in(tmp_path / "again", base, student="24A1299")
    assert read(tmp_path / "again").digest == digests[0]


def test_files_named_by_a_student(tmp_path: Path) -> None:
    """`grader check` takes files, one folder, or nothing."""
    path = tmp_path / "my work.py"
    path.write_text(PROGRAM)
    by_file = read_submission(unread_submission("me", [path]), ASSIGNMENT)
    by_folder = read_submission(unread_submission("me", [tmp_path]), ASSIGNMENT)
    nothing = read_submission(unread_submission("me", []), ASSIGNMENT)
    assert by_file.main is not None
    assert by_folder.main is not None
    assert by_file.main.name == by_folder.main.name == "my work.py"
    assert (nothing.main, nothing.folder, nothing.files) == (None, None, ())


def test_one_class_many_students(tmp_path: Path) -> None:
    """Reading one submission does not depend on another."""
    hand_in(tmp_path, {"kadai1.py": PROGRAM})
    hand_in(tmp_path, {"kadai1.py": b"\0"}, student="24A1202")
    found = [read_submission(handin, ASSIGNMENT) for handin in find_students(tmp_path, COURSE)]
    assert [one.main is not None for one in found] == [True, False]


def _with_many_modules(root: Path, count: int) -> None:
    for number in range(count):
        folder = root / "node_modules" / f"m{number:05}"
        folder.mkdir(parents=True)
        (folder / "index.js").touch()


def test_thousands_of_files_hide_neither_program_nor_report(tmp_path: Path) -> None:
    """What was asked for is found, whatever comes before it in the alphabet."""
    root = hand_in(tmp_path, {"提出/kadai1.py": PROGRAM, "提出/レポート.docx": b"PK\x03\x04"})
    hand_in(tmp_path, {"aaa.py": "print(1)\n"})
    _with_many_modules(root, 2_010)
    submission = read(tmp_path)
    assert submission.main is not None
    assert submission.main.name == "提出/kadai1.py"
    assert "提出/レポート.docx" in submission.files
