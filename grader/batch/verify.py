"""`verify`: prove that an assignment can say yes and no, and report what it still lacks.

The points must add up, the reference must agree with itself, every example must get what its
`expected.toml` declares, and the cases must tell every known mistake from the right answer and from
each other:

    exercise = "matmul"  # what the example is about; left out: every exercise
    points = {program = 0.0}
    [verdicts]
    COR002 = "failed"
    [params.COR002]
    lookalike = "transposed"

A criterion that nothing can decide is a problem, and so are points that add up wrongly. What is
still missing is only reported.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import partial
from pathlib import Path

from msgspec import Struct, field

from grader.batch.pool import OpenPool, OpenWorkplace, Phase, observe_all
from grader.course import UNFILLED, Expected, load_examples
from grader.grading import grade
from grader.intake import UnreadSubmission, read_submission
from grader.kinds import Proof, ProofRequest, asking, by_asker, suffix_of
from grader.model.check import REPORT, RUN, SUBMISSION
from grader.model.course import Assignment, Criterion, Exercise, Visibility
from grader.model.errors import Message
from grader.model.finding import Finding, Param, Verdict
from grader.model.reference import Reference
from grader.model.scoresheet import ScoreSheet
from grader.model.submission import Submission
from grader.observing import Setup, open_tools
from grader.plugins import checks
from grader.sandbox import IsolationLevel

HANDOUT = "handout.md"
STARTER = "starter"
EXAMPLES = "examples"
CORRECTION = "if that is what the example is to show, write in {file}:{lines}"
PASSES = "passes every test as it is; add a test that fails it"
TOTALS = tuple(
    re.compile(pattern)
    for pattern in (
        r"^#+ *(?:\d+\. *)?配点 *[（(] *(\d+(?:\.\d+)?) *点 *[）)]\s*$",
        r"^#+ *(?:\d+\. *)?Points *\( *(\d+(?:\.\d+)?)(?: *points?)? *\)\s*$",
        r"^締切.*[／/] *(\d+(?:\.\d+)?) *点\s*$",
        r"^Due:.*\. +(\d+(?:\.\d+)?) points\.?\s*$",
    )
)
"""Lines of a handout that state the total points."""


class ProofSubject(StrEnum):
    """The kind of thing that is proved."""

    MARKS = "marks"
    REFERENCE = "reference"
    LOOKALIKES = "lookalikes"
    EXAMPLE = "example"
    GIVEN = "given"  # starter and handout of an exercise that its plugin asks in its own way


class AssignmentProof(Struct, frozen=True, kw_only=True):
    """Everything that was tried, and every unexpected result."""

    subject: ProofSubject
    name: str  # of the exercise, or of the example
    problems: tuple[Message, ...] = ()
    waiting: tuple[str, ...] = ()  # what is missing here, so that nothing was tried
    prints: tuple[str, ...] = ()  # where references print; the output is dropped
    warnings: tuple[Message, ...] = ()  # not failures


class Lack(Struct, frozen=True, kw_only=True):
    """Something that is missing, by the key of the sentence about it."""

    key: str
    params: Mapping[str, Param] = field(default_factory=dict)


def verify_assignment(
    setup: Setup, workplace: OpenWorkplace, jobs: int, open_pool: OpenPool | None = None
) -> Iterator[AssignmentProof]:
    """Yield one proof after the other, quick ones first; `jobs` examples run side by side.

    First raise CourseError with every problem of every `expected.toml`, or if a reference ends the
    interpreter or never returns. If a reference has problems, nothing more is tried.
    """
    assignment = setup.assignment
    examples = load_examples(assignment)
    yield _proof(ProofSubject.MARKS, assignment.id, lambda: marks_problems(assignment))
    proofs = _proved(setup)
    compared = {exercise: proof for exercise, proof in proofs.items() if proof.given is not None}
    for exercise, proof in proofs.items():
        yield AssignmentProof(
            subject=ProofSubject.REFERENCE,
            name=exercise,
            problems=proof.reference,
            prints=proof.prints,
            warnings=proof.warnings,
        )
    if any(proof.reference for proof in proofs.values()):
        return
    submissions = [_submission(folder, assignment, folder.name) for folder in examples]
    starter = STARTER
    while starter in {folder.name for folder in examples}:
        starter += "-"
    if compared and (assignment.folder / STARTER).is_dir():
        submissions.append(_submission(assignment.folder / STARTER, assignment, starter))
    steps = observe_all(submissions, setup, workplace, jobs, open_pool=open_pool)
    sheets = {
        step.student: grade(step.evidence, assignment)
        for step in steps
        if step.evidence is not None and step.phase is Phase.FINISHED
    }
    for exercise, proof in compared.items():
        yield AssignmentProof(
            subject=ProofSubject.GIVEN,
            name=exercise,
            problems=proof.given or (),
            warnings=(
                *proof.given_warnings,
                *_passed_by_starter(sheets.get(starter), exercise, assignment),
            ),
        )
    for folder, expected in examples.items():
        yield _proof_of_example(folder.name, sheets[folder.name], expected)
    for exercise, proof in proofs.items():
        yield AssignmentProof(
            subject=ProofSubject.LOOKALIKES, name=exercise, problems=proof.lookalikes
        )


def _proved(setup: Setup) -> Mapping[str, Proof]:
    """Return the proofs of all exercises, each made by the exercise's plugin."""
    level = IsolationLevel.of(setup.machine)
    opens = None if level is None else partial(open_tools, level, setup.capabilities)
    request = ProofRequest(
        assignment=setup.assignment,
        references=setup.references,
        here=setup.capabilities,
        open_tools=opens,
    )
    groups = by_asker(setup.assignment.exercises)
    proofs = [asker.prove(exercises, request) for asker, exercises in groups]
    return {exercise: proof for each in proofs for exercise, proof in each.items()}


def _passed_by_starter(
    sheet: ScoreSheet | None, exercise: str, assignment: Assignment
) -> Iterator[Message]:
    """Warn if the unchanged starter passes every check of the exercise's plugin."""
    (kind,) = (each.kind for each in assignment.exercises if each.id == exercise)
    asks = asking(kind)
    codes = asks.codes if asks is not None else ()
    findings = sheet.findings if sheet is not None else ()
    verdicts = {
        each.verdict for each in findings if each.subject == exercise and each.check in codes
    }
    if verdicts == {Verdict.PASSED}:
        yield Message(PASSES, where=f"{STARTER}/{assignment.source}")


def find_lacks(setup: Setup) -> tuple[Lack, ...]:
    """Return what the assignment still lacks, which is no failure."""
    assignment = setup.assignment
    return tuple(lacks(assignment, setup.references, load_examples(assignment)))


def _proof(
    subject: ProofSubject, name: str, problems: Callable[[], Iterator[Message]]
) -> AssignmentProof:
    return AssignmentProof(subject=subject, name=name, problems=tuple(dict.fromkeys(problems())))


def _submission(folder: Path, assignment: Assignment, name: str) -> Submission:
    """Read an example, or the starter, as if a student of that name had handed it in."""
    files = tuple(sorted(path for path in folder.iterdir() if path.name != "expected.toml"))
    return read_submission(UnreadSubmission(student=name, root=None, paths=files), assignment)


def _proof_of_example(name: str, sheet: ScoreSheet, expected: Expected) -> AssignmentProof:
    """Compare an example's sheet with `expected`, unless its exercise could not be run."""
    if waiting := _waits_for(sheet, expected):
        return AssignmentProof(subject=ProofSubject.EXAMPLE, name=name, waiting=waiting)
    found = tuple(example_problems(sheet, expected))
    corrections = _corrections(name, sheet, expected) if found else ()
    return _proof(ProofSubject.EXAMPLE, name, lambda: iter((*found, *corrections)))


def _waits_for(sheet: ScoreSheet, expected: Expected) -> tuple[str, ...]:
    findings = [each for each in _about(sheet, expected) if each.verdict is Verdict.WAITING]
    lists = [finding.params.get("needs", ()) for finding in findings]
    return tuple(dict.fromkeys(n for names in lists if isinstance(names, tuple) for n in names))


def _about(sheet: ScoreSheet, expected: Expected) -> list[Finding]:
    """Return the findings about the exercise that the example shows."""
    if not expected.exercise:
        return list(sheet.findings)
    return [each for each in sheet.findings if each.subject in ("", expected.exercise)]


def example_problems(sheet: ScoreSheet, expected: Expected) -> Iterator[Message]:
    """Yield how a sheet differs from what its example declares.

    A check that failed without being declared is a difference too.
    """
    findings = _about(sheet, expected)
    points = {award.criterion: award.points for award in sheet.awards}
    for criterion, wanted in expected.points.items():
        given = points[criterion]
        if given != wanted:
            got = "nothing" if given is None else f"{given:g}"
            yield _differs(f"expected.toml: points.{criterion}", f"{wanted:g}", got)
    for code, verdict in expected.verdicts.items():
        verdicts = [finding.verdict.value for finding in findings if finding.check == code]
        if verdict not in verdicts:
            yield _differs(code, verdict, " ".join(verdicts) or "nothing")
    for finding in findings:
        if finding.verdict is Verdict.FAILED and finding.check not in expected.verdicts:
            yield Message(
                "{code}: failed, but expected.toml of the example does not say so",
                {"code": finding.check},
            )
    for code, params in expected.params.items():
        shown = [finding.params for finding in findings if finding.check == code]
        for name, value in params.items():
            values = [each.get(name) for each in shown]
            if value not in values:
                yield _differs(f"{code}.{name}", repr(value), values)


def _corrections(name: str, sheet: ScoreSheet, expected: Expected) -> Iterator[Message]:
    """Write the lines with which an example of a mistake matches its current results."""
    if {*expected.verdicts.values()} <= {Verdict.PASSED} and all(expected.points.values()):
        return  # for a right example, correct the program instead
    verdicts: dict[str, set[Verdict]] = {}
    for finding in _about(sheet, expected):
        verdicts.setdefault(finding.check, set()).add(finding.verdict)
    wanted = {
        code: Verdict.FAILED if Verdict.FAILED in found else min(found)
        for code, found in verdicts.items()
        if (code in expected.verdicts and expected.verdicts[code] not in found)
        or (code not in expected.verdicts and Verdict.FAILED in found)
    }
    points = {award.criterion: award.points for award in sheet.awards}
    tables = {
        "points": [
            f"{criterion} = {points[criterion]:g}"
            for criterion, given in expected.points.items()
            if points[criterion] not in {given, None}
        ],
        "verdicts": [f'{code} = "{verdict.value}"' for code, verdict in wanted.items()],
    }
    lines = [line for table, rows in tables.items() if rows for line in (f"[{table}]", *rows)]
    if lines:
        file = f"{EXAMPLES}/{name}/expected.toml"
        params = {"file": file, "lines": "".join(f"\n        {line}" for line in lines)}
        yield Message(CORRECTION, params)


def _differs(key: str, expected: object, got: object) -> Message:
    params = {"key": key, "expected": str(expected), "got": str(got)}
    return Message("{key}: expected {expected}, got {got}", params)


def marks_problems(assignment: Assignment) -> Iterator[Message]:
    """Yield criteria that nothing can decide, and totals of the handout that are wrong.

    A handout may leave out the points that only TAs see.
    """
    for criterion in assignment.rubric:
        yield from _undecidable(criterion, assignment)
    total = sum(criterion.points for criterion in assignment.rubric)
    for_tas = sum(
        criterion.points for criterion in assignment.rubric if criterion.visibility is Visibility.TA
    )
    for number, points in _totals(assignment.folder / HANDOUT):
        if points not in {total, total - for_tas}:
            yield Message(
                "{file}: line {line}: says {points} points, but [[rubric]] adds up to {total}; "
                "change one of them",
                {
                    "file": HANDOUT,
                    "line": number,
                    "points": f"{points:g}",
                    "total": f"{total:g}",
                },
            )


def _undecidable(criterion: Criterion, assignment: Assignment) -> Iterator[Message]:
    about = [
        exercise
        for exercise in assignment.exercises
        if exercise.id in criterion.exercises or not criterion.exercises
    ]
    for check in criterion.checks:
        silent = [exercise.id for exercise in about if _is_silent(check, exercise)]
        if silent:
            yield Message(
                "rubric {criterion}: is never decided, because {check} does not apply to "
                "{exercises} without {key}; set {key}, or remove {check} from checks",
                {
                    "criterion": criterion.id,
                    "check": check,
                    "exercises": ", ".join(silent),
                    "key": "requires" if check == "POL004" else "sweep",
                },
            )


def _is_silent(code: str, exercise: Exercise) -> bool:
    """Return whether a check never says anything about an exercise."""
    if code == "POL004":
        return not exercise.requires
    of_times = any(each.code == code and each.uses_times and each.reads is RUN for each in checks())
    return of_times and exercise.sweep is None


def _totals(handout: Path) -> Iterator[tuple[int, float]]:
    """Yield the number and the points of each line that states the total."""
    for number, line in enumerate(_text(handout).splitlines(), start=1):
        for pattern in TOTALS:
            if points := pattern.match(line):
                yield number, float(points[1])


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return ""


def lacks(
    assignment: Assignment,
    references: Mapping[str, Reference],
    examples: Mapping[Path, Expected],
) -> Iterator[Lack]:
    """Yield what is still missing: examples, programs to compare with, words of the handout."""
    names = [name for name in (HANDOUT, STARTER) if not (assignment.folder / name).exists()]
    if names:
        yield Lack(key="absent", params={"names": tuple(names)})
    if any(mark in _text(assignment.folder / HANDOUT) for mark in UNFILLED):
        yield Lack(key="unfilled")
    if not examples:
        yield Lack(key="no_examples")
    for exercise in assignment.exercises:
        if examples:
            yield from _missing_examples(exercise, examples)
        yield from _missing_program(exercise, references[exercise.id])
        if not exercise.optional and not _counts(exercise, assignment):
            yield Lack(key="no_criterion", params={"exercise": exercise.id})


def _missing_examples(exercise: Exercise, examples: Mapping[Path, Expected]) -> Iterator[Lack]:
    about = [example for example in examples.values() if example.exercise in {"", exercise.id}]
    verdicts = [set(example.verdicts.values()) for example in about]
    if not any(each <= {Verdict.PASSED} for each in verdicts):
        yield Lack(key="no_right", params={"exercise": exercise.id})
    if not any(Verdict.FAILED in each for each in verdicts):
        yield Lack(key="no_wrong", params={"exercise": exercise.id})


def _missing_program(exercise: Exercise, reference: Reference) -> Iterator[Lack]:
    """Report a missing right program, with which machines are tried and times compared."""
    # Programs are functions of arrays in the plain form; other exercises have none to ask for.
    plain = exercise.of_arrays and not exercise.variant
    if plain and exercise.backend.value not in reference.programs:
        ending = suffix_of(exercise.backend)
        path = f"reference/programs/{exercise.operation}_{exercise.backend}{ending}"
        yield Lack(key="no_program", params={"exercise": exercise.id, "path": path})


def _counts(exercise: Exercise, assignment: Assignment) -> bool:
    return any(
        any(map(_asks_functions, criterion.checks))
        and (exercise.id in criterion.exercises or not criterion.exercises)
        for criterion in assignment.rubric
    )


def _asks_functions(name: str) -> bool:
    """Return whether a code or prefix names checks of functions, or no installed check."""
    reads = {check.reads for check in checks() if check.code.startswith(name)}
    return not reads or not reads <= {SUBMISSION, REPORT}
