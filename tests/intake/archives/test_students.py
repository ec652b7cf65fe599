"""Whose bytes are counted together."""

import pytest

from grader.intake.archives.limits import student_of, wrapper_of


@pytest.mark.parametrize(
    ("names", "wrapper"),
    [
        ([], ""),
        (["a.py", "b.py"], ""),
        (["a/x.py", "b/x.py"], ""),
        (["a/x.py", "a/y.py"], ""),
        (["report-1/list.xlsx", "report-1/a@1/x.py", "report-1/b@2/x.py"], "report-1/"),
        (["提出/課題1/a/x.py", "提出/課題1/b/x.py"], "提出/課題1/"),
        (["提出/課題1/a/x.py"], "提出/課題1/"),
        (["a/x.py"], ""),
        (["a/src/x.py", "a/report.docx"], ""),
    ],
)
def test_finds_the_folder_around_all(names: list[str], wrapper: str) -> None:
    """Only a folder that holds several folders is a class's."""
    assert wrapper_of(names) == wrapper


def test_counts_by_the_first_folder_below() -> None:
    """Everything in a student's folder is the student's, and a loose file its own."""
    assert student_of("r/a/src/x.py", "r/") == student_of("r/a/y.py", "r/") == "r/a"
    assert student_of("r/list.xlsx", "r/") == "r/list.xlsx"
    assert student_of("a/x.py", "") == "a"
