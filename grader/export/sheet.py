"""A score sheet as JSON, in the schema that other programs rely on (sheet.schema.json)."""

import json
import math
from collections.abc import Mapping, Sequence

from grader.export.cleaning import clean
from grader.export.growth import series_about
from grader.export.report_document import report_document
from grader.export.status import case_verdict, exercise_status
from grader.export.timing_document import timing_document
from grader.model.course import Assignment
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.finding import Finding, Location, Param
from grader.model.program import Series
from grader.model.scoresheet import Award, ScoreSheet
from grader.registry import SLUGS
from grader.wording import Wording

SCHEMA = 1
ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def sheet_document(
    sheet: ScoreSheet, evidence: Evidence, assignment: Assignment, wording: Wording
) -> dict[str, object]:
    """Writes the sheet down as plain values; no clock goes in, and of times only sweeps."""
    return {
        "schema": SCHEMA,
        "assignment": assignment.id,
        "student": clean(sheet.student),
        "total": None if sheet.total is None else float(sheet.total),
        "max": float(sheet.max),
        "complete": sheet.complete,
        "received": _received(sheet, evidence),
        "awards": [_award(award, wording) for award in sheet.awards],
        "findings": [finding_document(finding, wording) for finding in sheet.findings],
        "exercises": [
            _exercise(one, series_about(evidence, one.exercise, assignment))
            for one in evidence.exercises
        ],
        "report": report_document(evidence.report),
        "machine": {key: clean(evidence.machine[key]) for key in sorted(evidence.machine)},
        "grader": evidence.grader,
        "evidence": f"sha256:{evidence.key.removeprefix('sha256:')}",
    }


def sheet_bytes(document: Mapping[str, object]) -> bytes:
    """Encodes the document as UTF-8, a line for each key and each item of a list.

    The same document gives the same bytes. (`indent` would leave the fast encoder of json.)
    """
    lines = [f"{ENCODER.encode(key)}: {_lines(value)}" for key, value in document.items()]
    return ("{" + ",\n ".join(lines) + "}\n").encode()


def _lines(value: object) -> str:
    if not isinstance(value, list) or not value:
        return ENCODER.encode(value)
    return "[\n  " + ",\n  ".join(map(ENCODER.encode, value)) + "]"


def _received(sheet: ScoreSheet, evidence: Evidence) -> dict[str, object] | None:
    """Says when it was handed in, as the LMS knows, and what that did to the points."""
    if evidence.received is None or sheet.lateness is None:
        return None
    return {
        "at": evidence.received.at.isoformat(),
        "source": evidence.received.source.value,
        "late_seconds": sheet.lateness.late_seconds,
        "kept_percent": float(sheet.lateness.kept_percent),
        "earned": None if sheet.earned is None else float(sheet.earned),
    }


def _award(award: Award, wording: Wording) -> dict[str, object]:
    return {
        "criterion": award.criterion,
        "title": wording.of(award.title),
        "points": None if award.points is None else float(award.points),
        "max": float(award.max),
        "decided_by": clean(award.decided_by),
        "reason": wording.reason(award),
    }


def finding_document(finding: Finding, wording: Wording) -> dict[str, object]:
    """Writes down a finding with its sentence."""
    sentence = wording.finding(finding)
    return {
        "check": finding.check,
        "slug": SLUGS.get(finding.check, ""),
        "subject": finding.subject,
        "verdict": finding.verdict.value,
        "params": {name: _param(value) for name, value in finding.params.items()},
        "message": sentence.message,
        "hint": sentence.hint,
        "locations": [_location(place) for place in finding.locations],
    }


def _location(place: Location) -> dict[str, object]:
    page: dict[str, object] = {"page": place.page} if place.page else {}
    return {"file": clean(place.file), "line": place.line, "text": clean(place.text), **page}


def _exercise(exercise: ExerciseEvidence, own: Sequence[Series]) -> dict[str, object]:
    entry = exercise.entry
    return {
        "id": exercise.exercise,
        "entry": None if entry is None else clean(f"{entry.file}:{entry.target.name}"),
        "status": exercise_status(exercise),
        "waiting": [clean(name) for name in exercise.waiting],
        "place": {key: clean(exercise.place[key]) for key in sorted(exercise.place)},
        "cases": [
            {"size": one.case.size, "verdict": case_verdict(one).value}
            for one in exercise.comparisons
        ],
        "timing": timing_document(exercise.timing, own),
    }


def _param(value: Param) -> object:
    match value:
        case str():
            return clean(value)
        case float():  # JSON has no infinity and no NaN
            return value if math.isfinite(value) else str(value)
        case int():
            return value
        case tuple():
            return [clean(part) for part in value]
        case _:
            return {language: clean(text) for language, text in value.items()}
