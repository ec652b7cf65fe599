"""What the command line offers of LMSs."""

import pytest
from click.shell_completion import ShellComplete

from grader.__main__ import cli


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (
            ["export", "kadai1", "--format"],
            ["moodle", "moodle-gradebook", "moodle-feedback"],
        ),
        (["collect", "download.zip", "--lms"], ["moodle"]),
    ],
)
def test_names_of_lmss_are_completed(words: list[str], offered: list[str]) -> None:
    """Those that are installed."""
    found = ShellComplete(cli, {}, "grader", "_GRADER_COMPLETE").get_completions(words, "mood")
    assert [item.value for item in found] == offered


def test_the_help_shows_how_a_file_is_filled() -> None:
    """Behind the example of the engine."""
    assert "--format moodle --into sheet.csv" in (cli.commands["export"].epilog or "")
