"""Parts of the total: their assignments added up, filled up, scaled."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from grader.model.grading import Grading, Part, Rounded
from grader.model.standing import PartStanding, Range, Step
from grader.scoring.exact import NOTHING, added, capped, each_rounded, exact, scaled


def parts_of(grading: Grading, steps: Mapping[str, Sequence[Step]]) -> tuple[PartStanding, ...]:
    """Adds every part up; `steps` are by part."""
    own = {part.id: added(one.points for one in steps[part.id]) for part in grading.parts}
    return tuple(_part(grading, part, steps[part.id], own) for part in grading.parts)


def _part(
    grading: Grading, part: Part, steps: Sequence[Step], own: Mapping[str, Range]
) -> PartStanding:
    most = sum((exact(item.points) for item in part.items), Fraction(0))
    fillers = [own[other.id] for other in grading.parts if other.inside == part.id]
    filled = capped(added([own[part.id], *fillers]), most)
    return PartStanding(
        part=part.id,
        title=part.title,
        steps=tuple(steps),
        points=own[part.id],
        filled=filled,
        most=most,
        adds=_adds(grading, part, filled, most),
        percent=part.percent,
        optional=part.optional,
        inside=part.inside,
    )


def _adds(grading: Grading, part: Part, filled: Range, most: Fraction) -> Range:
    """Says what the part adds to the total."""
    if part.inside:
        return NOTHING
    adds = filled
    if part.percent is not None:
        worth = exact(part.percent) / 100 * exact(grading.maximum)
        adds = scaled(filled, worth / most)
    return each_rounded(adds, grading.rounding) if _rounds_parts(grading) else adds


def _rounds_parts(grading: Grading) -> bool:
    return grading.rounding.what is Rounded.PARTS
