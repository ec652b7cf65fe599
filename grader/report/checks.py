"""REP001 to REP014: from what was read off the report to findings. Pure.

These alone fail by themselves: a kind of file that is neither Word nor PDF (REP001), a file that
does not open (REP002), no visible text at all (REP009), and nothing drawn at all (REP004). All else
passes with its evidence, or is left to a person with its evidence.
"""

from grader.report.chapter_checks import is_divided
from grader.report.figure_checks import has_captions, has_graph, is_explained, is_referred_to
from grader.report.file_checks import can_be_read, is_typed, is_word_or_pdf
from grader.report.page_checks import hides_nothing, is_filled_in, is_readable_in_size
from grader.report.sentence_checks import (
    agrees_with_measurement,
    speaks_of_backends,
    states_relation,
)

__all__ = [
    "agrees_with_measurement",
    "can_be_read",
    "has_captions",
    "has_graph",
    "hides_nothing",
    "is_divided",
    "is_explained",
    "is_filled_in",
    "is_readable_in_size",
    "is_referred_to",
    "is_typed",
    "is_word_or_pdf",
    "speaks_of_backends",
    "states_relation",
]
