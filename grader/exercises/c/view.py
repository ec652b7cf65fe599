"""Show how a C source was compiled, and how close it came to NumPy."""

from collections.abc import Iterator

from grader.exercises.c.plugin import PLUGIN
from grader.exercises.c.record import CSource
from grader.model.times import seconds_at, shortest
from grader.model.timing import Timing
from grader.protocols import About, Fragment
from grader.records import opened_record
from grader.wording.bilingual import Bilingual, BilingualText

TEXTBOOK, LIBRARY = "c", "numpy"  # baselines


class CSourceShows:
    """Shows how a source was compiled."""

    def show(self, about: About, words: Bilingual) -> Fragment | None:
        """List the compiler with its flags, and the headers; see protocols.Shows."""
        source = opened_record(about.records, PLUGIN.name, CSource)
        return Fragment(rows=tuple(_rows(source, words))) if source is not None else None


SHOWS = CSourceShows()


def _rows(source: CSource, words: Bilingual) -> Iterator[tuple[BilingualText, BilingualText]]:
    command = " ".join((source.compiler, *source.flags))
    yield words.say("c.compiler"), words.name(command)
    if source.headers:
        yield words.say("c.headers"), words.name(", ".join(source.headers))


def say_gap(timing: Timing, words: Bilingual) -> list[BilingualText]:
    """Word how much of the gap between textbook loops and NumPy was closed, if both ran."""
    if not {TEXTBOOK, LIBRARY} <= timing.baselines.keys():
        return []
    book, library = (
        shortest(timing.baselines[baseline].points) for baseline in (TEXTBOOK, LIBRARY)
    )
    mine = shortest(timing.curve.points)
    last = min((points[-1][0] for points in (mine, book, library) if points), default=0)
    size = max((size for size, _ in mine if size <= last), default=0)
    times = [seconds_at(points, size) for points in (mine, book, library)]
    measured = [seconds for seconds in times if seconds]
    if len(measured) < len(times):
        return []
    own, best = measured[1] / measured[0], measured[1] / measured[2]
    share = 100 * (own - 1) / (best - 1) if best > 1 else 0.0
    return [
        words.say(
            "c.gap" if best > 1 and 0 <= share <= 100 else "c.gap_plain",  # noqa: PLR2004 - percent
            size=size,
            own=f"{own:.3g}",
            best=f"{best:.3g}",
            share=f"{share:.0f}",
        )
    ]
