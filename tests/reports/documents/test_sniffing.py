"""What a file really is, by its content."""

import gzip
import io
import zipfile
from collections.abc import Mapping

import pytest

from grader.reports.guest.documents import open_document
from grader.reports.guest.documents.sniffing import sniff

MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)


def zipped(members: Mapping[str, str | bytes]) -> bytes:
    """A zip file of these members."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            plain = name == "mimetype"  # which must be readable without inflating
            archive.writestr(name, content, zipfile.ZIP_STORED if plain else None)
    return file.getvalue()


def office(content_type: str, name: str = "word/document.xml") -> bytes:
    """An Office file that says it is of this type."""
    return zipped({"[Content_Types].xml": f'<Types ContentType="{content_type}"/>', name: "<x/>"})


def lock_file() -> bytes:
    """What Word leaves beside an open file."""
    owner = "kadai"
    start = bytes([len(owner)]) + owner.encode().ljust(53)
    return (start + bytes([len(owner), 0]) + owner.encode("utf-16-le")).ljust(162, b"\0")


KINDS = {
    "docx": (office(MAIN), "docx"),
    "a template": (office(MAIN.replace("document.main", "template.main")), "docx"),
    "docm": (office("application/vnd.ms-word.document.macroEnabled.main+xml"), "docm"),
    "main part elsewhere": (office(MAIN, "w/document2.xml"), "docx"),
    "xlsx": (office("x.spreadsheetml.sheet.main+xml", "xl/workbook.xml"), "office"),
    "pptx": (office("x.presentation.main+xml", "ppt/presentation.xml"), "office"),
    "odt": (zipped({"mimetype": "application/vnd.oasis.opendocument.text"}), "odt"),
    "ods": (zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}), "office"),
    "pages": (zipped({"Index/Document.iwa": "x", "preview.jpg": "x"}), "pages"),
    "keynote": (zipped({"Index/Document.iwa": "x", "Index/Slide-1.iwa": "x"}), "office"),
    "a zip": (zipped({"report/report.docx": "x"}), "archive"),
    "gzip": (gzip.compress(b"x"), "archive"),
    "doc": (OLE + "WordDocument".encode("utf-16-le"), "doc"),
    "xls": (OLE + "Workbook".encode("utf-16-le"), "office"),
    "an OLE file of another program": (OLE + "Contents".encode("utf-16-le"), "unknown"),
    "Word 2003 XML": (b'<?xml version="1.0"?><?mso-application progid="Word.Document"?>', "doc"),
    "html": ("\ufeff \n<!DOCTYPE html>\n<html><p>報告".encode(), "html"),
    "html of Word": (b'<html xmlns:o="urn:schemas-microsoft-com:office:office">', "html"),
    "mhtml": (b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n", "html"),
    "rtf": (b"{\\rtf1\\ansi", "rtf"),
    "pdf": (b"%PDF-1.7\n1 0 obj", "pdf"),
    "pdf behind junk": (b"\r\n\r\nHTTP/1.1 200\n%PDF-1.4\n1 0 obj <<>>", "pdf"),
    "text that speaks of PDF": ("%PDF-1.4 とは".encode()[1:], "text"),
    "text": ("報告書\n1. 目的\n".encode(), "text"),
    "text of Windows": ("報告書\r\n１．目的\r\n".encode("cp932"), "text"),
    "text as UTF-16": ("報告書".encode("utf-16"), "text"),
    "LaTeX": (b"\\documentclass{jsarticle}", "text"),
    "png": (b"\x89PNG\r\n\x1a\n\0\0", "picture"),
    "heic": (b"\0\0\0\x18ftypheic\0\0", "picture"),
    "jpeg": (b"\xff\xd8\xff\xe0\0\x10JFIF", "picture"),
    "lock file": (lock_file(), "lock-file"),
    "noise": (bytes(range(256)), "unknown"),
}


@pytest.mark.parametrize("case", KINDS)
def test_a_file_is_what_it_holds(case: str) -> None:
    """Whatever it is called."""
    data, kind = KINDS[case]
    for name in ("report.docx", "report.pdf", "report"):
        assert sniff(name, data).kind == kind


@pytest.mark.parametrize("case", [case for case in KINDS if KINDS[case][1] != "lock-file"])
def test_most_files_have_no_trouble(case: str) -> None:
    """Being something else is no trouble of its own."""
    assert sniff("report.docx", KINDS[case][0]).trouble is None


TROUBLES = {
    "nothing": (b"", "empty", "empty"),
    "white space": (b" \r\n\n", "empty", "empty"),
    "zeros": (bytes(5_000), "unknown", "damaged"),
    "encrypted docx": (OLE + "EncryptedPackage".encode("utf-16-le"), "docx", "encrypted"),
    "docx cut off": (KINDS["docx"][0][:-30], "docx", "damaged"),
    "pptx cut off": (KINDS["pptx"][0][:-30], "office", "damaged"),
    "odt cut off": (KINDS["odt"][0][:-30], "odt", "damaged"),
    "doc cut off": (OLE + b"\xec\xa5\xc1\0", "doc", "damaged"),
}


@pytest.mark.parametrize("case", TROUBLES)
def test_trouble_is_seen_at_once(case: str) -> None:
    """And the file is named all the same."""
    data, kind, trouble = TROUBLES[case]
    found = sniff("report.docx", data)
    assert (found.kind, found.trouble) == (kind, trouble)


def test_names_of_lock_files_count_only_for_small_ones() -> None:
    """A report that somebody called so is a report."""
    assert sniff("~$port.docx", b"any").kind == "lock-file"
    assert sniff("folder/.~lock.report.docx#", b",someone,host,date;").kind == "lock-file"
    assert sniff("~$port.docx", KINDS["docx"][0]).kind == "docx"


def test_files_of_other_kinds_open_without_parts() -> None:
    """Their head says what they are."""
    opened = open_document("report.doc", KINDS["rtf"][0])
    assert (opened.head["kind"], opened.head["parts"], opened.head["trouble"]) == ("rtf", 0, None)
    with pytest.raises(IndexError):
        opened.part(0)


def test_huge_files_are_not_opened() -> None:
    """Fifty megabytes are enough for a report."""
    head = open_document("report.pdf", b"%PDF-1.7\n".ljust(50_000_001, b" ")).head
    assert (head["kind"], head["trouble"]) == ("pdf", "too-large")
