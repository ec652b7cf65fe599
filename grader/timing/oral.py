"""Questions about how long one's own function takes."""

from collections.abc import Iterator

from msgspec import Struct

from grader.model.finding import LazyText
from grader.model.oral import OralQuestion
from grader.model.times import time_text
from grader.protocols import Examines, Work

DOUBLED = (1.8, 2.2)  # sizes of a sweep grow by a factor of their own


class AsksAboutTimes(Struct, frozen=True):
    """Asks for what twice the size takes; see protocols.Examines."""

    def ask(self, work: Work) -> Iterator[OralQuestion]:
        """Asks where a sweep came out again, and its growth can be told."""
        timing = work.observed.timing
        if timing is None or timing.unsteady or not timing.settled.known:
            return
        points = [each for each in timing.curve.points if each.size >= timing.settled.first]
        pairs = [
            (small, large)
            for small in points
            for large in points
            if DOUBLED[0] <= large.size / small.size <= DOUBLED[1]
        ]
        if not pairs:
            return
        small, large = max(pairs, key=lambda pair: (pair[1].size, pair[0].size))
        exponent = f"{timing.settled.exponent:.1f}"
        yield OralQuestion(
            kind="growth",
            exercise=work.exercise.id,
            text=LazyText(
                "oral.ask.growth",
                {"size": small.size, "time": time_text(small.best), "larger": large.size},
            ),
            answer=LazyText(
                "oral.grows",
                {"time": time_text(large.best), "times": f"{large.best / small.best:.1f}"},
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
