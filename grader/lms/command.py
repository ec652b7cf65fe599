"""Examples of LMSs for the help of `grader export`."""

import click

EXAMPLES = """
      grader export kadai1 --format moodle --into sheet.csv
      grader export kadai1 --format manaba --into reportlist.xlsx -o results/reportlist.xlsx
      grader export kadai1 --format moodle-feedback --confirmed-only"""


def extend(command: click.Command) -> None:
    """Add examples of filling an LMS's file."""
    command.epilog = (command.epilog or "") + EXAMPLES
