"""Turn names that students gave into file names valid on every system. Pure.

Japanese stays readable. Only the name on disk changes: the manifest keeps the logical name.
"""

import hashlib
import re
import unicodedata
from collections import defaultdict

from msgspec import Struct, field

MOST_BYTES = 200  # of one name in UTF-8; leaves room for what others append

_RESERVED = re.compile(r'[<>:"|?*\\/]')
_DEVICE = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:[ .].*)?", re.IGNORECASE
)
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_LONGEST_SUFFIX = 20  # bytes; anything longer counts as part of the name


def safe_part(name: str, number: int = 1) -> str:
    """Return one folder or file name; from 2 on, `number` distinguishes equal ones: kadai1~2.py."""
    clean = _clean(name)
    stem, suffix = _split(clean)
    mark = f"~{number}" if number > 1 else ""
    if len((stem + mark + suffix).encode()) > MOST_BYTES:
        mark = f"~{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}{mark}"
        stem = _cut(stem, MOST_BYTES - len((mark + suffix).encode()))
    return stem + mark + suffix


def folded(name: str) -> str:
    """Return what a case-insensitive file system considers the same name."""
    return unicodedata.normalize("NFC", name.casefold())


def _clean(name: str) -> str:
    composed = unicodedata.normalize("NFC", name)
    printing = "".join("_" if unicodedata.category(c) in _INVISIBLE else c for c in composed)
    clean = _RESERVED.sub("_", printing).strip(" \u3000").rstrip(". \u3000")
    return f"_{clean}" if not clean or _DEVICE.fullmatch(clean) else clean


def _split(name: str) -> tuple[str, str]:
    stem, dot, suffix = name.rpartition(".")
    if not stem or len(suffix.encode()) > _LONGEST_SUFFIX:
        return name, ""
    return stem, dot + suffix


def _cut(text: str, most: int) -> str:
    return text.encode()[:most].decode("utf-8", "ignore").rstrip(". \u3000")


class Places(Struct):
    """Names given out below one folder, distinct on every file system."""

    taken: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    """By folder on disk: each name, folded, and the logical folder it stands for ("" = a file)."""

    def hold(self, path: str) -> None:
        """Reserve the path of an existing file; its folders may be shared."""
        *folders, name = path.split("/")
        above = ""
        for folder in folders:
            self.taken[above].setdefault(folded(folder), f"{above}{folder}\0")
            above += f"{folder}/"
        self.taken[above].setdefault(folded(name), "")

    def place(self, logical: str) -> str:
        """Return and reserve a path for a file, component by component."""
        *folders, name = logical.split("/")
        above = ""
        for depth, folder in enumerate(folders, 1):
            above += self._folder(above, folder, "/".join(folders[:depth])) + "/"
        return above + self._free(above, name)

    def _folder(self, above: str, name: str, logical: str) -> str:
        number = 1
        while True:
            part = safe_part(name, number)
            holder = self.taken[above].setdefault(folded(part), logical + "/")
            if holder == logical + "/" or holder == f"{above}{part}\0":
                return part
            number += 1

    def _free(self, above: str, name: str) -> str:
        number = 1
        while folded(safe_part(name, number)) in self.taken[above]:
            number += 1
        part = safe_part(name, number)
        self.taken[above][folded(part)] = ""
        return part
