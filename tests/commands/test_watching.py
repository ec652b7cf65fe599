"""`--watch`: what is otherwise than before, and when it looks again."""

import threading
import time
from pathlib import Path

import pytest

from grader.commands.exits import ExitCode
from grader.commands.watching import CheckedFiles, changes, stamps, watched
from grader.model.errors import IntakeError
from grader.model.finding import Finding, Verdict
from grader.wording import load_wording
from tests.export.samples import ASSIGNMENT, evidence_of
from tests.source.sources import submission

ENGLISH = load_wording("en")


def finding(check: str, verdict: Verdict = Verdict.FAILED) -> Finding:
    """One finding about an exercise."""
    return Finding(check=check, subject="matmul", verdict=verdict)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (None, [finding("RUN003")], []),
        ([finding("RUN003")], [finding("RUN003")], ["is the same as before"]),
        (
            [finding("RUN003")],
            [finding("RUN003", Verdict.PASSED)],
            ["Fixed since"],
        ),
        ([], [finding("COR001")], ["New (1)"]),
        ([finding("RUN003")], [finding("COR001")], ["Fixed since", "New (1)"]),
    ],
)
def test_what_changed_is_said(
    before: list[Finding] | None, after: list[Finding], said: list[str]
) -> None:
    """What was mended first, then what is new."""
    lines = changes(before, after, ENGLISH)
    assert len(lines) == len(said)
    assert all(part in line for part, line in zip(said, lines, strict=True))


def test_it_looks_again_at_each_save_and_survives_a_file_that_is_away(tmp_path: Path) -> None:
    """Each save is one more check; a file that cannot be read is told, and waited for."""
    program = tmp_path / "kadai1.py"
    program.write_text("a = 1", encoding="utf-8")
    texts: list[str] = []

    def check() -> CheckedFiles:
        if not program.exists():
            raise IntakeError("{path}: there is no such file or folder", path=program)
        texts.append(program.read_text(encoding="utf-8"))
        if texts[-1] == "end":
            raise KeyboardInterrupt
        return CheckedFiles(
            assignment=ASSIGNMENT,
            submission=submission(None),
            evidence=evidence_of(),
            findings=[finding("RUN003")],
        )

    def save() -> None:
        for text in (None, "b = 22", "end"):
            time.sleep(1)
            program.unlink() if text is None else program.write_text(text, encoding="utf-8")

    saver = threading.Thread(target=save)
    saver.start()
    code = watched([program], check, lambda _: None, ENGLISH)
    saver.join()
    assert (texts, code) == (["a = 1", "b = 22", "end"], ExitCode.FAILED)


def test_a_file_that_is_not_there_has_no_stamp(tmp_path: Path) -> None:
    """Neither one that was deleted nor one that never was."""
    assert stamps([tmp_path / "none.py"]) == [None]
