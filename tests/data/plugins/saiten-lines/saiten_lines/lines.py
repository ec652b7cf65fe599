"""Observes the longest line of a program, judges it and shows it."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from grader.model.course import Assignment
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.finding import Finding, Location, Verdict
from grader.model.submission import Submission
from grader.observing import Setup, Tools
from grader.protocols import About, Fragment, Inspector
from grader.records import opened_record
from grader.wording.bilingual import Bilingual

MOST = 100  # letters
SCALE = 200  # letters that the bar on a sheet has room for


class Longest(Struct, frozen=True, kw_only=True):
    """The record of this plugin."""

    file: str
    line: int
    letters: int


class LineInspector(Inspector):
    """Reads the text; runs nothing."""

    def inspect(
        self,
        submission: Submission,
        observed: Mapping[str, ExerciseEvidence],
        setup: Setup,
        tools: Tools,
    ) -> Mapping[str, object]:
        """Gives the longest line of the program, if there is one."""
        del observed, setup, tools
        if submission.main is None:
            return {}
        if "raise a fault of the plugin" in submission.main.text:
            raise RuntimeError("the plugin went wrong")
        lines = [*enumerate(submission.main.text.splitlines(), start=1)]
        number, text = max(lines, key=lambda line: len(line[1]), default=(0, ""))
        return {"": Longest(file=submission.main.name, line=number, letters=len(text))}


class LineShown:
    """Shows the longest line: on pages, and in a sheet's JSON."""

    @property
    def sheet_keys(self) -> Mapping[str, Any]:
        """How many letters it has."""
        return {"longest_line": int | None}

    @property
    def exercise_keys(self) -> Mapping[str, Any]:
        """None."""
        return {}

    def show(self, about: About, words: Bilingual) -> Fragment | None:
        """Names its line and its length, and draws a bar of it."""
        found = opened_record(about.records, "lines", Longest)
        if found is None or about.exercise is not None:
            return None
        if found.letters > SCALE:
            raise ValueError("the bar is too long")
        value = words.say("lines.value", line=found.line, letters=found.letters)
        return Fragment(
            title=words.say("lines.heading"),
            rows=((words.say("lines.longest"), value),),
            template="lines/bar.html",
            part={"letters": found.letters, "most": SCALE},
        )

    def write(self, about: About) -> Mapping[str, object]:
        """Writes its length down."""
        found = opened_record(about.records, "lines", Longest)
        return {"longest_line": found.letters} if found is not None else {}


INSPECTOR, SHOWN = LineInspector(), LineShown()


def not_too_long(evidence: Evidence, assignment: Assignment) -> Iterable[Finding]:
    """LIN001: no line is longer than a screen is wide."""
    del assignment
    found = opened_record(evidence.records, "lines", Longest)
    if found is None:
        return (Finding(check="LIN001", subject="", verdict=Verdict.SKIPPED),)
    if found.letters <= MOST:
        return (Finding(check="LIN001", subject="", verdict=Verdict.PASSED),)
    place = Location(file=found.file, line=found.line, text="")
    params = {"letters": found.letters, "most": MOST}
    return (
        Finding(
            check="LIN001", subject="", verdict=Verdict.FAILED, params=params, locations=(place,)
        ),
    )
