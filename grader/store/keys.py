"""Keys of observations, which show whether one is still valid, and the seeds of their inputs."""

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
"""Increased whenever observations change in content or method; invalidates stored evidence."""

_AND = "+"  # between the parts of an evidence key
_PARTS = 4  # number of parts
_WORD = "#"  # before grader's verdict in the evidence key of a decision


class SubmissionIdentity(Struct, frozen=True, kw_only=True):
    """The student who owns the files, and the file that is graded."""

    student: str
    digest: str  # of the submission's files
    main: str  # logical name of the source; "" if there is none


def identity_of(submission: Submission) -> SubmissionIdentity:
    """Return the identity of a submission that was just read."""
    main = submission.main.name if submission.main else ""
    return SubmissionIdentity(student=submission.student, digest=submission.digest, main=main)


def exercise_keys(
    identity: SubmissionIdentity, assignment: Assignment, reference_digests: Mapping[str, str]
) -> Mapping[str, str]:
    """Return a key of what each exercise's observation depends on: "sha256:…" by exercise id.

    `reference_digests` are the sha256 of the reference files, by operation. The machine is not part
    of the key: its value is stored separately, as the observation's rank. Nor are the rubric, the
    due date and the wording, which affect points and sentences, but never an observation.
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

    `observation` is the key of its observation, `schema` the number of the measuring plugin.
    """
    sweep = to_builtins(exercise.sweep) if exercise.sweep else None
    return hash_of({"schema": schema, "observation": observation, "sweep": sweep})


def evidence_key(exercises: Mapping[str, str], files: str = "") -> str:
    """Return a key of what a submission's evidence depends on: how it is observed, and its files.

    Built from the exercises' keys and `files_key`: OBSERVED+WHOLE+PROGRAM+BEFORE. Older versions
    wrote OBSERVED+BEFORE, and before that OBSERVED.
    """
    observed = hash_of(dict(exercises))
    return f"{observed}{_AND}{files}" if files else observed


def files_key(submission: Submission, assignment: Assignment) -> str:
    """Return a key of the files that a person reads, by content: WHOLE+PROGRAM+BEFORE.

    WHOLE covers program and report; it is empty if no report is required. PROGRAM covers the
    program alone, which is what a person saw who decided while no report was required. BEFORE is
    the key of older versions for the whole, to be compared with stored ones.
    """
    program = _program_files(submission)
    identity = identity_of(submission)
    report = _report_files(submission) if assignment.report is not None else None
    whole = "" if report is None else hash_of({"program": program, "report": report})
    before = hash_of({"program": [identity.digest, identity.main], "report": report or []})
    return _AND.join((whole, hash_of({"program": program}), before))


def _program_files(submission: Submission) -> Sequence[object]:
    """Return what identifies the program's files; if these are unknown, all files."""
    if submission.main is None:
        return [submission.digest]
    helpers = sorted((each.name, _sum(each)) for each in submission.helpers)
    return [_sum(submission.main), helpers]


def _sum(file: SourceFile) -> str:
    return hashlib.sha256(file.raw).hexdigest()


def _report_files(submission: Submission) -> Sequence[object]:
    report = submission.report
    if report is None:
        return sorted(submission.reports)  # several: the right one is unknown
    return [report.digest] if report.digest else [report.name, report.size_bytes]


def same_evidence(key: str, other: str) -> bool:
    """Return whether two evidence keys agree on files and exercises, where both have them."""
    return _parts(key)[0] == _parts(other)[0] and same_files(key, other)


def same_files(key: str, other: str) -> bool:
    """Return whether two evidence keys agree on the files, as far as both contain them."""
    here, there = _parts(key)[1:], _parts(other)[1:]
    if not here or not there:
        return True
    if len(here) == 1 or len(there) == 1:  # a key of an older version
        return here[-1] == there[-1]
    (whole, program, _), (whole_there, program_there, _) = here, there
    if whole and whole_there:
        return whole == whole_there
    return program == program_there  # one of them has no report


def _parts(key: str) -> list[str]:
    files = key.partition(_WORD)[0].split(_AND)
    return files if len(files) in {1, 2, _PARTS} else files[:1]


def with_word(key: str, word: str) -> str:
    """Add grader's verdict on a criterion (`word`) to the key of the evidence that a person saw."""
    return f"{key}{_WORD}{word}" if key and word and _WORD not in key else key


def is_stale(decision: Decision, key: str, word: str = "", points: float | None = None) -> bool:
    """Return whether the current evidence differs from what the person saw who decided.

    It differs if the files changed, or if `grader` now observes them differently. With the same
    files, that does not matter if its verdict (`word`) is the same as then, or if its `points`
    equal those of the decision.
    """
    seen = decision.evidence
    if not (seen and key) or same_evidence(seen, key):
        return False
    if len(_parts(seen)) == 1 or len(_parts(key)) == 1 or not same_files(seen, key):
        return True
    agrees = points is not None and same(points, decision.points)
    return not agrees and not (word and word == seen.partition(_WORD)[2])


def overtaken(in_force: Iterable[Decision], keys: Mapping[str, str]) -> tuple[str, ...]:
    """Return the ids of students with decisions on files that have changed since, sorted."""
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
    """Serialise an exercise for its key; cached, since a class shares few exercises.

    The sizes of its sweep are left out: they do not affect results, and timings have their own key.
    (Secret sizes avoid them, but those used are in the evidence.) The plugin of its kind is left
    out because its number is stored separately. The Python version is included if the assignment
    names versions.
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

    It is an HMAC-SHA256 of student, exercise and files with the course's secret. So a student
    cannot predict the inputs, two students get different ones, and a repeated batch, or one with
    other classmates, gets the same.
    """
    parts = [submission.assignment, exercise.id, submission.student, submission.digest]
    message = json.dumps(parts).encode("ascii")
    return hmac.digest(secret, message, "sha256")
