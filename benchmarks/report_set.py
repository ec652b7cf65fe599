"""Writes a set of reports of known content, with the tools that students use.

    python benchmarks/report_set.py FOLDER [--set tune|held|both] [--only NAME…] [--jobs 2]

Makes FOLDER/tune and FOLDER/held: documents, and beside each NAME.json with what it contains and
what has to be found out about it. The halves share no layout, no sentence and no seed; reading
rules are tuned on the first only. Needs what submissions/demo/make_reports.py needs.
"""

import argparse
import json
import shutil
import sys
import zipfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from report_cases import Case, cases
from report_labels import label, prose_of
from report_odd import as_quartz, cut, dressed, ink, lock_docx, lock_pdf, scan
from report_office import convert
from report_print import html
from report_tools import ENDINGS, write
from report_writing import written


def with_macros(good: Path, odd: Path) -> None:
    """Writes a .docx again as .docm, with a part where Word keeps macros."""
    plain = "wordprocessingml.document.main+xml"
    with zipfile.ZipFile(good) as old, zipfile.ZipFile(odd, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            data = old.read(item)
            if item.filename == "[Content_Types].xml":
                before = f"application/vnd.openxmlformats-officedocument.{plain}".encode()
                data = data.replace(
                    before, b"application/vnd.ms-word.document.macroEnabled.main+xml"
                )
            new.writestr(item.filename, data)
        new.writestr("word/vbaProject.bin", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504))


def spreadsheet(odd: Path) -> None:
    """Has LibreOffice make a spreadsheet."""
    table = odd.with_suffix(".csv")
    table.write_text("n,time\n32,0.002\n64,0.016\n128,0.13\n", encoding="utf-8")
    convert(table, odd)
    table.unlink()


def first_page(good: Path, odd: Path) -> None:
    """Draws the first page, as a screenshot."""
    import pypdfium2

    with pypdfium2.PdfDocument(good) as document:
        document[0].render(scale=1.0).to_pil().save(odd)


Odd = Callable[[Path, Path], object]  # from the good file to the odd one
ODD: dict[str, tuple[str, Odd]] = {
    "scan": (".pdf", scan),
    "locked-docx": (".docx", lock_docx),
    "locked-pdf": (".pdf", lock_pdf),
    "owner-pdf": (".pdf", lambda good, odd: lock_pdf(good, odd, user="")),
    "cut-docx": (".docx", cut),
    "cut-pdf": (".pdf", cut),
    "odt": (".odt", convert),
    "rtf": (".rtf", convert),
    "doc": (".doc", convert),
    "pdf-as-docx": (".docx", shutil.copy),
    "docx-as-pdf": (".pdf", shutil.copy),
    "quartz": (".pdf", as_quartz),
    "empty": (".docx", lambda _, odd: odd.write_bytes(b"")),
    "macros": (".docm", with_macros),
    "sheet": (".xlsx", lambda _, odd: spreadsheet(odd)),
    "picture": (".png", first_page),
}


def make(case: Case, folder: Path) -> str:
    """Makes one document and its label; returns the file's name."""
    report = written(case.plan)
    work = folder / f"{case.name}.work"
    work.mkdir(parents=True, exist_ok=True)
    good = write(report, case.layout, work / f"{case.name}{ENDINGS[case.layout.tool]}")
    if good.suffix == ".docx":
        dressed(good, good, case.layout.text("dress", "Microsoft Office Word"))
    made = folder / good.name
    if not case.odd:
        shutil.move(good, made)
    elif case.odd == "ink":
        made = ink(folder / f"{case.name}.pdf", prose_of(report), seed=case.plan.seed)
    elif case.odd == "web-doc":
        made = folder / f"{case.name}.doc"
        made.write_text(html(report, case.layout, work), encoding="utf-8")
    elif case.odd == "text":
        made = folder / f"{case.name}.txt"
        made.write_text(prose_of(report), encoding="utf-8")
    else:
        ending, change = ODD[case.odd]
        made = folder / f"{case.name}{ending}"
        change(good, made)
    text = json.dumps(label(case, report, made.name), ensure_ascii=False, indent=1)
    (folder / f"{case.name}.json").write_text(text, encoding="utf-8")
    shutil.rmtree(work)
    return made.name


def main() -> None:
    """Makes the documents asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--set", choices=("tune", "held", "both"), default="both")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    halves = ("tune", "held") if options.set == "both" else (options.set,)
    wrong = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        tasks = [
            (half, case.name, pool.submit(make, case, options.folder.resolve() / half))
            for half in halves
            for case in cases(half)
            if case.name in options.only or not options.only
        ]
        for half, name, task in tasks:
            error = task.exception()
            wrong += error is not None
            print(f"{half} {name}: {str(error)[-700:] if error else task.result()}", flush=True)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
