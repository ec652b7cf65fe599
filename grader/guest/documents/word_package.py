"""The parts of a Word file as python-docx names and relates them: never found by fixed names.

Opened by python-docx alone, a file has all its parts read at once, and none where a single one is
missing. Here a part is inflated, and made a tree, when it is asked for, under the caps of its file.
"""

from typing import Any

from .word_xml import Node, local, whole
from .zipped import MOST_OF_ONE, Refused, Zipped, fold

TYPES, MACROS = "[content_types].xml", b"macroEnabled"


class Member:
    """A part of a Word file, which is a member of the zip file."""

    def __init__(self, zipped: Zipped, uri: Any) -> None:
        """Takes the name of the part as python-docx writes it."""
        from docx.opc.rel import Relationships

        self._zipped = zipped
        self.uri = uri
        self.rels = Relationships(uri.baseURI)

    def read(self, most: int = MOST_OF_ONE) -> bytes:
        """Gives its bytes; raises Refused."""
        return self._zipped.read(self.uri.membername, most)

    def tree(self, data: bytes | None = None) -> Node:
        """Gives it as a tree, or its bytes after they were changed; raises Refused."""
        if data is None:
            return self._zipped.tree(self.uri.membername)
        return self._zipped.tree_of(data, self.uri.membername)

    def part(self, key: str | None) -> "Member | None":
        """Gives the part that it refers to by the id of a relationship."""
        related: Member | None = self.rels.related_parts.get(key or "")
        return related

    def first(self, kind: str) -> "Member | None":
        """Gives the first part of a kind that it refers to."""
        internal = (rel for rel in self.rels.values() if not rel.is_external)
        parts: list[Any] = [rel.target_part for rel in internal if rel.reltype == kind]
        return parts[0] if parts else None


class Package:
    """A Word file's parts."""

    def __init__(self, data: bytes) -> None:
        """Relates the parts and finds the main one.

        Raises:
            Refused: it is no readable zip file, or has no main part.
        """
        from docx.opc.packuri import PACKAGE_URI, PackURI

        self._zipped = Zipped(data)
        names = self._zipped.names
        self._root = Member(self._zipped, PACKAGE_URI)
        self._parts = {name: Member(self._zipped, PackURI("/" + name)) for name in names}
        for source in (self._root, *self._parts.values()):
            self._relate(source)
        documents = (self._parts[name] for name in names if name.endswith("word/document.xml"))
        main = self._root.first("officeDocument") or next(documents, None)
        if main is None:
            raise Refused("damaged", "no main part")
        self.main = main

    def _relate(self, source: Member) -> None:
        """Reads the relationships of a part; those that lead nowhere are left out."""
        name = source.uri.rels_uri.membername
        for node in self._zipped.tree(name).iterchildren("*") if name in self._zipped else ():
            kind, target = node.get("Type", "").rpartition("/")[2], node.get("Target", "")
            external = node.get("TargetMode") == "External"
            uri = source.uri.from_rel_ref(source.uri.baseURI, target.replace("\\", "/"))
            related: Any = target if external else self._parts.get(fold(uri))
            if related is not None:
                source.rels.add_relationship(kind, related, node.get("Id", ""), external)

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
