"""Every check in one line: its code, its slug, the room and function that answer, what is asked.

The order is that in which a sheet tells the findings. Read by judging, by the course's files, which
name codes, by `grader explain`, by the docs' index and by the tests of the wording. Rooms lie above
this file and are named here, not imported; judging finds the functions.

A new check of facts that the evidence has already touches five files:

    grader/ROOM/checks.py          the function, pure, from evidence to Findings (and its test)
    grader/registry.py             its line, here
    grader/wording/ja.toml         title, sentences and hints
    grader/wording/en.toml         the same in English
    grader/wording/checks/CODE.md  the page, with a wrong and a right example

`make anew` then writes its pages in docs/ja and docs/en. For a new fact see
docs/architecture.md. A code is stable for ever and never used again for anything else.
"""

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType

from msgspec import Struct


class CheckInput(Enum):
    """What a check is asked about."""

    SUBMISSION = auto()  # the files handed in
    REPORT = auto()  # where the assignment asks for one
    SOURCE = auto()  # an exercise's text, or clocks: also while it waits for a device
    RUN = auto()  # what came of an exercise when it ran


SUBMISSION, REPORT, SOURCE, RUN = CheckInput


class Check(Struct, frozen=True):
    """One code. A function that answers several codes is named by each, and asked once."""

    code: str
    slug: str
    room: str
    function: str  # in grader/ROOM/checks.py
    reads: CheckInput
    lesson: bool = False  # it teaches, and fails nobody unless a criterion of the course names it


CHECKS = (
    Check("INT002", "no-submission", "intake", "something_was_handed_in", SUBMISSION),
    Check("INT004", "ambiguous-files", "intake", "one_file_is_the_source", SUBMISSION),
    Check("INT005", "refused-entry", "intake", "nothing_was_refused", SUBMISSION),
    Check("RUN001", "unreadable-source", "intake", "source_can_be_read", SUBMISSION),
    Check("INT001", "late", "intake", "handed_in_in_time", SUBMISSION),
    Check("INT003", "unknown-student", "intake", "student_is_known", SUBMISSION),
    Check("INT006", "name-repaired", "intake", "names_are_as_given", SUBMISSION),
    Check("REP001", "not-word-or-pdf", "report", "is_word_or_pdf", REPORT),
    Check("REP002", "unreadable-report", "report", "can_be_read", REPORT),
    Check("REP003", "missing-chapter", "report", "is_divided", REPORT),
    Check("REP004", "no-graph", "report", "has_graph", REPORT),
    Check("REP005", "graph-not-explained", "report", "is_explained", REPORT),
    Check("REP006", "caption", "report", "has_captions", REPORT),
    Check("REP007", "figure-not-referenced", "report", "is_referred_to", REPORT),
    Check("REP008", "relation-not-stated", "report", "states_relation", REPORT),
    Check("REP009", "scanned-or-handwritten", "report", "is_typed", REPORT),
    Check("REP010", "font-size", "report", "is_readable_in_size", REPORT),
    Check("REP011", "backend-not-discussed", "report", "speaks_of_backends", REPORT),
    Check("REP012", "claim-differs-from-measurement", "report", "agrees_with_measurement", REPORT),
    Check("REP013", "template-left-over", "report", "is_filled_in", REPORT),
    Check("REP014", "hidden-text", "report", "hides_nothing", REPORT),
    Check("POL001", "forbidden-import", "policy", "only_allowed_imports", SOURCE),
    Check("POL002", "dynamic-code", "policy", "no_dynamic_code", SOURCE),
    Check("POL003", "module-through-library", "policy", "no_other_module", SOURCE),
    Check("POL004", "required-use-missing", "policy", "required_library", SOURCE),
    Check("RUN003", "raised", "sandbox", "runs_to_its_end", RUN),
    Check("RUN004", "time-limit", "sandbox", "runs_to_its_end", RUN),
    Check("RUN005", "memory-limit", "sandbox", "runs_to_its_end", RUN),
    Check("RUN006", "process-died", "sandbox", "runs_to_its_end", RUN),
    Check("RUN007", "output-limit", "sandbox", "runs_to_its_end", RUN),
    Check("RUN009", "tampering", "sandbox", "runs_to_its_end", RUN),
    Check("RUN002", "entry-not-found", "correctness", "entry_found", RUN),
    Check("RUN008", "not-a-matrix", "correctness", "is_matrix", RUN),
    # Before the values: a mistake with a name and a lesson is read first.
    Check("COR002", "known-mistake", "correctness", "no_known_mistake", RUN),
    Check("COR001", "wrong-value", "correctness", "right_values", RUN),
    Check("COR003", "wrong-shape", "correctness", "right_shape", RUN),
    Check("COR004", "changes-its-input", "correctness", "keeps_its_input", RUN),
    Check("COR005", "remembers-earlier-calls", "correctness", "forgets_earlier_calls", RUN),
    Check("COR006", "not-finite", "correctness", "finite_only", RUN),
    Check("COR007", "low-precision", "correctness", "enough_digits", RUN),
    Check("TIM002", "missing-synchronize", "timing", "waits_for_device", SOURCE, lesson=True),
    Check("TIM006", "timing-includes-setup", "timing", "times_only_the_work", SOURCE, lesson=True),
    Check("TIM001", "growth", "timing", "growth", RUN, lesson=True),
    Check("TIM003", "too-slow", "timing", "fast_enough", RUN, lesson=True),
    Check("TIM004", "too-noisy", "timing", "quiet_enough", RUN, lesson=True),
    Check("TIM005", "implausibly-fast", "timing", "plausible", RUN),
)

FAMILIES = ("INT", "POL", "RUN", "COR", "TIM", "REP")  # as the docs list them

SLUGS: Mapping[str, str] = MappingProxyType(
    {
        check.code: check.slug
        for family in FAMILIES
        for check in sorted(CHECKS, key=lambda check: check.code)
        if check.code.startswith(family)
    }
)
"""Every code in the order of the docs."""
