"""Turn names from an archive into logical paths, or refuse them."""

import re
import unicodedata

from msgspec import Struct

from grader.intake.archives.encodings import Read
from grader.model.collection import Refusal, Repair, RepairKind
from grader.tables import printable

PART_LENGTH = 255  # characters of one path component; on disk, files have short names of ours
PATH_LENGTH = 1_024
DEEPEST = 64  # levels of folders
# NFC composes at most 4 characters into one; longer names are not composed, to bound time
_COMPOSED_TO = 4

_DRIVE = re.compile(r"[A-Za-z]:")
_JUNK = frozenset({"__macosx", ".ds_store", "thumbs.db", "desktop.ini", "icon\r", "icon\ufffd"})
_JUNK_FOLDERS = frozenset({"__macosx", ".git"})


class Tidied(Struct, frozen=True, kw_only=True):
    """A name after normalisation."""

    name: str  # logical: NFC, "/", printable; the original, made printable, if refused
    refusal: Refusal | None = None
    repairs: tuple[RepairKind, ...] = ()


def tidy(text: str, prefix: str = "") -> Tidied:
    """Normalise separators and Unicode; refuse paths that lead outside or are too long.

    `prefix` is prepended: the path of a nested archive, with "/".
    """
    if len(text) > _COMPOSED_TO * PATH_LENGTH:
        return Tidied(name=shown(prefix + text), refusal=Refusal.TOO_LONG)
    repairs: list[RepairKind] = []
    name = text.replace("\\", "/")
    if name != text:
        repairs.append(RepairKind.SEPARATOR)
    if (composed := unicodedata.normalize("NFC", name)) != name:
        repairs.append(RepairKind.COMPOSED)
    refusal = Refusal.OUTSIDE if _is_outside(composed) else _too_much(composed, prefix)
    if refusal is not None:
        return Tidied(name=shown(prefix + composed), refusal=refusal)
    parts = [part for part in composed.split("/") if part not in {"", "."}]
    clean = [part if part.isprintable() else printable(part) for part in parts]
    if clean != parts:
        repairs.append(RepairKind.CLEANED)
    return Tidied(name=prefix + "/".join(clean), repairs=tuple(repairs))


def is_junk(name: str) -> bool:
    """Return whether an operating system or git added this file."""
    *folders, last = name.rstrip("/").casefold().split("/")
    return last in _JUNK or last.startswith("._") or not _JUNK_FOLDERS.isdisjoint((*folders, last))


def shown(name: str) -> str:
    """Make any text printable on one line, for display. The result is not a path."""
    return printable(name) if len(name) <= PATH_LENGTH else printable(name[:PATH_LENGTH]) + "…"


def repairs_of(read: Read, tidied: Tidied) -> tuple[Repair, ...]:
    """List the repairs of one name in the order in which they were made."""
    repairs = []
    if read.scrambled:
        kind = RepairKind.UNKNOWN if read.unknown else RepairKind.DECODED
        was = _as_it_stood(read.scrambled)
        repairs.append(Repair(name=tidied.name, was=was, kind=kind, detail=read.encoding))
    was = _as_it_stood(read.text)
    repairs.extend(Repair(name=tidied.name, was=was, kind=kind) for kind in tidied.repairs)
    return tuple(repairs)


def _is_outside(name: str) -> bool:
    """Return whether a path with "/" leads outside, on any operating system."""
    return bool(name.startswith("/") or _DRIVE.match(name) or any(map(_leads_up, name.split("/"))))


def _leads_up(part: str) -> bool:
    """Return whether a component is "..", ignoring trailing spaces and dots as Windows does."""
    return ".." in part and not part.strip(" .")


def _too_much(name: str, prefix: str) -> Refusal | None:
    parts = name.split("/")
    if len(prefix) + len(name) > PATH_LENGTH or any(len(part) > PART_LENGTH for part in parts):
        return Refusal.TOO_LONG
    return Refusal.TOO_DEEP if len(parts) > DEEPEST else None


def _as_it_stood(text: str) -> str:
    """Make a name printable but keep it decomposed, to show how it was stored."""
    if text.isprintable():
        return text
    return shown("".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in text))
