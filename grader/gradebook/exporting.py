"""Export an assignment: what changed since the last export, the bytes, and who is affected.

In: the gradebook, and an Order. Out: bytes and sentences. The command and the page use the same
sentences, and show the differences before anything is written.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct, field, to_builtins
from msgspec.structs import replace

from grader.export.formats import formats
from grader.export.gradebook import (
    ExportOptions,
    Into,
    Left,
    LeftOut,
    Replaced,
    Written,
    sheet_language,
    write,
)
from grader.export.places import redacted
from grader.files import write_file
from grader.gradebook.changes import Change, ChangeKind, changes
from grader.gradebook.desk import Desk, OpenBook, file_bytes, overtaken_in
from grader.gradebook.feedback import write_feedback
from grader.gradebook.marked_reports import MarkedReports, NoPdf, mark_reports
from grader.gradebook.opening import undated
from grader.model.collection import Collection, Person
from grader.model.evidence import Evidence
from grader.model.finding import Param
from grader.model.formats import INTO, OWN, PAGES, ExportFormat
from grader.model.gradebook import Export, Exported, Grade, Gradebook, State
from grader.privacy import (
    ensure_private,
    make_redactor,
    people_of,
    redact_feedback,
    refuse_tracked,
)
from grader.wording import LANGUAGES, Language, Wording, load_wording, visible

SHOWN = 20  # lines of one kind
SHORT = 60  # characters of a cell's content


class Tone(StrEnum):
    """The kind of a sentence."""

    RESULT = "result"  # the requested outcome
    NOTE = "note"
    LINE = "line"  # one of several below a note
    WARNING = "warning"


class ExportSentence(Struct, frozen=True, kw_only=True):
    """One sentence; `key` identifies it in any language."""

    key: str
    text: str
    tone: Tone = Tone.NOTE
    params: Mapping[str, Param] = field(default_factory=dict)


class Order(Struct, frozen=True, kw_only=True):
    """A request for an export."""

    form: str  # a key of `formats()`
    at: datetime  # with a zone
    zone: tzinfo  # of the course
    lang: Language
    into: Into | None = None
    target: str = ""  # name of the file, recorded in the log of exports
    confirmed_only: bool = False
    overwrite: bool = False
    column: str = ""


class ExportSource(Struct, frozen=True, kw_only=True):
    """What an export is made from."""

    book: Gradebook
    collection: Collection | None
    last: Mapping[str, Exported]  # the last export of this form, by student
    evidence: Callable[[str], Evidence | None]
    overtaken: tuple[str, ...] = ()  # with points from a person who saw other files than these
    folder: Path | None = None  # the folder graded last, with submitted files


def source_of(here: OpenBook, form: str) -> ExportSource:
    """Collect what an export needs from an open store."""
    last = here.store.exported(form)
    return ExportSource(
        book=here.book,
        collection=here.collection,
        last=last,
        evidence=here.store.evidence,
        overtaken=overtaken_in(here),
        folder=here.store.folder_graded,
    )


class Differences(Struct, frozen=True, kw_only=True):
    """Differences between the gradebook and the last export of this form."""

    first: bool  # there was no earlier export
    changes: Sequence[Change]
    undated: tuple[str, ...]  # late according to the LMS, without a time, where that costs points
    overtaken: tuple[str, ...]  # as in the source

    def say(self, words: Wording, most: int | None = SHOWN) -> Iterator[ExportSentence]:
        """Word whose points changed, from what to what, and why."""
        if self.first:
            yield _say(words, "export.first")
        else:
            yield _say(words, "export.changes", count=len(self.changes))
            lines = [
                ExportSentence(key=change.kind, text=change.say(words), tone=Tone.LINE)
                for change in self.changes
            ]
            yield from _some(lines, words, most)
        yield from doubts(self.undated, self.overtaken, words)

    def within(self, made: "Made") -> "Differences":
        """Leave out new students without a place in the file: nothing is exported about them."""
        noted_grades = made.noted.grades
        return replace(
            self,
            changes=tuple(
                change
                for change in self.changes
                if change.kind is not ChangeKind.NEW
                or (noted := noted_grades.get(change.student)) is None
                or noted.total is not None
                or noted.points
            ),
        )

    def document(self, words: Wording) -> list[dict[str, object]]:
        """Return the same as data."""
        return [
            {
                "student": change.student,
                "kind": change.kind,
                "before": change.before,
                "after": change.after,
                "message": change.say(words),
            }
            for change in self.changes
        ]


def doubts(
    undated: tuple[str, ...], overtaken: tuple[str, ...], words: Wording
) -> Iterator[ExportSentence]:
    """Yield whose points a person should check before they are passed on.

    `undated` are called late by the LMS without a time; `overtaken` have points for other files.
    """
    for key, students in (("gradebook.undated", undated), ("batch.overtaken", overtaken)):
        if students:
            sentence = words.text(key, students=students, count=len(students))
            yield ExportSentence(key=key, text=sentence, tone=Tone.WARNING)


def differences(source: ExportSource, order: Order) -> Differences:
    """Compare the gradebook with the last export of this form."""
    changed = changes(source.book, source.last, confirmed_only=order.confirmed_only)
    late = undated(source.book.assignment, source.collection)
    return Differences(
        first=not source.last, changes=changed, undated=late, overtaken=source.overtaken
    )


class Made(Struct, frozen=True, kw_only=True):
    """An export that has not been written yet."""

    form: str
    written: Written  # its bytes, and what happened to everyone
    somebody: bool  # whether it contains anyone
    noted: Export  # to compute the differences of the next export
    comments: str = ""  # language of the comments; "" = none
    comments_by: str = ""  # what determined it: "course", "sheet" or "command"
    unconfirmed: int = 0  # number of pages whose points are unconfirmed
    marked: MarkedReports = MarkedReports()  # PDFs next to these pages

    @property
    def format(self) -> ExportFormat:
        """The format."""
        return formats()[self.form]

    @property
    def content(self) -> bytes:
        """The bytes of the file."""
        return self.written.content

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Students without points in the file; of several reasons for one student, the last."""
        return tuple({each.student: each for each in self.written.left}.values())

    def announce(self, words: Wording) -> Iterator[ExportSentence]:
        """Word what is about to be written, if that is more than a table."""
        if self.format.kind is PAGES:
            counted = {"count": len(self.written.filled), "unconfirmed": self.unconfirmed}
            yield _say(words, "export.pages", Tone.RESULT, **counted)

    def say(
        self, words: Wording, most: int | None = SHOWN, *, planned: bool = False
    ) -> Iterator[ExportSentence]:
        """Word what became of everyone, or would, and what to do with the file."""
        written = self.written
        own = self.format.kind is OWN  # which have a row for everyone, with all that is decided
        if self.format.kind is not PAGES:
            filled = "export.would_fill" if planned else "export.filled"
            key = "export.totals" if own else filled
            yield _say(words, key, Tone.RESULT, count=len(written.filled))
        if self.comments and written.told:
            language = words.text(f"export.language.{self.comments}")
            key = f"export.comments_{self.comments_by}"
            yield _say(words, key, Tone.RESULT, language=language)
        left_out = "export.would_leave_out" if planned else "export.left_out"
        yield from _left("export.no_total" if own else left_out, self.left_out, words)
        if self.format.kind is PAGES:
            yield from self._say_marked(words)
            if steps := self.format.steps:
                yield _say(words, steps, Tone.RESULT)
            return
        if any(left_out.why is Left.OPEN for left_out in written.left):
            yield _say(words, "export.how_to_close")
        cells = [_cell("export.kept", cell, words) for cell in written.kept]
        replaced = [_cell("export.replaced", cell, words) for cell in written.replaced]
        strangers = [
            _say(words, "export.stranger", Tone.LINE, row=stranger.row, who=stranger.who)
            for stranger in written.strangers
        ]
        for lines in (cells, replaced, strangers):
            yield from _some(lines, words, most)
        if cells:
            yield _say(words, "export.how_to_overwrite", Tone.WARNING)
        for notice in written.notices:
            yield _say(words, f"export.notice.{notice.kind}", Tone.WARNING, **notice.params)

    def _say_marked(self, words: Wording) -> Iterator[ExportSentence]:
        """Word how many reports are returned with numbers, for whom this failed, and why."""
        marked = self.marked
        if marked.pdfs:
            yield _say(words, "export.marked", Tone.RESULT, count=len(marked.pdfs))
        for why in NoPdf:
            students = tuple(who for who, each in marked.without.items() if each is why)
            if students:
                reason = words.text(f"export.unmarked.{why}")
                told: dict[str, Param] = {"why": reason, "students": students}
                yield _say(words, "export.not_marked", Tone.WARNING, count=len(students), **told)
        if marked.unlisted:
            yield _say(words, "export.unlisted", Tone.WARNING, count=len(marked.unlisted))

    def ending(self, words: Wording) -> Iterator[ExportSentence]:
        """Warn if the file contains no one, so that it is not passed on."""
        if not self.somebody:
            yield _say(words, "export.nobody", Tone.WARNING)

    def document(self) -> dict[str, object]:
        """Return the same as data."""
        written = self.written
        listed: dict[str, Sequence[Any]] = {"left_out": self.left_out}
        if self.format.kind is not PAGES:
            listed |= {
                "kept": written.kept,
                "replaced": written.replaced,
                "strangers": written.strangers,
                "notices": written.notices,
            }
        packed = {
            name: [to_builtins(each) for each in all_of_it] for name, all_of_it in listed.items()
        }
        return {"students": list(written.filled), **packed}


def make_export(source: ExportSource, desk: Desk, order: Order) -> Made:
    """Make the file, redacted for its recipients. Raises GraderError; writes nothing."""
    kind = formats()[order.form].kind
    others = _others(source.collection)
    lang, decided_by = _language(desk, order)
    if kind is not OWN and lang != order.lang:
        order = replace(order, lang=lang)
    book = redact_feedback(_told_in(source.book, desk.words.lang, lang), others)
    if kind is PAGES:
        return _pages(source, desk, order, others)
    options = ExportOptions(
        into=order.into,
        last=source.last,
        people=others,
        zone=order.zone,
        overwrite=order.overwrite,
        lang=order.lang,
        confirmed_only=order.confirmed_only,
        column=order.column,
    )
    written = write(order.form, book, options)
    # Our own table is meant to be filled in, so it has a row for every undecided student.
    listed = book.grades if kind is OWN and not order.confirmed_only else ()
    return Made(
        form=order.form,
        written=written,
        somebody=bool(written.filled or listed),
        noted=_noted(source, order, written),
        comments=lang if kind is INTO else "",
        comments_by=decided_by,
    )


def _language(desk: Desk, order: Order) -> tuple[Language, str]:
    """Return the language of feedback to students, and what determines it.

    A TA's locale does not, since all students of a class would read it.
    """
    for lang in LANGUAGES:
        if lang == desk.course.feedback_lang:
            return lang, "course"
    of_sheet = sheet_language(order.form, order.into) if order.into is not None else None
    return (order.lang, "command") if of_sheet is None else (of_sheet, "sheet")


def _told_in(book: Gradebook, written: Language, lang: Language) -> Gradebook:
    """Return the gradebook with its feedback written in another language."""
    if lang == written:
        return book
    words = load_wording(lang)
    grades = (
        replace(grade, feedback=write_feedback(grade, book.assignment, words))
        for grade in book.grades
    )
    return replace(book, grades=tuple(grades))


def _pages(
    source: ExportSource,
    desk: Desk,
    order: Order,
    others: tuple[Person, ...],
) -> Made:
    from grader.export import feedback

    options = feedback.CopyOptions(
        lang=order.lang,
        confirmed_only=order.confirmed_only,
        people=others,
    )
    evidence = {
        grade.student: observed
        for grade in source.book.grades
        if (observed := source.evidence(grade.student)) is not None
    }
    redactor = make_redactor((*people_of(source.book), *others))
    shown = [
        replace(grade, places=redacted(grade.places, partial(redactor.redact, own=grade.student)))
        for grade in source.book.grades
        if grade.places and (not order.confirmed_only or grade.state is State.CONFIRMED)
    ]
    marked = mark_reports(shown, evidence, desk, source.folder, load_wording(order.lang))
    options = replace(options, reports=marked.pdfs)
    made = feedback.make_copies(source.book, evidence, options)
    written = write(order.form, source.book, ExportOptions(pages=made.copies, lang=order.lang))
    states = [source.book.by_student[student].state for student in written.filled]
    return Made(
        form=order.form,
        written=replace(written, left=(*made.left_out, *written.left)),
        somebody=bool(written.filled),
        noted=_noted(source, order),
        unconfirmed=sum(state is not State.CONFIRMED for state in states),
        marked=marked,
    )


def own_file(desk: Desk, form: str) -> Path:
    """Return the file in the results folder that is overwritten by every export."""
    suffix = formats()[form].suffix
    kind = "" if suffix == f".{form}" else f"-{form}"
    return desk.out / "export" / f"{desk.assignment.id}{kind}{suffix}"


def write_own(desk: Desk, made: Made, at: datetime) -> Path | None:
    """Write the file into the results folder, where git ignores it.

    A table that is about to be replaced may hold points that were never imported, so it is kept
    beside the new one. Returns the path of the copy, or None.
    """
    path = own_file(desk, made.form)
    ensure_private(desk.out)
    ensure_private(path.parent)
    refuse_tracked(path.resolve().parent, fictional=[demo_class(desk)])
    kept = None
    if made.format.kind is OWN and path.is_file():
        there = file_bytes(path)
        if there != made.content:
            kept = backup_path(path, at)
            write_file(kept, there, durable=True)
    write_file(path, made.content, durable=True)
    return kept


def backup_path(path: Path, at: datetime) -> Path:
    """Return an unused path for a copy beside the file that is about to be changed."""
    stem = f"{path.stem}.backup-{at:%Y%m%d-%H%M%S}"
    candidate, number = path.with_name(stem + path.suffix), 1
    while candidate.exists() or candidate.is_symlink():
        number += 1
        candidate = path.with_name(f"{stem}-{number}{path.suffix}")
    return candidate


def demo_class(desk: Desk) -> Path:
    """Return the only folder whose students are invented."""
    return desk.course.root / "submissions" / "demo"


def _others(collection: Collection | None) -> tuple[Person, ...]:
    """Return everyone on the roster or unassigned: their names are masked in others' copies."""
    if collection is None:
        return ()
    listed = (Person(student=student, name=name) for student, name in collection.names.items())
    waiting = (
        Person(name=unassigned.who.name, mail=unassigned.who.mail, user=unassigned.who.user)
        for unassigned in collection.unassigned
    )
    return (*listed, *waiting)


def _noted(source: ExportSource, order: Order, written: Written | None = None) -> Export:
    """Return what this export contains about everyone, for the differences of the next one."""
    left = {left_out.student for left_out in written.left} if written else frozenset()
    comments = written.told if written else {}
    return Export(
        kind=order.form,
        target=order.target,
        at=order.at,
        grades={
            grade.student: _exported(
                grade,
                comment=comments.get(grade.student, ""),
                blank=(order.confirmed_only and grade.confirmed is None)
                or (grade.total is not None and grade.student in left),
            )
            for grade in source.book.grades
        },
    )


def _exported(grade: Grade, comment: str, *, blank: bool) -> Exported:
    awards = grade.sheet.awards if grade.sheet and not blank else ()
    return Exported(
        student=grade.student,
        total=None if blank else grade.total,
        points={award.criterion: award.points for award in awards if award.points is not None},
        feedback=comment,
    )


def _say(words: Wording, key: str, tone: Tone = Tone.NOTE, **params: Param) -> ExportSentence:
    return ExportSentence(key=key, text=words.text(key, **params), tone=tone, params=params)


def _cell(key: str, cell: Replaced, words: Wording) -> ExportSentence:
    """Word what a cell of the LMS's table held, and what we have for it."""
    was, now = (visible(" ".join(each.split()), limit=SHORT) for each in (cell.was, cell.now))
    place = {"row": f"{cell.row}", "column": cell.column}
    return _say(words, key, Tone.LINE, student=cell.student, **place, was=was, now=now)


def _left(key: str, left: Sequence[LeftOut], words: Wording) -> Iterator[ExportSentence]:
    """Word whose points are not in the file, by reason."""
    reasons: dict[str, list[str]] = {}
    for left_out in left:
        detail = f" ({left_out.detail})" if left_out.detail else ""
        reasons.setdefault(left_out.why, []).append(f"{left_out.student}{detail}")
    for why, students in reasons.items():
        sentence = words.text(
            key,
            why=words.text(f"export.left.{why}"),
            count=len(students),
            students=tuple(students),
        )
        yield ExportSentence(key=key, text=sentence)


def _some(
    lines: list[ExportSentence], words: Wording, most: int | None
) -> Iterator[ExportSentence]:
    yield from lines[:most]
    if most is not None and len(lines) > most:
        yield _say(words, "export.more", Tone.LINE, count=len(lines) - most)
