"""Make a student's work anonymous: remove ids, names and file names from all texts."""

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import PurePosixPath

from msgspec.structs import replace

from grader.model.collection import Person
from grader.model.evidence import Evidence
from grader.model.gradebook import Gradebook
from grader.model.report import ReportOutline
from grader.model.scoresheet import ScoreSheet
from grader.privacy import MASK, Redactor, change_texts, make_redactor, people_of
from grader.protocols import report_of, reports

SHORTEST = 5  # letters of a file name that is searched for within texts
# One of these is followed by a name or an id, whether or not it is known in the class.
LABELLED = re.compile(
    r"(?P<label>(?:学籍番号|学生番号|学生証番号|氏[ 　]*名)[ \t　]*[:：=|\t 　]"
    r"|^[ \t　#・■*]*(?:名[ 　]*前|提出者|作成者|報告者|実験者|author|name|student[ ]?(?:id|no\.?))"
    r"[ \t　]*[:：])[ \t　]*(?P<value>\S[^\n]*)",
    re.IGNORECASE | re.MULTILINE,
)


@lru_cache(maxsize=4)
def _redactor(people: tuple[Person, ...]) -> Redactor:
    return make_redactor(people)


class Blind:
    """Masks identities in texts of a class."""

    def __init__(self, book: Gradebook, evidence: Evidence) -> None:
        """Take the class, and the names of one student's files."""
        self._redactor = _redactor(people_of(book))
        self._files = _neutral_names(evidence)

    def text(self, text: str) -> str:
        """Mask one text."""
        if text in self._files:
            return self._files[text]
        for name, other in self._files.items():
            if len(name) >= SHORTEST and name in text:
                text = text.replace(name, other)
        masked = LABELLED.sub(lambda match: f"{match['label']} {MASK}", text)
        return self._redactor.redact(masked)

    def tells(self, text: str) -> bool:
        """Return whether a text reveals an identity."""
        return self.text(text) != text

    def file(self, name: str) -> str:
        """Return a neutral name for a file of the student's."""
        return self._files.get(name) or self.text(name)

    def evidence(self, evidence: Evidence) -> Evidence:
        """Mask all texts of evidence; drop pictures that may reveal an identity."""
        knows, program = reports(), evidence.program
        report = knows.observed(evidence) if knows else None
        if knows is not None and report is not None and report.outline is not None:
            report = replace(report, outline=self._outline(report.outline))
            evidence = knows.replaced(evidence, report)
        if program is not None and any(map(self.tells, _texts(program.plots))):
            program = replace(program, pictures=())
        bare = replace(evidence, received=None, collected=(), program=program)
        return replace(change_texts(bare, self.text), student=MASK, files=())

    def _outline(self, outline: ReportOutline) -> ReportOutline:
        """Remove pictures of pages, and figures that contain known names."""
        pictures = {*outline.scanned_pages, *outline.ink_pages}
        figures = (
            replace(figure, crop=b"")
            if figure.page in pictures or any(map(self.tells, _texts(figure)))
            else figure
            for figure in outline.figures
        )
        return replace(outline, figures=tuple(figures), thumbnails=(), students=())

    def sheet(self, sheet: ScoreSheet) -> ScoreSheet:
        """Mask a sheet; names of people who decided are kept."""
        return replace(change_texts(sheet, self.text), student=MASK)


def _texts(value: object) -> list[str]:
    texts: list[str] = []

    def take(text: str) -> str:
        texts.append(text)
        return text

    change_texts(value, take)
    return texts


def _neutral_names(evidence: Evidence) -> dict[str, str]:
    """Return a neutral name for every file of a student, longest names first."""
    read = report_of(evidence)
    report = read.file if read else ""
    names: dict[str, str] = {}
    for number, name in enumerate(_names(evidence, report), start=1):
        suffix = PurePosixPath(name).suffix
        suffix = suffix if re.fullmatch(r"\.[a-z]{1,5}", suffix) else ""
        plain = {evidence.main: "program", report: "report"}.get(name, f"file-{number}")
        names[name] = plain + suffix
    return dict(sorted(names.items(), key=lambda item: -len(item[0])))


def _names(evidence: Evidence, report: str) -> Sequence[str]:
    named = (evidence.main, report, *evidence.candidates, *evidence.files)
    return [name for name in dict.fromkeys(named) if name]
