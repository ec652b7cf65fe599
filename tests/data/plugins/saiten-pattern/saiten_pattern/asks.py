"""Grade exercises whose answer is a regular expression; see `grader.kinds.AsksPrograms`."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from grader.course import mistakes_as_course_errors
from grader.kinds import Asked, AsksPrograms, Proof, ProofRequest
from grader.model.course import Course, Exercise
from grader.model.errors import CourseError, Message
from grader.model.evidence import ExerciseEvidence
from grader.model.static import ParseStatus
from grader.records import packed_record
from saiten_pattern.reading import Request, tried
from saiten_pattern.record import Outcome, PatternRecord


class PatternReference(Struct, frozen=True, kw_only=True):
    """The text of reference/OPERATION.py, which has a right pattern."""

    file: str
    text: str


class AsksPatterns(AsksPrograms):
    """Try a pattern on the texts of the table. Nothing that a student wrote is executed."""

    def load_reference(
        self, course: Course, exercise: Exercise, where: Callable[..., Message]
    ) -> PatternReference:
        """Read the file; refuse a table without texts."""
        file = f"reference/{exercise.operation}.py"
        with mistakes_as_course_errors(course.root, exercise.operation):
            text = (course.root / file).read_text(encoding="utf-8")
        if not exercise.own.matches:
            raise CourseError([Message("must have texts in matches", {}, where("pattern"))])
        return PatternReference(file=file, text=text)

    def observe(self, asked: Asked) -> ExerciseEvidence:
        """Have the reader's process try it; if that takes too long, have it only find it."""
        main, exercise, reader = asked.submission.main, asked.exercise, asked.tools.reader
        assert main is not None
        request = Request(text=main.text, entry=exercise.entry, table=exercise.own)
        evidence = ExerciseEvidence(exercise=exercise.id, source=asked.source)
        facts, told = reader.read_with("saiten_pattern.reading:read", to_builtins(request))
        is_slow = facts.status is ParseStatus.TOO_COMPLEX
        if is_slow:
            again = to_builtins(replace(request, tries=False))
            facts, told = reader.read_with("saiten_pattern.reading:read", again)
        if told is None:  # never the student's fault
            return replace(evidence, trouble=f"the pattern was not read: {facts.detail}")
        record = convert(told, PatternRecord)
        if is_slow and record.outcome is Outcome.TRIED:
            record = replace(record, outcome=Outcome.SLOW)
        if record.line:
            record = replace(record, location=main.location(record.line))
        return replace(evidence, records={"pattern": packed_record("pattern", record)})

    def prove(self, exercises: Sequence[Exercise], request: ProofRequest) -> Mapping[str, Proof]:
        """Try the patterns of the references, which are trusted."""
        return {each.id: _proof(each, request.references[each.id]) for each in exercises}


ASKS: AsksPrograms = AsksPatterns()


def _proof(exercise: Exercise, reference: PatternReference) -> Proof:
    record = tried(Request(text=reference.text, entry=exercise.entry, table=exercise.own))
    problems = [
        Message("the reference's pattern is wrong about {text}", {"text": repr(text)})
        for text in (*record.missed, *record.taken)
    ]
    if record.outcome is not Outcome.TRIED:
        problems.append(Message("has no pattern {entry}", {"entry": exercise.entry}))
    return Proof(reference=tuple(replace(each, where=reference.file) for each in problems))
