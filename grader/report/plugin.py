"""The checks of this room, in the order in which a sheet tells them."""

from grader.model.check import REPORT, Check
from grader.plugins import Plugin

PLUGIN = Plugin(
    name="reports",
    package="grader.report",
    schema=7,
    checks=(
        Check("REP001", "not-word-or-pdf", "grader.report.checks:is_word_or_pdf", REPORT),
        Check("REP002", "unreadable-report", "grader.report.checks:can_be_read", REPORT),
        Check("REP003", "missing-chapter", "grader.report.checks:is_divided", REPORT),
        Check("REP004", "no-graph", "grader.report.checks:has_graph", REPORT),
        Check("REP005", "graph-not-explained", "grader.report.checks:is_explained", REPORT),
        Check("REP006", "caption", "grader.report.checks:has_captions", REPORT),
        Check("REP007", "figure-not-referenced", "grader.report.checks:is_referred_to", REPORT),
        Check("REP008", "relation-not-stated", "grader.report.checks:states_relation", REPORT),
        Check("REP009", "scanned-or-handwritten", "grader.report.checks:is_typed", REPORT),
        Check("REP010", "font-size", "grader.report.checks:is_readable_in_size", REPORT),
        Check("REP011", "backend-not-discussed", "grader.report.checks:speaks_of_backends", REPORT),
        Check(
            "REP012",
            "claim-differs-from-measurement",
            "grader.report.checks:agrees_with_measurement",
            REPORT,
        ),
        Check("REP013", "template-left-over", "grader.report.checks:is_filled_in", REPORT),
        Check("REP014", "hidden-text", "grader.report.checks:hides_nothing", REPORT),
    ),
)
