"""List the files of one submission, breadth first, within fixed limits."""

from collections import deque
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from grader.intake.names import is_clutter, logical, stem_and_suffix
from grader.intake.reading import EntryKind, FolderEntry, Parts, list_folder, look
from grader.intake.refusal import FileRefused
from grader.kinds import PYTHON, all_sources, kind_of_file, kinds
from grader.model.submission import FileTrouble, Trouble
from grader.tables import printable

MAX_ENTRIES = 2_000  # files of one submission, besides those looked for by name
MAX_NAMES = 100_000  # names looked at
MAX_DEPTH = 8  # levels of folders

_ENVIRONMENT = "pyvenv.cfg"  # marks a virtual environment, which is no student's work

Wanted = Callable[[str], bool]  # of a logical name


def sources_like(source: str) -> tuple[str, ...]:
    """Return the endings that a source may have, given the requested name, most likely first."""
    if not source:
        return all_sources()
    suffix = stem_and_suffix(source)[1]
    kind = kind_of_file(suffix)
    return kind.suffixes if kind is not None else (suffix,)


def is_helper(name: str, source: str) -> bool:
    """Return whether a program of that name may use this file: a module or a header."""
    kind = kind_of_file(stem_and_suffix(source)[1]) or PYTHON
    return stem_and_suffix(name)[1] == kind.helper


_REFUSED = {EntryKind.LINK: Trouble.LINK, EntryKind.SPECIAL: Trouble.SPECIAL}


class SubmittedFile(Struct, frozen=True, kw_only=True):
    """A regular file of a submission."""

    name: str  # logical
    root: Path
    parts: Parts


class SubmissionListing(Struct):
    """The files of a submission."""

    entries: dict[str, SubmittedFile] = field(default_factory=dict)  # by logical name
    troubles: list[FileTrouble] = field(default_factory=list)
    cut: bool = False  # a source may exist that is not listed
    names: int = 0  # number looked at
    others: list[SubmittedFile] = field(
        default_factory=list
    )  # files other than sources: added while there is room

    def refuse(self, name: str, trouble: Trouble, detail: str = "") -> None:
        """Record a name that is not read."""
        self.troubles.append(FileTrouble(file=name, trouble=trouble, detail=detail))

    def add(self, entry: SubmittedFile) -> None:
        """Add a file; if its printable name is taken, append a number."""
        name, number = entry.name, 2
        while name in self.entries:
            name, number = f"{entry.name}~{number}", number + 1
        self.entries[name] = replace(entry, name=name)


def list_tree(
    listing: SubmissionListing, root: Path, prefix: str = "", wanted: Wanted = lambda _name: False
) -> None:
    """Add the files below a folder; `prefix` is prepended to their logical names.

    `wanted` files are added first, regardless of the limit, then sources, then the rest.
    """
    _walk(listing, root, prefix, wanted)
    room = max(MAX_ENTRIES - len(listing.entries), 0)
    for entry in listing.others[:room]:
        listing.add(entry)
    if listing.cut or len(listing.others) > room:
        most = MAX_NAMES if listing.names > MAX_NAMES else MAX_ENTRIES
        listing.refuse(prefix.rstrip("/") or printable(root.name), Trouble.TOO_MANY, str(most))
    listing.others.clear()


def _walk(listing: SubmissionListing, root: Path, prefix: str, wanted: Wanted) -> None:
    waiting: deque[Parts] = deque([()])
    while waiting:
        parts = waiting.popleft()
        here = prefix + logical(parts) or printable(root.name)
        try:
            entries = list(list_folder(root, parts))
        except FileRefused as refused:
            listing.refuse(here, refused.trouble, refused.detail if parts else "folder")
            continue
        if parts and any(entry.name == _ENVIRONMENT for entry in entries):
            continue
        for entry in entries:
            listing.names += 1
            if listing.names > MAX_NAMES:
                listing.cut = True
                return
            waiting.extend(_take(listing, root, (*parts, entry.name), entry, prefix, wanted))


def list_file(listing: SubmissionListing, path: Path) -> None:
    """Add a single file."""
    try:
        entry = look(path.parent, (path.name,))
    except FileRefused as refused:
        listing.refuse(logical((path.name,)), refused.trouble, refused.detail)
        return
    _take(listing, path.parent, (path.name,), entry, "", lambda _name: True)


def _take(  # noqa: PLR0913, PLR0917 - one name and everything around it
    listing: SubmissionListing,
    root: Path,
    parts: Parts,
    entry: FolderEntry,
    prefix: str,
    wanted: Wanted,
) -> list[Parts]:
    """Add one name; return the folders to be listed next."""
    if is_clutter(entry.name):
        return []
    name = prefix + logical(parts)
    if entry.kind is EntryKind.FILE:
        file = SubmittedFile(name=name, root=root, parts=parts)
        is_source = stem_and_suffix(name)[1] in {*all_sources(), *(kind.helper for kind in kinds())}
        if wanted(name) or (is_source and len(listing.entries) < MAX_ENTRIES):
            listing.add(file)
        elif is_source:
            listing.cut = True
        else:
            listing.others.append(file)
        return []
    if entry.kind is not EntryKind.FOLDER:
        listing.refuse(name, _REFUSED[entry.kind])
        return []
    if stem_and_suffix(entry.name)[1] in all_sources():
        listing.refuse(name, Trouble.DIRECTORY)
    if len(parts) >= MAX_DEPTH:
        listing.refuse(name, Trouble.TOO_MANY, str(MAX_DEPTH))
        return []
    return [parts]
