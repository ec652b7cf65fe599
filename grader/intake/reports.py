"""Choose the report among a submission's files: the first rule that matches any decides.

Names suffice here: the real type of a file is checked when it is read.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from grader.intake.choosing import could_be_source
from grader.intake.listing import SubmittedFile
from grader.intake.names import matching, stem_and_suffix, stems
from grader.intake.reading import read_file
from grader.intake.refusal import FileRefused
from grader.model.course import Assignment, ReportSpec
from grader.model.errors import IntakeError
from grader.model.submission import ReportFile, Submission, Trouble
from grader.tables import printable

ASKED = frozenset({".pdf", ".docx", ".docm"})
# Documents of other programs in which a report may have been written.
OTHER = frozenset({".doc", ".dot", ".dotx", ".odt", ".fodt", ".ott", ".rtf", ".pages", ".wps"})
# Rarely a report, unless the name says so.
RARE = frozenset(
    {".html", ".htm", ".mht", ".txt", ".md", ".tex", ".xlsx", ".xls", ".ods", ".pptx", ".ppt"}
    | {".png", ".jpg", ".jpeg", ".heic", ".tif", ".tiff", ".key", ".zip", ".eml", ".xps"}
)
LOCK = "~$"  # prefix of the file that Word keeps next to an open document
_CALLED = ("report", "レポート", "れぽーと", "報告", "リポート", "repo")
_MAIN = frozenset({"main", "paper"})  # usual names of a TeX file of a report
_HANDOUT = ("handout", "課題文", "資料", "配布", "slide", "スライド", "テンプレート", "template")

# (names, requested source, student) -> candidates
Rule = Callable[[Sequence[str], str, str], Iterable[str]]


def choose_report(names: Sequence[str], source: str, student: str) -> tuple[str, ...]:
    """Return the files that could be the report: one is the choice, several are ambiguous."""
    documents = [name for name in names if not could_be_source(name, source)]
    for tier in (_asked, _other, _rare):
        documents_of_tier = [name for name in documents if tier(name)]
        for rule in _RULES:
            if chosen := tuple(rule(documents_of_tier, source, student)):
                return _one_of_twins(_shallowest(chosen))
    return tuple(name for name in documents if _is_lock(name))[:1]


def read_report(
    names: Sequence[str], entries: dict[str, SubmittedFile], assignment: Assignment, student: str
) -> tuple[ReportFile | None, tuple[str, ...]]:
    """Return the report with its digest, or the files that could be it."""
    if assignment.report is None:
        return None, ()
    chosen = choose_report(names, assignment.source, student)
    files = [_report_file(entries[name], assignment.report) for name in chosen]
    digests = {file.digest for file in files}
    if len(files) == 1 or (len(digests) == 1 and "" not in digests):
        return files[0], ()
    return None, chosen


def submission_of_report(path: Path, assignment: Assignment) -> Submission:
    """Return a submission that consists of this report only. Raises IntakeError."""
    try:
        real = path.resolve(strict=True)
    except (OSError, ValueError, RuntimeError) as error:
        raise IntakeError(
            "{path}: there is no such file or folder", path=printable(str(path))
        ) from error
    if real.is_dir():
        raise IntakeError("{path}: is a folder; specify the report file", path=printable(str(path)))
    name = printable(path.name)
    entry = SubmittedFile(name=name, root=real.parent, parts=(real.name,))
    report = _report_file(entry, assignment.report or ReportSpec())
    return Submission(
        assignment=assignment.id,
        student="",
        folder=None,
        main=None,
        helpers=(),
        candidates=(),
        files=(name,),
        troubles=(),
        digest="",
        report=report,
    )


def report_bytes(report: ReportFile, spec: ReportSpec) -> bytes:
    """Read the report again. Raises FileRefused."""
    return read_file(report.root, report.parts, spec.file_bytes)


def _report_file(entry: SubmittedFile, spec: ReportSpec) -> ReportFile:
    """Return a file with its digest; one that cannot be read has a trouble and no digest."""
    try:
        raw = read_file(entry.root, entry.parts, spec.file_bytes)
    except FileRefused as refused:
        size = int(refused.detail) if refused.trouble is Trouble.TOO_LARGE else 0
        return ReportFile(
            name=entry.name,
            root=entry.root,
            parts=entry.parts,
            size_bytes=size,
            digest="",
            trouble=refused.trouble,
        )
    digest = hashlib.sha256(raw).hexdigest()
    return ReportFile(
        name=entry.name, root=entry.root, parts=entry.parts, size_bytes=len(raw), digest=digest
    )


def _is_lock(name: str) -> bool:
    return name.rpartition("/")[2].startswith(LOCK)


def is_document(name: str) -> bool:
    """Return whether a file is, by its name, a document that may be a report."""
    return _asked(name) or _other(name)


def _asked(name: str) -> bool:
    return stem_and_suffix(name)[1] in ASKED and not _is_lock(name)


def _other(name: str) -> bool:
    return stem_and_suffix(name)[1] in OTHER and not _is_lock(name)


def _rare(name: str) -> bool:
    called = any(word in stem_and_suffix(name)[0] for word in _CALLED)
    return called and stem_and_suffix(name)[1] in RARE and not _is_lock(name)


def _called_report(names: Sequence[str], source: str, student: str) -> Iterable[str]:
    del source, student
    return (name for name in names if any(word in stem_and_suffix(name)[0] for word in _CALLED))


def _called_as_asked(names: Sequence[str], source: str, student: str) -> Iterable[str]:
    wanted = stem_and_suffix(source)[0]
    return (name for name in names if wanted in stems(name, student))


def _with_the_id(names: Sequence[str], source: str, student: str) -> Iterable[str]:
    del source
    return (name for name in names if matching(student) in stem_and_suffix(name)[0])


def _main(names: Sequence[str], source: str, student: str) -> Iterable[str]:
    del source, student
    return (name for name in names if stem_and_suffix(name)[0] in _MAIN)


def _not_a_handout(names: Sequence[str], source: str, student: str) -> Iterable[str]:
    del source, student
    return (name for name in names if not any(word in matching(name) for word in _HANDOUT))


_RULES: tuple[Rule, ...] = (_called_report, _called_as_asked, _with_the_id, _main, _not_a_handout)


def _shallowest(names: Sequence[str]) -> tuple[str, ...]:
    """Prefer the top level: plots and templates are in subfolders."""
    depth = min(name.count("/") for name in names)
    return tuple(name for name in names if name.count("/") == depth)


def _one_of_twins(names: Sequence[str]) -> tuple[str, ...]:
    """Prefer a PDF over the Word file of the same name: its appearance is fixed."""
    if len({name.rpartition(".")[0] for name in names}) == 1:
        return tuple(name for name in names if matching(name).endswith(".pdf")) or tuple(names)
    return tuple(names)
