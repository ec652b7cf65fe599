"""File and folder names that people and browsers choose: ids, labels, copies, clutter."""

import hashlib
import re
import unicodedata
from collections.abc import Iterator

from grader.tables import printable

LABEL_LENGTH = 60  # characters: a valid file name everywhere, with room for an ending

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_CLUTTER = frozenset({"__macosx", "thumbs.db", "desktop.ini", "__pycache__", "site-packages"})
_SEPARATORS = " \t_-.~"

# Endings that browsers, file managers and people append to copies; matched after `matching`.
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
    """Fold width, case and composition, for comparison only."""
    return unicodedata.normalize("NFKC", name).casefold()


def is_clutter(name: str) -> bool:
    """Return whether an operating system or tool created this, not a student."""
    return name.startswith(".") or name.casefold() in _CLUTTER


def label(name: str) -> str:
    """Make a name printable and short; different names stay different."""
    clean = printable(name)
    if clean == unicodedata.normalize("NFC", name) and len(clean) <= LABEL_LENGTH:
        return clean
    mark = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{clean[:LABEL_LENGTH].rstrip()}~{mark}"


def logical(parts: tuple[str, ...]) -> str:
    """Return the logical name of a file: composed, printable, "/" between folders."""
    return "/".join(printable(part).replace("/", _REPLACEMENT) for part in parts)


def stem_and_suffix(name: str) -> tuple[str, str]:
    """Split the last component of a logical name, folded for comparison: ("kadai1", ".py").

    ".pyw" is Windows' ending for Python programs without a console window.
    """
    stem, dot, extension = matching(name.rpartition("/")[2]).rpartition(".")
    return stem, ".py" if extension == "pyw" else dot + extension


def stems(name: str, student: str) -> Iterator[str]:
    """Yield a file's stem unmodified, without the student's id, then without each copy mark."""
    stem, _ = stem_and_suffix(name)
    yield stem
    stem = stem.replace(matching(student), "").strip(_SEPARATORS)
    while stem:
        yield stem
        shorter = _COPY.sub("", stem).strip(_SEPARATORS)
        stem = "" if shorter == stem else shorter


def split_copy_mark(stem: str) -> tuple[str, str]:
    """Split one copy mark off a folded stem: ("kadai1", " (1)"); the mark is "" without one."""
    match = _COPY.search(stem)
    return (stem[: match.start()], match[0]) if match else (stem, "")
