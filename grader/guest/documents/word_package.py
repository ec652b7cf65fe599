"""The parts of a Word file: found through relationships, never by fixed names."""

import posixpath
import re
from typing import NamedTuple

from .word_names import PACKAGE, TYPES, Node, whole
from .zipped import Refused, Zipped

MOST_EXTERNAL = 50
NOT_FETCHED = ("hyperlink",)  # followed by a reader, not by the program
LOCAL = re.compile(r"(?i)(file:/*)?[a-z]:[\\/]|(file:)?/+(users|home|volumes)/")


class Related(NamedTuple):
    """What a part refers to: by its kind, and the name of another part or ""."""

    kind: str  # the last word of the relationship's type: "image", "chart", …
    name: str
    external: str = ""


class Package:
    """A Word file's parts."""

    def __init__(self, data: bytes) -> None:
        """Finds the main part.

        Raises:
            Refused: it is no readable zip file, or has no main part.
        """
        self.zipped = Zipped(data)
        self._related: dict[str, dict[str, Related]] = {}
        self.main = self._main()

    def _main(self) -> str:
        for related in self.related("").values():
            if related.kind == "officeDocument" and related.name in self.zipped:
                return related.name
        for name in self.zipped.names:
            if name.endswith("word/document.xml"):
                return name
        raise Refused("damaged", "no main part")

    def related(self, part: str) -> dict[str, Related]:
        """Gives what a part refers to, by relationship id."""
        if part not in self._related:
            self._related[part] = self._read_related(part)
        return self._related[part]

    def _read_related(self, part: str) -> dict[str, Related]:
        folder, base = posixpath.split(part)
        name = posixpath.join(folder, "_rels", base + ".rels")
        if name not in self.zipped:
            return {}
        found = {}
        for one in self.zipped.tree(name).iter(PACKAGE + "Relationship"):
            kind = one.get("Type", "").rpartition("/")[2]
            target = one.get("Target", "")
            if one.get("TargetMode") == "External":
                found[one.get("Id", "")] = Related(kind, "", target)
            else:
                found[one.get("Id", "")] = Related(kind, _resolved(folder, target))
        return found

    def of_kind(self, kind: str, part: str | None = None) -> Node | None:
        """Reads the first part of a kind that the main part (or another one) refers to."""
        for related in self.related(self.main if part is None else part).values():
            if related.kind == kind and related.name in self.zipped:
                return self.tolerant(related.name)
        return None

    def tolerant(self, name: str) -> Node | None:
        """Reads a part that a document can do without; caps and DTDs are refused all the same."""
        try:
            return self.zipped.tree(name)
        except Refused as refused:
            if refused.trouble != "damaged" or refused.detail.endswith("has a DTD"):
                raise
            return None

    def external(self) -> list[str]:
        """Lists what the file would fetch from elsewhere; nothing of it is fetched."""
        found = []
        for name in self.zipped.names:
            if not name.endswith(".rels"):
                continue
            folder, base = posixpath.split(name)
            part = posixpath.join(posixpath.dirname(folder), base.removesuffix(".rels"))
            found += [one for one in self.related(part).values() if _fetches(one)]
        unique = dict.fromkeys(f"{one.kind}: {one.external}"[:200] for one in found)
        return list(unique)[:MOST_EXTERNAL]

    def content_type(self, name: str) -> str:
        """Gives the type that the file declares for a part, "" without one."""
        types = (
            self.tolerant("[Content_Types].xml") if "[Content_Types].xml" in self.zipped else None
        )
        for one in [] if types is None else types.iter(TYPES + "Override"):
            if one.get("PartName", "").lstrip("/").lower() == name.lower():
                return str(one.get("ContentType", ""))
        return ""

    def producer(self) -> tuple[str, int]:
        """Gives the program that wrote the file, and the pages that it counted then; ("", 0)."""
        known = self.of_kind("extended-properties", "")
        if known is None:
            return "", 0
        texts = {str(one.tag).rpartition("}")[2]: (one.text or "").strip() for one in known}
        name = f"{texts.get('Application', '')} {texts.get('AppVersion', '')}".strip()
        return name[:200], max(0, whole(texts.get("Pages"), 0, 100_000))


def _resolved(folder: str, target: str) -> str:
    target = target.replace("\\", "/")
    joined = target if target.startswith("/") else posixpath.join(folder, target)
    return posixpath.normpath(joined).lstrip("/").lower()


def _fetches(one: Related) -> bool:
    """A template on the author's own disk is what Word notes in every second file."""
    if not one.external or one.kind in NOT_FETCHED:
        return False
    return not (one.kind == "attachedTemplate" and LOCAL.match(one.external))
