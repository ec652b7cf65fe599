"""`regrade`: judges and scores the stored evidence again. Runs nothing, changes no decision."""

from collections.abc import Mapping
from pathlib import Path

from grader.batch.classroom import ClassResult, Classroom, Publisher
from grader.model.course import Assignment
from grader.model.errors import StoreError
from grader.model.evidence import Evidence
from grader.store import Identity, Store, evidence_key, exercise_keys, one_grader_only


def regrade_class(
    assignment: Assignment,
    reference_digests: Mapping[str, str],
    out: Path,
    publisher: Publisher,
) -> ClassResult:
    """Derives every sheet anew; the result's `outdated` names evidence that needs `grade`.

    StoreError when there is no evidence, or evidence that this version cannot read.
    """
    with Store(out, assignment.id, create=False) as store, one_grader_only(out):
        observed = store.observed().values()
        if unreadable := [one.student for one in observed if not one.readable]:
            raise StoreError(
                f"{out}: another version of grader observed {', '.join(unreadable)}; "
                "run `grader grade` again"
            )
        present = [one.student for one in observed if one.handed_in]
        stored = [evidence for student in present if (evidence := store.evidence(student))]
        publisher.begin([one.student for one in observed])
        room = Classroom(
            store=store,
            assignment=assignment,
            decisions=store.decisions(),
            publisher=publisher,
        )
        room.enter_again(stored)
        return room.conclude(
            unchanged=present,
            absent=[one.student for one in observed if not one.handed_in],
            outdated=[
                one.student for one in stored if _outdated(one, assignment, reference_digests)
            ],
        )


def _outdated(
    evidence: Evidence, assignment: Assignment, reference_digests: Mapping[str, str]
) -> bool:
    """Says whether the exercises or references changed since the evidence was collected."""
    identity = Identity(student=evidence.student, digest=evidence.digest, main=evidence.main)
    key = evidence_key(exercise_keys(identity, assignment, reference_digests))
    return bool(evidence.key) and key != evidence.key
