"""A score sheet as JSON, in the schema that other programs rely on (sheet.schema.json)."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypedDict, cast

from msgspec import Meta
from msgspec.structs import replace

from grader.export.fragments import written_parts
from grader.export.places import place_name
from grader.export.status import (
    NOT_RUN,
    WAITING,
    case_verdict,
    exercise_status,
    versions_of,
)
from grader.model.collection import TimeSource
from grader.model.course import Assignment
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.finding import Finding, Location, Param, Verdict
from grader.model.places import PlaceComment, PlaceKind
from grader.model.run import RunStatus
from grader.model.scoresheet import Award, ScoreSheet
from grader.plugins import slugs
from grader.protocols import About
from grader.wording import Wording, in_each_language

SCHEMA: Literal[1] = 1
ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))

Points = Annotated[float, Meta(ge=0)]


class ReceivedDocument(TypedDict):
    """When it was submitted."""

    at: Annotated[str, Meta(description="ISO 8601 with a zone")]
    source: TimeSource
    late_seconds: Annotated[int, Meta(ge=0, description="after the deadline; 0 within the grace")]
    kept_percent: Annotated[float, Meta(ge=0, le=100, description="how much of the points counts")]
    earned: Annotated[Points | None, Meta(description="the points before that")]


class AwardDocument(TypedDict):
    """Points for one criterion."""

    criterion: str
    title: str
    points: Annotated[Points | None, Meta(description="null while nobody has decided")]
    max: Points
    decided_by: Annotated[str, Meta(description="grader, a person's name, or empty while open")]
    reason: str


class LocationDocument(TypedDict):
    """A place in the student's files."""

    file: str
    line: Annotated[
        int, Meta(ge=0, description="counted from 1; 0 for the whole file, and in reports")
    ]
    text: str
    page: NotRequired[
        Annotated[int, Meta(ge=1, description="of a report that has pages, counted from 1")]
    ]


class FindingDocument(TypedDict):
    """What one check says."""

    check: Annotated[
        str,
        Meta(
            pattern="^([A-Z]{3}[0-9]{3}|[a-z][a-z0-9_-]*)$",
            description="its code; where a plugin is not here whose record is kept, its name",
        ),
    ]
    slug: str
    subject: Annotated[
        str,
        Meta(
            description="the exercise's id; empty for the whole submission; report.chapters or "
            "report.cover for a part of the report"
        ),
    ]
    verdict: Verdict
    otherwise: NotRequired[
        Annotated[
            Verdict,
            Meta(
                description="of a skipped check: what it says of the program without what it may "
                "not use; for information"
            ),
        ]
    ]
    params: Annotated[
        Mapping[str, str | int | float | list[str] | Mapping[str, str]],
        Meta(description="what the sentence is made of; an object is one text per language"),
    ]
    message: str
    hint: str
    locations: list[LocationDocument]


class CaseDocument(TypedDict):
    """One input."""

    size: Annotated[int, Meta(ge=1)]
    verdict: Verdict


class ExerciseDocument(TypedDict):
    """One exercise."""  # and the keys of plugins

    id: str
    entry: Annotated[str | None, Meta(description="file:function, null when no function was found")]
    status: Annotated[str, Meta(extra_json_schema={"enum": [*RunStatus, NOT_RUN, WAITING]})]
    waiting: Annotated[
        list[str],
        Meta(
            description="what the exercise needs and the machine lacks: gpu, a Python "
            "(python3.13), or libraries (numpy; numpy of PATH, where another Python lacks it)"
        ),
    ]
    place: Annotated[
        Mapping[str, str],
        Meta(
            description="where it ran: rung, python, platform, device, library versions; empty "
            "when it did not run"
        ),
    ]
    cases: list[CaseDocument]


class PlaceCommentDocument(TypedDict):
    """What a person wrote at a place of the work."""

    kind: PlaceKind
    where: Annotated[str, Meta(description="the place in words")]
    file: str
    line: Annotated[int, Meta(ge=0, description="of a program, counted from 1; 0 in reports")]
    page: Annotated[int, Meta(ge=0, description="of a report, counted from 1; 0 where it has none")]
    quote: Annotated[str, Meta(description="the line, or the caption of a figure, as it stood")]
    text: str
    earlier: Annotated[bool, Meta(description="whether other files were handed in since")]


class SheetDocument(TypedDict):
    """A score sheet: one student, one assignment."""  # and the keys of plugins

    schema: Literal[1]
    assignment: str
    student: str
    total: Annotated[
        Points | None,
        Meta(description="the points decided so far; null when nothing is decided"),
    ]
    max: Points
    complete: Annotated[bool, Meta(description="whether every criterion is decided")]
    received: Annotated[
        ReceivedDocument | None,
        Meta(
            description="when it was handed in, and what being late did to the total; null when "
            "nothing says"
        ),
    ]
    awards: list[AwardDocument]
    findings: list[FindingDocument]
    exercises: list[ExerciseDocument]
    comments: NotRequired[
        Annotated[list[PlaceCommentDocument], Meta(description="absent where there is none")]
    ]
    plugins: Annotated[
        Mapping[str, str],
        Meta(
            description="the plugins that looked at the submission as a whole: the number of what "
            "they observe, and of those that are not grader's own the distribution"
        ),
    ]
    machine: Mapping[str, str]
    grader: Annotated[str, Meta(description="the version")]
    evidence: Annotated[str, Meta(pattern="^sha256:")]


def sheet_document(
    sheet: ScoreSheet,
    evidence: Evidence,
    assignment: Assignment,
    wording: Wording,
    places: Sequence[PlaceComment] = (),
) -> SheetDocument:
    """Convert the sheet to plain values; they contain no clock times, and only sweeps' timings."""
    about = About(evidence=evidence, assignment=assignment, findings=sheet.findings)
    document = {
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
            _exercise(replace(about, exercise=exercise), exercise)
            for exercise in evidence.exercises
        ],
        **written_parts(about),
        **({"comments": [_comment(each, wording) for each in places]} if places else {}),
        "plugins": {name: clean(version) for name, version in versions_of(evidence).items()},
        "machine": {key: clean(evidence.machine[key]) for key in sorted(evidence.machine)},
        "grader": evidence.grader,
        "evidence": f"sha256:{evidence.key.removeprefix('sha256:')}",
    }
    return cast("SheetDocument", document)


def sheet_bytes(document: SheetDocument) -> bytes:
    """Encode the document as UTF-8, with a line for each key and each item of a list.

    Equal documents give equal bytes. (`indent` would disable json's fast encoder.)
    """
    lines = [f"{ENCODER.encode(key)}: {_lines(value)}" for key, value in document.items()]
    return ("{" + ",\n ".join(lines) + "}\n").encode()


def _lines(value: object) -> str:
    if not isinstance(value, list) or not value:
        return ENCODER.encode(value)
    return "[\n  " + ",\n  ".join(map(ENCODER.encode, value)) + "]"


def _received(sheet: ScoreSheet, evidence: Evidence) -> ReceivedDocument | None:
    """Return when it was received according to the LMS, and what that did to the points."""
    if evidence.received is None or sheet.lateness is None:
        return None
    return {
        "at": evidence.received.at.isoformat(),
        "source": evidence.received.source,
        "late_seconds": sheet.lateness.late_seconds,
        "kept_percent": float(sheet.lateness.kept_percent),
        "earned": None if sheet.earned is None else float(sheet.earned),
    }


def _award(award: Award, wording: Wording) -> AwardDocument:
    return {
        "criterion": award.criterion,
        "title": wording.of(award.title),
        "points": None if award.points is None else float(award.points),
        "max": float(award.max),
        "decided_by": clean(award.decided_by),
        "reason": wording.reason(award),
    }


def finding_document(finding: Finding, wording: Wording) -> FindingDocument:
    """Convert a finding, with its sentence."""
    sentence = wording.finding(finding)
    document: FindingDocument = {
        "check": finding.check,
        "slug": slugs().get(finding.check, ""),
        "subject": finding.subject,
        "verdict": finding.verdict,
        "params": {name: _param(value) for name, value in finding.params.items()},
        "message": sentence.message,
        "hint": sentence.hint,
        "locations": [_location(place) for place in finding.locations],
    }
    if finding.otherwise is not None:
        document["otherwise"] = finding.otherwise
    return document


def _comment(comment: PlaceComment, wording: Wording) -> PlaceCommentDocument:
    place = comment.place
    return {
        "kind": place.kind,
        "where": clean(place_name(place, wording)),
        "file": clean(place.file),
        "line": place.line if place.kind is PlaceKind.LINE else 0,
        "page": place.page,
        "quote": clean(place.quote),
        "text": clean(comment.text),
        "earlier": comment.earlier,
    }


def _location(place: Location) -> LocationDocument:
    document: LocationDocument = {
        "file": clean(place.file),
        "line": place.line,
        "text": clean(place.text),
    }
    if place.page:
        document["page"] = place.page
    return document


def _exercise(about: About, exercise: ExerciseEvidence) -> ExerciseDocument:
    entry = exercise.entry
    document: ExerciseDocument = {
        "id": exercise.exercise,
        "entry": None if entry is None else clean(f"{entry.file}:{entry.target.name}"),
        "status": exercise_status(exercise),
        "waiting": [clean(name) for name in exercise.waiting],
        "place": {key: clean(exercise.place[key]) for key in sorted(exercise.place)},
        "cases": [
            {"size": comparison.case.size, "verdict": case_verdict(comparison)}
            for comparison in exercise.comparisons
        ],
    }
    return cast("ExerciseDocument", {**document, **written_parts(about)})


def _param(value: Param) -> str | int | float | list[str] | Mapping[str, str]:
    match value:
        case str():
            return clean(value)
        case float():  # JSON has no infinity and no NaN
            return value if math.isfinite(value) else str(value)
        case int():
            return value
        case tuple():
            return [clean(part) for part in value]
        case Mapping():
            return {language: clean(text) for language, text in value.items()}
        case _:
            return {language: clean(text) for language, text in in_each_language(value).items()}


def clean(text: str) -> str:
    """Replace lone surrogates, which UTF-8 cannot encode."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
