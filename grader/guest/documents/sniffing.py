"""What a file really is, by its content."""

from typing import NamedTuple


class Sniffed(NamedTuple):
    """The kind of a file, and what keeps it from being read."""

    kind: str
    trouble: str | None = None
    detail: str = ""


def sniff(name: str, data: bytes) -> Sniffed:
    """Says what a file is."""
    del name
    if not data:
        return Sniffed("empty", "empty")
    return Sniffed("pdf" if data.startswith(b"%PDF-") else "docx")
