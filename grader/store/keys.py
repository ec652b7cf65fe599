"""Names for observations: the key that says when one still holds, and the seed that made it."""

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from msgspec import Struct, to_builtins

from grader.model.course import Assignment, Exercise
from grader.model.scoresheet import Decision
from grader.model.submission import Submission

EVIDENCE_SCHEMA = 9
"""Raised whenever what is collected, or how, changes: all stored evidence is then out of date."""

REPORT_SCHEMA = 5
"""Raised whenever what is read off a report changes: all stored outlines are then out of date."""

TIMING_SCHEMA = 3
"""Raised whenever what is measured, or how, changes: all stored timings are then out of date."""


_AND = "+"  # between the two parts of an evidence key


class SubmissionIdentity(Struct, frozen=True, kw_only=True):
    """Whose files they are, and which of them is graded."""

    student: str
    digest: str  # of the submission's files
    main: str  # logical name of the source, "" when there is none


def identity_of(submission: Submission) -> SubmissionIdentity:
    """Names a submission that was just read."""
    main = submission.main.name if submission.main else ""
    return SubmissionIdentity(student=submission.student, digest=submission.digest, main=main)


def exercise_keys(
    identity: SubmissionIdentity, assignment: Assignment, reference_digests: Mapping[str, str]
) -> Mapping[str, str]:
    """Names what the observation of each exercise depends on, as "sha256:…" by exercise id.

    `reference_digests` are the sha256 of the reference files, by operation. The machine is left
    out: what it is worth stands beside the key, as the observation's rank. So are the rubric, the
    due date and the wording, which change points and sentences, never what was observed.
    """
    shared = {
        "schema": EVIDENCE_SCHEMA,
        "assignment": assignment.id,
        "source": [assignment.source, assignment.file_bytes],
        "submission": to_builtins(identity),
    }
    return {
        exercise.id: _hash(
            {
                **shared,
                "exercise": _definition(exercise),
                "reference": reference_digests[exercise.operation],
            }
        )
        for exercise in assignment.exercises
    }


def timing_key(observation: str, exercise: Exercise) -> str:
    """Names what the timing of an exercise depends on; `observation` is its observation's key."""
    sweep = to_builtins(exercise.sweep) if exercise.sweep else None
    return _hash({"schema": TIMING_SCHEMA, "observation": observation, "sweep": sweep})


def evidence_key(exercises: Mapping[str, str], files: str = "") -> str:
    """Names what the evidence of a whole submission depends on: how it is observed, and its files.

    From the exercises' keys and from `files_key`, as "sha256:…+sha256:…". The second part is
    missing in what was stored before files had a key of their own.
    """
    observed = _hash(dict(exercises))
    return f"{observed}{_AND}{files}" if files else observed


def files_key(submission: Submission, assignment: Assignment) -> str:
    """Names the files that a person reads, as "sha256:…": the program, and a report that is asked.

    By their content alone: how `grader` observes them is no matter here.
    """
    identity = identity_of(submission)
    return _hash(
        {
            "program": [identity.digest, identity.main],
            "report": _report_files(submission) if assignment.report is not None else [],
        }
    )


def _report_files(submission: Submission) -> Sequence[object]:
    report = submission.report
    if report is None:
        return sorted(submission.reports)  # several: nobody knows which
    return [report.digest] if report.digest else [report.name, report.size_bytes]


def same_evidence(key: str, other: str) -> bool:
    """Says whether two evidence keys name the same files and exercises, as far as both say."""
    return key.partition(_AND)[0] == other.partition(_AND)[0] and same_files(key, other)


def same_files(key: str, other: str) -> bool:
    """Says whether two evidence keys name the same files, as far as both say."""
    files, files_there = key.partition(_AND)[2], other.partition(_AND)[2]
    return files == files_there or not files or not files_there


def is_stale(decision: Decision, key: str) -> bool:
    """Says whether the evidence, by its key now, is not what the person saw who decided.

    Its files may be others, or `grader` may observe them in another way.
    """
    return bool(decision.evidence and key) and not same_evidence(decision.evidence, key)


def overtaken(in_force: Iterable[Decision], keys: Mapping[str, str]) -> tuple[str, ...]:
    """Lists the students with decisions upon files that are others by now, by id."""
    return tuple(
        sorted(
            {
                decision.student
                for decision in in_force
                if not same_files(decision.evidence, keys.get(decision.student, ""))
            }
        )
    )


def _hash(depends_on: Mapping[str, object]) -> str:
    text = json.dumps(depends_on, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


@cache
def _definition(exercise: Exercise) -> str:
    """Writes an exercise down; the same few serve a whole class.

    Over which sizes it is timed is left out: that changes nothing of what it computes, and what is
    timed has a key of its own. (Secret sizes keep away from it; those asked are in the evidence.)
    """
    depends_on = {key: value for key, value in to_builtins(exercise).items() if key != "sweep"}
    return json.dumps(depends_on, sort_keys=True)


def report_key(submission: Submission, assignment: Assignment) -> str:
    """Names what reading a submission's report depends on, as "sha256:…"; "" when none is asked."""
    if assignment.report is None:
        return ""
    report = submission.report
    files = [report.name, report.digest, report.size_bytes] if report else list(submission.reports)
    spec = assignment.report
    phrases = [list(spec.template), list(spec.task)]  # that are looked for in it
    return _hash(
        {
            "schema": REPORT_SCHEMA,
            "report": files,
            "file_bytes": spec.file_bytes,
            "phrases": phrases,
        }
    )


def seed_of(secret: bytes, submission: Submission, exercise: Exercise) -> bytes:
    """Derives the seed of one student's inputs, 32 bytes.

    It is HMAC-SHA256 of who, what and which files under the course's secret. So a student cannot
    predict the inputs, two students get different ones, and a batch that was killed and started
    again, or graded among other classmates, gets the very same.
    """
    parts = [submission.assignment, exercise.id, submission.student, submission.digest]
    message = json.dumps(parts).encode("ascii")
    return hmac.digest(secret, message, "sha256")
