"""Read members of an untrusted zip file into memory under limits; names are never paths.

The parts of a Word file are found by the references to them, never by fixed names.
"""

import io
import posixpath
import struct
import zipfile
import zlib
from typing import Any

from .word_xml import Node, local, whole_number

MOST_MEMBERS = 2_000
MOST_DIRECTORY = 2_000_000  # bytes of the directory
MOST_OF_ONE = 64_000_000  # bytes of an unpacked member
MOST_OF_ALL = 256_000_000  # unpacked bytes in total, counted as they are read
MOST_RATIO, SMALL = 200, 10_000_000  # ratio of unpacked to packed; small members may have any
MOST_XML = 32_000_000  # bytes of a parsed member; its tree takes some ten times that in memory
MOST_TAGS = 1_000_000  # in all parsed members; an essay has some thousands per page
CHUNK = 1 << 16
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
END = struct.Struct("<4s4H2LH")  # end of central directory, without the comment
DTD = b"<!DOCTYPE"
# Limits of libxml2 itself (xmlerror.h): memory, comment, name, depth or length (1: old versions).
CAPS = frozenset({1, 2, 45, 110, 114})
# Strict OOXML uses other namespaces for the same content.
STRICT, USUAL = b"http://purl.oclc.org/ooxml/", b"http://schemas.openxmlformats.org/"
WITH_YEAR = (b"wordprocessingml", b"drawingml", b"officeDocument")


class DocumentRefused(Exception):
    """A file, or a part of it, that is not read; `trouble` is a value of ReadTrouble."""

    def __init__(self, trouble: str, detail: str) -> None:
        super().__init__(detail)
        self.trouble = trouble
        self.detail = detail


class Zipped:
    """The members of a zip file by their folded names."""

    def __init__(self, data: bytes) -> None:
        """Read the directory.

        Raises:
            DocumentRefused: the file is truncated, or its directory is too large.
        """
        _count(data)
        try:
            self._file = zipfile.ZipFile(io.BytesIO(data))
        except (
            zipfile.BadZipFile,
            NotImplementedError,
            ValueError,
            struct.error,
            OSError,
        ) as error:
            raise DocumentRefused("damaged", f"zip: {error}") from error
        members = self._file.infolist()
        if len(members) > MOST_MEMBERS:
            raise DocumentRefused("too-large", f"{len(members)} members")
        self._members = {fold(member.filename): member for member in members}
        self._left = MOST_OF_ALL
        self._tags_left = MOST_TAGS

    @property
    def names(self) -> list[str]:
        """The folded names of all members."""
        return list(self._members)

    def __contains__(self, name: str) -> bool:
        return fold(name) in self._members

    def read(self, name: str, most: int = MOST_OF_ONE) -> bytes:
        """Inflate one member.

        Raises:
            DocumentRefused: it is missing, damaged, encrypted or larger than the caps.
        """
        member = self._members.get(fold(name))
        if member is None:
            raise DocumentRefused("damaged", f"no member {name[:80]}")
        if member.flag_bits & 1:
            raise DocumentRefused("encrypted", "zip: members are encrypted")
        if member.compress_type not in METHODS:
            raise DocumentRefused("damaged", f"zip: method {member.compress_type}")
        if member.file_size > most:
            raise DocumentRefused("too-large", f"{name[:80]}: {member.file_size} bytes")
        try:
            return self._inflate(member, most)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
            raise DocumentRefused("damaged", f"{name[:80]}: {error}") from error

    def _inflate(self, member: zipfile.ZipInfo, most: int) -> bytes:
        chunks: list[bytes] = []
        size = 0
        with self._file.open(member) as stream:
            while chunk := stream.read(CHUNK):
                size += len(chunk)
                self._left -= len(chunk)
                ratio = size / max(member.compress_size, 1)
                if size > most or self._left < 0 or (size > SMALL and ratio > MOST_RATIO):
                    raise DocumentRefused("too-large", f"{member.filename[:80]}: over {size} bytes")
                chunks.append(chunk)
        return b"".join(chunks)

    def tree(self, name: str) -> Any:
        """Parse a member as XML and return its root; convert Strict OOXML to the usual namespaces.

        Raises:
            DocumentRefused: as in `read`; or it is not XML, or has a DTD, which no Office file
                needs.
        """
        return self.tree_of(self.read(name, MOST_XML), name)

    def tree_of(self, data: bytes, name: str) -> Any:
        """Parse bytes that have been read, within the same limits as `tree`."""
        self._tags_left -= data.count(b"<")
        if self._tags_left < 0:
            raise DocumentRefused("too-large", f"{name[:80]}: over {MOST_TAGS} tags")
        return tree(data, name)


def tree(data: bytes, name: str = "") -> Any:
    """Return the root of an XML text; nothing is fetched or expanded.

    Raises:
        DocumentRefused: it is not XML, is nested too deeply, or has a DTD.
    """
    from lxml import etree

    wide = (DTD.decode().encode("utf-16-le"), DTD.decode().encode("utf-16-be"))
    if DTD in data or any(encoded in data for encoded in wide):
        raise DocumentRefused("damaged", f"{name[:80]}: has a DTD")
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        huge_tree=False,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(_usual(data), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        trouble = "too-large" if getattr(error, "code", None) in CAPS else "damaged"
        raise DocumentRefused(trouble, f"{name[:80]}: {error}") from error
    if root.getroottree().docinfo.internalDTD is not None:  # in yet another encoding
        raise DocumentRefused("damaged", f"{name[:80]}: has a DTD")
    return root


def fold(name: str) -> str:
    """Normalise a member's name."""
    return name.replace("\\", "/").lstrip("/").lower()


def _count(data: bytes) -> None:
    """Check the size of the directory at the end of the file, before it is read."""
    at = data.rfind(b"PK\5\6")
    if at < 0 or at + END.size > len(data):
        raise DocumentRefused("damaged", "zip: the end is missing")
    _, _, _, _, members, size, _, _ = END.unpack_from(data, at)
    if members > MOST_MEMBERS or size > MOST_DIRECTORY:
        raise DocumentRefused("too-large", f"{members} members, {size} bytes of directory")


def _usual(data: bytes) -> bytes:
    if STRICT not in data:
        return data
    for family in WITH_YEAR:
        data = data.replace(STRICT + family + b"/", USUAL + family + b"/2006/")
    return data


TYPES, MACROS = "[content_types].xml", b"macroEnabled"


class PackagePart:
    """A part of a Word file: a member of the zip file."""

    def __init__(self, zipped: Zipped, name: str) -> None:
        self._zipped, self.name = zipped, name
        self.related: dict[str, tuple[str, PackagePart]] = {}  # by id: its kind, and the part

    def read(self, most: int = MOST_OF_ONE) -> bytes:
        """Return the part's bytes. Raises DocumentRefused."""
        return self._zipped.read(self.name, most)

    def tree(self, data: bytes | None = None) -> Node:
        """Parse the part, or `data` if its bytes were changed. Raises DocumentRefused."""
        if data is None:
            return self._zipped.tree(self.name)
        return self._zipped.tree_of(data, self.name)

    def part(self, key: str | None) -> "PackagePart | None":
        """Return the part with this relationship id."""
        _, part = self.related.get(key or "", ("", None))
        return part

    def first(self, kind: str) -> "PackagePart | None":
        """Return the first related part of a kind."""
        return next((part for of_kind, part in self.related.values() if of_kind == kind), None)


class Package:
    """A Word file's parts."""

    def __init__(self, data: bytes) -> None:
        """Relate the parts and find the main one.

        Raises:
            DocumentRefused: it is not a readable zip file, or has no main part.
        """
        self._zipped = Zipped(data)
        self._root = PackagePart(self._zipped, "")
        self._parts = {name: PackagePart(self._zipped, name) for name in self._zipped.names}
        for source in (self._root, *self._parts.values()):
            self._relate(source)
        documents = (
            part for name, part in self._parts.items() if name.endswith("word/document.xml")
        )
        main = self._root.first("officeDocument") or next(documents, None)
        if main is None:
            raise DocumentRefused("damaged", "no main part")
        self.main = main

    def _relate(self, source: PackagePart) -> None:
        """Read the relationships of a part, ignoring those to the outside or to missing parts."""
        folder, name = posixpath.split(source.name)
        relations = posixpath.join(folder, "_rels", f"{name}.rels")
        for node in (
            self._zipped.tree(relations).iterchildren("*") if relations in self._zipped else ()
        ):
            target = posixpath.join("/", folder, node.get("Target", "").replace("\\", "/"))
            part = self._parts.get(fold(posixpath.normpath(target)))
            if part is not None and node.get("TargetMode") != "External":
                kind = node.get("Type", "").rpartition("/")[2]
                source.related[node.get("Id", "")] = kind, part

    def kind(self) -> str:
        """Return the kind: "docm" if there are macros, else "docx"."""
        return "docm" if TYPES in self._zipped and MACROS in self._zipped.read(TYPES) else "docx"

    def producer(self) -> tuple[str, int]:
        """Return the program that wrote the file, and its page count; ("", 0) if unknown."""
        root = tolerant(self._root.first("extended-properties"))
        if root is None:
            return "", 0
        texts = {local(node): (node.text or "").strip() for node in root}
        name = f"{texts.get('Application', '')} {texts.get('AppVersion', '')}".strip()
        return name[:200], max(0, whole_number(texts.get("Pages"), 0, 100_000))


def tolerant(part: PackagePart | None) -> Node | None:
    """Parse a part that a document can do without; limits and DTDs are still refused."""
    try:
        return None if part is None else part.tree()
    except DocumentRefused as refused:
        if refused.trouble != "damaged" or refused.detail.endswith("has a DTD"):
            raise
        return None
