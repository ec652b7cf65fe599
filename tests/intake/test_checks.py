"""One story in four codes: exactly one of them carries the trouble."""

import os
import sys
from pathlib import Path

import pytest

from grader.intake import (
    find_students,
    listing,
    read_submission,
    unread_submission,
)
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.finding import Finding, Verdict
from grader.model.submission import Submission
from tests.asking import submission_checks
from tests.intake.submitting import ASSIGNMENT, COURSE, PROGRAM, STUDENT, hand_in, notebook
from tests.wording.worded import assert_worded

CODES = ("INT002", "INT004", "INT005", "RUN001")
CHECKS = submission_checks(*CODES)


def observed(submission: Submission, *exercises: ExerciseEvidence) -> Evidence:
    """Makes the evidence that grading makes of a submission."""
    main = submission.main
    return Evidence(
        assignment=submission.assignment,
        student=submission.student,
        digest=submission.digest,
        key="",
        main=main.name if main else "",
        encoding=main.encoding if main else "",
        candidates=submission.candidates,
        files=submission.files,
        troubles=submission.troubles,
        exercises=exercises,
        machine={},
        grader="",
    )


def judge(folder: Path) -> dict[str, Finding]:
    """Asks every check about the only submission of a class; each finding has its sentence."""
    (handin,) = find_students(folder, COURSE)
    return ask(observed(read_submission(handin, ASSIGNMENT)))


def ask(evidence: Evidence) -> dict[str, Finding]:
    """Asks every check; each code answers exactly once."""
    findings = [one for check in CHECKS for one in check(evidence, ASSIGNMENT)]
    assert [one.check for one in findings] == list(CODES)
    for one in findings:
        assert_worded(one)
    return {one.check: one for one in findings}


def told(findings: dict[str, Finding]) -> list[str]:
    """Shortens findings to "CODE verdict case", leaving plain passes and consequences out."""
    return [
        f"{one.check} {one.verdict} {one.case}".strip()
        for one in findings.values()
        if "because" not in one.params and (one.verdict is not Verdict.PASSED or one.case)
    ]


@pytest.mark.parametrize(
    "files",
    [
        {"kadai1.py": PROGRAM},
        {"sub/kadai1.py": PROGRAM, "report.docx": "x"},
        {"kadai1.py": PROGRAM, "other.py": PROGRAM, "empty.py": ""},
        {"kadai1.py": "\ufeff" + PROGRAM.replace("\n", "\r\n")},
        {"kadai1.py": PROGRAM.replace("\n", "\r")},
        {"kadai1.py": PROGRAM.encode(), ".DS_Store": b"\0", "__MACOSX/._kadai1.py": b"\0"},
        {"kadai1.py": "# coding: cp932\n# 行列\n".encode("cp932")},
        {"kadai1.py": "行列 = '　（全角）'  # コメント　\n"},
        {"a/kadai1.py": PROGRAM, "b/kadai1.py": PROGRAM},
        {"kadai1.ipynb": notebook(PROGRAM)},
    ],
)
def test_what_must_not_be_flagged(tmp_path: Path, files: dict[str, str | bytes]) -> None:
    """An ordinary submission passes every check without a note."""
    hand_in(tmp_path, files)
    assert told(judge(tmp_path)) == []


@pytest.mark.parametrize(
    ("files", "story"),
    [
        ({}, "INT002 failed nothing"),
        ({"report.docx": "x"}, "INT002 failed no-source"),
        ({"onlinetext.html": "<p>def</p>"}, "INT002 undecided typed"),
        ({"notes.html": "<p>def</p>"}, "INT002 failed no-source"),
        ({"kadai1.txt": PROGRAM}, "INT002 undecided renamed"),
        ({"kadai1": PROGRAM}, "INT002 undecided renamed"),
        ({f"{STUDENT}_Kadai1 (1).TXT": PROGRAM, "report.docx": "x"}, "INT002 undecided renamed"),
        ({"kadai1.rtf": PROGRAM}, "INT002 undecided renamed"),
        ({"memo.txt": PROGRAM}, "INT002 failed no-source"),
        ({"kadai1.docx": "x"}, "INT002 failed no-source"),
        ({"kadai1.png": "x"}, "INT002 failed no-source"),
        ({"kadai2.txt": PROGRAM}, "INT002 failed no-source"),
        ({"kadai1.zip": "PK"}, "INT002 undecided archive"),
        ({"a.py": "x = 1", "b.py": "x = 2"}, "INT004 undecided several"),
        ({"Kadai1_final.py": PROGRAM}, "INT004 passed other-name"),
        ({"my.ipynb": notebook(PROGRAM)}, "INT004 passed other-name"),
        ({"kadai1.py": ""}, "RUN001 failed empty"),
        ({"kadai1.py": "#" * 70_000}, "RUN001 failed too-large"),
        ({"kadai1.py": "x\0"}, "RUN001 failed nul-bytes"),
        ({"kadai1.py": b"%PDF-1.7\n%\xe2\xe3\n"}, "RUN001 failed other-kind"),
        ({"kadai1.py": b"\xff\xff\xff"}, "RUN001 failed undecodable"),
        ({"kadai1.py": "# 行列\n".encode("cp932")}, "RUN001 passed redecoded"),
        ({"kadai1.py": "# 行列\n".encode("euc_jp")}, "RUN001 passed redecoded"),
        ({"kadai1.py": "# 行列\n".encode("iso2022_jp")}, "RUN001 passed redecoded"),
        ({"kadai1.py": PROGRAM, "x.py": b"\0"}, "RUN001 passed helper"),
        ({"kadai1.ipynb": "{"}, "RUN001 failed bad-notebook"),
        ({"kadai1.ipynb": notebook()}, "RUN001 failed no-code"),
        ({"kadai1.py/readme.txt": "x"}, "INT005 failed directory"),
        ({"kadai1.py": PROGRAM, "d.py/readme.txt": "x"}, "INT005 passed extra"),
    ],
)
def test_what_must_be_flagged(tmp_path: Path, files: dict[str, str | bytes], story: str) -> None:
    """One trouble, one code; the others pass or follow from it."""
    hand_in(tmp_path, files)
    findings = judge(tmp_path)
    assert told(findings) == [story]
    if "failed" in story:
        follow = [one.params["because"] for one in findings.values() if "because" in one.params]
        assert set(follow) <= {story[:6]}


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX files")
def test_refused_entries(tmp_path: Path) -> None:
    """In place of the source they fail, beside it they are a note."""
    root = hand_in(tmp_path, {})
    (root / "kadai1.py").symlink_to("/etc/hostname")
    assert told(judge(tmp_path)) == ["INT005 failed link"]
    (root / "kadai1.py").unlink()
    os.mkfifo(root / "kadai1.py")
    assert told(judge(tmp_path)) == ["INT005 failed special"]
    (root / "sub").mkdir()
    (root / "sub" / "kadai1.py").write_text(PROGRAM)
    assert told(judge(tmp_path)) == ["INT005 passed extra"]


def test_what_may_be_nobodys_fault_is_undecided(tmp_path: Path) -> None:
    """A linked folder was put there by somebody; a tower of folders may hold a program."""
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / STUDENT).symlink_to("/nowhere")
    assert told(judge(tmp_path / "one")) == ["INT005 undecided folder"]
    (tmp_path / "two" / STUDENT).joinpath(*"abcdefghij").mkdir(parents=True)
    assert told(judge(tmp_path / "two")) == ["INT005 undecided too-many"]


def test_where_the_search_was_cut_a_person_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program may lie beyond: no other is taken for it, and nobody has handed in none."""
    monkeypatch.setattr(listing, "MAX_NAMES", 50)
    root = hand_in(tmp_path, {"aaa.py": "print(1)\n", "提出/kadai1.py": PROGRAM})
    for number in range(60):
        (root / "node_modules" / f"m{number:05}").mkdir(parents=True)
    found = judge(tmp_path)
    assert found["INT005"].verdict is Verdict.UNDECIDED
    assert Verdict.FAILED not in {one.verdict for one in found.values()}


def test_two_folders_of_one_student(tmp_path: Path) -> None:
    """Both are named, a person decides, and reading waits for it."""
    hand_in(tmp_path, {"kadai1.py": PROGRAM})
    hand_in(tmp_path, {"kadai1.py": PROGRAM}, student=f"{STUDENT} (1)")
    findings = judge(tmp_path)
    assert told(findings) == ["INT004 undecided same-student"]
    assert findings["INT004"].params["folders"] == (STUDENT, f"{STUDENT} (1)")
    assert findings["RUN001"].verdict is Verdict.UNDECIDED


def test_nothing_at_all() -> None:
    """A student on a list without any file has handed in nothing."""
    submission = read_submission(unread_submission("me", []), ASSIGNMENT)
    assert told(ask(observed(submission))) == ["INT002 failed nothing"]


def test_the_encoding_is_told_with_its_place(tmp_path: Path) -> None:
    """The student sees the name that editors use, and the line."""
    hand_in(tmp_path, {"kadai1.py": "x = 1\n# 行列\n".encode("cp932")})
    finding = judge(tmp_path)["RUN001"]
    assert finding.params["encoding"] == "Shift_JIS (CP932)"
    assert [(place.line, place.text) for place in finding.locations] == [(2, "# 行列")]


def test_long_lists_are_shortened(tmp_path: Path) -> None:
    """A message names some files, not hundreds."""
    hand_in(tmp_path, {f"{n:03}.py": str(n) for n in range(100)})
    candidates = judge(tmp_path)["INT004"].params["candidates"]
    assert isinstance(candidates, tuple)
    assert (len(candidates), candidates[-1]) == (11, "…")
