"""What the engine's own packages provide: checks, commands, and the places of their sentences.

None of them can be removed. A code keeps its letters when its check moves: RUN001 is a check of
intake, RUN003 one of the sandbox.
"""

from grader.model.check import RUN, SOURCE, SUBMISSION, Check
from grader.model.formats import NEW, OWN, PAGES, ExportFormat
from grader.plugins import Plugin

WORDED = (
    *("grader.backends", "grader.model", "grader.tables", "grader.course", "grader.privacy"),
    *("grader.cases", "grader.store", "grader.observing", "grader.batch", "grader.gradebook"),
)
"""Packages with sentences but without checks."""

ROOMS = (
    Plugin(
        name="intake",
        package="grader.intake",
        checks=(
            Check(
                "INT002",
                "no-submission",
                "grader.intake.checks:something_was_handed_in",
                SUBMISSION,
            ),
            Check(
                "INT004",
                "ambiguous-files",
                "grader.intake.checks:one_file_is_the_source",
                SUBMISSION,
            ),
            Check(
                "INT005", "refused-entry", "grader.intake.checks:nothing_was_refused", SUBMISSION
            ),
            Check(
                "RUN001", "unreadable-source", "grader.intake.checks:source_can_be_read", SUBMISSION
            ),
            Check("INT001", "late", "grader.intake.checks:handed_in_in_time", SUBMISSION),
            Check("INT003", "unknown-student", "grader.intake.checks:student_is_known", SUBMISSION),
            Check("INT006", "name-repaired", "grader.intake.checks:names_are_as_given", SUBMISSION),
        ),
    ),
    Plugin(
        name="source",
        package="grader.source",
        checks=(
            Check(
                "POL001", "forbidden-import", "grader.source.checks:only_allowed_imports", SOURCE
            ),
            Check("POL002", "dynamic-code", "grader.source.checks:no_dynamic_code", SOURCE),
            Check(
                "POL003", "module-through-library", "grader.source.checks:no_other_module", SOURCE
            ),
            Check(
                "POL004", "required-use-missing", "grader.source.checks:required_library", SOURCE
            ),
        ),
    ),
    Plugin(
        name="sandbox",
        package="grader.sandbox",
        checks=(
            Check("RUN003", "raised", "grader.sandbox.checks:runs_to_its_end", RUN),
            Check("RUN004", "time-limit", "grader.sandbox.checks:runs_to_its_end", RUN),
            Check("RUN005", "memory-limit", "grader.sandbox.checks:runs_to_its_end", RUN),
            Check("RUN006", "process-died", "grader.sandbox.checks:runs_to_its_end", RUN),
            Check("RUN007", "output-limit", "grader.sandbox.checks:runs_to_its_end", RUN),
            Check("RUN009", "tampering", "grader.sandbox.checks:runs_to_its_end", RUN),
        ),
    ),
    Plugin(
        name="export",
        package="grader.export",
        formats=(
            ExportFormat(
                name="xlsx",
                kind=OWN,
                suffix=".xlsx",
                writer="grader.export.gradebook.own_table:write_xlsx",
            ),
            ExportFormat(
                name="csv",
                kind=OWN,
                suffix=".csv",
                writer="grader.export.gradebook.own_table:write_csv",
            ),
            ExportFormat(
                name="junit",
                kind=NEW,
                suffix=".xml",
                writer="grader.export.gradebook.junit:write_junit",
            ),
            ExportFormat(
                name="html",
                kind=PAGES,
                suffix=".zip",
                writer="grader.export.feedback.copies:write_pages",
            ),
        ),
    ),
    Plugin(
        name="commands",
        package="grader.commands",
        commands=(
            "grader.commands.check:check",
            "grader.commands.collect:collect",
            "grader.commands.grade:grade",
            "grader.commands.regrade:regrade",
            "grader.commands.merge:merge",
            "grader.commands.export:export",
            "grader.commands.explain:explain",
            "grader.commands.verify:verify",
            "grader.commands.purge:purge",
            "grader.commands.docs:docs",
        ),
    ),
)
