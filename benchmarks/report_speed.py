"""How fast reports are read, beside reading their text alone and beside pdfplumber."""

import importlib.util
import logging
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Way = Callable[[Path], object]
PDFIUM, PLUMBER = "pypdfium2, text only", "pdfplumber, text only"


def fast(folder: Path, rounds: int, names: list[str]) -> None:
    """Prints seconds, pages per second and ratios for every kind of document."""
    from grader.reports.inspector import open_documents
    from grader.reports.reading import document_libraries_missing
    from grader.sandbox import choose_level

    files = {path.stem: path for path in sorted(folder.glob("*.pdf")) if "odd-" not in path.name}
    words = {path.stem: path for path in sorted(folder.glob("*.docx")) if "odd-" not in path.name}
    if lacking := document_libraries_missing():
        raise SystemExit(f"install {', '.join(lacking)}")
    with open_documents(choose_level(own_code=True), "report.pdf") as reader:
        ways = ways_to_read(reader)
        if PLUMBER not in ways:
            print("pdfplumber is not installed and left out")
        for name in names:
            if name in files:
                measure(name, [files[name]], ways, rounds)
        measure("all PDF files", list(files.values()), ways, max(1, rounds // 2))
        of_word = {way: ways[way] for way in ways if way.startswith("grader")}
        measure("all Word files", list(words.values()), of_word, max(1, rounds // 2))


def ways_to_read(reader: Any) -> dict[str, Way]:
    """Names the ways to read a document, the plainest first."""
    from grader.reports.outline import outline

    last: dict[Path, Any] = {}

    def in_child(path: Path) -> None:
        last[path] = reader.read_document(path.name, path.read_bytes())

    ways: dict[str, Way] = {PDFIUM: pdfium_text}
    if importlib.util.find_spec("pdfplumber"):
        logging.getLogger("pdfminer").setLevel(logging.ERROR)  # it remarks on every font
        ways[PLUMBER] = plumber_text
        ways["pdfplumber, text and pictures"] = plumber_all
    ways["grader: child and reading"] = in_child
    ways["grader: outline and crops"] = lambda path: outline(last[path])
    return ways


def pdfium_text(path: Path) -> None:
    """Reads the text and nothing else."""
    import pypdfium2

    with pypdfium2.PdfDocument(path) as document:
        for page in document:
            page.get_textpage().get_text_range()


def plumber_text(path: Path) -> None:
    """Reads the text with pdfplumber."""
    import pdfplumber

    with pdfplumber.open(path) as document:
        for page in document.pages:
            page.extract_text()


def plumber_all(path: Path) -> None:
    """Reads the text and lists what is drawn, with pdfplumber."""
    import pdfplumber

    with pdfplumber.open(path) as document:
        for page in document.pages:
            page.extract_text()
            len(page.images) + len(page.lines) + len(page.curves) + len(page.rects)


def measure(name: str, files: list[Path], ways: dict[str, Way], rounds: int) -> None:
    """Prints a table: every way in every round, one after the other."""
    spent: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(rounds):
        for way, read in ways.items():
            start = time.perf_counter()
            for path in files:
                read(path)
            spent[way].append(time.perf_counter() - start)
    whole = [
        sum(each) for each in zip(*(spent[w] for w in spent if w.startswith("grader")), strict=True)
    ]
    spent["grader, whole"] = whole
    pages = sum(map(page_count, files))
    print(f"\n{name}: {len(files)} documents, {pages or '?'} pages, medians of {rounds} rounds\n")
    print("| Way | s per document | least | pages per s | times pypdfium2 | times pdfplumber |")
    print("|---|---|---|---|---|---|")
    for way, each in spent.items():
        middle, least = statistics.median(each), min(each) / len(files)
        rate = f"{pages / middle:.1f}" if pages else "—"
        ratios = " | ".join(ratio(each, spent.get(other)) for other in (PDFIUM, PLUMBER))
        print(f"| {way} | {middle / len(files):.3f} | {least:.3f} | {rate} | {ratios} |")


def ratio(each: list[float], other: list[float] | None) -> str:
    """Gives the median over rounds of how many times longer a way took."""
    if not other:
        return "—"
    return f"{statistics.median(a / b for a, b in zip(each, other, strict=True)):.2f}"


def page_count(path: Path) -> int:
    """Counts pages; Word files do not know theirs."""
    import pypdfium2

    if path.suffix != ".pdf":
        return 0
    with pypdfium2.PdfDocument(path) as document:
        return len(document)
