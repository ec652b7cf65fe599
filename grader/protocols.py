"""What the engine asks of a plugin. Each is one screen; PLUGIN names the object that answers.

A Fragment is what a plugin gives a page to show: it needs no knowledge of its subject.
"""

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from grader.model.evidence import ExerciseEvidence, Records
from grader.model.submission import Submission
from grader.observing import Setup, Tools
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
