"""Names for observations: the key that says when one still holds, and the seed that made it."""

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from msgspec import Struct, to_builtins

from grader.kinds import schema_of
from grader.model.course import Assignment, Exercise
from grader.model.scoresheet import Decision, same
from grader.model.submission import SourceFile, Submission

EVIDENCE_SCHEMA = 16
"""Raised whenever what is collected, or how, changes: all stored evidence is then out of date."""

_AND = "+"  # between the parts of an evidence key
_PARTS = 4  # of which it has
_WORD = "#"  # before what grader said, in the evidence that a decision keeps


class SubmissionIdentity(Struct, frozen=True, kw_only=True):
    """The student of the files, and which file is graded."""

    student: str
    digest: str  # of the submission's files
    main: str  # logical name of the source, "" when there is none


def identity_of(submission: Submission) -> SubmissionIdentity:
    """Return the identity of a submission that was just read."""
    main = submission.main.name if submission.main else ""
    return SubmissionIdentity(student=submission.student, digest=submission.digest, main=main)


def exercise_keys(
    identity: SubmissionIdentity, assignment: Assignment, reference_digests: Mapping[str, str]
) -> Mapping[str, str]:
    """Return a key of what each exercise's observation depends on: "sha256:…" by exercise id.

    `reference_digests` are the sha256 of the reference files, by operation. The machine is left
    out: what it is worth is beside the key, as the observation's rank. So are the rubric, the
    due date and the wording, which change points and sentences, never what was observed.
    """
    shared = {
        "schema": EVIDENCE_SCHEMA,
        "assignment": assignment.id,
        "source": [assignment.source, assignment.file_bytes],
        "submission": to_builtins(identity),
    }
    return {
        exercise.id: hash_of(
            {
                **shared,
                "exercise": _definition(exercise),
                "reference": reference_digests[exercise.operation],
                **_observer(exercise),
            }
        )
        for exercise in assignment.exercises
    }


def _observer(exercise: Exercise) -> Mapping[str, object]:
    """Return the schema number of the plugin that observes an exercise, if one does."""
    schema = schema_of(exercise)
    return {"kind": [exercise.kind, schema]} if exercise.kind else {}


def timing_key(observation: str, exercise: Exercise, schema: int) -> str:
    """Return a key of what the timing of an exercise depends on.

    `observation` is its observation's key, `schema` that of the plugin that measures.
    """
    sweep = to_builtins(exercise.sweep) if exercise.sweep else None
    return hash_of({"schema": schema, "observation": observation, "sweep": sweep})


def evidence_key(exercises: Mapping[str, str], files: str = "") -> str:
    """Return a key of what a submission's evidence depends on: how it is observed, and its files.

    From the exercises' keys and from `files_key`: OBSERVED+WHOLE+PROGRAM+BEFORE. Older versions
    wrote OBSERVED+BEFORE, and before that OBSERVED.
    """
    observed = hash_of(dict(exercises))
    return f"{observed}{_AND}{files}" if files else observed


def files_key(submission: Submission, assignment: Assignment) -> str:
    """Return a key of the files that a person reads, by content: WHOLE+PROGRAM+BEFORE.

    WHOLE is of the program and the report; empty where none is asked for. PROGRAM is of the program
    by itself: who decided when no report was asked for has read that. BEFORE is what older versions
    named the whole by, to compare with what they stored.
    """
    program = _program_files(submission)
    identity = identity_of(submission)
    report = _report_files(submission) if assignment.report is not None else None
    whole = "" if report is None else hash_of({"program": program, "report": report})
    before = hash_of({"program": [identity.digest, identity.main], "report": report or []})
    return _AND.join((whole, hash_of({"program": program}), before))


def _program_files(submission: Submission) -> Sequence[object]:
    """Return what identifies the program's files, or all files if it is not known."""
    if submission.main is None:
        return [submission.digest]
    helpers = sorted((each.name, _sum(each)) for each in submission.helpers)
    return [_sum(submission.main), helpers]


def _sum(file: SourceFile) -> str:
    return hashlib.sha256(file.raw).hexdigest()


def _report_files(submission: Submission) -> Sequence[object]:
    report = submission.report
    if report is None:
        return sorted(submission.reports)  # several: it is unknown which
    return [report.digest] if report.digest else [report.name, report.size_bytes]


def same_evidence(key: str, other: str) -> bool:
    """Return whether two evidence keys name the same files and exercises, as far as both say."""
    return _parts(key)[0] == _parts(other)[0] and same_files(key, other)


def same_files(key: str, other: str) -> bool:
    """Return whether two evidence keys name the same files, as far as both say."""
    here, there = _parts(key)[1:], _parts(other)[1:]
    if not here or not there:
        return True
    if len(here) == 1 or len(there) == 1:  # of an older version
        return here[-1] == there[-1]
    (whole, program, _), (whole_there, program_there, _) = here, there
    if whole and whole_there:
        return whole == whole_there
    return program == program_there  # a report was not asked for in both of them


def _parts(key: str) -> list[str]:
    files = key.partition(_WORD)[0].split(_AND)
    return files if len(files) in {1, 2, _PARTS} else files[:1]


def with_word(key: str, word: str) -> str:
    """Add to the key of what lay before a person what `grader` said of the criterion (`word`)."""
    return f"{key}{_WORD}{word}" if key and word and _WORD not in key else key


def is_stale(decision: Decision, key: str, word: str = "", points: float | None = None) -> bool:
    """Return whether the evidence, by its key now, is not what the person saw who decided.

    Its files may be others, or `grader` may observe them in another way. What it says of the same
    files (`word`, and the `points` that it gives) is no news where it says what it said then, or
    gives what the person gave.
    """
    seen = decision.evidence
    if not (seen and key) or same_evidence(seen, key):
        return False
    if len(_parts(seen)) == 1 or len(_parts(key)) == 1 or not same_files(seen, key):
        return True
    agrees = points is not None and same(points, decision.points)
    return not agrees and not (word and word == seen.partition(_WORD)[2])


def overtaken(in_force: Iterable[Decision], keys: Mapping[str, str]) -> tuple[str, ...]:
    """List the students with decisions upon files that are others by now, by id."""
    return tuple(
        sorted(
            {
                decision.student
                for decision in in_force
                if not same_files(decision.evidence, keys.get(decision.student, ""))
            }
        )
    )


def hash_of(depends_on: Mapping[str, object]) -> str:
    """Hash plain JSON values, as "sha256:…"."""
    text = json.dumps(depends_on, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


@cache
def _definition(exercise: Exercise) -> str:
    """Write an exercise down; the same few serve a whole class.

    Over which sizes it is timed is left out: that changes nothing of what it computes, and what is
    timed has a key of its own. (Secret sizes keep away from it; those asked are in the evidence.)
    So is the plugin of its kind, which is beside it with its number. The Python that programs
    are run under is named where the assignment names some.
    """
    depends_on = {
        key: value
        for key, value in to_builtins(exercise).items()
        if key not in {"sweep", "called_by"}
        and (key != "own" or value is not None)
        and (key != "python" or value)
    }
    return json.dumps(depends_on, sort_keys=True)


def seed_of(secret: bytes, submission: Submission, exercise: Exercise) -> bytes:
    """Derive the seed of one student's inputs, 32 bytes.

    It is HMAC-SHA256 of who, what and which files under the course's secret. So a student cannot
    predict the inputs, two students get different ones, and a batch that was killed and started
    again, or graded among other classmates, gets the very same.
    """
    parts = [submission.assignment, exercise.id, submission.student, submission.digest]
    message = json.dumps(parts).encode("ascii")
    return hmac.digest(secret, message, "sha256")
