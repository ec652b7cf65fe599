"""`regrade`: judges and scores the stored evidence again. Runs nothing, changes no decision."""

from collections.abc import Mapping
from pathlib import Path

from grader.batch.classroom import ClassResult, Classroom, Publisher
from grader.batch.trouble import refuse_another_version, stored_evidence
from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.store import Identity, evidence_key, exercise_keys, open_store


def regrade_class(
    assignment: Assignment,
    reference_digests: Mapping[str, str],
    out: Path,
    publisher: Publisher,
) -> ClassResult:
    """Derives every sheet anew; the result's `outdated` names evidence that needs `grade`.

    StoreError when there is no evidence, or evidence of a version that this one cannot read.
    """
    with open_store(out, assignment.id) as store:
        observed = store.observed().values()
        refuse_another_version(observed, out)
        present = [one.student for one in observed if one.handed_in]
        stored = [stored_evidence(store, student, assignment.id) for student in present]
        publisher.begin([one.student for one in observed])
        room = Classroom(
            store=store,
            assignment=assignment,
            decisions=store.decisions(),
            publisher=publisher,
        )
        room.enter_again(stored)
        return room.conclude(
            kept=present,
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
