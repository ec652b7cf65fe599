"""Comments at a place as a score sheet shows them: the place, its content, the comment."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.export.pictures import Png
from grader.model.evidence import Evidence
from grader.model.places import Place, PlaceComment, PlaceKind
from grader.protocols import report_of
from grader.wording import Wording, visible
from grader.wording.bilingual import NOTHING, Bilingual, BilingualText, Code


class PlaceView(Struct, frozen=True, kw_only=True):
    """One comment on a sheet."""

    where: BilingualText
    earlier: BilingualText  # note that other files were submitted since; empty if none were
    quote: Code
    code: bool  # whether the quote is a line of a program
    picture: Png | None  # the commented figure
    text: Sequence[Code]  # line by line


def place_name(place: Place, words: Wording) -> str:
    """Return the name of a place as its author counts: file, cell, line, or page."""
    if place.kind is PlaceKind.LINE:
        key = "place.cell_line" if place.cell else "place.line"
        line = words.text(key, cell=place.cell, line=place.line)
        return words.text("sheet.at_place.program", file=visible(place.file), line=line)
    kind = "figure" if place.kind is PlaceKind.FIGURE else "report"
    if not place.page:
        return words.text(f"sheet.at_place.{kind}")
    return words.text(f"sheet.at_place.{kind}_page", page=place.page)


def view_places(
    comments: Sequence[PlaceComment], evidence: Evidence, words: Bilingual
) -> list[PlaceView]:
    """Return the comments in order, for display; figures in the size that the evidence holds."""
    if not comments:
        return []
    report = report_of(evidence)
    figures = report.outline.figures if report is not None and report.outline is not None else ()
    views = []
    for comment in comments:
        place = comment.place
        shown = place.kind is PlaceKind.FIGURE and not comment.earlier
        known = shown and 0 <= place.picture < len(figures)
        picture = Png(figures[place.picture].crop) if known else None
        views.append(
            PlaceView(
                where=BilingualText(place_name(place, words.ja), place_name(place, words.en)),
                earlier=words.say("sheet.at_place.earlier") if comment.earlier else NOTHING,
                quote=Code(place.quote),
                code=place.kind is PlaceKind.LINE,
                picture=picture or None,
                text=[Code(line) for line in comment.text.strip().splitlines()],
            )
        )
    return views


def redacted(
    comments: Sequence[PlaceComment], redact: Callable[[str], str]
) -> tuple[PlaceComment, ...]:
    """Mask the quotation and the comment."""
    return tuple(
        replace(
            comment,
            text=redact(comment.text),
            place=replace(comment.place, quote=redact(comment.place.quote)),
        )
        for comment in comments
    )


def compared(
    comments: Sequence[PlaceComment], evidence: Evidence | None
) -> tuple[PlaceComment, ...]:
    """Mark the comments on files that differ from those of the evidence."""
    report = report_of(evidence) if evidence is not None and comments else None
    now = {
        True: evidence.digest if evidence is not None else "",
        False: report.key if report is not None else "",
    }
    return tuple(
        replace(comment, earlier=comment.place.graded != now[comment.place.kind is PlaceKind.LINE])
        for comment in comments
    )
