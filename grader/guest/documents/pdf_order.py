"""Puts lines, hidden lines and pictures of a page into one order."""

from typing import Any, NamedTuple

from .opened import picture
from .pdf_blocks import apart
from .pdf_lines import Lines
from .pdf_pictures import Found
from .pdf_rows import Row, arrange
from .pdf_runs import Run
from .pdf_space import Box

SAME_HEIGHT = 3.0  # points
MOST_LINES = 4_000  # of one page


class Told(NamedTuple):
    """A run, why it is hidden ("" = it is not), and the picture in which it stands."""

    run: Run
    hidden: str
    home: Found | None


class Piece(NamedTuple):
    """Lines that stand together, after their picture if they have one."""

    lines: list[dict[str, Any]]
    picture: dict[str, Any] | None = None


def in_order(
    told: list[Told], found: list[Found], maker: Lines
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Gives the lines of a page and its pictures, `found` in the order in which they came in."""
    rows = apart(arrange([one.run for one in told if not one.hidden and one.home is None]))
    body = maker.make(rows, "body", "")
    added = [
        *((_before(rows, one.box), _of_picture(one, told, maker)) for one in found),
        *_unseen(told, rows, maker),
    ]
    pieces = [(at, 1, Piece([line])) for at, line in enumerate(body)]
    pieces += [(at, 0, piece) for at, piece in added]
    lines: list[dict[str, Any]] = []
    for _, _, piece in sorted(pieces, key=lambda one: one[:2]):
        if piece.picture is not None:
            piece.picture["line"] = min(len(lines), MOST_LINES)
        lines += piece.lines
    made = [piece.picture for _, piece in added if piece.picture is not None]
    return lines[:MOST_LINES], made


def _of_picture(found: Found, told: list[Told], maker: Lines) -> Piece:
    runs = [one.run for one in told if one.home is found and not one.hidden]
    lines = maker.make(arrange(runs), "table" if found.table else "picture", "")
    made = picture(
        found.kind,
        0,
        page=maker.number,
        box=[round(side, 2) for side in found.box],
        texts=[text for line in lines for text in line["text"].split("\t") if text],
        place="table" if found.table else "body",
        strokes=found.strokes,
    )
    return Piece(lines, made)


def _unseen(told: list[Told], rows: list[Row], maker: Lines) -> list[tuple[int, Piece]]:
    pieces = []
    for how in sorted({one.hidden for one in told} - {""}):
        unseen = arrange([one.run for one in told if one.hidden == how])
        pieces += [
            (_before(rows, one.box), Piece(maker.make([one], "body", how))) for one in unseen
        ]
    return pieces


def _before(rows: list[Row], box: Box) -> int:
    """Says before which row something stands: the first one below it in its own column."""
    own = [at for at, row in enumerate(rows) if row.box[0] < box[2] and box[0] < row.box[2]]
    own = own or list(range(len(rows)))
    below = [at for at in own if rows[at].box[1] >= box[1] - SAME_HEIGHT]
    return below[0] if below else (own[-1] + 1 if own else 0)
