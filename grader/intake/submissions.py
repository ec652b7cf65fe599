"""Read one student's files: choose the source, decode it, and record every problem."""

import hashlib
import re
from pathlib import Path

from msgspec import Struct, field

from grader.intake.choosing import choose_source, could_be_source, is_asked_for
from grader.intake.listing import SubmissionListing, is_helper, list_file, list_tree
from grader.intake.names import stem_and_suffix
from grader.intake.reading import EntryKind, look, read_file
from grader.intake.refusal import FileRefused
from grader.intake.reports import is_document, read_report
from grader.intake.sources import read_source, size_cap
from grader.intake.students import UnreadSubmission
from grader.model.course import Assignment
from grader.model.finding import Location
from grader.model.submission import FileTrouble, SourceFile, SourceKind, Submission, Trouble
from grader.tables import printable

MAX_BYTES = 32 * 1_048_576  # of one submission, all files together


class _Reading(Struct):
    """State of reading one submission."""

    listing: SubmissionListing
    cap: int  # bytes of one source
    contents: dict[str, bytes | None] = field(default_factory=dict)  # by logical name
    troubles: list[FileTrouble] = field(default_factory=list)

    def bytes_of(self, name: str) -> bytes:
        """Read a file within the rest of the submission's limit. Raises FileRefused."""
        known = self.contents.get(name)
        if known is not None:
            return known
        left = MAX_BYTES - sum(len(raw) for raw in self.contents.values() if raw)
        entry = self.listing.entries[name]
        self.contents[name] = None
        raw = read_file(entry.root, entry.parts, min(size_cap(name, self.cap), left))
        self.contents[name] = raw
        return raw

    def source(self, name: str) -> SourceFile | None:
        """Read a file as a source; None if it is unusable, with the reason in `troubles`."""
        try:
            source, notes = read_source(name, self.bytes_of(name), self.cap)
        except FileRefused as refused:
            place = Location(file=name, line=refused.line) if refused.line else None
            self.troubles.append(
                FileTrouble(
                    file=name, trouble=refused.trouble, detail=refused.detail, location=place
                )
            )
            return None
        self.troubles.extend(notes)
        return source

    def helper(self, name: str) -> SourceFile | None:
        """Read a file that the source may import. An empty one is fine."""
        before = len(self.troubles)
        source = self.source(name)
        if source is None and self.troubles[before].trouble is Trouble.EMPTY:
            del self.troubles[before:]
            return SourceFile(name=name, kind=SourceKind.SCRIPT, text="", raw=b"", encoding="utf-8")
        return source

    def is_imported(self, name: str, names: tuple[str, ...]) -> bool:
        """Return whether another of these files imports this one, which makes it a helper."""
        module = re.escape(stem_and_suffix(name)[0])
        # Possessive quantifiers: a line of a million blanks is tried once, not once per blank.
        begins = rf"^[ \t]*+(?:from[ \t]++\.*+|import[ \t]++(?:[\w. \t]++,)*[ \t]*+){module}\b"
        imports = re.compile(begins, re.MULTILINE | re.IGNORECASE)
        try:
            others = [self.bytes_of(other) for other in names if other != name]
        except FileRefused:
            return False
        return any(imports.search(raw.decode("utf-8", "replace")) for raw in others)

    def same(self, names: tuple[str, ...]) -> bool:
        """Return whether several files hold the same bytes."""
        try:
            return len({self.bytes_of(name) for name in names}) == 1
        except FileRefused:
            return False


def read_submission(unread: UnreadSubmission, assignment: Assignment) -> Submission:
    """Find, read and decode the source and its helpers. Problems are in `troubles`."""
    listing = _list(unread, assignment.source)
    reading = _Reading(listing=listing, cap=assignment.file_bytes)
    chosen, candidates = _choose(unread, assignment, reading)
    main = reading.source(chosen) if chosen else None
    helpers = _helpers(reading, chosen, assignment.source) if main else ()
    names, source = sorted(reading.listing.entries), assignment.source
    equal = [name for name in _equal(unread) if name in names and not could_be_source(name, source)]
    report, reports = read_report(names, reading.listing.entries, assignment, unread.student)
    if equal and assignment.report is not None:
        report, reports = None, tuple(equal)
    troubles = (*unread.troubles, *reading.listing.troubles, *reading.troubles)
    return Submission(
        assignment=assignment.id,
        student=unread.student,
        folder=unread.root or (unread.paths[0].parent if unread.paths else None),
        main=main,
        helpers=helpers,
        candidates=candidates,
        files=tuple(names),
        troubles=troubles,
        digest=_digest(reading, troubles),
        report=report,
        reports=reports,
        received=unread.received,
        collected=unread.notes,
    )


def _list(unread: UnreadSubmission, source: str) -> SubmissionListing:
    listing = SubmissionListing()

    def wanted(name: str) -> bool:
        return is_document(name) or is_asked_for(name, source, unread.student)

    if unread.root is not None:
        list_tree(listing, unread.root, wanted=wanted)
    for path in unread.paths:
        if _is_folder(path):
            list_tree(listing, path, f"{printable(path.name)}/", wanted)
        else:
            list_file(listing, path)
    return listing


def _is_folder(path: Path) -> bool:
    try:
        return look(path.parent, (path.name,)).kind is EntryKind.FOLDER
    except FileRefused:
        return False


def _choose(
    unread: UnreadSubmission, assignment: Assignment, reading: _Reading
) -> tuple[str, tuple[str, ...]]:
    """Return the source's name, or "" and the files that could be it.

    There is no choice between two folders of one student, nor between versions that collecting
    found equal; identical files count as one. If unlisted files may include a source, only the
    requested name is accepted.
    """
    names = sorted(reading.listing.entries)
    if any(trouble.trouble is Trouble.SAME_STUDENT for trouble in unread.troubles):
        return "", tuple(name for name in names if could_be_source(name, assignment.source))
    listed = [name for name in _equal(unread) if name in names]
    equal = tuple(name for name in listed if could_be_source(name, assignment.source))
    if equal and not reading.same(equal):
        return "", equal
    chosen = choose_source(names, assignment.source, unread.student)
    if reading.listing.cut:
        chosen = tuple(
            name for name in chosen if is_asked_for(name, assignment.source, unread.student)
        )
    if len(chosen) == 1 or (chosen and reading.same(chosen)):
        return chosen[0], ()
    importing = [name for name in chosen if not reading.is_imported(name, chosen)]
    return ("", chosen) if len(importing) != 1 else (importing[0], ())


def _equal(unread: UnreadSubmission) -> list[str]:
    """Return the versions whose order collecting could not determine."""
    return [trouble.file for trouble in unread.troubles if trouble.trouble is Trouble.SEVERAL]


def _helpers(reading: _Reading, main: str, source: str) -> tuple[SourceFile, ...]:
    names = [name for name in sorted(reading.listing.entries) if name != main]
    sources = [reading.helper(name) for name in names if is_helper(name, source)]
    return tuple(helper for helper in sources if helper is not None)


def _digest(reading: _Reading, troubles: tuple[FileTrouble, ...]) -> str:
    """Return a digest of the submission: every name seen, every byte read."""
    digest = hashlib.sha256()
    for name in sorted(reading.listing.entries):
        raw = reading.contents.get(name)
        content = hashlib.sha256(raw).hexdigest() if raw is not None else "-"
        digest.update(f"{name}\0{content}\0".encode())
    for trouble in troubles:
        digest.update(f"{trouble.file}\0{trouble.trouble}\0{trouble.detail}\0".encode())
    return digest.hexdigest()
