"""The parts of a Word file, found by what refers to them and never by fixed names.

A part is inflated, and made a tree, when it is asked for, under the caps of its file.
"""

import posixpath

from .word_xml import Node, local, whole
from .zipped import MOST_OF_ONE, Refused, Zipped, fold

TYPES, MACROS = "[content_types].xml", b"macroEnabled"


class Member:
    """A part of a Word file, which is a member of the zip file."""

    def __init__(self, zipped: Zipped, name: str) -> None:
        self._zipped, self.name = zipped, name
        self.related: dict[str, tuple[str, Member]] = {}  # by id: of what kind, and which

    def read(self, most: int = MOST_OF_ONE) -> bytes:
        """Gives its bytes; raises Refused."""
        return self._zipped.read(self.name, most)

    def tree(self, data: bytes | None = None) -> Node:
        """Gives it as a tree, or its bytes after they were changed; raises Refused."""
        if data is None:
            return self._zipped.tree(self.name)
        return self._zipped.tree_of(data, self.name)

    def part(self, key: str | None) -> "Member | None":
        """Gives the part that it refers to by the id of a relationship."""
        _, part = self.related.get(key or "", ("", None))
        return part

    def first(self, kind: str) -> "Member | None":
        """Gives the first part of a kind that it refers to."""
        return next((part for of_kind, part in self.related.values() if of_kind == kind), None)


class Package:
    """A Word file's parts."""

    def __init__(self, data: bytes) -> None:
        """Relates the parts and finds the main one.

        Raises:
            Refused: it is no readable zip file, or has no main part.
        """
        self._zipped = Zipped(data)
        self._root = Member(self._zipped, "")
        self._parts = {name: Member(self._zipped, name) for name in self._zipped.names}
        for source in (self._root, *self._parts.values()):
            self._relate(source)
        documents = (
            part for name, part in self._parts.items() if name.endswith("word/document.xml")
        )
        main = self._root.first("officeDocument") or next(documents, None)
        if main is None:
            raise Refused("damaged", "no main part")
        self.main = main

    def _relate(self, source: Member) -> None:
        """Reads the relationships of a part; those that lead out or nowhere are left out."""
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
        """Says whether macros are in it."""
        return "docm" if TYPES in self._zipped and MACROS in self._zipped.read(TYPES) else "docx"

    def producer(self) -> tuple[str, int]:
        """Gives the program that wrote the file, and the pages that it counted then; ("", 0)."""
        root = tolerant(self._root.first("extended-properties"))
        if root is None:
            return "", 0
        texts = {local(node): (node.text or "").strip() for node in root}
        name = f"{texts.get('Application', '')} {texts.get('AppVersion', '')}".strip()
        return name[:200], max(0, whole(texts.get("Pages"), 0, 100_000))


def tolerant(part: Member | None) -> Node | None:
    """Reads a part that a document can do without; caps and DTDs are refused all the same."""
    try:
        return None if part is None else part.tree()
    except Refused as refused:
        if refused.trouble != "damaged" or refused.detail.endswith("has a DTD"):
            raise
        return None
