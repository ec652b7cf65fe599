"""Says how certain it is that somebody did not hand in. Pure.

It is not certain when a download broke off or is empty, since whoever is behind the cut is unknown.
A whole download makes up for a broken one of the same name; and whole downloads that were not seen
before, and that together hold everybody collected until now, make up for all that came before them.
What was given broken is broken: it is left out, or downloaded once more.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from grader.intake.collecting.gathering import Gathered
from grader.intake.collecting.remembering import Memory
from grader.intake.collecting.resolving import Resolved
from grader.model.collection import Collection

_NOTHING = Collection(assignment="", lms="", students=())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """What tables of the LMS say of those who have no files."""

    missing: AbstractSet[str]
    claimed: AbstractSet[str]


def with_certainty(
    collection: Collection, gathered: Gathered, resolved: Resolved, memory: Memory
) -> Collection:
    """Adds which downloads were whole, and what the LMS says of those without files."""
    before = memory.collection or _NOTHING
    whole = {one.name for one in gathered.downloads if one.whole}
    broken = {one.name for one in gathered.downloads if not one.whole} | {*gathered.unopened}
    left = set() if _holds_everybody(gathered, resolved, before) else {*before.incomplete} - whole
    found = replace(
        collection,
        complete=tuple(sorted({*before.complete, *whole} - broken)),
        incomplete=tuple(sorted(left | broken)),
    )
    told = _told(found, resolved, before)
    return replace(
        found,
        surely_missing=tuple(sorted(told.missing)),
        claimed=tuple(sorted(told.claimed)),
    )


def _holds_everybody(gathered: Gathered, resolved: Resolved, before: Collection) -> bool:
    """Says whether whole downloads, one of them new, hold everybody collected until now."""
    whole = {number for number, one in enumerate(gathered.downloads) if one.whole}
    if all(gathered.downloads[number].name in before.complete for number in whole):
        return False
    came = {student: {one.snapshot for one in own} for student, own in resolved.students.items()}
    return all(given & whole for given in came.values() if min(given, default=0) < 0)


def _told(collection: Collection, resolved: Resolved, before: Collection) -> _Told:
    """Asks the tables of now; those of before count until something new is left open."""
    absent = {*collection.not_submitted}
    people = resolved.joined.people
    word = {one: people[one].submitted for one in absent if one in people}
    missing = {one for one, handed_in in word.items() if handed_in is False}
    claimed = {one for one, handed_in in word.items() if handed_in}
    labels = {one.label for one in before.unassigned}
    if labels >= {one.label for one in collection.unassigned} and {*before.incomplete} >= {
        *collection.incomplete
    }:
        missing |= {*before.surely_missing} & absent - claimed
    claimed |= {*before.claimed} & absent - missing
    return _Told(missing=missing, claimed=claimed)
