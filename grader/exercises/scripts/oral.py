"""Questions about the times that a program measures and plots itself."""

from collections.abc import Iterator

from msgspec import Struct

from grader.model.finding import LazyText
from grader.model.oral import OralQuestion, two_points
from grader.model.times import time_text
from grader.protocols import Examines, Work

LONGEST = 60  # letters of a curve's name


class AsksAboutSeries(Struct, frozen=True):
    """Ask what a curve of the program's own graph shows; see protocols.Examines."""

    def ask(self, work: Work) -> Iterator[OralQuestion]:
        """Ask about the curve of this exercise, or the only one, unless we measured the same."""
        run, timing = work.evidence.program, work.observed.timing
        if run is None or run.trouble:
            return
        if timing is not None and not timing.unsteady and timing.settled.known:
            return  # its growth is asked from our own measurement
        own = [each for each in run.series if each.exercise == work.exercise.id]
        if not own and len(run.series) == 1 and work.is_first:
            own = [each for each in run.series if not each.exercise]
        for series in own:
            found = two_points(zip(series.sizes, series.seconds, strict=False), steady=True)
            if found is None:
                continue
            yield OralQuestion(
                kind="series",
                exercise=work.exercise.id,
                text=LazyText(
                    "oral.ask.series",
                    {
                        "name": series.name[:LONGEST] or work.exercise.shown,
                        "size": found.size,
                        "time": time_text(found.seconds),
                        "larger": found.larger,
                    },
                ),
                answer=LazyText(
                    "oral.series",
                    {
                        "time": time_text(found.longer),
                        "times": f"{found.times:.1f}",
                        "exponent": f"{found.exponent:.1f}",
                    },
                ),
                source=LazyText("oral.from_series", {"points": len(series.sizes)}),
                teaches=LazyText("oral.teaches.series"),
                difficulty=3,
            )
            return


EXAMINES: Examines = AsksAboutSeries()
