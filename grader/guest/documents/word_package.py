"""The parts of a Word file as python-docx relates them: found through relationships, not by names.

A part is inflated, and made a tree, when it is asked for, each time under the caps of its file:
python-docx by itself reads all parts at once, and none where a single one is missing.
"""

import posixpath
import re
from typing import Any

from .word_xml import Node, whole
from .zipped import Refused, Zipped

MOST_EXTERNAL = 50
NOT_FETCHED = "hyperlink"  # followed by a reader, not by the program
LOCAL = re.compile(r"(?i)(file:/*)?[a-z]:[\\/]|(file:)?/+(users|home|volumes)/")
MACROS = b"macroEnabled"

Part = Any  # of docx.opc, which is imported only where a Word file is read


class Package:
    """A Word file's parts, by the names of the members of the zip file."""

    def __init__(self, data: bytes) -> None:
        """Relates the parts and finds the main one.

        Raises:
            Refused: it is no readable zip file, or has no main part.
        """
        from docx.opc.package import OpcPackage
        from docx.opc.packuri import PackURI
        from docx.opc.part import Part as OfficePart

        self._zipped = Zipped(data)
        self.root: Part = OpcPackage()
        names = self._zipped.names
        self._parts = {name: OfficePart(PackURI("/" + name), "") for name in names}
        for name in names:
            if name.endswith(".rels"):
                self._relate(name)
        self.main = self._main()

    def _relate(self, name: str) -> None:
        """Reads the relationships of a part; those that lead nowhere are left out."""
        folder, base = posixpath.split(name)
        folder = posixpath.dirname(folder)
        base = base.removesuffix(".rels")
        source: Part = self._parts.get(posixpath.join(folder, base)) if base else self.root
        for node in (
            () if source is None else self._zipped.tree(name).iterchildren("{*}Relationship")
        ):
            kind, target = node.get("Type", "").rpartition("/")[2], node.get("Target", "")
            external = node.get("TargetMode") == "External"
            related = target if external else self._parts.get(_resolved(folder, target))
            if related is not None:
                source.load_rel(kind, related, node.get("Id", ""), external)

    def _main(self) -> Part:
        if (main := self.related(self.root, "officeDocument")) is not None:
            return main
        for name, part in self._parts.items():
            if name.endswith("word/document.xml"):
                return part
        raise Refused("damaged", "no main part")

    @staticmethod
    def related(source: Part, kind: str) -> Part | None:
        """Gives the first part of a kind that another one refers to."""
        rels = source.rels.values()
        parts = (rel.target_part for rel in rels if rel.reltype == kind and not rel.is_external)
        return next(parts, None)

    def read(self, part: Part, most: int | None = None) -> bytes:
        """Gives the bytes of a part; raises Refused."""
        name = part.partname[1:]
        return self._zipped.read(name) if most is None else self._zipped.read(name, most)

    def tree(self, part: Part) -> Node:
        """Gives a part as a tree; raises Refused."""
        return self._zipped.tree(part.partname[1:])

    def tree_of(self, data: bytes, part: Part) -> Node:
        """Makes a tree of the changed bytes of a part; raises Refused."""
        return self._zipped.tree_of(data, part.partname[1:])

    def tolerant(self, part: Part | None) -> Node | None:
        """Reads a part that a document can do without; caps and DTDs are refused all the same."""
        try:
            return None if part is None else self.tree(part)
        except Refused as refused:
            if refused.trouble != "damaged" or refused.detail.endswith("has a DTD"):
                raise
            return None

    def external(self) -> list[str]:
        """Lists what the file would fetch from elsewhere; nothing of it is fetched."""
        addresses = dict.fromkeys(
            f"{rel.reltype}: {rel.target_ref}"[:200]
            for source in (self.root, *self._parts.values())
            for rel in source.rels.values()
            if rel.is_external
            and rel.reltype != NOT_FETCHED
            # A template on the author's own disk is what Word notes in every second file.
            and not (rel.reltype == "attachedTemplate" and LOCAL.match(rel.target_ref))
        )
        return list(addresses)[:MOST_EXTERNAL]

    def kind(self) -> str:
        """Says whether macros are in it."""
        types = "[content_types].xml"
        return "docm" if types in self._zipped and MACROS in self._zipped.read(types) else "docx"

    def producer(self) -> tuple[str, int]:
        """Gives the program that wrote the file, and the pages that it counted then; ("", 0)."""
        root = self.tolerant(self.related(self.root, "extended-properties"))
        if root is None:
            return "", 0
        texts = {str(node.tag).rpartition("}")[2]: (node.text or "").strip() for node in root}
        name = f"{texts.get('Application', '')} {texts.get('AppVersion', '')}".strip()
        return name[:200], max(0, whole(texts.get("Pages"), 0, 100_000))


def _resolved(folder: str, target: str) -> str:
    target = target.replace("\\", "/")
    joined = target if target.startswith("/") else posixpath.join(folder, target)
    return posixpath.normpath(joined).lstrip("/").lower()
