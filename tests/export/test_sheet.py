"""The JSON of a score sheet is what other programs rely on."""

import json
from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace

from grader.export.sheet import sheet_bytes, sheet_document
from grader.model.evidence import Evidence, Outcome
from grader.model.finding import Verdict
from grader.model.run import RunRecord, RunStatus
from grader.model.scoresheet import ScoreSheet
from grader.wording import load_wording
from tests.export.samples import (
    ASSIGNMENT,
    CRASH,
    RAISED,
    TRANSPOSED,
    compared,
    evidence_of,
    finding,
    observed,
    sheet_of,
)

FAILED_SHEET = sheet_of(TRANSPOSED, RAISED, finding("POL001"), content=0.0)
SHEETS = [
    (FAILED_SHEET, evidence_of(observed(comparisons=(compared(Outcome.WRONG_VALUE),)))),
    (sheet_of(finding("COR001")), evidence_of()),
    (sheet_of(content=None), evidence_of(observed(load=None, entry=None, comparisons=()))),
    (sheet_of(content=None), evidence_of(observed(trouble="Traceback …", entry=None))),
]


def document(sheet: ScoreSheet, evidence: Evidence, lang: Any = "ja") -> Any:
    """What a program reads from the file."""
    made = sheet_document(sheet, evidence, ASSIGNMENT, load_wording(lang))
    return json.loads(sheet_bytes(made))


@pytest.mark.parametrize(("sheet", "evidence"), SHEETS)
def test_every_sheet_fits_the_published_schema(sheet: ScoreSheet, evidence: Evidence) -> None:
    """The schema allows no key but its own, and asks for every one."""
    import jsonschema

    schema = json.loads(files("grader.export").joinpath("sheet.schema.json").read_bytes())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(document(sheet, evidence), schema)


def test_the_keys_stand_in_the_order_of_the_design() -> None:
    """A person who reads the file meets the points first."""
    made = document(*SHEETS[0])
    assert list(made) == [
        *("schema", "assignment", "student", "total", "max", "complete", "received", "awards"),
        *("findings", "exercises", "report", "plugins", "machine", "grader", "evidence"),
    ]
    award, found, exercise = made["awards"][0], made["findings"][0], made["exercises"][0]
    assert list(award) == ["criterion", "title", "points", "max", "decided_by", "reason"]
    assert list(found) == [
        *("check", "slug", "subject", "verdict", "params", "message", "hint", "locations"),
    ]
    assert list(found["locations"][0]) == ["file", "line", "text"]
    assert list(exercise) == ["id", "entry", "status", "waiting", "place", "cases", "timing"]
    assert exercise["cases"] == [{"size": 3, "verdict": "failed"}]
    assert exercise["entry"] == "kadai1.py:matmul"


def test_open_points_are_null_and_never_zero() -> None:
    """Nobody has decided: no number stands there."""
    made = document(*SHEETS[2])
    assert made["total"] is None
    assert [award["points"] for award in made["awards"]] == [None, None]
    assert made["complete"] is False
    assert list(made["exercises"][0].values()) == ["matmul", None, "not-run", [], {}, [], None]


def test_texts_follow_the_language_and_nothing_else_does() -> None:
    """Titles, reasons, messages and hints are in the language asked for."""
    ja, en = (document(*SHEETS[0], lang) for lang in ("ja", "en"))
    assert (ja["awards"][0]["title"], en["awards"][0]["title"]) == ("内容", "Content")
    for made in (ja, en):
        for one in made["awards"]:
            del one["title"], one["reason"]
        for one in made["findings"]:
            del one["message"], one["hint"]
    assert ja == en


def test_the_same_evidence_gives_the_same_bytes() -> None:
    """Neither a clock nor a measured time is in the file."""
    slow = RunRecord(status=RunStatus.OK, wall_seconds=9.9, cpu_seconds=9.8, peak_mib=77.0)
    quick, late = (
        evidence_of(observed(load=run, comparisons=(replace(compared(), run=run),)))
        for run in (RunRecord(status=RunStatus.OK), slow)
    )
    wording = load_wording("ja")
    one, other = (
        sheet_bytes(sheet_document(FAILED_SHEET, evidence, ASSIGNMENT, wording))
        for evidence in (quick, late)
    )
    assert one == other


def test_texts_of_students_survive_as_valid_json() -> None:
    """Half pairs, infinities and control characters become what UTF-8 and JSON can carry."""
    odd = finding(
        "RUN003",
        Verdict.FAILED,
        params={"text": "\ud800\x00</script>", "ratio": float("inf"), "names": ("\udfff", "é")},
    )
    made = document(sheet_of(odd, student="24\ud800"), evidence_of())
    assert made["student"] == "24?"
    params = {"text": "?\x00</script>", "ratio": "inf", "names": ["?", "é"]}
    assert made["findings"][0]["params"] == params


def test_the_evidence_is_named_by_its_hash() -> None:
    """With the kind of hash in front, once."""
    for key in ("e" * 64, "sha256:" + "e" * 64):
        made = document(sheet_of(), replace(evidence_of(), key=key))
        assert made["evidence"] == "sha256:" + "e" * 64


def test_a_crash_shows_in_the_status() -> None:
    """The first run that did not end well names the exercise's status."""
    crashed = replace(compared(Outcome.NOT_RUN), run=CRASH)
    made = document(sheet_of(), evidence_of(observed(comparisons=(compared(), crashed))))
    assert made["exercises"][0]["status"] == "runtime-error"
