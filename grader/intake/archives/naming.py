"""Makes a name from an archive a logical path, or says why it is none."""

import re
import unicodedata
from dataclasses import dataclass

from grader.model.collection import Refusal, RepairKind
from grader.tables import printable

PART_LENGTH = 255  # characters; shorter ones get a name of ours on disk
PATH_LENGTH = 1_024
DEEPEST = 64  # folders in folders
_COMPOSED_TO = 4  # characters into one at most; composing endless names takes endless time

_DRIVE = re.compile(r"[A-Za-z]:")
_DEVICE = re.compile(
    r"(?:CON|PRN|AUX|NUL|CLOCK\$|CONIN\$|CONOUT\$|(?:COM|LPT)[1-9¹²³])", re.IGNORECASE
)
_JUNK = frozenset({"__macosx", ".ds_store", "thumbs.db", "desktop.ini", "icon\r", "icon\ufffd"})
_JUNK_FOLDERS = frozenset({"__macosx", ".git"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Tidied:
    """A name that was looked at."""

    name: str  # logical: NFC, "/", printable; as it was when refused
    refusal: Refusal | None = None
    repairs: tuple[RepairKind, ...] = ()


def tidy(text: str, prefix: str = "") -> Tidied:
    """Turns separators, composes, and refuses what leads outside or fits no file system.

    `prefix` is what goes before it: the path of a nested archive, with "/".
    """
    if len(text) > _COMPOSED_TO * PATH_LENGTH:
        return Tidied(name=shown(prefix + text), refusal=Refusal.TOO_LONG)
    repairs: list[RepairKind] = []
    name = text.replace("\\", "/")
    if name != text:
        repairs.append(RepairKind.SEPARATOR)
    if (composed := unicodedata.normalize("NFC", name)) != name:
        repairs.append(RepairKind.COMPOSED)
    refusal = refusal_of(composed) or _too_much(composed, prefix)
    if refusal is not None:
        return Tidied(name=shown(prefix + composed), refusal=refusal)
    parts = [part for part in composed.split("/") if part not in {"", "."}]
    clean = [part if part.isprintable() else printable(part) for part in parts]
    if clean != parts:
        repairs.append(RepairKind.CLEANED)
    return Tidied(name=prefix + "/".join(clean), repairs=tuple(repairs))


def refusal_of(name: str) -> Refusal | None:
    """Says why a path with "/" may not be used; its length is not looked at."""
    parts = name.split("/")
    if name.startswith("/") or _DRIVE.match(name) or any(map(_leads_up, parts)):
        return Refusal.OUTSIDE
    if any(map(_is_device, parts)):
        return Refusal.RESERVED
    return None


def is_junk(name: str) -> bool:
    """Says whether an operating system left this beside somebody's files."""
    *folders, last = name.rstrip("/").casefold().split("/")
    return last in _JUNK or last.startswith("._") or not _JUNK_FOLDERS.isdisjoint((*folders, last))


def shown(name: str) -> str:
    """Makes any text printable on one line; it says what was there and is no path."""
    return printable(name) if len(name) <= PATH_LENGTH else printable(name[:PATH_LENGTH]) + "…"


def _is_device(part: str) -> bool:
    return _DEVICE.fullmatch(re.split("[.:]", part, maxsplit=1)[0].rstrip(" ")) is not None


def _leads_up(part: str) -> bool:
    """Says whether it is "..", also with what Windows drops behind it."""
    return ".." in part and not part.strip(" .")


def _too_much(name: str, prefix: str) -> Refusal | None:
    parts = name.split("/")
    if len(prefix) + len(name) > PATH_LENGTH or any(len(part) > PART_LENGTH for part in parts):
        return Refusal.TOO_LONG
    return Refusal.TOO_DEEP if len(parts) > DEEPEST else None
