"""A class that handed kadai1 in, made of texts: programs, sentences, pictures, plotted numbers."""

import io
import random
from collections.abc import Mapping, Sequence
from functools import cache

from msgspec.structs import replace
from PIL import Image

from grader.course import load_assignment, load_course
from grader.model.course import Assignment
from grader.model.document import FileKind, PictureKind, Pixels
from grader.model.program import Plot, ProgramRun
from grader.model.report import Answer, Figure, Quote, ReportEvidence, ReportOutline
from grader.model.run import RunRecord, RunStatus
from grader.reports.page_png import crop_png
from grader.reports.record import with_report
from grader.review.alike import ClassWorks, Given, compare_class, given_by, with_program, work_of
from tests.store.records_for_tests import full_evidence
from tests.tree import ROOT

# Longer than the task asks for, so that nobody else writes just this.
OWN_WAY = '''
import time
import matplotlib.pyplot as plt


def blocks(n, width):
    """Where each block begins."""
    edges = []
    at = 0
    while at < n:
        edges.append((at, min(at + width, n)))
        at += width
    return edges


def matmul(a, b):
    n = len(a)
    result = [[0] * n for _ in range(n)]
    for top, bottom in blocks(n, 16):
        for left, right in blocks(n, 16):  # the columns
            for first, last in blocks(n, 16):
                for i in range(top, bottom):
                    row = result[i]
                    for k in range(first, last):
                        factor = a[i][k]
                        if factor == 0:
                            continue
                        for j in range(left, right):
                            row[j] = row[j] + factor * b[k][j]
    return result


def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2 == 1:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2
'''


@cache
def kadai1() -> Assignment:
    """The assignment of this repository: its handout, starter and examples are taken out."""
    return load_assignment(load_course(ROOT), "kadai1")


@cache
def given() -> Given:
    """What everybody of kadai1 has before them."""
    return given_by(kadai1())


def a_class(
    programs: Mapping[str, str],
    outlines: Mapping[str, ReportOutline] | None = None,
    plots: Mapping[str, Sequence[Plot]] | None = None,
) -> ClassWorks:
    """Compares students, given by name."""
    outlines, plots = outlines or {}, plots or {}
    works = []
    for student in sorted({*programs, *outlines, *plots}):
        run = ProgramRun(run=RunRecord(status=RunStatus.OK), plots=tuple(plots.get(student, ())))
        outline = outlines.get(student)
        report = ReportEvidence(file="report.docx", outline=outline) if outline else None
        evidence = replace(full_evidence(student), program=run, exercises=())
        evidence = with_report(evidence, report)
        source = ("kadai1.py", programs[student]) if student in programs else None
        works.append(with_program(work_of(evidence, given()), source))
    return compare_class(works, given())


def explains(*sentences: str) -> ReportOutline:
    """A report that says of its graph what it is told to."""
    return ReportOutline(
        kind=FileKind.DOCX, explanations=tuple(Quote(text=each, page=1) for each in sentences)
    )


def shows(*pictures: Image.Image) -> ReportOutline:
    """A report with these pictures, as the outline keeps them."""
    figures = tuple(
        Figure(
            kind=PictureKind.RASTER,
            page=1,
            box=None,
            is_graph=Answer.YES,
            score=2.0,
            crop=crop_png(Pixels(width=one.width, height=one.height, data=one.tobytes())),
        )
        for one in pictures
    )
    return ReportOutline(kind=FileKind.DOCX, figures=figures)


def default_plot(seed: int) -> Image.Image:
    """Times of one program on one machine, which scatter by 3 %, as matplotlib plots them."""
    from matplotlib.figure import Figure as Canvas

    scatter = random.Random(seed)
    sizes = [10, 20, 40, 80, 160]
    axes = (canvas := Canvas()).subplots()
    axes.plot(sizes, [2e-7 * n**3 * (1 + scatter.gauss(0, 0.03)) for n in sizes], marker="o")
    axes.set_xlabel("size n")
    axes.set_ylabel("time [s]")
    out = io.BytesIO()
    canvas.savefig(out, format="png", dpi=100)
    return Image.open(out).convert("RGB")


def saved_again(picture: Image.Image, width: int) -> Image.Image:
    """Identical picture as a JPEG of another size."""
    out = io.BytesIO()
    small = picture.resize((width, width * picture.height // picture.width))
    small.save(out, format="JPEG", quality=70)
    return Image.open(out).convert("RGB")
