"""Observes the longest line of a program, judges it and shows it."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from grader.model.course import Assignment
from grader.model.evidence import Evidence, ExerciseEvidence, Records
from grader.model.finding import Finding, Location, Verdict
from grader.model.submission import Submission
from grader.observing import Setup, Tools
from grader.protocols import Fragment
from grader.records import opened_record
from grader.wording.bilingual import Bilingual

MOST = 100  # letters


class Longest(Struct, frozen=True, kw_only=True):
    """The record of this plugin."""

    file: str
    line: int
    letters: int


class LineInspector:
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


class LineFragment:
    """Shows the longest line."""

    def show(self, records: Records, words: Bilingual) -> Fragment | None:
        """Names its line and its length."""
        found = opened_record(records, "lines", Longest)
        if found is None:
            return None
        value = words.say("lines.value", line=found.line, letters=found.letters)
        return Fragment(
            title=words.say("lines.heading"), rows=((words.say("lines.longest"), value),)
        )


INSPECTOR, SHOWS = LineInspector(), LineFragment()


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
