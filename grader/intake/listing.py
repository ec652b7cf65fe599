"""Finds every file of one submission, breadth first, within hard caps."""

from collections import deque
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.intake.names import is_clutter, logical, printable, stem_and_suffix
from grader.intake.reading import Kind, Parts, Seen, list_folder, look
from grader.intake.refusal import Refused
from grader.model.submission import FileTrouble, Trouble

MAX_ENTRIES = 2_000  # files and folders of one submission
MAX_DEPTH = 8  # folders inside folders

_ENVIRONMENT = "pyvenv.cfg"  # lies in a virtual environment, which is nobody's own work

SOURCES = (".py", ".ipynb")
C_SOURCES = (".c",)
ALL_SOURCES = (*SOURCES, *C_SOURCES)


def sources_like(source: str) -> tuple[str, ...]:
    """Gives the endings that a source may have, by the name asked for, the likeliest first."""
    if not source:
        return ALL_SOURCES
    return C_SOURCES if stem_and_suffix(source)[1] in C_SOURCES else SOURCES


def is_helper(name: str, source: str) -> bool:
    """Says whether a program of that name may take this file in: a module, or a header in C."""
    wanted = ".h" if stem_and_suffix(source)[1] in C_SOURCES else ".py"
    return stem_and_suffix(name)[1] == wanted


_REFUSED = {Kind.LINK: Trouble.LINK, Kind.SPECIAL: Trouble.SPECIAL}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A regular file of a submission and where it lies."""

    name: str  # logical
    root: Path
    parts: Parts


@dataclass(slots=True)
class Listing:
    """What lies in a submission."""

    entries: dict[str, Entry] = field(default_factory=dict)  # by logical name
    troubles: list[FileTrouble] = field(default_factory=list)
    count: int = 0

    def refuse(self, name: str, trouble: Trouble, detail: str = "") -> None:
        """Notes a name that is not read."""
        self.troubles.append(FileTrouble(file=name, trouble=trouble, detail=detail))

    def add(self, entry: Entry) -> None:
        """Keeps a file; one whose printable name is taken gets a number."""
        name, number = entry.name, 2
        while name in self.entries:
            name, number = f"{entry.name}~{number}", number + 1
        self.entries[name] = replace(entry, name=name)


def list_tree(listing: Listing, root: Path, prefix: str = "") -> None:
    """Adds every file below a folder; `prefix` goes before its logical names."""
    waiting: deque[Parts] = deque([()])
    while waiting:
        parts = waiting.popleft()
        here = prefix + logical(parts) or printable(root.name)
        try:
            seen = sorted(list_folder(root, parts), key=_sources_first)
        except Refused as refused:
            listing.refuse(here, refused.trouble, refused.detail if parts else "folder")
            continue
        if parts and any(one.name == _ENVIRONMENT for one in seen):
            continue
        for one in seen:
            if listing.count >= MAX_ENTRIES:
                listing.refuse(here, Trouble.TOO_MANY, str(MAX_ENTRIES))
                return
            waiting.extend(_take(listing, root, (*parts, one.name), one, prefix))


def list_file(listing: Listing, path: Path) -> None:
    """Adds one loose file."""
    try:
        one = look(path.parent, (path.name,))
    except Refused as refused:
        listing.refuse(logical((path.name,)), refused.trouble, refused.detail)
        return
    _take(listing, path.parent, (path.name,), one, "")


def _take(listing: Listing, root: Path, parts: Parts, one: Seen, prefix: str) -> list[Parts]:
    """Adds one name; returns the folders that are to be listed after it."""
    if is_clutter(one.name):
        return []
    listing.count += 1
    name = prefix + logical(parts)
    if one.kind is Kind.FILE:
        listing.add(Entry(name=name, root=root, parts=parts))
        return []
    if one.kind is not Kind.FOLDER:
        listing.refuse(name, _REFUSED[one.kind])
        return []
    if stem_and_suffix(one.name)[1] in ALL_SOURCES:
        listing.refuse(name, Trouble.DIRECTORY)
    if len(parts) >= MAX_DEPTH:
        listing.refuse(name, Trouble.TOO_MANY, str(MAX_DEPTH))
        return []
    return [parts]


def _sources_first(one: Seen) -> tuple[bool, str]:
    """Reaches the sources before a cap does, whatever lies around them."""
    return one.kind is Kind.FILE and stem_and_suffix(one.name)[1] not in ALL_SOURCES, one.name
