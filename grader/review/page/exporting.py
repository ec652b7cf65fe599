"""Export in two clicks: show the differences first, then write exactly the file shown."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from pathlib import Path, PurePath
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import msgspec
from flask import Blueprint, Response, abort, jsonify, render_template, request, send_file
from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from grader.export.formats import formats
from grader.export.gradebook import Into
from grader.gradebook.desk import Desk, OpenBook, damages, file_bytes
from grader.gradebook.exporting import (
    ExportSentence,
    Made,
    Order,
    Tone,
    differences,
    make_export,
    own_file,
    source_of,
    write_own,
)
from grader.model.errors import GraderError
from grader.model.formats import INTO, FormatKind
from grader.review.page.live import ClassState, LiveGradebook
from grader.store import Store
from grader.wording import Wording
from grader.wording.bilingual import Bilingual, BilingualText

MOST_BYTES = 10 * 2**20  # of a file from the LMS
KEPT = 4  # displayed exports that may still be written
ELSEWHERE = {
    "export.filled": "page.export.filled",
    "export.how_to_close": "page.export.how_to_close",
    "export.how_to_overwrite": "page.export.how_to_overwrite",
    "export.notice.not-confirmed": "page.export.not_confirmed",
}
"""Messages of the command that this page words differently, as it shows them beforehand."""


class Wanted(Struct, frozen=True, kw_only=True):
    """The chosen options; the file to fill is the request's body."""

    form: str
    confirmed: bool = False
    overwrite: bool = False
    column: Annotated[str, Meta(max_length=200)] = ""
    name: Annotated[str, Meta(max_length=500)] = ""  # of the file to fill


class Chosen(Struct, frozen=True, kw_only=True):
    """Which of the displayed exports is to be written."""

    made: str


class Shown(Struct, frozen=True, kw_only=True):
    """An export whose differences the user has seen."""

    stamp: str  # of the class when the differences were shown
    made: Made


class Exports:
    """Exports that were displayed and may still be written. Any thread may call it."""

    def __init__(self, live: LiveGradebook, words: Bilingual) -> None:
        """Export the gradebook of `live`."""
        self._live = live
        self._words = words
        self._shown: OrderedDict[str, Shown] = OrderedDict()

    def compare(self, order: Order) -> dict[str, Any]:
        """Make the file in memory, and return what differs and what becomes of everyone."""
        words, desk = self._words, self._live.desk
        stamp, source, warnings = self._live.ask(
            lambda store, state: (
                state.stamp,
                source_of(
                    OpenBook(store=store, collection=state.collection, book=state.book), order.form
                ),
                list(_damages(store, words)),
            )
        )
        # Evidence is asked for piece by piece, so that other requests have their turn.
        source = replace(source, evidence=self._live.evidence)
        made = make_export(source, desk, order)
        changes = differences(source, order).within(made)
        name = secrets.token_urlsafe(12)
        self._shown[name] = Shown(stamp=stamp, made=made)
        while len(self._shown) > KEPT:
            self._shown.popitem(last=False)
        becomes = [
            sentence
            for say in (made.announce, made.ending, partial(made.say, most=None))
            for sentence in _both(say, words)
        ]
        return {
            "made": name,
            "file": own_file(desk, order.form).name,
            "changes": _both(partial(changes.say, most=None), words),
            "becomes": [*becomes, *warnings],
        }

    def write(self, name: str) -> tuple[Made, Path | None]:
        """Write a displayed export, unless the class has changed since. Raises GraderError.

        Says where a filled-in table was backed up.
        """
        shown = self._shown.get(name)
        if shown is None:
            raise GraderError("check the differences again; nothing was written")
        made = shown.made

        def keep(store: Store, state: ClassState) -> Path | None:
            if state.stamp != shown.stamp:
                raise GraderError(
                    "points have changed since these differences were shown; check them again. "
                    "Nothing was written"
                )
            desk = self._live.desk
            kept = write_own(desk, made, datetime.now(ZoneInfo(desk.course.zone)))
            store.note_export(replace(made.noted, at=datetime.now(UTC)))
            return kept

        kept = self._live.ask(keep, holding=True)
        self._shown.pop(name, None)
        return made, kept


def addresses(live: LiveGradebook, words: Bilingual) -> Blueprint:
    """Make the addresses of the export."""
    pages = Blueprint("exporting", __name__)
    desk = live.desk
    exports = Exports(live, words)

    @pages.get("/export")
    def export() -> str:
        groups = {
            kind: [(name, _suffix(name)) for name, form in formats().items() if form.kind is kind]
            for kind in FormatKind
        }
        offered = [(kind, forms) for kind, forms in groups.items() if forms]
        return render_template("export.html", groups=offered, most=MOST_BYTES)

    @pages.post("/export/differences")
    def compare() -> Response:
        return jsonify(exports.compare(_order(desk)))

    @pages.post("/export/write")
    def write() -> Response:
        made, kept = exports.write(_decoded(request.get_data(), Chosen).made)
        path = own_file(desk, made.form)
        messages = [words.say("export.written", path=str(path))]
        if kept is not None:
            messages.append(words.say("export.kept_table", path=path.name, kept=str(kept)))
        said = BilingualText(
            "。".join(message.ja for message in messages),
            ". ".join(message.en for message in messages),
        )
        return jsonify(
            {
                "said": asdict(said),
                "file": f"/export/file/{made.form}",
                "name": path.name,
                "column": _to_paste(made),
            }
        )

    @pages.get("/export/file/<form>")
    def download(form: str) -> Response:
        if form not in formats():
            abort(404)
        path = own_file(desk, form)
        if not path.is_file():
            abort(404)
        return send_file(
            BytesIO(file_bytes(path)),
            mimetype="application/octet-stream",
            as_attachment=True,
            download_name=path.name,
        )

    return pages


def _to_paste(made: Made) -> str:
    return made.content.decode("utf-8", "replace") if made.format.pasted else ""


def _suffix(form: str) -> str:
    """Return which files to offer for filling, by their suffix; "" for other formats."""
    return formats()[form].suffix if formats()[form].kind is INTO else ""


def _order(desk: Desk) -> Order:
    """Read the options from the address, and the file to fill from the body."""
    request.max_content_length = MOST_BYTES
    try:
        wanted = msgspec.convert(request.args.to_dict(), Wanted, strict=False)
    except msgspec.ValidationError:
        abort(400)
    if wanted.form not in formats():
        abort(400)
    into = None
    if _suffix(wanted.form):
        content = request.get_data()
        if not content:
            raise GraderError("choose the LMS file to fill in")
        into = Into(name=PurePath(wanted.name).name, content=content)
    return Order(
        form=wanted.form,
        at=datetime.now(UTC),
        zone=ZoneInfo(desk.course.zone),
        lang=desk.words.lang,
        into=into,
        target=into.name if into else "",
        confirmed_only=wanted.confirmed,
        overwrite=wanted.overwrite and into is not None,
        column=wanted.column,
    )


def _decoded(body: bytes, kind: type[Any]) -> Any:
    if request.mimetype != "application/json":
        abort(415)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, msgspec.ValidationError):
        abort(400)


def _damages(store: Store, words: Bilingual) -> Iterator[dict[str, str]]:
    """Yield whose rows of the store are damaged, as every command does."""
    backup = store.newest_backup() if store.unreadable else None
    damage_lists = (
        list(damages(store.unreadable, backup, wording)) for wording in (words.ja, words.en)
    )
    for ja, en in zip(*damage_lists, strict=True):
        yield {"tone": Tone.WARNING, **asdict(BilingualText(ja, en))}


def _both(
    say: Callable[[Wording], Iterator[ExportSentence]], words: Bilingual
) -> list[dict[str, str]]:
    """Pack sentences for the script; those in ELSEWHERE are worded differently."""
    packed = []
    for ja, en in zip(say(words.ja), say(words.en), strict=True):
        text = BilingualText(ja.text, en.text)
        if ja.key in ELSEWHERE:
            text = words.say(ELSEWHERE[ja.key], **ja.params)
        packed.append({"tone": str(ja.tone), **asdict(text)})
    return packed
