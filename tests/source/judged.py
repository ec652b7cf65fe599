"""Programs read and judged by the checks of the import rule: where corpora are measured."""

from collections.abc import Mapping

from grader.model.course import Exercise
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, Verdict
from grader.model.static import ParseStatus
from grader.source.question import question_about
from grader.source.reading import read_source
from tests.asking import exercise_checks
from tests.corpora import Outcome
from tests.source.sources import script
from tests.wording.worded import assert_worded

INNOCENT = "Okay"
CHECKS = exercise_checks("POL")
MARKS = {Verdict.FAILED: "", Verdict.UNDECIDED: "?"}


def judged(program: str, helpers: Mapping[str, str], exercise: Exercise) -> list[Finding] | None:
    """All that is not passed, or nothing for a program that cannot be read."""
    others = [script(text, name) for name, text in helpers.items()]
    facts = read_source(script(program), others, question_about(exercise))
    if facts.status is not ParseStatus.OK:
        return None
    evidence = ExerciseEvidence(exercise=exercise.id, source=facts)
    findings = [one for check in CHECKS for one in check(evidence, exercise)]
    noted = [one for one in findings if one.verdict is not Verdict.PASSED]
    for finding in noted:
        assert_worded(finding)
    return noted


def codes(program: str, helpers: Mapping[str, str], exercise: Exercise) -> str:
    """The codes that failed, and with a question mark those that are left to a person."""
    findings = judged(program, helpers, exercise)
    if findings is None:
        return "unreadable"
    return " ".join(one.check + MARKS[one.verdict] for one in findings) or INNOCENT


def compared(label: str, said: str) -> Outcome:
    """A code that fails and should not accuses; one that a person should look at is left open."""
    if said == label:
        return Outcome.RIGHT
    meant, found = set(label.split()), set(said.split())
    if any(code.startswith("POL") and not code.endswith("?") for code in found - meant):
        return Outcome.ACCUSED
    doubted = {code.rstrip("?") for code in found}
    return Outcome.OPEN if doubted == {code.rstrip("?") for code in meant} else Outcome.WRONG
