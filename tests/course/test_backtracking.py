"""Patterns that may take for ever are refused; patterns that people write are not."""

import pytest

from grader.course.backtracking import may_not_end


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?P<student>\d{2}[A-Z]\d{4})_(?P<name>[^_]+)_(?P<file>.+)",
        r"(?P<student>\w+)/(?P<file>(?:[^/]+/)*[^/]+)",
        r"^([^_/]*)_(\d+)_assignsubmission_(file|onlinetext)_?(.*)$",
        r".*/(?P<student>\w+)_(?P<name>.+)_(?P<time>.+)_(?P<file>.+)",
        r"(?:\w+\s)*(?P<file>.+)",
        r"(?:(?:a+)b)*",
        r"(?:foo|bar)+",
        r"(?:foo|food)*x",
        r"(?:[A-Z]|\d)+_(?P<file>.*)",
        r"(?i:(?P<student>[a-z0-9]+))@(?P<user>[^/]+)/(?P<file>.+)",
        r"(?P<late>LATE_)?(?P<file>.+)",
        r"(?P<late>LATE_)?(?(late)x+|y+)(?P<file>.+)",
        r"(?=.*x)(?!.*y)(?P<file>.*)",
        r"(?>(a+)+)b",
        r"(?:\D{1,40}){1,40}",
        r"(?:[^\W_]+[_-])*(?P<file>.+)",
    ],
)
def test_what_people_write_is_not_flagged(pattern: str) -> None:
    """Repeats with something between them, alternatives that begin differently."""
    assert may_not_end(pattern) is None


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a+)+",
        r"(.*)*",
        r"(?P<file>(?:\w+\s*)*)x",
        r"(?:a*){60,}",
        r"((a+b?)+)c",
        r"(?:\w+|\d+)+$",
        r"(?:[^/]+/?)*x",
        r"(?:x|(?:ab|a[bc])y|xx)*z",
        r"(?P<name>.)(?:(?P=name)+.)*x",
        r"(?:(?:\S+)\d)*x",
    ],
)
def test_what_grows_without_bound_is_flagged(pattern: str) -> None:
    """One text, very many ways to match it."""
    assert may_not_end(pattern) is not None


def test_many_wide_stretches_are_flagged() -> None:
    """Each `.*` more is the length of the text times as long."""
    assert may_not_end(".*_" * 5) is None
    assert str(may_not_end(".*_" * 6)) == "matches anything in 6 places"
