"""Data from an LMS: downloads, whose files they are, and when they were received."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from msgspec import Struct, field

_MANY = 5  # number of proposals from which there may be more


class Refusal(StrEnum):
    """Why an entry of a download was not unpacked (INT005)."""

    OUTSIDE = "outside"  # "..", an absolute, drive or UNC path
    LINK = "link"
    SPECIAL = "special"  # device, pipe, socket
    RESERVED = "reserved"  # in manifests until 2026: a device name on Windows
    TOO_LONG = "too-long"  # a name too long for any file system
    DUPLICATE = "duplicate"  # a second entry of this name, with other bytes
    OVERLAP = "overlap"  # shares bytes with another entry
    BOMB = "bomb"  # unpacks to more than allowed
    TOO_LARGE = "too-large"
    TOO_MANY = "too-many"
    TOO_DEEP = "too-deep"  # too deeply nested archives
    ENCRYPTED = "encrypted"
    DAMAGED = "damaged"
    FORMAT = "format"  # rar, 7z, lzh, …: not opened
    METHOD = "method"  # an unknown compression
    UNREADABLE = "unreadable"  # of a folder: no permission, or it disappeared


class RepairKind(StrEnum):
    """How a name was repaired so that it reads as its author wrote it (INT006)."""

    DECODED = "decoded"  # from undeclared CP932 or EUC-JP; `detail` names the encoding
    COMPOSED = "composed"  # NFD of macOS -> NFC
    SEPARATOR = "separator"  # "\\" between folders
    CLEANED = "cleaned"  # unprintable characters, or characters that no file system accepts
    UNKNOWN = "unknown"  # no encoding fits: shown unchanged


class RefusedEntry(Struct, frozen=True, kw_only=True):
    """An entry that was not unpacked; all others were."""

    entry: str  # printable, as in the archive: "../x.py", "inner.zip/x.py"
    refusal: Refusal
    detail: str = ""  # a limit, a format, or the library's message
    download: str = ""  # name of the file or folder with this entry
    student: str = ""  # whose it would have been; "" = unassigned or unknown


class Repair(Struct, frozen=True, kw_only=True):
    """A name that was repaired."""

    name: str  # the repaired name
    was: str  # the name before, printable
    kind: RepairKind
    detail: str = ""


class Member(Struct, frozen=True, kw_only=True):
    """One regular file of a download. Its bytes are at `path`, unpacked or under a name of ours."""

    name: str  # logical path in the download: NFC, "/", nested archives as "inner.zip/x.py"
    path: Path
    size_bytes: int
    sha256: str  # hex
    modified: datetime | None = None  # according to the archive, without a zone (DOS time)


class Download(Struct, frozen=True, kw_only=True):
    """One zip or folder, opened safely: every entry is a member, or refused."""

    name: str  # of the file or folder itself, NFC
    members: tuple[Member, ...]
    refused: tuple[RefusedEntry, ...] = ()
    repairs: tuple[Repair, ...] = ()
    encoding: str = "utf-8"  # encoding of the names


class TimeSource(StrEnum):
    """The source of the time of submission."""

    SHEET = "sheet"  # the LMS's own table
    NAME = "name"  # a folder or file name that the LMS made
    METADATA = "metadata"  # a file that the LMS put into the download
    ARCHIVE = "archive"  # the entry's time, for an LMS known to set it (Moodle)
    UNKNOWN = "unknown"


class Received(Struct, frozen=True, kw_only=True):
    """When a submission was received."""

    at: datetime  # with a zone
    source: TimeSource
    resolution_seconds: int = 1  # 60: the LMS gives only minutes
    zone: str = ""  # the zone assumed for an LMS that gives none


class Identity(Struct, frozen=True, kw_only=True):
    """Who submitted, according to the LMS. Empty = not stated."""

    student: str = ""  # the student's id, NFKC, upper case
    name: str = ""  # NFC
    user: str = ""  # login or user number of the LMS
    participant: str = ""  # Moodle's number, local to the assignment
    mail: str = ""
    group: str = ""


class Piece(Struct, frozen=True, kw_only=True):
    """One file of a download and its owner, according to the LMS's layout."""

    member: Member
    who: Identity
    file: str  # logical name in the submission; "" = a folder's marker, not a file
    attempt: int = 0  # as counted by the LMS; 0 = not counted
    received: Received | None = None
    late: bool = False  # marked as late by the LMS, without a time


class Recognised(Struct, frozen=True, kw_only=True):
    """A download as interpreted by one LMS's layout."""

    lms: str  # the profile's name: "moodle", "manaba", …
    pieces: tuple[Piece, ...]
    sheets: tuple[Member, ...] = ()  # the LMS's own tables (reportlist.xlsx, grades.csv)
    others: tuple[Member, ...] = ()  # the LMS's own files: receipts, comments
    unexplained: tuple[Member, ...] = ()  # fit no pattern: shown and kept, without an owner


class Person(Struct, frozen=True, kw_only=True):
    """One row of a roster, or of an LMS's table."""

    student: str = ""  # the id as text, NFKC, upper case
    name: str = ""  # NFC, one space between family and given name
    other_name: str = ""  # in Latin letters or kana
    mail: str = ""
    user: str = ""
    participant: str = ""
    group: str = ""
    submitted: bool | None = None  # according to the LMS; None = not stated
    received: Received | None = None
    attempt: int = 0
    late: bool = False  # marked as late by the LMS, without a time
    row: int = 0  # 1-based, in the file
    padded: bool = False  # `student` has leading zeros restored that the file had lost


class Role(StrEnum):
    """The role of a file in a submission."""

    SOURCE = "source"
    REPORT = "report"
    EXTRA = "extra"
    EARLIER = "earlier"  # replaced by a newer attempt: kept, not graded


class CollectedFile(Struct, frozen=True, kw_only=True):
    """A file that was placed into submissions/."""

    name: str  # logical name inside the submission
    path: str  # its location relative to the manifest's folder, with "/"
    sha256: str
    role: Role
    attempt: int = 0
    received: Received | None = None  # of this file, if the LMS dates each file
    modified: datetime | None = None  # according to the archive, without a zone
    late: bool = False  # marked as late by the LMS


class NoteKind(StrEnum):
    """The kind of a note on one student's collected files."""

    SEVERAL = "several"  # INT004: equally good versions `names`; none is known to be the newest
    EARLIER = "earlier"  # INT004, passed: `names` were replaced by newer versions
    REPAIRED = "repaired"  # INT006
    REFUSED = "refused"  # INT005
    UNKNOWN = "unknown-student"  # INT003: not on the roster
    FROM_FILE_NAME = "from-file-name"  # INT003: the id is only in the names of the files
    OTHER_ID = "other-id"  # INT003: a file's name contains another student's id
    LATE = "late"  # INT001: `names` are marked as late by the LMS, without a time
    NO_SOURCE = "no-source"  # INT002: files, but no program among them
    BY_HAND = "by-hand"  # `names` were changed, added or removed in the folder, and left so


class Note(Struct, frozen=True, kw_only=True):
    """A note on one student's collected files."""

    kind: NoteKind
    names: tuple[str, ...] = ()
    detail: str = ""


class Collected(Struct, frozen=True, kw_only=True):
    """One student's submission as placed into submissions/."""

    student: str  # also the folder's name
    who: Identity
    files: tuple[CollectedFile, ...]
    received: Received | None = None
    attempt: int = 0
    notes: tuple[Note, ...] = ()


class Unassigned(Struct, frozen=True, kw_only=True):
    """Files with an uncertain owner: a person decides."""

    label: str
    who: Identity
    files: tuple[CollectedFile, ...]
    proposals: tuple[str, ...] = ()  # students whose files they may be, likeliest first
    reason: str = ""  # "same-name", "variant", "unknown", "conflict", "claimed", "zeros", …

    def may_be(self, student: str) -> bool:
        """Return whether these files may be this student's; without proposals they may be anyone's.

        The same holds if there are too many candidates to propose all of them. Next to a number
        from the LMS, an unlisted id is not a student's here; alone, it may be a typing error.
        """
        by_lms = self.who.student and (self.who.user or self.who.participant or self.who.mail)
        anybody = len(self.proposals) >= _MANY or not (self.proposals or by_lms)
        return anybody or student in self.proposals


class AssignedFiles(Struct, frozen=True, kw_only=True):
    """What a person assigned under one label, so that a mistaken assignment can be undone."""

    who: Identity  # according to the LMS
    digests: tuple[str, ...]  # SHA-256, hex


class Collection(Struct, frozen=True, kw_only=True):
    """One assignment's submissions, as recorded by `grader collect`."""

    assignment: str
    lms: str
    students: tuple[Collected, ...]
    not_submitted: tuple[str, ...] = ()
    unassigned: tuple[Unassigned, ...] = ()
    refused: tuple[RefusedEntry, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)  # from the roster, by student
    assigned: Mapping[str, str] = field(default_factory=dict)  # label -> student, by a person
    assigned_files: Mapping[str, AssignedFiles] = field(default_factory=dict)  # by label
    complete: tuple[str, ...] = ()  # names of the complete downloads
    incomplete: tuple[str, ...] = ()  # names of downloads that were truncated, damaged or empty
    surely_missing: tuple[str, ...] = ()  # not submitted, according to the LMS's own table
    claimed: tuple[str, ...] = ()  # submitted according to the LMS's own table, but without files

    @property
    def sure(self) -> bool:
        """Whether everyone who submitted is known. If not, no absence is certain."""
        return not (self.incomplete or self.unassigned or self.claimed)

    def is_missing(self, student: str) -> bool:
        """Return whether a student certainly did not submit."""
        if student not in self.not_submitted or student in self.claimed:
            return False
        doubtful = self.incomplete or any(file.may_be(student) for file in self.unassigned)
        return student in self.surely_missing or not doubtful
