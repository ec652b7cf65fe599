"""Questions about how long one's own function takes."""

from collections.abc import Iterator

from msgspec import Struct

from grader.model.evidence import EntryHow
from grader.model.finding import LazyText
from grader.model.oral import OralQuestion, two_points
from grader.model.times import time_text
from grader.protocols import Examines, Work

ACCEPTED = 0.2  # relative tolerance around the measured range, for mental arithmetic


class AsksAboutTimes(Struct, frozen=True):
    """Ask how long the function takes at twice the size; see protocols.Examines."""

    def ask(self, work: Work) -> Iterator[OralQuestion]:
        """Ask about a reproducible sweep whose growth is known."""
        timing = work.observed.timing
        if timing is None or timing.unsteady or not timing.settled.known:
            return
        points = [each for each in timing.curve.points if each.size >= timing.settled.first]
        found = two_points((each.size, each.best) for each in points)
        if found is None:
            return
        fit, ratio = timing.settled, found.larger / found.size
        exponent = f"{fit.exponent:.1f}"
        expected = sorted((found.times, ratio**fit.low, ratio**fit.high))
        entry = work.observed.entry
        named = entry is not None and entry.how is not EntryHow.EXTRACTED
        yield OralQuestion(
            kind="growth",
            exercise=work.exercise.id,
            text=LazyText(
                "oral.ask.growth",
                {
                    "name": entry.target.name if entry and named else work.exercise.shown,
                    "size": found.size,
                    "time": time_text(found.seconds),
                    "larger": found.larger,
                },
            ),
            answer=LazyText(
                "oral.grows",
                {
                    "time": time_text(found.longer),
                    "times": f"{found.times:.1f}",
                    "ratio": f"{ratio:.1f}",
                    "exponent": exponent,
                    "least": f"{expected[0] * (1 - ACCEPTED):.1f}",
                    "most": f"{expected[-1] * (1 + ACCEPTED):.1f}",
                },
            ),
            source=LazyText(
                "oral.from_sweep",
                {
                    "exponent": exponent,
                    "points": len(timing.curve.points),
                    "machine": timing.conditions.processor,
                },
            ),
            teaches=LazyText("oral.teaches.growth"),
            difficulty=3,
        )


EXAMINES: Examines = AsksAboutTimes()
