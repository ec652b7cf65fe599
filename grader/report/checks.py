"""REP001 to REP014: from what was read off the report to findings. Pure.

These alone fail by themselves: a kind of file that is neither Word nor PDF (REP001), a file that
does not open (REP002), no visible text at all (REP009), and nothing drawn at all (REP004). All else
passes with its evidence, or is left to a person with its evidence.
"""

from grader.model.course import ReportSpec
from grader.model.judging import SubmissionCheck
from grader.report.answering import gated
from grader.report.chapter_checks import is_divided
from grader.report.figure_checks import has_captions, has_graph, is_explained, is_referred_to
from grader.report.file_checks import can_be_read, is_typed, is_word_or_pdf
from grader.report.page_checks import hides_nothing, is_filled_in, is_readable_in_size
from grader.report.sentence_checks import (
    agrees_with_measurement,
    speaks_of_backends,
    states_relation,
)


def _graphs(spec: ReportSpec) -> bool:
    return spec.graphs > 0


SUBMISSION_CHECKS: tuple[SubmissionCheck, ...] = (
    is_word_or_pdf,
    can_be_read,
    gated("REP003", is_divided),
    gated("REP004", has_graph, of_text=False, wanted=_graphs),
    gated("REP005", is_explained, wanted=_graphs),
    gated("REP006", has_captions, wanted=_graphs),
    gated("REP007", is_referred_to, wanted=_graphs),
    gated("REP008", states_relation, wanted=lambda spec: spec.relation),
    gated("REP009", is_typed, of_text=False),
    gated("REP010", is_readable_in_size, of_text=False),
    gated("REP011", speaks_of_backends, wanted=lambda spec: bool(spec.backends)),
    gated("REP012", agrees_with_measurement),
    gated("REP013", is_filled_in),
    gated("REP014", hides_nothing),
)
ALL = tuple(f"REP{number:03}" for number in range(1, 15))
