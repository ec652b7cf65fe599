"""What came from an LMS: downloads, whose files they are, and when they were handed in."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from msgspec import Struct, field

_MANY = 5  # proposals: there may be more


class Refusal(StrEnum):
    """Why an entry of a download was not unpacked (INT005)."""

    OUTSIDE = "outside"  # "..", an absolute, drive or UNC path: it would land outside
    LINK = "link"
    SPECIAL = "special"  # device, pipe, socket
    RESERVED = "reserved"  # in manifests until 2026: a name that is a device on Windows
    TOO_LONG = "too-long"  # a name that no file system takes
    DUPLICATE = "duplicate"  # the name was there already, with other bytes
    OVERLAP = "overlap"  # shares bytes with another entry
    BOMB = "bomb"  # inflates to more than it may
    TOO_LARGE = "too-large"
    TOO_MANY = "too-many"
    TOO_DEEP = "too-deep"  # archives in archives
    ENCRYPTED = "encrypted"
    DAMAGED = "damaged"
    FORMAT = "format"  # rar, 7z, lzh, …: not opened
    METHOD = "method"  # a compression that is not known here
    UNREADABLE = "unreadable"  # of a folder: permission, or it went away


class RepairKind(StrEnum):
    """What was done to a name so that it reads as its author wrote it (INT006)."""

    DECODED = "decoded"  # written in CP932 or EUC-JP without saying so; `detail` names it
    COMPOSED = "composed"  # NFD of macOS -> NFC
    SEPARATOR = "separator"  # "\\" between folders
    CLEANED = "cleaned"  # characters that do not print, or that no file system takes
    UNKNOWN = "unknown"  # no encoding explains it: shown as it is


class RefusedEntry(Struct, frozen=True, kw_only=True):
    """One entry that was not unpacked; everything else was."""

    entry: str  # printable, as in the archive: "../x.py", "inner.zip/x.py"
    refusal: Refusal
    detail: str = ""  # a limit, a format, what the library said
    download: str = ""  # the file or folder it came in, its name alone
    student: str = ""  # whose it would have been; "" = nobody's or unknown


class Repair(Struct, frozen=True, kw_only=True):
    """One name that was repaired."""

    name: str  # as it is now
    was: str  # as it stood there, printable
    kind: RepairKind
    detail: str = ""


class Member(Struct, frozen=True, kw_only=True):
    """One regular file of a download. Its bytes lie at `path`, under a name of ours or unpacked."""

    name: str  # logical path in the download: NFC, "/", nested archives as "inner.zip/x.py"
    path: Path
    size_bytes: int
    sha256: str  # hex
    modified: datetime | None = None  # as the archive says, without a zone (DOS time)


class Download(Struct, frozen=True, kw_only=True):
    """One zip or folder, opened safely: every entry is a member, or refused."""

    name: str  # of the file or folder itself, NFC
    members: tuple[Member, ...]
    refused: tuple[RefusedEntry, ...] = ()
    repairs: tuple[Repair, ...] = ()
    encoding: str = "utf-8"  # that the names were in


class TimeSource(StrEnum):
    """Who says when it was handed in."""

    SHEET = "sheet"  # the LMS's own table
    NAME = "name"  # a folder or file name that the LMS made
    METADATA = "metadata"  # a file that the LMS put into the download
    ARCHIVE = "archive"  # the entry's time, where the LMS is known to write it (Moodle)
    UNKNOWN = "unknown"


class Received(Struct, frozen=True, kw_only=True):
    """When a submission came in."""

    at: datetime  # with a zone
    source: TimeSource
    resolution_seconds: int = 1  # 60: the LMS says minutes only
    zone: str = ""  # the zone it was written in, when the LMS wrote none: an assumption


class Identity(Struct, frozen=True, kw_only=True):
    """Who handed in, as the LMS says. Empty = it does not say."""

    student: str = ""  # the student's id, NFKC, upper case
    name: str = ""  # NFC
    user: str = ""  # login or user number of the LMS
    participant: str = ""  # Moodle's number, local to the assignment
    mail: str = ""
    group: str = ""


class Piece(Struct, frozen=True, kw_only=True):
    """One file of a download with whose it is, as the layout of the LMS tells."""

    member: Member
    who: Identity
    file: str  # logical name inside the submission; "" = a folder's marker, no file
    attempt: int = 0  # as the LMS counts; 0 = it does not
    received: Received | None = None
    late: bool = False  # the LMS marks it as late without saying when it came


class Recognised(Struct, frozen=True, kw_only=True):
    """A download as one LMS's layout explains it."""

    lms: str  # the profile's name: "moodle", "manaba", …
    pieces: tuple[Piece, ...]
    sheets: tuple[Member, ...] = ()  # the LMS's own tables (reportlist.xlsx, grades.csv)
    others: tuple[Member, ...] = ()  # the LMS's own files: receipts, comments
    unexplained: tuple[Member, ...] = ()  # fit no pattern: shown, kept, nobody's


class Person(Struct, frozen=True, kw_only=True):
    """One line of a roster, or of an LMS's table."""

    student: str = ""  # the id as text, NFKC, upper case
    name: str = ""  # NFC, one space between family and given name
    other_name: str = ""  # in Latin letters or kana
    mail: str = ""
    user: str = ""
    participant: str = ""
    group: str = ""
    submitted: bool | None = None  # what the LMS says; None = it does not
    received: Received | None = None
    attempt: int = 0
    late: bool = False  # the LMS marks it as late without saying when it came
    row: int = 0  # 1-based, in the file
    padded: bool = False  # the file's id had lost its leading zeros: `student` has them again


class Role(StrEnum):
    """What a file of a submission is for."""

    SOURCE = "source"
    REPORT = "report"
    EXTRA = "extra"
    EARLIER = "earlier"  # an attempt that a newer one replaced: kept, not graded


class CollectedFile(Struct, frozen=True, kw_only=True):
    """One file that was put into submissions/."""

    name: str  # logical name inside the submission
    path: str  # where it lies, relative to the manifest's folder, "/"
    sha256: str
    role: Role
    attempt: int = 0
    received: Received | None = None  # of this file, where the LMS dates each
    modified: datetime | None = None  # as the archive says, without a zone
    late: bool = False  # the LMS marks it as late


class NoteKind(StrEnum):
    """What a person should know about one student's collected files."""

    SEVERAL = "several"  # INT004: equal versions, nothing tells the newest; `names` are they
    EARLIER = "earlier"  # INT004, passed: `names` were replaced by newer ones
    REPAIRED = "repaired"  # INT006
    REFUSED = "refused"  # INT005
    UNKNOWN = "unknown-student"  # INT003: not on the roster
    FROM_FILE_NAME = "from-file-name"  # INT003: the id stands in the names of the files alone
    OTHER_ID = "other-id"  # INT003: a file's name holds somebody else's id
    LATE = "late"  # INT001: the LMS marks `names` as late, and does not say when they came
    NO_SOURCE = "no-source"  # INT002: files, and no program among them
    BY_HAND = "by-hand"  # `names` were changed, added or removed in the folder: left as they are


class Note(Struct, frozen=True, kw_only=True):
    """One thing to know about one student's collected files."""

    kind: NoteKind
    names: tuple[str, ...] = ()
    detail: str = ""


class Collected(Struct, frozen=True, kw_only=True):
    """One student's submission as it was put into submissions/."""

    student: str  # also the folder's name
    who: Identity
    files: tuple[CollectedFile, ...]
    received: Received | None = None
    attempt: int = 0
    notes: tuple[Note, ...] = ()


class Unassigned(Struct, frozen=True, kw_only=True):
    """Files whose student is not known for sure: a person decides."""

    label: str
    who: Identity
    files: tuple[CollectedFile, ...]
    proposals: tuple[str, ...] = ()  # students it may be, the likeliest first
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
    """What a person assigned under one label: how it is found again when the person erred."""

    who: Identity  # as the LMS says
    digests: tuple[str, ...]  # SHA-256, hex


class Collection(Struct, frozen=True, kw_only=True):
    """One assignment's submissions: what `grader collect` writes down."""

    assignment: str
    lms: str
    students: tuple[Collected, ...]
    not_submitted: tuple[str, ...] = ()
    unassigned: tuple[Unassigned, ...] = ()
    refused: tuple[RefusedEntry, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)  # of the roster, by student
    assigned: Mapping[str, str] = field(default_factory=dict)  # label -> student, by a person
    assigned_files: Mapping[str, AssignedFiles] = field(default_factory=dict)  # by label
    complete: tuple[str, ...] = ()  # names of the downloads that were whole
    incomplete: tuple[str, ...] = ()  # of those that were cut off, damaged as a whole, or empty
    surely_missing: tuple[str, ...] = ()  # the LMS's own table says that they did not hand in
    claimed: tuple[str, ...] = ()  # without files, though the LMS's own table says they handed in

    @property
    def sure(self) -> bool:
        """Return whether everybody who handed in is known: else nobody's absence is certain."""
        return not (self.incomplete or self.unassigned or self.claimed)

    def is_missing(self, student: str) -> bool:
        """Return whether a student certainly did not hand in."""
        if student not in self.not_submitted or student in self.claimed:
            return False
        doubtful = self.incomplete or any(file.may_be(student) for file in self.unassigned)
        return student in self.surely_missing or not doubtful
