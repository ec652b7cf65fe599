"""Import requests from what an LMS returns: files in a zip or folder, single files, tables.

The sender of a request is whom the LMS names for the file or row, matched as for submissions. A
name in the text itself must agree. Each problem is one sentence, and affects no other request.
"""

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from msgspec import Struct, field

from grader.gradebook.desk import Desk, OpenBook, file_bytes
from grader.intake.collecting.gathering import gather, read_people_of
from grader.intake.joining import Joined, Pending, join
from grader.intake.joining.known import as_identity
from grader.intake.reading import read_file
from grader.intake.refusal import FileRefused
from grader.intake.roster import read_people
from grader.model.collection import Member, Person, Piece, Received
from grader.model.course import Criterion, Visibility
from grader.model.errors import IntakeError, Message
from grader.model.gradebook import GUARD, Gradebook, Note, latest_notes, title_key
from grader.people import same_id
from grader.review.requests.kept import REQUESTS, RegradeRequest, key_of, note_of
from grader.review.requests.text import (
    MAX_CLAIM,
    MAX_TITLE,
    WrittenRequest,
    criterion_of_request,
    has_markup,
    parse_requests,
    split_criterion,
    text_of_html,
)
from grader.tables import (
    Table,
    column_headed,
    decode_table,
    find_header,
    folded,
    is_headed,
    printable,
    read_table,
)
from grader.wording import visible

MAX_FILE = 65_536  # bytes of one file with a request
TABLES = (".csv", ".tsv", ".xlsx")
TEXTS = (".txt", ".text", ".md", ".html", ".htm", "")
WEB = (".html", ".htm")


class ImportedRequests(Struct, kw_only=True):
    """The requests found so far; nothing is stored yet."""

    new: list[Note] = field(default_factory=list)
    known: int = 0  # number of requests that are already stored
    refused: list[Message] = field(default_factory=list)  # why something was refused
    warnings: list[Message] = field(default_factory=list)  # about accepted requests


class _Sent(Struct, frozen=True, kw_only=True):
    """A text that a person sent."""

    where: str | Message
    source: str  # the file's name
    text: str
    criterion: str = ""  # as named by the table; "" = the text may name one
    received: Received | None = None


class RequestImport:
    """One import: the known class, and the requests found so far."""

    def __init__(self, desk: Desk, here: OpenBook, by: str, at: datetime) -> None:
        """Read the members of the class, and earlier requests."""
        self.found = ImportedRequests()
        self._desk, self._by, self._at = desk, by, at
        self._book = here.book
        self._rubric = visible_rubric(here.book)
        self._roster = tuple(_roster(desk))
        kept = latest_notes(here.store.notes(REQUESTS))
        self._known = {(note.student, note.key) for note in kept}

    def take(self, paths: Iterable[Path]) -> ImportedRequests:
        """Read files, folders and tables."""
        with tempfile.TemporaryDirectory(prefix="grader-requests-") as staging:
            for number, path in enumerate(paths):
                place = Path(staging) / str(number)
                place.mkdir()
                try:
                    self._take(path, place)
                except IntakeError as error:
                    self.found.refused += error.messages
        return self.found

    def add(self, student: str, sent: _Sent) -> None:
        """Take the requests in one text, which this student sent."""
        written = parse_requests(sent.text)
        if not written:
            self.found.refused.append(Message("contains no request", where=sent.where))
        for each in written:
            self._add(student, each, sent)

    def pasted(self, student: str, criterion: str, text: str) -> ImportedRequests:
        """Add a pasted text; the person who pastes it names the sender and the criterion."""
        where = Message("pasted text")
        self.add(student, _Sent(where=where, source="", text=text, criterion=criterion))
        return self.found

    def _take(self, path: Path, place: Path) -> None:
        suffix = path.suffix.casefold()
        if suffix in TABLES and not path.is_dir():
            self._take_table(read_table(file_bytes(path), printable(path.name)))
        elif suffix in TEXTS and path.is_file():
            if path.stat().st_size > MAX_FILE:
                self._too_large(printable(path.name))
                return
            shutil.copyfile(path, place / path.name)
            self._take_download(place, place.with_name(f"{place.name}-opened"), path.name)
        else:
            self._take_download(path, place, path.name)

    def _too_large(self, where: str) -> None:
        self.found.refused.append(
            Message(
                "is larger than {most} KB; ask for a shorter text", {"most": MAX_FILE >> 10}, where
            )
        )

    def _take_download(self, path: Path, staging: Path, name: str) -> None:
        """Read the files that an LMS's layout assigns to a student."""
        gathered = gather([path], self._desk.course, "auto", staging)
        self.found.warnings += gathered.warnings
        for opened in gathered.downloads:
            for entry in opened.refused:
                self.found.refused.append(
                    Message(
                        "cannot be unpacked safely; look at it in the LMS",
                        where=printable(entry.entry),
                    )
                )
            joined = self._joined(opened.pieces, opened.sheets)
            for student, pieces in joined.students.items():
                for piece in pieces:
                    self._take_piece(student, piece)
            for pending in joined.unassigned:
                for piece in pending.pieces:
                    self._stranger(printable(piece.member.name), pending)
            for member in opened.unexplained:
                self._stranger(printable(member.name), None)
            if not (opened.pieces or opened.unexplained or opened.refused):
                self.found.refused.append(Message("contains no request", where=printable(name)))

    def _joined(self, pieces: Sequence[Piece], sheets: Sequence[Person]) -> Joined:
        """Match senders with the class. Moodle's participant numbers differ by assignment."""
        numbers = {piece.who.participant for piece in pieces} - {""}
        ours = {grade.who.participant for grade in self._book.grades}
        people = _people(self._book, numbered=not numbers.isdisjoint(ours))
        return join(pieces, (*people, *self._roster), sheets, self._desk.course.student_id)

    def _stranger(self, where: str | Message, pending: Pending | None) -> None:
        """Report a text with an unknown sender, so that a person can identify them."""
        if pending is not None and pending.proposals:
            names = ", ".join(pending.proposals)
            self.found.refused.append(
                Message(
                    "the sender is not known for sure (candidates: {names}); paste the text on the "
                    "review page and choose the student",
                    {"names": names},
                    where,
                )
            )
            return
        self.found.refused.append(
            Message(
                "the sender is nobody of this assignment; paste the text on the review page and "
                "choose the student",
                where=where,
            )
        )

    def _take_piece(self, student: str, piece: Piece) -> None:
        where = printable(piece.member.name)
        if student not in self._book.by_student:
            self._stranger(where, None)
            return
        suffix = Path(piece.file).suffix.casefold()
        if suffix not in TEXTS:
            self.found.refused.append(
                Message(
                    "is not a text (.txt, .html); paste its words on the review page", where=where
                )
            )
            return
        try:
            path = piece.member.path
            raw = read_file(path.parent, (path.name,), MAX_FILE)
        except FileRefused:
            self._too_large(where)
            return
        text = self._decoded(raw, where)
        if text is not None:
            words = text_of_html(text) if suffix in WEB else text
            source = printable(piece.file)
            self.add(
                student, _Sent(where=where, source=source, text=words, received=piece.received)
            )

    def _decoded(self, raw: bytes, where: str) -> str | None:
        try:
            return decode_table(raw, where).text
        except IntakeError:
            self.found.refused.append(
                Message("its characters cannot be read; ask for a text in UTF-8", where=where)
            )
            return None

    def _take_table(self, table: Table) -> None:
        """Read the cells below a heading for requests; the row names the sender."""
        header = find_header(table.rows)
        headings = table.rows[header.row] if header else ()
        columns = _request_columns(headings, self._rubric)
        if not columns:
            self.found.refused.append(
                Message(
                    "has no column of requests; its heading has to be 再採点の依頼 or "
                    "Regrade request",
                    where=table.name,
                )
            )
            return
        about = column_headed(headings, "criterion")
        people = read_people(
            table, ZoneInfo(self._desk.course.zone), pattern=self._desk.course.student_id
        )
        self.found.warnings += people.warnings
        pieces: dict[Piece, list[_Sent]] = {}
        for number, person in people.rows:
            row = table.rows[number - 1]
            where = Message("{path}: row {row}", {"path": table.name, "row": number})
            sent = [
                _Sent(
                    where=where,
                    source=table.name,
                    text=_cell_text(row[at]),
                    criterion=criterion or ("" if about is None else row[about].strip()),
                )
                for at, criterion in columns
                if row[at].strip() not in ("", "-")
            ]
            if sent:
                pieces[_piece_of(person, number)] = sent
        joined = self._joined(list(pieces), ())
        for student, own in joined.students.items():
            for piece in own:
                for each in pieces[piece]:
                    if student in self._book.by_student:
                        self.add(student, each)
                    else:
                        self._stranger(each.where, None)
        for pending in joined.unassigned:
            for piece in pending.pieces:
                self._stranger(pieces[piece][0].where, pending)

    def _add(self, student: str, written: WrittenRequest, sent: _Sent) -> None:
        where = sent.where
        assignment = self._desk.assignment
        if written.assignment and title_key(written.assignment) != title_key(assignment.id):
            other = visible(written.assignment)
            self.found.refused.append(
                Message("is about the assignment {other}", {"other": other}, where)
            )
            return
        if written.student and same_id(written.student) != same_id(student):
            self.found.refused.append(
                Message(
                    "says it is from {other}, but {student} handed it in; ask {student}",
                    {"other": visible(written.student), "student": student},
                    where,
                )
            )
            return
        criterion, claim = self._criterion(student, written, sent)
        key = key_of(criterion or written.criterion or sent.criterion, claim)
        if (student, key) in self._known:
            self.found.known += 1
            return
        self._known.add((student, key))
        if written.cut:
            self.found.warnings.append(
                Message(
                    "{student} wrote more than {most} characters; the rest is left out",
                    {"student": student, "most": MAX_CLAIM},
                    where,
                )
            )
        request = RegradeRequest(
            criterion=criterion,
            claim=claim,
            source=sent.source,
            received=sent.received.at.isoformat() if sent.received else "",
            cut=written.cut,
        )
        self.found.new.append(note_of(student, key, request, self._by, self._at))

    def _criterion(self, student: str, written: WrittenRequest, sent: _Sent) -> tuple[str, str]:
        """Return the criterion, and the claim without the criterion's name."""
        named = sent.criterion or written.criterion
        if not named:
            return split_criterion(written.claim, self._rubric)
        criterion = criterion_of_request(named, self._rubric)
        if not criterion:
            self.found.warnings.append(
                Message(
                    "{student} asks about “{criterion}”, which is no criterion of this "
                    "assignment; choose one on the review page",
                    {"student": student, "criterion": visible(named, limit=MAX_TITLE)},
                    sent.where,
                )
            )
        return criterion, written.claim


def visible_rubric(book: Gradebook) -> tuple[Criterion, ...]:
    """List the criteria that students see."""
    return tuple(each for each in book.assignment.rubric if each.visibility is not Visibility.TA)


def _roster(desk: Desk) -> Iterator[Person]:
    """Read the course's roster, which may contain more than the graded class."""
    path = desk.course.root / desk.course.roster if desk.course.roster else None
    if path is not None and path.exists():
        yield from read_people_of(path, desk.course).people


def _people(book: Gradebook, *, numbered: bool) -> Iterator[Person]:
    """List the class with the LMS's names; with participant numbers only if these fit."""
    for grade in book.grades:
        who = grade.who
        yield Person(
            student=grade.student,
            name=grade.name or who.name,
            mail=who.mail,
            user=who.user,
            participant=who.participant if numbered else "",
        )


def _request_columns(headings: Sequence[str], rubric: Sequence[Criterion]) -> list[tuple[int, str]]:
    """Find the columns with requests, each with the criterion that its heading names."""
    titles = [
        (folded(title), criterion.id)
        for criterion in rubric
        for title in (*criterion.title.values(), criterion.id)
        if folded(title)
    ]
    found: dict[int, str] = {}
    for at, heading in enumerate(headings):
        word = folded(heading)
        if is_headed(heading, "request"):
            found[at] = ""
        for title, criterion in titles:
            if word.endswith(title) and is_headed(word.removesuffix(title), "request"):
                found.setdefault(at, criterion)
    if not found and (at_text := column_headed(headings, "onlinetext")) is not None:
        found[at_text] = ""
    return sorted(found.items())


def _cell_text(cell: str) -> str:
    text = cell.strip()[:MAX_FILE].removeprefix(GUARD)
    return text_of_html(text) if has_markup(text) else text


def _piece_of(person: Person, row: int) -> Piece:
    """Make a piece of a row, so that rows are matched as files are."""
    name = f"row {row}"
    member = Member(name=name, path=Path(), size_bytes=0, sha256=name)
    return Piece(member=member, who=as_identity(person), file="row")
