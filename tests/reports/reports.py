"""Reports made up for the tests of the checks that judge them, and of what shows them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from grader.judging import judge_whole
from grader.model.check import REPORT
from grader.model.course import REPORTS, Assignment, Backend, Exercise, ReportSpec, RequiredChapter
from grader.model.document import FileKind, PictureKind, ReadTrouble
from grader.model.evidence import Evidence, ExerciseEvidence, Record
from grader.model.finding import Finding, Verdict
from grader.model.report import (
    Answer,
    Caption,
    Chapter,
    Figure,
    FigureReference,
    Quote,
    Relation,
    RelationStanding,
    ReportEvidence,
    ReportOutline,
)
from grader.model.timing import Curve, Fit, Timing
from grader.records import packed_record
from grader.reports.plugin import PLUGIN
from tests.asking import submission_checks
from tests.wording.worded import assert_worded

CHECKS = submission_checks("REP")

CHAPTERS = (
    RequiredChapter(
        id="purpose", title={"ja": "目的", "en": "Purpose"}, synonyms=("目的", "はじめに", "Aim")
    ),
    RequiredChapter(
        id="method", title={"ja": "方法", "en": "Method"}, synonyms=("方法", "実験", "Method")
    ),
    RequiredChapter(
        id="results",
        title={"ja": "結果", "en": "Results"},
        synonyms=("結果", "実験結果", "Results"),
    ),
    RequiredChapter(
        id="discussion",
        title={"ja": "考察", "en": "Discussion"},
        synonyms=("考察", "まとめ", "Discussion"),
    ),
)
SPEC = ReportSpec(chapters=CHAPTERS)
MATMUL = Exercise(id="matmul", operation="matmul", backend=Backend.PYTHON, entry="matmul")
ASSIGNMENT = Assignment(
    id="kadai1",
    title={"ja": "課題1", "en": "Assignment 1"},
    due=datetime(2025, 4, 17, 14, 59, tzinfo=UTC),
    source="kadai1.py",
    exercises=(MATMUL,),
    rubric=(),
    folder=Path("assignments/kadai1"),
    report=SPEC,
)
CAPTION = Caption(label="図1", number="1", title="サイズと実行時間", page=2, line=20)
GRAPH = Figure(
    kind=PictureKind.VECTOR,
    page=2,
    box=(90.0, 120.0, 460.0, 380.0),
    is_graph=Answer.YES,
    score=2.3,
    why=("axes", "ticks-x"),
    caption=CAPTION,
    referenced=True,
    axis_labels=("n", "time [s]"),
)
REFERENCE = FigureReference(number="1", quote=Quote(text="図1 に結果を示す。", page=2))
EXPLAINED = Quote(text="図1 より、n が 2 倍になると時間は約 8 倍になった。", page=3)
CUBIC = Relation(
    quote=Quote(text="実行時間は n の 3 乗に比例する。", page=3),
    exponents=(3.0,),
    standing=RelationStanding.OWN,
)
MEASURED = Fit(exponent=2.97, low=2.82, high=3.12)


def headings(*texts: str, level: int = 1) -> tuple[Chapter, ...]:
    """Makes numbered chapters, each on a page of its own."""
    return tuple(
        Chapter(level=level, number=f"{n}.", text=text, page=n, line=10 * n, why=("number",))
        for n, text in enumerate(texts, start=1)
    )


OUTLINE = ReportOutline(
    kind=FileKind.PDF,
    producer="LuaTeX-1.15",
    page_count=4,
    page_size_pt=(595.3, 841.9),
    body_size_pt=10.5,
    characters=2400,
    chapters=headings("目的", "方法", "結果", "考察"),
    figures=(GRAPH,),
    captions=(CAPTION,),
    references=(REFERENCE,),
    explanations=(EXPLAINED,),
    relations=(CUBIC,),
    students=("24A1201",),
)


def outline(**changes: object) -> ReportOutline:
    """What is read off a good report, changed."""
    return replace(OUTLINE, **changes)


def report(seen: ReportOutline | None = OUTLINE, **changes: object) -> ReportEvidence:
    """The evidence about a report."""
    kind = seen.kind if seen else FileKind.PDF
    whole = ReportEvidence(file="report.pdf", kind=kind, size_bytes=90_000, outline=seen)
    return replace(whole, **changes)


def unread(kind: FileKind, trouble: ReadTrouble | None = None, **changes: object) -> ReportEvidence:
    """The evidence about a file that was not opened."""
    return report(None, **{"kind": kind, "reading": trouble, **changes})


def timed(exercise: str = "matmul", fit: Fit = MEASURED) -> ExerciseEvidence:
    """An exercise whose times grow like this."""
    return ExerciseEvidence(
        exercise=exercise, source=None, timing=Timing(curve=Curve(points=(), fit=fit))
    )


def evidence(
    seen: ReportEvidence | None, *exercises: ExerciseEvidence, student: str = "24A1201"
) -> Evidence:
    """Everything observed about a submission with this report."""
    return Evidence(
        assignment="kadai1",
        student=student,
        digest="d" * 64,
        key="e" * 64,
        main="kadai1.py",
        encoding="utf-8",
        candidates=(),
        files=("kadai1.py",),
        troubles=(),
        exercises=exercises,
        machine={},
        grader="0.1.0",
        records={REPORTS: record_of(seen)} if seen is not None else {},
    )


def record_of(seen: ReportEvidence) -> Record:
    """What is stored; of a fault of ours nothing else."""
    if seen.trouble:
        return Record(schema=PLUGIN.schema, data=None, trouble=seen.trouble)
    return packed_record(REPORTS, seen)


def judge(
    seen: ReportEvidence | ReportOutline | Evidence | None,
    spec: ReportSpec | None = SPEC,
    exercises: Sequence[Exercise] = (MATMUL,),
) -> list[Finding]:
    """Asks every check of the report; each finding has its sentence in both languages."""
    if isinstance(seen, ReportOutline):
        seen = report(seen)
    if not isinstance(seen, Evidence):
        seen = evidence(seen, timed())
    assignment = replace(ASSIGNMENT, report=spec, exercises=tuple(exercises))
    findings = [one for check in CHECKS for one in check(seen, assignment)]
    if any(record.trouble for record in seen.records.values()):
        findings = [*judge_whole(seen, assignment, REPORT)]
    for one in findings:
        assert_worded(one)
    return findings


def told(findings: Sequence[Finding]) -> list[str]:
    """Shortens findings to "CODE verdict case", leaving plain passes and consequences out."""
    return [
        f"{one.check} {one.verdict} {one.case}".strip()
        for one in findings
        if "because" not in one.params and (one.verdict is not Verdict.PASSED or one.case)
    ]


def of(code: str, findings: Sequence[Finding]) -> Finding:
    """The finding about the whole report with this code."""
    (found,) = [one for one in findings if one.check == code and not one.subject]
    return found
