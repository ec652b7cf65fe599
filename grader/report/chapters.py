"""The chapters of a report: which of its lines are headings, how deep, and why."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, zip_longest

from grader.model.document import Document
from grader.model.report import Chapter
from grader.report.folding import squeeze, tidy
from grader.report.headings import Candidate, candidate_of
from grader.report.levels import levels_of
from grader.report.numbering import read_marker
from grader.report.rows import Row, rows_of
from grader.report.sequences import weigh_sequences
from grader.report.shapes import ends_sentence
from grader.report.vocabulary import is_references

_ENOUGH = 2.3
_ENOUGH_BESIDE_TRUSTED = 3.2
_TRUSTED_ENOUGH = 3
_ALIKE = 0.6
_SIGHTINGS = 2
_MARKED = 1.0
_TITLE = re.compile(r"レポート|報告書|report|提出|第\d+回|kadai", re.IGNORECASE)
_REPORT = re.compile(r"レポート\s*[0-9０-９]?$|報告書$|\breport\s*\d?$", re.IGNORECASE)
_LEAVES = frozenset({"課題", "章", "付録"})  # no entry of a bibliography starts so
_ALONE = frozenset({"課題", "付録"})  # a heading as it is
_EVEN = 0.05
_FIRST_ROWS = 12
_SHORT = 30  # characters


def find_chapters(document: Document) -> tuple[Chapter, ...]:
    """Finds the headings of a report, in order, with their levels and the reasons."""
    candidates = [candidate_of(row) for row in _marks_joined(rows_of(document))]
    weigh_sequences(candidates)
    _weigh_alike(candidates)
    headings = _accepted(candidates)
    return tuple(
        Chapter(
            level=level,
            number=candidate.number,
            text=tidy(candidate.title),
            page=candidate.row.line.page,
            line=candidate.row.index,
            why=tuple(candidate.why),
        )
        for candidate, level in zip(headings, levels_of(headings), strict=True)
    )


def _marks_joined(rows: Sequence[Row]) -> list[Row]:
    """Puts a mark that stands alone on its line together with the title on the next one."""
    joined: list[Row] = []
    taken = False
    for row, title in zip_longest(rows, rows[1:]):
        if taken:
            taken = False
            continue
        taken = (
            title is not None and _is_mark_alone(row) and title.marker is None and _near(row, title)
        )
        joined.append(_with_mark(row, title) if taken and title else row)
    return joined


def _with_mark(row: Row, title: Row) -> Row:
    """Puts a mark in front of a title."""
    text = f"{row.text} {title.text}"
    return replace(
        row,
        text=text,
        marker=read_marker(text),
        follows=title.follows,
        larger=max(row.larger, title.larger),
        bold=row.bold or title.bold,
        beside=False,
        lines=row.lines + title.lines,
    )


def _is_mark_alone(row: Row) -> bool:
    """Says whether a line holds a mark of a chapter and nothing else."""
    if row.marker is None or row.marker.rest or row.marker.run_in:
        return row.marker is None and bool(re.fullmatch(r"\d{1,2}(?:\.\d{1,2})*[.．]?", row.text))
    return bool(row.marker.ordinal) and row.marker.style not in _ALONE


def _near(mark: Row, title: Row) -> bool:
    """Says whether a title may belong to the mark above or beside it."""
    if mark.line.page != title.line.page or title.index - mark.index > mark.lines:
        return False
    alike = abs(mark.larger - title.larger) < max(_EVEN, 0.3 * mark.larger)
    return title.lines == 1 and len(title.text) <= _SHORT and alike


def _weigh_alike(candidates: Sequence[Candidate]) -> None:
    """Raises what is set like headings that are beyond doubt."""
    sure = [c for c in candidates if c.score >= _ENOUGH and (c.word == 1.0 or c.trusted)]
    marks = {c.key for c in sure if c.key and not c.ordinal}
    for candidate in candidates:
        if candidate.key in marks and _MARKED <= candidate.score < _ENOUGH:
            candidate.add(_ENOUGH - candidate.score, "alike")  # 「■やったこと」 below 「■目的」
        if candidate.score >= _ENOUGH or not candidate.row.set_off:
            continue
        if candidate.score >= _ENOUGH - _ALIKE and _sightings(candidate, sure) >= _SIGHTINGS:
            candidate.add(_ALIKE, "alike")


def _sightings(candidate: Candidate, sure: Sequence[Candidate]) -> int:
    """Counts headings that are set like a candidate, up to as many as are asked for."""
    return sum(1 for _ in islice((c for c in sure if _alike(candidate, c)), _SIGHTINGS))


def _alike(one: Candidate, two: Candidate) -> bool:
    """Says whether two headings have the same mark and look."""
    return (
        one.key == two.key
        and one.row.bold is two.row.bold
        and one.row.other_font is two.row.other_font
        and abs(one.row.larger - two.row.larger) < _EVEN
    )


def _accepted(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Gives the headings: enough speaks for them, and they are neither title nor bibliography."""
    trusted = sum(c.trusted > 0 and c.score >= _ENOUGH for c in candidates)
    enough = _ENOUGH_BESIDE_TRUSTED if trusted >= _TRUSTED_ENOUGH else _ENOUGH
    accepted: list[Candidate] = []
    in_references = False
    for candidate in candidates:
        if candidate.score < (_ENOUGH if candidate.trusted else enough):
            continue
        leaves = candidate.word == 1.0 or candidate.trusted or candidate.key in _LEAVES
        if in_references and not leaves:
            continue
        in_references = is_references(candidate.title)
        accepted.append(candidate)
    return _without_title(accepted, candidates)


def _without_title(accepted: list[Candidate], candidates: Sequence[Candidate]) -> list[Candidate]:
    """Leaves out the title of the report and the lines of its cover."""
    positions = {id(candidate): nth for nth, candidate in enumerate(candidates)}
    while accepted:
        first = accepted[0]
        if first.trusted and _is_tagged_title(first, accepted):
            return accepted[1:]
        if (
            first.trusted
            or "style" in first.why
            or first.row.line.page > 1
            or positions[id(first)] > _FIRST_ROWS
        ):
            break
        others = [c for c in accepted[1:] if c.key == first.key]
        named = first.word == 1.0 and not _TITLE.search(squeeze(first.title))
        report = bool(_REPORT.search(first.row.text))
        title = (
            report or _is_title(first, accepted) or not (named or _has_text(accepted, candidates))
        )
        if first.key and (not title or (others and not report)):
            break
        if not first.key and not report and (named or _has_twin(first, accepted, candidates)):
            break
        accepted = accepted[1:]
    return accepted


def _has_twin(
    first: Candidate, accepted: Sequence[Candidate], candidates: Sequence[Candidate]
) -> bool:
    """Says whether a heading is set like the first one, with text below that; a title has none."""
    if not first.row.set_off or len(accepted) == 1:
        return False
    twins = any(_alike(first, other) for other in accepted[1:])
    return twins and _has_text(accepted, candidates)


def _has_text(accepted: Sequence[Candidate], candidates: Sequence[Candidate]) -> bool:
    """Says whether there is running text below the first heading, before the next one."""
    last = accepted[1].row.index if len(accepted) > 1 else candidates[-1].row.index + 1
    below = range(accepted[0].row.index + 1, last)
    return any(c.row.index in below and ends_sentence(c.row.text) for c in candidates)


def _is_tagged_title(first: Candidate, accepted: Sequence[Candidate]) -> bool:
    """Says whether the only heading of the top level is the title, as in Markdown."""
    others = accepted[1:]
    alone = all(other.trusted != first.trusted for other in others)
    return bool(others) and alone and first.trusted == 1 and first.word < 1.0


def _is_title(first: Candidate, accepted: Sequence[Candidate]) -> bool:
    """Says whether a heading with a mark is the title of the report, such as 「課題1 レポート」."""
    if first.key not in {"課題", "【】", "#", "章"}:
        return False
    larger = all(first.row.larger > other.row.larger + _EVEN for other in accepted[1:])
    return larger or first.row.line.centred
