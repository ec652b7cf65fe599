"""Comments at a line of the program, or at a line or a figure of the report.

The browser names a place by its number in a version of a file; the content is looked up here. A
comment is shown where it was written. If the student has submitted another version since, it is
shown at the same line only if that line still exists exactly once; else above the file.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, abort, jsonify, request
from msgspec import Meta
from msgspec.structs import asdict, replace

from grader.export.places import place_name
from grader.gradebook.placing import find_line
from grader.model.document import Hidden
from grader.model.errors import GraderError, StoreError
from grader.model.places import MOST_QUOTED, Place, PlaceComment, PlaceKind
from grader.model.submission import SourceFile
from grader.protocols import report_of
from grader.review.page.code_view import MOST_FILES, version_of
from grader.review.page.fairness import Parts
from grader.review.page.report_pages import WRITTEN, NotReady
from grader.review.page.report_pane import Leaves, ReportPane
from grader.review.page.saving import Text, answer, body_of
from grader.review.page.student import OpenedWork, StudentPages
from grader.wording import visible
from grader.wording.bilingual import BilingualText

Key = Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]


class SentPlace(msgspec.Struct, forbid_unknown_fields=True):
    """A place as the page names it."""

    kind: PlaceKind
    version: Annotated[str, Meta(max_length=100)]  # of the file that was on the screen
    at: Annotated[int, Meta(ge=0)]  # line of the program from 1, of the report from 0; or a figure
    file: Annotated[int, Meta(ge=0, lt=MOST_FILES)] = 0


class SentComment(msgspec.Struct, forbid_unknown_fields=True):
    """A new text for a comment; an empty one removes it."""

    by: str
    key: Key  # made by the page: a request sent twice is stored once
    text: Text
    basis: Text = ""  # the text on the screen, which this one replaces
    place: SentPlace | None = None  # only for a new comment
    stamp: str = ""


class PlacePages:
    """Answers where comments are, and stores them."""

    def __init__(self, students: StudentPages, pane: ReportPane | None, shared: Parts) -> None:
        """Use `pane` for reports (None: no plugin reads them); `shared` knows what is withheld."""
        self._students, self._pane, self._shared = students, pane, shared
        self._live, self._words = students.live, students.words

    def blueprint(self) -> Blueprint:
        """Register the addresses."""
        pages = Blueprint("places", __name__)
        pages.get("/student/<handle>/places")(self.places)
        pages.post("/student/<handle>/place")(self.place)
        return pages

    def places(self, handle: str) -> Response:
        """List a student's comments, each with its place on the files on the screen."""
        work = self._work(handle)
        comments = self._live.shown().book.by_student[self._student(handle)].places
        leaves = self._leaves(work, request.args.get("shown", ""))
        return jsonify([self._shown(comment, work, leaves) for comment in comments])

    def place(self, handle: str) -> tuple[Response, int]:
        """Store a comment; status 409 with the other text if it was changed in the meantime."""
        sent = body_of(SentComment)
        work, student = self._work(handle), self._student(handle)
        rubric = self._live.desk.assignment.rubric
        self._shared.refuse([(student, line.id) for line in rubric], sent.by)
        place = self._found(sent.place, work) if sent.place is not None else None
        theirs = self._live.comment_at(
            student, sent.key, sent.text.strip(), sent.by, sent.basis, place
        )
        now = answer(self._live.shown(), sent.stamp)
        if theirs is not None:
            said = {"text": theirs.text, "by": theirs.by, "at": theirs.at.isoformat()}
            return jsonify({"theirs": said, **now}), 409
        return jsonify(now), 200

    def _student(self, handle: str) -> str:
        student = self._live.state().students.get(handle)
        if student is None:
            abort(404)
        return student

    def _work(self, handle: str) -> OpenedWork:
        work = self._students.work(handle)
        if work is None:
            abort(404)
        return work

    def _leaves(self, work: OpenedWork, version: str) -> Leaves | NotReady | None:
        return self._pane.leaves_of(work, version) if self._pane and version else None

    def _found(self, sent: SentPlace, work: OpenedWork) -> Place:
        """Find the content of a place. Raises GraderError if the file has changed since."""
        if sent.kind is PlaceKind.LINE:
            sources = work.handed.sources
            source = sources[sent.file] if sent.file < len(sources) else None
            if source is not None and version_of(source) == sent.version:
                lines = source.text.split("\n")
                if 0 < sent.at <= len(lines):
                    return self._line(source, sent.at, lines[sent.at - 1], work)
        else:
            leaves = self._leaves(work, sent.version)
            if isinstance(leaves, NotReady):
                raise StoreError("the report is still being read; try again in a moment")
            if leaves is not None:
                found = _in_report(sent, leaves, work)
                if found is not None:
                    return found
        raise GraderError("other files were handed in since; reload the page")

    @staticmethod
    def _line(source: SourceFile, line: int, text: str, work: OpenedWork) -> Place:
        location = source.location(line)
        return Place(
            kind=PlaceKind.LINE,
            file=source.name,
            version=version_of(source),
            graded=work.raw.digest,
            quote=text.rstrip()[:MOST_QUOTED],
            line=location.line,
            cell=location.cell,
        )

    def _shown(
        self, comment: PlaceComment, work: OpenedWork, leaves: Leaves | NotReady | None
    ) -> Mapping[str, Any]:
        place = comment.place
        if place.kind is PlaceKind.LINE:
            at, same = _in_sources(place, work.handed.sources)
        elif isinstance(leaves, Leaves):
            at, same = _in_leaves(place, leaves)
        else:
            at, same = "", not comment.earlier
        named = replace(place, file=work.named(place.file))
        where = BilingualText(place_name(named, self._words.ja), place_name(named, self._words.en))
        masked = work.shown(comment.text)
        return {
            "key": comment.key,
            "kind": place.kind,
            "where": asdict(where),
            "quote": visible(work.shown(place.quote)),
            "text": masked,
            "whole": masked == comment.text,  # else it can be edited only where names are shown
            "by": comment.by,
            "written": comment.at.isoformat(),
            "at": at,
            "earlier": not same,
        }


def _in_report(sent: SentPlace, leaves: Leaves, work: OpenedWork) -> Place | None:
    """Describe a line or a figure of a report."""
    report = report_of(work.raw)
    base = Place(
        kind=sent.kind,
        file=report.file if report else "",
        version=leaves.file.digest.removesuffix(WRITTEN),
        graded=report.key if report else "",
        pages=leaves.file.digest,
    )
    if sent.kind is PlaceKind.FIGURE:
        if sent.at >= len(leaves.outline.figures):
            return None
        figure = leaves.outline.figures[sent.at]
        caption = f"{figure.caption.label} {figure.caption.title}" if figure.caption else ""
        quote = caption.strip()[:MOST_QUOTED]
        return replace(base, quote=quote, picture=sent.at, page=figure.page, box=figure.box)
    lines = leaves.document.lines
    if sent.at >= len(lines) or lines[sent.at].hidden is not Hidden.NO:
        return None
    line = lines[sent.at]
    quote = f"{line.number} {line.text}".strip()[:MOST_QUOTED]
    return replace(base, quote=quote, line=sent.at + 1, page=line.page, box=line.box)


def _in_sources(place: Place, sources: Sequence[SourceFile]) -> tuple[str, bool]:
    """Return a program line's name on the page ("" if gone), and whether its file is unchanged."""
    for at, source in enumerate(sources[:MOST_FILES]):
        if version_of(source) == place.version and source.name == place.file:
            first = next((first for first, cell in source.cells if cell == place.cell), 1)
            return f"line {at} {first + place.line - 1}", True
    quote = place.quote.strip()
    found = [
        f"line {at} {number}"
        for at, source in enumerate(sources[:MOST_FILES])
        for number, line in enumerate(source.text.split("\n"), start=1)
        if quote and line.strip()[:MOST_QUOTED] == quote
    ]
    return (found[0] if len(found) == 1 else ""), False


def _in_leaves(place: Place, leaves: Leaves) -> tuple[str, bool]:
    """Return a report place's name on the displayed pages; see `_in_sources`."""
    same = leaves.file.digest.removesuffix(WRITTEN) == place.version
    if place.kind is PlaceKind.FIGURE:
        there = same and 0 <= place.picture < len(leaves.outline.figures)
        return (f"figure {place.picture}" if there else ""), same
    at = find_line(
        place if leaves.file.digest == place.pages else replace(place, line=0), leaves.document
    )
    return (f"sentence {at}" if at >= 0 else ""), same
