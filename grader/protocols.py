"""What the engine asks of a plugin. Each is one screen; PLUGIN names the object that answers.

A Fragment is what a plugin gives a page to show: it needs no knowledge of its subject.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

from msgspec import Struct

from grader.model.course import Exercise
from grader.model.evidence import Evidence, ExerciseEvidence, Records
from grader.model.machine import Capabilities
from grader.model.submission import Submission
from grader.model.timing import Curve, Timing
from grader.observing import Setup, Tools
from grader.observing.measuring import Measure, TimingPlace, TimingRequest
from grader.plugins import installed, load
from grader.sandbox import IsolationLevel
from grader.wording.bilingual import Bilingual, BilingualText


class Fragment(Struct, frozen=True, kw_only=True):
    """A piece of a page: names with their values, then sentences."""

    rows: tuple[tuple[BilingualText, BilingualText], ...] = ()
    sentences: tuple[BilingualText, ...] = ()
    title: BilingualText = BilingualText("", "")  # among facts of an exercise it is not shown


class Shows(Protocol):
    """Shows what a plugin observed, on a student's sheet and on the review page."""

    def show(self, records: Records, words: Bilingual) -> Fragment | None:
        """Makes a piece of a page of the plugin's record among these, by `opened_record`.

        The records are those of one exercise, or those of the submission. None: nothing to show.
        """


class Measures(Protocol):
    """Measures how long right programs take, when everything else has been observed."""

    def to_time(self, evidence: Evidence, setup: Setup) -> list[tuple[Exercise, ExerciseEvidence]]:
        """Lists the exercises of one submission that are to be measured, now or again."""

    def key(self, observation: str, exercise: Exercise) -> str:
        """Names what the times depend on; `observation` is the key of the exercise's evidence."""

    def machine(self, setup: Setup) -> str:
        """Names all about this machine that times depend on and that stays the same."""

    def open(self, place: TimingPlace) -> Any:
        """Opens, in a process of its own, what `measure` works with."""

    def measure(self, request: TimingRequest, bench: Any) -> tuple[Timing, Mapping[str, Curve]]:
        """Times one exercise; gives the times of our own programs, too, by what they depend on."""

    def quickly(
        self, setup: Setup, level: IsolationLevel, capabilities: Capabilities
    ) -> AbstractContextManager[tuple[Setup, Measure]]:
        """Opens what measures in this process for seconds, with the setup of these sweeps."""


def measurer() -> Measures | None:
    """Finds the plugin that measures; None where there is none."""
    named = [plugin.measures for plugin in installed().values() if plugin.measures]
    return load(named[0]) if named else None


class Inspector(Protocol):
    """Looks at a submission once more when its exercises have been observed and its script ran."""

    def inspect(
        self,
        submission: Submission,
        observed: Mapping[str, ExerciseEvidence],
        setup: Setup,
        tools: Tools,
    ) -> Mapping[str, object]:
        """Returns records by exercise id; "" is the submission as a whole. Nothing: no record.

        A record is anything that `grader.records.to_plain` takes. It runs what it wants to run
        through `tools.sandbox`; what it raises makes this plugin's checks `broken`.
        """
