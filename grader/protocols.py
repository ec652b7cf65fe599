"""What the engine asks of a plugin. Each is one screen; PLUGIN names the object that answers."""

from collections.abc import Mapping
from typing import Protocol

from grader.model.evidence import ExerciseEvidence
from grader.model.submission import Submission
from grader.observing import Setup, Tools


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
