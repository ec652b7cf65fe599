"""What LMSs add to the help of `grader export`: examples."""

import click

EXAMPLES = """
      grader export kadai1 --format moodle --into sheet.csv
      grader export kadai1 --format manaba --into reportlist.xlsx -o results/reportlist.xlsx
      grader export kadai1 --format moodle-feedback --confirmed-only"""


def extend(command: click.Command) -> None:
    """Shows how files of LMSs are filled."""
    command.epilog = (command.epilog or "") + EXAMPLES
