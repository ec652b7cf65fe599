"""Files that are programs by their name alone: what they are is said."""

import importlib.util
import io
import json
import marshal
import zipfile

import pytest

from grader.intake.kinds import kind_of
from grader.model.finding import Finding, Verdict
from grader.wording import load_wording

RIGHT = "def matmul(a, b):\n    return [[0]]\n"
PROGRAMS = [
    RIGHT.encode(),
    "# 行列積\n".encode("cp932"),
    b"BM = 3\nMZ = 4\nRIFF = GIF89a = bplist00 = BM\n",
    b"x = 1 # %PDF- {\\rtf <html> PK\x03\x04",
    b"MM = II = 0\n",
    b"BMP = '" + b"x" * 40 + b"\0'\n",  # a NUL character by itself has its own sentence
    RIGHT.encode() + b"\0\0",
    json.dumps({"cells": [], "nbformat": 4}).encode(),
    b"",
]


def archive(*names: str) -> bytes:
    """A zip file with these in it."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        for name in names:
            file.writestr(name, RIGHT)
    return data.getvalue()


OTHERS = [
    (archive("[Content_Types].xml", "word/document.xml"), "a Word document"),
    (archive("[Content_Types].xml", "xl/workbook.xml"), "an Excel workbook"),
    (archive("ppt/presentation.xml"), "a PowerPoint file"),
    (archive("kadai1.py"), "a zip archive"),
    (archive(), "a zip archive"),
    (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "a PDF"),
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a picture"),
    (b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture"),
    (b"GIF89a\x09\0\x09\0", "a picture"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "a document of Word or Excel"),
    (b"7z\xbc\xaf\x27\x1c\0\x04", "a 7z archive"),
    (b"Rar!\x1a\x07\x01\0", "a RAR archive"),
    (b"{\\rtf1\\ansi def matmul(a, b)}", "an RTF document"),
    (b"\n<!DOCTYPE html>\n<html><body>", "a web page"),
    (
        importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(compile(RIGHT, "k", "exec")),
        "a compiled program",
    ),
    (b"MZ\x90\0\x03\0\0\0", "a compiled program"),
    (RIGHT.encode("utf-16-le"), "text in UTF-16"),
    (RIGHT.encode("utf-16-be"), "text in UTF-16"),
    (bytes(4096), "nothing but NUL characters; it was damaged when it was saved or sent"),
]


@pytest.mark.parametrize("raw", PROGRAMS)
def test_what_may_be_a_program_is_read(raw: bytes) -> None:
    """However it begins."""
    assert kind_of(raw) == ""


@pytest.mark.parametrize(("raw", "kind"), OTHERS)
def test_what_is_none_is_named(raw: bytes, kind: str) -> None:
    """In both languages, with what to do."""
    assert kind_of(raw) == kind
    params = {"file": "kadai1.py", "source": "kadai1.py", "detail": kind}
    found = Finding(
        check="RUN001", subject="", verdict=Verdict.FAILED, case="other-kind", params=params
    )
    assert kind in load_wording("en").exactly(found).message
    said = load_wording("ja").exactly(found)
    assert kind not in said.message
    assert "UTF-8" in said.hint
