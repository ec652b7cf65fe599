"""Reads reports: what a file is, and of Word and PDF files lines, pictures and pages."""

import importlib

from .opened import Opened, unreadable
from .sniffing import sniff

__all__ = ["Opened", "open_document"]

MOST_BYTES = 50_000_000
READERS = {  # the kind of file: its module, and the function in it that takes the bytes
    "docx": ("word", "open_word"),
    "docm": ("word", "open_word"),
    "pdf": ("pdf", "open_pdf"),
}


def open_document(name: str, data: bytes) -> Opened:
    """Open a report; a file that cannot be read gives a head that says why, and no parts.

    The name tells nothing but what Word's lock files are called.
    """
    sniffed = sniff(name, data)
    if sniffed.trouble or sniffed.kind not in READERS:
        return unreadable(sniffed.kind, sniffed.trouble, sniffed.detail)
    if len(data) > MOST_BYTES:
        return unreadable(sniffed.kind, "too-large", f"{len(data)} bytes")
    module, function = READERS[sniffed.kind]
    reader = getattr(importlib.import_module(f".{module}", __name__), function)
    opened: Opened = reader(data)
    return opened
