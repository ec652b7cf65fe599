"""The plugin's record; its checks are in the order of their findings on a sheet."""

from grader.model.check import REPORT, Check
from grader.plugins import Plugin

PLUGIN = Plugin(
    name="reports",
    package="grader.reports",
    schema=9,
    commands=("grader.reports.command:inspect",),
    record="grader.model.report:ReportEvidence",
    inspector="grader.reports.inspector:INSPECTOR",
    shows="grader.reports.shown:SHOWN",
    writes="grader.reports.shown:SHOWN",
    reports="grader.reports.for_others:KNOWN",
    examines="grader.reports.oral:EXAMINES",
    checks=(
        Check(
            "REP001",
            "not-word-or-pdf",
            "grader.reports.checks:is_word_or_pdf",
            REPORT,
            unsubmitted="missing",
        ),
        Check("REP002", "unreadable-report", "grader.reports.checks:can_be_read", REPORT),
        Check(
            "REP003", "missing-chapter", "grader.reports.checks:is_divided", REPORT, part="chapters"
        ),
        Check("REP004", "no-graph", "grader.reports.checks:has_graph", REPORT, part="figures"),
        Check(
            "REP005",
            "graph-not-explained",
            "grader.reports.checks:is_explained",
            REPORT,
            part="explanations",
        ),
        Check("REP006", "caption", "grader.reports.checks:has_captions", REPORT, part="figures"),
        Check(
            "REP007",
            "figure-not-referenced",
            "grader.reports.checks:is_referred_to",
            REPORT,
            part="figures",
        ),
        Check(
            "REP008",
            "relation-not-stated",
            "grader.reports.checks:states_relation",
            REPORT,
            part="relations",
        ),
        Check("REP009", "scanned-or-handwritten", "grader.reports.checks:is_typed", REPORT),
        Check("REP010", "font-size", "grader.reports.checks:is_readable_in_size", REPORT),
        Check(
            "REP011",
            "backend-not-discussed",
            "grader.reports.checks:speaks_of_backends",
            REPORT,
            part="backends",
        ),
        Check(
            "REP012",
            "claim-differs-from-measurement",
            "grader.reports.checks:agrees_with_measurement",
            REPORT,
            uses_times=True,
            part="relations",
        ),
        Check(
            "REP013",
            "template-left-over",
            "grader.reports.checks:is_filled_in",
            REPORT,
            part="left_over",
        ),
        Check(
            "REP014", "hidden-text", "grader.reports.checks:hides_nothing", REPORT, part="hidden"
        ),
    ),
)


def codes_of(part: str) -> tuple[str, ...]:
    """Return the checks that a page shows beside a part of the report, such as its figures."""
    return tuple(check.code for check in PLUGIN.checks if check.part == part)
