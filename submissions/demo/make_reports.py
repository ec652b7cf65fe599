"""Makes the reports of the demo class with the tools that students use.

    python submissions/demo/make_reports.py [STUDENT…]

Needs python-docx, matplotlib, msoffcrypto-tool, Chromium, LibreOffice, TeX (uplatex, dvipdfmx,
lualatex, pgfplots) and the IPA fonts. Who shows what stands in README.md.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "benchmarks"))

from report_blocks import Layout, Prose, Report, Sentence  # noqa: E402  # found by the line above
from report_office import convert  # noqa: E402
from report_odd import as_quartz, cut, dressed, ink, lock_docx, lock_file, lock_pdf, scan  # noqa: E402
from report_print import html  # noqa: E402
from report_tools import ENDINGS, write  # noqa: E402
from report_writing import Plan, written  # noqa: E402

ALL = ("python", "numpy", "cupy", "torch")
BOTH = "畳み込みについても、四つの方法の答えが丸めの誤差の範囲で一致することを確かめた。"
IPA = "/usr/share/fonts/opentype/ipafont-gothic/ipagp.ttf"
PLAIN = "IPAGothic"
LIMIT = 95_000  # bytes of a file


def word(**options: str | float | bool) -> Layout:
    """Python-docx writes it; headings are bold and numbered by hand unless said."""
    return Layout(name="word", tool="word", options=options)


def tex(engine: str, **options: str | float | bool) -> Layout:
    """uplatex or lualatex writes it."""
    return Layout(name="tex", tool="tex", options={"engine": engine, **options})


def printed(**options: str | float | bool) -> Layout:
    """Chromium prints it."""
    return Layout(name="print", tool="print", options={"theme": "own", "font-file": IPA, **options})


OFFICE = Layout(
    name="office", tool="office", options={"headings": "style", "font": PLAIN, "latin": PLAIN}
)


@dataclass(frozen=True, slots=True)
class Case:
    """One student's report."""

    layout: Layout = field(default_factory=word)
    plan: Plan = field(default_factory=Plan)
    then: Callable[[Path, Path, Report], object] | None = None  # (good file, folder, report)


def kept(name: str) -> Callable[[Path, Path, Report], object]:
    """Hands the file in under another name."""
    return lambda good, into, _: shutil.copy(good, into / name)


def changed(name: str, change: Callable[[Path, Path], object]) -> Callable[[Path, Path, Report], object]:
    """Hands in what a change makes of the file."""
    return lambda good, into, _: change(good, into / name)


def as_web_page(_good: Path, into: Path, report: Report) -> None:
    """Saves a web page and calls it Word."""
    text = html(report, Layout(name="page", tool="print", options={"no-pictures": True}), into)
    (into / "report.doc").write_text(text, encoding="utf-8")


def by_pen(_good: Path, into: Path, report: Report) -> None:
    """Writes by hand on a tablet, which recognises the text."""
    ink(into / "report.pdf", "".join(sentence.text for sentence in report.sentences()))


def left_open(good: Path, into: Path, _report: Report) -> None:
    """Hands in the file and what Word left beside it."""
    shutil.copy(good, into / "report.docx")
    lock_file(into / "~$report.docx")


def twice(good: Path, into: Path, _report: Report) -> None:
    """Hands in the Word file and the PDF made of it."""
    shutil.copy(good, into / "report.docx")
    convert(good, into / "report.pdf")




def one(*lacks: str, **changes: object) -> Plan:
    """A report on kadai1 that lacks something."""
    return replace(Plan(lacks=lacks), **changes)  # type: ignore[arg-type]


def two(**changes: object) -> Plan:
    """A report on kadai2."""
    plan = Plan(drawings=("many", "bars"), backends=ALL, extras=("sub",))
    return replace(plan, **changes)  # type: ignore[arg-type]


KADAI1 = {
    "24A1201": Case(plan=one(drawings=("line", "loglog"), extras=("sub",))),
    "24A1202": Case(word(**{"headings": "style", "auto-number": True, "captions": "seq"}), one(kind="chart")),
    "24A1203": Case(printed(), one(extras=("listing",), drawings=("fitted",))),
    "24A1204": Case(tex("uplatex", tikz=True), one(kind="vector", extras=("sub", "items"))),
    "24A1205": Case(tex("lualatex"), one(kind="vector")),
    "24A1206": Case(plan=one("headings", seed=300)),
    "24A1207": Case(word(marks="chapter"), one("discussion", "closing")),
    "24A1208": Case(word(marks="wide"), one("graph")),
    "24A1209": Case(word(marks="square"), one("graph", extras=("code",))),
    "24A1210": Case(word(headings="large"), one("graph", extras=("table",))),
    "24A1211": Case(plan=one("caption")),
    "24A1212": Case(word(headings="gothic"), one("reference")),
    "24A1213": Case(word(marks="bracket"), one("explain", seed=300)),
    "24A1214": Case(plan=one(relation="", drawings=("points",))),
    "24A1215": Case(word(headings="style"), one(language="en", drawings=("line", "loglog"))),
    "24A1216": Case(word(marks="roman"), one(relation="exponential")),
    "24A1217": Case(plan=one(extras=("hidden",), seed=103)),
    "24A1218": Case(tex("uplatex"), one(), changed("report.pdf", lambda a, b: scan(a, b, dpi=62))),
    "24A1219": Case(plan=one(), then=by_pen),
    "24A1220": Case(tex("uplatex"), one(), changed("report.pdf", lock_pdf)),
    "24A1241": Case(plan=one(), then=changed("report.docx", cut)),
    "24A1242": Case(plan=one(), then=as_web_page),
    "24A1243": Case(plan=one(extras=("left-over",))),
}
KADAI2 = {
    "24A1221": Case(OFFICE, two(drawings=("many",))),
    "24A1222": Case(printed(marks="square", tags=False), two(extras=("listing",))),
    "24A1223": Case(plan=two(backends=("python", "numpy", "torch"))),
    "24A1224": Case(plan=two(), then=changed("report.docx", lock_docx)),
    "24A1225": Case(plan=two(), then=changed("report.odt", convert)),
    "24A1226": Case(word(marks="bare-number"), two(), left_open),
    "24A1227": Case(tex("lualatex"), two(kind="vector"), kept("report.docx")),
    "24A1228": Case(OFFICE, two(drawings=("bars",)), changed("report.pdf", as_quartz)),
    "24A1229": Case(word(size=6, headings="style"), two(drawings=("bars",))),
    "24A1231": Case(word(font=PLAIN, latin=PLAIN), two(drawings=("many",)), twice),
    "24A1232": Case(plan=two(student="24A1221")),
    "24A1233": Case(tex("uplatex", twocolumn=True, commas=True), two(kind="vector", pages=2)),
    "24A1234": Case(plan=two(relation="linear")),
    "24A1235": Case(word(figures="box", headings="numPr"), two()),
}
TITLES = {"kadai1": "課題1 行列積 レポート", "kadai2": "課題2 行列積と畳み込み レポート"}


def make(assignment: str, student: str, case: Case) -> None:
    """Makes what one student hands in beside the program."""
    seed = case.plan.seed + int(student[-2:]) + 40 * (assignment == "kadai2")
    english = "Assignment 1: Matrix product" if case.plan.language == "en" else ""
    own = student if case.plan.student == Plan().student else case.plan.student
    plan = replace(case.plan, seed=seed, student=own)
    report = written(plan, english or TITLES[assignment])
    if assignment == "kadai2":
        report = report.with_blocks(*report.blocks, Prose((Sentence(text=BOTH),)))
    into = HERE / assignment / student
    with tempfile.TemporaryDirectory() as folder:
        good = write(report, case.layout, Path(folder) / f"report{ENDINGS[case.layout.tool]}")
        if good.suffix == ".docx":
            good = dressed(good, good, "Microsoft Office Word")
        then = case.then or kept(good.name)
        then(good, into, report)
    for file in sorted(into.iterdir()):
        if file.suffix in {".docx", ".pdf", ".doc", ".odt"}:
            size = file.stat().st_size
            print(f"{file.relative_to(HERE)} {size} bytes{'  TOO LARGE' if size > LIMIT else ''}")


def main() -> None:
    """Makes all reports, or those of the students named."""
    for assignment, cases in (("kadai1", KADAI1), ("kadai2", KADAI2)):
        for student, case in cases.items():
            if student in sys.argv[1:] or not sys.argv[1:]:
                make(assignment, student, case)


if __name__ == "__main__":
    main()
