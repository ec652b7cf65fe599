"""What programs read about a report."""

import json
from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace

from grader.export.sheet import sheet_bytes, sheet_document
from grader.model.document import Chart, FileKind, Hidden, PictureKind, ReadTrouble
from grader.model.finding import Verdict
from grader.model.report import HiddenText, Quote, ReportEvidence
from grader.reports.document import report_document, report_status
from grader.reports.record import with_report
from grader.wording import load_wording
from tests.export.samples import ASSIGNMENT, evidence_of, finding, sheet_of
from tests.reports.reports import (
    CUBIC,
    EXPLAINED,
    GRAPH,
    OUTLINE,
    headings,
    outline,
    report,
    unread,
)

FULL = outline(
    backends={"numpy": EXPLAINED},
    hidden=(HiddenText(how=Hidden.PALE, quote=EXPLAINED),),
    left_over=(EXPLAINED,),
    restated=(EXPLAINED,),
    ink_pages=(2,),
    figures=(GRAPH, replace(GRAPH, caption=None, chart=Chart(kind="line"), box=None, page=0)),
)
ODD = outline(
    body_size_pt=float("nan"),
    page_size_pt=(float("inf"), 0.0),
    figures=(replace(GRAPH, score=float("inf"), box=(0.0, float("nan"), 1.0, 2.0)),),
    producer="\ud800",
    chapters=headings("\udfff"),
)
REPORTS = [
    report(FULL),
    report(OUTLINE),
    report(ODD),
    report(outline(complete=False)),
    report(trouble="Traceback"),
    report(None),
    *(unread(kind) for kind in FileKind),
    *(unread(FileKind.PDF, trouble) for trouble in ReadTrouble),
    unread(FileKind.UNKNOWN, file=""),
    unread(FileKind.UNKNOWN, file="", candidates=("a.pdf", "b.docx")),
    unread(FileKind.PDF, waiting=("lxml",)),
]


def written(seen: ReportEvidence | None) -> Any:
    """The whole sheet, as a program reads it."""
    quoted = finding("REP005", Verdict.PASSED, subject="")
    evidence = with_report(evidence_of(), seen)
    return json.loads(
        sheet_bytes(sheet_document(sheet_of(quoted), evidence, ASSIGNMENT, load_wording("ja")))
    )


@pytest.mark.parametrize("seen", [None, *REPORTS])
def test_every_report_fits_the_published_schema(seen: ReportEvidence | None) -> None:
    """Whatever was handed in, numbers that JSON cannot write included."""
    import jsonschema

    schema = json.loads(files("grader.export").joinpath("sheet.schema.json").read_bytes())
    jsonschema.validate(written(seen), schema)


def test_the_keys_of_the_design_come_first() -> None:
    """File, kind, pages, chapters and figures, as other programs rely on."""
    made = written(report())["report"]
    assert (made["file"], made["kind"], made["pages"]) == ("report.pdf", "pdf", 4)
    assert made["chapters"] == ["1. 目的", "2. 方法", "3. 結果", "4. 考察"]
    (figure,) = made["figures"]
    assert {key: figure[key] for key in ("page", "kind", "is_graph", "caption", "referenced")} == {
        "page": 2,
        "kind": "vector",
        "is_graph": "yes",
        "caption": "図1 サイズと実行時間",
        "referenced": True,
    }


def test_no_report_is_null() -> None:
    """So is what could not be read."""
    assert report_document(None) is None
    assert written(None)["report"] is None
    made = written(unread(FileKind.DOC))["report"]
    assert (made["outline"], made["chapters"], made["pages"]) == (None, [], None)


def test_what_was_understood_is_in_the_outline() -> None:
    """Headings with their reasons, sentences with their pages."""
    made = written(report(FULL))["report"]["outline"]
    assert made["headings"][1] == {
        "level": 1,
        "number": "2.",
        "text": "方法",
        "page": 2,
        "why": ["number"],
    }
    assert made["relations"] == [
        {
            "text": CUBIC.quote.text,
            "page": 3,
            "exponents": [3.0],
            "standing": "own",
        }
    ]
    assert made["hidden"][0]["how"] == "pale"
    assert made["backends"]["numpy"] == {"text": EXPLAINED.text, "page": 3}


def test_word_files_have_no_pages() -> None:
    """Null stands where nobody knows."""
    seen = outline(kind=FileKind.DOCX, page_count=0, explanations=(Quote(text="図1 より", page=0),))
    made = written(report(seen))["report"]
    assert made["pages"] is None
    assert made["outline"]["explanations"] == [{"text": "図1 より", "page": None}]


def test_pictures_are_not_in_it() -> None:
    """A page shows them; the document stays small."""
    whole = outline(figures=(replace(GRAPH, crop=b"\x89PNG" * 1000, kind=PictureKind.RASTER),))
    assert len(json.dumps(report_document(report(whole)))) < 5000


@pytest.mark.parametrize(
    ("seen", "status"),
    [
        (report(), "ok"),
        (report(outline(complete=False)), "partial"),
        (report(None), "not-read"),
        (report(reading=ReadTrouble.TIME), "time"),
        (unread(FileKind.PDF, waiting=("lxml",)), "waiting"),
        (unread(FileKind.PDF, file=""), "missing"),
        (unread(FileKind.PDF, file="", candidates=("a", "b")), "several"),
        (report(trouble="Traceback"), "broken"),
    ],
)
def test_how_reading_went(seen: ReportEvidence, status: str) -> None:
    """One word for each way."""
    assert report_status(seen) == status
