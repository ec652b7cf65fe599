"""File and folder names of people and browsers: ids, labels, copies, clutter."""

import hashlib
import re
import unicodedata
from collections.abc import Iterator

from grader.tables import printable

LABEL_LENGTH = 60  # characters: with an ending still a file name everywhere

_BLOT = "\N{REPLACEMENT CHARACTER}"
_CLUTTER = frozenset({"__macosx", "thumbs.db", "desktop.ini", "__pycache__", "site-packages"})
_SEPARATORS = " \t_-.~"

# What browsers, file managers and people put behind the name of a copy, after `matching`.
_COPY = re.compile(
    r"""(?:
        \s*\(\s*\d{1,3}\s*\)                             # kadai1 (1).py
      | \s*-\s*(?:コピー|copy)(?:\s*\(\s*\d+\s*\))?      # kadai1 - コピー (2).py
      | \s*のコピー | \s*copy(?:\s*\d+)?                 # kadai1のコピー.py
      | [\s_\-]*(?:最終|完成|修正|提出|改訂)版?\d{0,2}
      | [\s_\-]*(?:再提出|提出用|final|fixed|new)\d{0,2}
      | [\s_\-]+v(?:er)?\.?\d{1,3}
      | [+\-]\d{1,2}                                     # kadai1+1.py
    )$""",
    re.VERBOSE,
)


def matching(name: str) -> str:
    """Folds width, case and composition away, for comparing only."""
    return unicodedata.normalize("NFKC", name).casefold()


def is_clutter(name: str) -> bool:
    """Says whether an operating system or a tool left this, not a student."""
    return name.startswith(".") or name.casefold() in _CLUTTER


def label(name: str) -> str:
    """Makes a name that prints on one line and is not too long; different names stay different."""
    clean = printable(name)
    if clean == unicodedata.normalize("NFC", name) and len(clean) <= LABEL_LENGTH:
        return clean
    mark = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{clean[:LABEL_LENGTH].rstrip()}~{mark}"


def logical(parts: tuple[str, ...]) -> str:
    """Names a file inside a submission: composed, printable, "/" between folders."""
    return "/".join(printable(part).replace("/", _BLOT) for part in parts)


def stem_and_suffix(name: str) -> tuple[str, str]:
    """Splits the last part of a logical name, folded for comparing: ("kadai1", ".py").

    ".pyw" is what Windows calls a Python program that opens no window for its output.
    """
    stem, dot, extension = matching(name.rpartition("/")[2]).rpartition(".")
    return stem, ".py" if extension == "pyw" else dot + extension


def stems(name: str, student: str) -> Iterator[str]:
    """Gives a file's stem as it is, without the student's id, then without each copy mark."""
    stem, _ = stem_and_suffix(name)
    yield stem
    stem = stem.replace(matching(student), "").strip(_SEPARATORS)
    while stem:
        yield stem
        shorter = _COPY.sub("", stem).strip(_SEPARATORS)
        stem = "" if shorter == stem else shorter


def split_copy_mark(stem: str) -> tuple[str, str]:
    """Splits one copy mark off a folded stem: ("kadai1", " (1)"); the mark is "" without one."""
    match = _COPY.search(stem)
    return (stem[: match.start()], match[0]) if match else (stem, "")
