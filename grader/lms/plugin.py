"""The plugin of the LMSs: formats of the gradebook, and layouts of downloads in `layouts`."""

from grader.model.formats import INTO, NEW, PAGES, ExportFormat
from grader.plugins import Plugin

PLUGIN = Plugin(
    name="lms",
    package="grader.lms",
    formats=(
        ExportFormat(
            name="moodle",
            kind=INTO,
            suffix=".csv",
            writer="grader.lms.moodle:fill_moodle",
            language="grader.lms.moodle:sheet_language",
        ),
        ExportFormat(
            name="canvas", kind=INTO, suffix=".csv", writer="grader.lms.canvas:fill_canvas"
        ),
        ExportFormat(
            name="manaba",
            kind=INTO,
            suffix=".xlsx",
            writer="grader.lms.manaba:fill_manaba",
            language="grader.lms.manaba:sheet_language",
        ),
        ExportFormat(
            name="column",
            kind=INTO,
            suffix=".txt",
            writer="grader.lms.column:write_column",
            pasted=True,
        ),
        ExportFormat(
            name="moodle-gradebook",
            kind=NEW,
            suffix=".csv",
            writer="grader.lms.moodle_book:write_moodle_book",
        ),
        ExportFormat(
            name="gradescope",
            kind=NEW,
            suffix=".zip",
            writer="grader.lms.gradescope:write_gradescope",
        ),
        ExportFormat(
            name="gradescope-checks",
            kind=NEW,
            suffix=".zip",
            writer="grader.lms.gradescope:write_gradescope_checks",
        ),
        ExportFormat(
            name="moodle-feedback",
            kind=PAGES,
            suffix=".zip",
            writer="grader.lms.moodle_feedback:pack_feedback",
            steps="lms.moodle_feedback.steps",
        ),
    ),
    extends={"export": "grader.lms.command:extend", "pack": "grader.lms.packing:extend"},
)
