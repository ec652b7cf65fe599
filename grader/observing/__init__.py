"""One submission observed: every step from its files to evidence, and the timing step after it.

In: a Submission, the Setup that its class shares, and the Tools of one worker. Out: the parts of
Evidence: what the source says, how the cases and the script ran, what is in the report, how
long a function takes; what of stored evidence still holds. The order of the steps is told in
grading.py. Not here: what runs inside the sandbox, how outputs are compared, verdicts, points, more
than one submission.
"""

from grader.observing.cases_run import (
    as_observed,
    leave_out_scratch,
    place_of,
    rank_of,
    with_definition_of,
    without_left_out,
)
from grader.observing.measuring import Measure, TimingPlace, TimingRequest
from grader.observing.preparing import (
    begin_children,
    digest_references,
    machine_facts,
    open_tools,
    prepare_setup,
    tried_references,
)
from grader.observing.pythons import (
    chooses_again,
    naming_all,
    python_of,
    under_its_python,
    under_python_of,
)
from grader.observing.reusing import (
    NOTHING_KEPT,
    KeptEvidence,
    fault_in,
    forgetting_faults,
    holds,
    kept_of,
    unread_evidence,
    went_wrong_otherwise,
    without_evidence,
    worth_another_try,
)
from grader.observing.self_check import KNOWN_WRONG, SelfChecks, kept_answers
from grader.observing.setup import SCRIPT, Setup, Tools, allowing_all, key_of, keys_of

__all__ = [
    "KNOWN_WRONG",
    "NOTHING_KEPT",
    "SCRIPT",
    "KeptEvidence",
    "Measure",
    "SelfChecks",
    "Setup",
    "TimingPlace",
    "TimingRequest",
    "Tools",
    "allowing_all",
    "as_observed",
    "begin_children",
    "chooses_again",
    "digest_references",
    "fault_in",
    "forgetting_faults",
    "holds",
    "kept_answers",
    "kept_of",
    "key_of",
    "keys_of",
    "leave_out_scratch",
    "machine_facts",
    "naming_all",
    "open_tools",
    "place_of",
    "prepare_setup",
    "python_of",
    "rank_of",
    "tried_references",
    "under_its_python",
    "under_python_of",
    "unread_evidence",
    "went_wrong_otherwise",
    "with_definition_of",
    "without_evidence",
    "without_left_out",
    "worth_another_try",
]
