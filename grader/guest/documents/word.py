"""Opens Word files: reads all text at once, and pictures part by part."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from .opened import Opened, Part, head, pack, unreadable
from .word_fonts import Fonts
from .word_names import Node, R, W, colour, switched
from .word_numbering import Numbering
from .word_package import Package
from .word_pictures import Pictures
from .word_story import Full, Seen, Story
from .word_styles import Styles
from .zipped import Refused

LINES, PICTURES = 200, 8  # of one part
MARGINS = (("headerReference", "header"), ("footerReference", "footer"))
NOTES = (("footnotes", "footnote"), ("endnotes", "endnote"))
MACROS = "macroEnabled"


class _Span(NamedTuple):
    """What belongs to one part."""

    first: int
    behind: int
    drawings: list[int]


def open_word(data: bytes) -> Opened:
    """Opens a .docx or .docm file; what is wrong with it stands in its head."""
    try:
        package = Package(data)
    except Refused as refused:
        return unreadable("docx", refused.trouble, refused.detail)
    try:
        kind = "docm" if MACROS in package.content_type(package.main) else "docx"
        story, trouble, detail = _read(package)
        producer, pages = package.producer()
        external = [*package.external(), *story.fields.fetched][:50]
    except Refused as refused:
        return unreadable("docx", refused.trouble, refused.detail)
    story.seen.without_marks()
    spans = list(_spans(story.seen))
    pictures = Pictures(package, [drawing for _, _, drawing in story.seen.drawings])
    known = head(
        kind,
        trouble=trouble,
        detail=detail[:200],
        producer=producer,
        page_count=pages,
        parts=len(spans),
        external=[one[:200] for one in external],
    )
    return Opened(known, lambda index: _part(story.seen, spans[index], pictures))


def _read(package: Package) -> tuple[Story, str | None, str]:
    """Reads all stories, and says why not to the end if so."""
    root = package.zipped.tree(package.main)
    styles = Styles(package.of_kind("styles"), Fonts(package.of_kind("theme")))
    story = Story(package, styles, Numbering(package.of_kind("numbering"), styles))
    story.paper = _paper(root, package.of_kind("settings"))
    try:
        for body in root.iterchildren(W + "body"):
            story.read(body, package.related(package.main))
        _notes(package, story)
        _margins(package, root, story)
    except Full as full:
        return story, "too-large", str(full)
    except RecursionError:
        return story, "damaged", "nested too deeply"
    return story, None, ""


def _paper(root: Node, settings: Node | None) -> str:
    """Gives the colour of the page, which counts only if it is switched on."""
    background = root.find(W + "background")
    shown = None if settings is None else settings.find(W + "displayBackgroundShape")
    if background is None or shown is None or not switched(shown):
        return "FFFFFF"
    return colour(background.get(W + "color")) or "FFFFFF"


def _notes(package: Package, story: Story) -> None:
    """Reads footnotes and endnotes, without the lines that stand above them."""
    for kind, name in NOTES:
        for related in package.related(package.main).values():
            if related.kind != kind or related.name not in package.zipped:
                continue
            root = package.tolerant(related.name)
            for note in () if root is None else root.iterchildren(W + name):
                if note.get(W + "type", "normal") == "normal":
                    story.read(note, package.related(related.name), "note")


def _margins(package: Package, root: Node, story: Story) -> None:
    """Reads each header and footer that a section refers to, once."""
    related = package.related(package.main)
    read = set()
    for reference, place in MARGINS:
        for node in root.iter(W + reference):
            found = related.get(node.get(R + "id", ""))
            if found is None or found.name in read or found.name not in package.zipped:
                continue
            read.add(found.name)
            part = package.tolerant(found.name)
            if part is not None:
                story.read(part, package.related(found.name), place)


def _spans(seen: Seen) -> Iterator[_Span]:
    """Divides a document so that no part holds much."""
    first, drawings = 0, list[int]()
    order = sorted(range(len(seen.drawings)), key=lambda index: seen.drawings[index][0])
    for index in order:
        at = seen.drawings[index][0]
        while at > first + LINES or len(drawings) >= PICTURES:
            behind = min(at, first + LINES)
            yield _Span(first, behind, drawings)
            first, drawings = behind, []
        drawings.append(index)
    while first < len(seen.lines) or drawings:
        behind = min(len(seen.lines), first + LINES)
        yield _Span(first, behind, drawings)
        first, drawings = behind, []


def _part(seen: Seen, span: _Span, pictures: Pictures) -> Part:
    made: list[dict[str, Any]] = []
    for index in span.drawings:
        at, place, _ = seen.drawings[index]
        made.append(pictures.make(index, at - span.first, place))
    return pack(seen.lines[span.first : span.behind], made)
