"""Rubric items: phrases with points. A decision's points are a sum that the sheet shows.

A decision keeps its items as they were when they were chosen. A later change of an item changes no
student's points by itself: the page first shows whose points would change, then decides all anew.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import replace

from grader.model.course import Assignment, Criterion, ItemStart
from grader.model.gradebook import Phrase
from grader.model.scoresheet import ChosenItem, Decision, Itemized, one_line
from grader.wording import LANGUAGES
from grader.wording.bilingual import Bilingual

DIGITS = 6  # decimals: in floats, a sum of tenths may differ from the exact tenth
MOST_POINTS = 1_000
MINUS = "\u2212"


class ItemChange(Struct, frozen=True, kw_only=True):
    """The effect of a changed rubric item on one decision."""

    before: Decision
    after: Decision  # the same decision with new points, reason and items


def items_of(assignment: Assignment) -> list[Phrase]:
    """List the rubric items of assignment.toml, as phrases that cannot be changed on the page."""
    return [
        Phrase(
            name=f"{criterion.id}/{item.id}",
            criterion=criterion.id,
            text={lang: one_line(item.title.get(lang, "")) for lang in LANGUAGES},
            by="",
            at=datetime.min.replace(tzinfo=UTC),
            points=item.points,
        )
        for criterion in assignment.rubric
        for item in criterion.item
    ]


def is_fixed(name: str) -> bool:
    """Return whether an item is in assignment.toml."""
    return "/" in name


def start_of(criterion: Criterion) -> float:
    """Return the points from which items add or subtract."""
    return criterion.points if criterion.start is ItemStart.FULL else 0.0


def item_points(criterion: Criterion, items: Iterable[ChosenItem]) -> float:
    """Sum items up: at least 0, at most the criterion's points."""
    return _bounded(criterion, _sum(criterion, items))


def itemize(
    criterion: Criterion, items: Sequence[ChosenItem], points: float, note: str
) -> Itemized:
    """Return how `points` came about; what the items do not explain is an adjustment."""
    adjustment = round(points - item_points(criterion, items), DIGITS)
    return Itemized(items=tuple(items), adjustment=adjustment, note=note)


def reason_of(criterion: Criterion, itemized: Itemized, words: Bilingual) -> str:
    """Write the sum and its items in one line, in both languages: students read either."""
    total = _sum(criterion, itemized.items)
    bounded = _bounded(criterion, total)
    terms = [_number(start_of(criterion)), *(_signed(item.points) for item in itemized.items)]
    if bounded != total:
        which = "page.items.lowest" if total < bounded else "page.items.highest"
        terms.append(f"→ {_number(bounded)} ({_in_both(which, words)})")
    if itemized.adjustment:
        name = _in_both("page.items.adjustment", words)
        terms.append(f"{_signed(itemized.adjustment)} ({name})")
    if bounded == total or itemized.adjustment:
        terms.append(f"= {_number(_adjusted(criterion, itemized))}")
    texts = [
        f"{item.text} ({MINUS if item.points < 0 else '+'}{_number(abs(item.points))})"
        for item in itemized.items
    ]
    return f"{' '.join(terms)}: {'; '.join(filter(None, (*texts, itemized.note)))}"


def changes_of(
    decisions: Iterable[Decision], phrase: Phrase, criterion: Criterion, words: Bilingual
) -> list[ItemChange]:
    """List the decisions made with an older form of a rubric item, as they would be with this one.

    What a person added or subtracted besides the items stays.
    """
    if phrase.points is None or not phrase.reason:
        return []
    now = ChosenItem(name=phrase.name, points=phrase.points, text=phrase.reason)
    changes = []
    for decision in decisions:
        itemized = decision.itemized
        if itemized is None or decision.criterion != criterion.id:
            continue
        items = tuple(now if item.name == now.name else item for item in itemized.items)
        if items == itemized.items:
            continue
        new = replace(itemized, items=items)
        after = replace(
            decision,
            points=_adjusted(criterion, new),
            reason=reason_of(criterion, new, words),
            itemized=new,
        )
        changes.append(ItemChange(before=decision, after=after))
    return changes


def count_behind(decisions: Iterable[Decision], phrases: Iterable[Phrase]) -> Mapping[str, int]:
    """Count, by item, the decisions in force that were made with other points than it has now."""
    points = {phrase.name: phrase.points for phrase in phrases if phrase.points is not None}
    behind: dict[str, int] = {}
    for decision in decisions:
        for item in decision.itemized.items if decision.itemized else ():
            if points.get(item.name, item.points) != item.points:
                behind[item.name] = behind.get(item.name, 0) + 1
    return behind


def _sum(criterion: Criterion, items: Iterable[ChosenItem]) -> float:
    return round(start_of(criterion) + sum(item.points for item in items), DIGITS)


def _bounded(criterion: Criterion, points: float) -> float:
    return min(max(points, 0.0), criterion.points)


def _adjusted(criterion: Criterion, itemized: Itemized) -> float:
    total = item_points(criterion, itemized.items) + itemized.adjustment
    return _bounded(criterion, round(total, DIGITS))


def _number(points: float) -> str:
    return f"{points:g}"


def _signed(points: float) -> str:
    return f"{MINUS if points < 0 else '+'} {_number(abs(points))}"


def _in_both(key: str, words: Bilingual) -> str:
    text = words.say(key)
    return f"{text.ja} / {text.en}"
