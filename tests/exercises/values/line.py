"""The introductory course, and the way from a program's text to what is said of it."""

from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Self

import pytest
from msgspec.structs import replace

from grader.course import load_assignment, load_course
from grader.exercises.values.record import ValuesRecord, record_of
from grader.grading import collect
from grader.intake import read_submission, unread_submission
from grader.judging import judge
from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Verdict
from grader.observing import Setup, Tools, prepare_setup
from grader.sandbox import IsolationLevel, Sandbox, find_capabilities
from grader.source import SourceReader
from grader.wording import load_wording
from tests.sandbox.places import skip_unless_holds
from tests.tree import ROOT

COURSE = ROOT / "courses" / "intro"
ASSIGNMENT_OF = {
    **dict.fromkeys(("text_stats", "anagrams", "run_length", "to_roman"), "text"),
    **dict.fromkeys(("spiral", "saddle_points", "multiply", "solve", "softmax"), "matrix"),
    **dict.fromkeys(("account", "primes"), "objects"),
    "summary": "summary",
    "scores": "scores",
}


@cache
def assignment_of(exercise: str, more: tuple[str, ...] = ()) -> Assignment:
    """Loads the assignment with one exercise, and that alone; it may import `more` modules."""
    loaded = load_assignment(load_course(COURSE), ASSIGNMENT_OF[exercise])
    kept = tuple(
        replace(each, allowed_imports=tuple(sorted({*each.allowed_imports, *more})))
        for each in loaded.exercises
        if each.id == exercise
    )
    rubric = tuple(each for each in loaded.rubric if exercise in each.exercises)
    return replace(loaded, exercises=kept, rubric=rubric)


class Graded:
    """What was observed and said of one program."""

    def __init__(self, evidence: Evidence, exercise: str) -> None:
        """Judges it."""
        assignment = assignment_of(exercise)  # what it may import is judged by now
        self.evidence = evidence.exercises[0]
        found = judge(evidence, assignment)
        self.findings: dict[str, Finding] = {one.check: one for one in found}
        self.said = {one.check: _worded(one) for one in found}

    def codes(self, *verdicts: Verdict) -> set[str]:
        """Lists the checks with these verdicts."""
        return {code for code, one in self.findings.items() if one.verdict in verdicts}

    @property
    def failed(self) -> set[str]:
        """Lists the checks that failed."""
        return self.codes(Verdict.FAILED)

    @property
    def is_right(self) -> bool:
        """Whether it gets its points without anybody looking."""
        return not self.codes(Verdict.FAILED, Verdict.UNDECIDED, Verdict.BROKEN, Verdict.WAITING)

    @property
    def record(self) -> ValuesRecord:
        """What it answered."""
        record = record_of(self.evidence.records)
        assert record is not None
        return record


def _worded(finding: Finding) -> str:
    texts = [load_wording(lang).exactly(finding) for lang in ("ja", "en")]
    return "\n".join(f"{text.message} {text.hint}".strip() for text in texts)


class Line:
    """Grades programs as `grader check` does."""

    def __init__(self, folder: Path) -> None:
        """Opens the sandbox on the best level."""
        self._folder = folder
        self._open = ExitStack()
        level = next(iter(IsolationLevel))
        skip_unless_holds(level)
        self._capabilities = find_capabilities(["numpy", "pandas"], "cpu")
        sandbox = self._open.enter_context(Sandbox(level, capabilities=self._capabilities))
        reader = self._open.enter_context(SourceReader())
        self._tools = Tools(reader=reader, sandbox=sandbox)
        self._setups: dict[tuple[str, tuple[str, ...]], Setup] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def setup(self, exercise: str, more: tuple[str, ...] = ()) -> Setup:
        """Loads what one exercise is judged by."""
        if (exercise, more) not in self._setups:
            state = {"XDG_STATE_HOME": str(self._folder / "state")}
            course, kept = load_course(COURSE), assignment_of(exercise, more)
            made = prepare_setup(course, kept, {}, state, self._capabilities)
            self._setups[exercise, more] = replace(made, secret=bytes(32))
        return self._setups[exercise, more]

    def grade(self, exercise: str, text: str, more: tuple[str, ...] = ()) -> Graded:
        """Grades one program."""
        setup = self.setup(exercise, more)
        path = self._folder / f"{ASSIGNMENT_OF[exercise]}.py"
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        submission = read_submission(unread_submission("24A1201", [path]), setup.assignment)
        return Graded(collect(submission, setup, self._tools), exercise)


@pytest.fixture(scope="module")
def line(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Line]:
    """One for all programs of a file."""
    with Line(tmp_path_factory.mktemp("values")) as opened:
        yield opened
