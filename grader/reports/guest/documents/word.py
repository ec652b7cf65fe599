"""Open Word files: read all text at once, and pictures part by part."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from .opened import Opened, head, pack, unreadable
from .opened import Part as DocumentPart
from .word_numbers import Numbering
from .word_pictures import Pictures
from .word_story import Content, Full, Story
from .word_styles import Styles
from .word_xml import Node, R, W, colour, switched
from .zipped import DocumentRefused, Package, PackagePart, tolerant

LINES, PICTURES = 200, 8  # in one part
MARGINS = (("headerReference", "header"), ("footerReference", "footer"))
NOTES = (("footnotes", "footnote"), ("endnotes", "endnote"))


class _Span(NamedTuple):
    """The contents of one part."""

    first: int
    behind: int
    drawings: list[int]


def open_word(data: bytes) -> Opened:
    """Open a .docx or .docm file; its head reports what is wrong with it."""
    try:
        package = Package(data)
        story, trouble, detail = _read(package)
        producer, pages = package.producer()
        kind = package.kind()
    except DocumentRefused as refused:
        return unreadable("docx", refused.trouble, refused.detail)
    content = story.content
    content.without_marks()
    spans = list(_spans(content))
    pictures = Pictures([drawing for _, _, drawing in content.drawings])
    known = head(
        kind,
        trouble=trouble,
        detail=detail[:200],
        producer=producer,
        page_count=pages,
        parts=len(spans),
    )
    return Opened(known, lambda index: _part(content, spans[index], pictures))


def _read(package: Package) -> tuple[Story, str | None, str]:
    """Read all stories; return why reading stopped early, if it did."""
    main = package.main
    root = main.tree()
    of_kind = {
        kind: tolerant(main.first(kind)) for kind in ("styles", "theme", "numbering", "settings")
    }
    styles = Styles(of_kind["styles"], of_kind["theme"])
    story = Story(styles, Numbering(of_kind["numbering"], styles), main)
    story.paper = _paper(root, of_kind["settings"])
    try:
        for body in root.iterchildren(W + "body"):
            story.read(body, main)
        _notes(main, story)
        _margins(main, root, story)
    except Full as full:
        return story, "too-large", str(full)
    except RecursionError:
        return story, "too-large", "nested too deeply"
    return story, None, ""


def _paper(root: Node, settings: Node | None) -> str:
    """Return the colour of the page, which counts only if it is switched on."""
    background = root.find(W + "background")
    shown = None if settings is None else settings.find(W + "displayBackgroundShape")
    if background is None or shown is None or not switched(shown):
        return "FFFFFF"
    return colour(background.get(W + "color")) or "FFFFFF"


def _notes(main: PackagePart, story: Story) -> None:
    """Read footnotes and endnotes, without the separator lines above them."""
    for kind, name in NOTES:
        part = main.first(kind)
        root = tolerant(part)
        if part is None or root is None:
            continue
        for note in root.iterchildren(W + name):
            if note.get(W + "type", "normal") == "normal":
                story.read(note, part, "note")


def _margins(main: PackagePart, root: Node, story: Story) -> None:
    """Read each header and footer that a section refers to, once."""
    read = set()
    for reference, place in MARGINS:
        for node in root.iter(W + reference):
            part = main.part(node.get(R + "id"))
            if part is None or part in read:
                continue
            read.add(part)
            if (margin := tolerant(part)) is not None:
                story.read(margin, part, place)


def _spans(content: Content) -> Iterator[_Span]:
    """Divide a document into parts of limited size."""
    first, drawings = 0, list[int]()
    order = sorted(range(len(content.drawings)), key=lambda index: content.drawings[index][0])
    for index in order:
        at = content.drawings[index][0]
        while at > first + LINES or len(drawings) >= PICTURES:
            behind = min(at, first + LINES)
            yield _Span(first, behind, drawings)
            first, drawings = behind, []
        drawings.append(index)
    while first < len(content.lines) or drawings:
        behind = min(len(content.lines), first + LINES)
        yield _Span(first, behind, drawings)
        first, drawings = behind, []


def _part(content: Content, span: _Span, pictures: Pictures) -> DocumentPart:
    made: list[dict[str, Any]] = []
    for index in span.drawings:
        at, place, _ = content.drawings[index]
        made.append(pictures.make(index, at - span.first, place))
    return pack(content.lines[span.first : span.behind], made)
