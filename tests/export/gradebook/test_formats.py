"""Every format that is offered, whoever writes it, and JUnit XML."""

from typing import Literal
from xml.etree import ElementTree as ET

import pytest

from grader.export.formats import formats
from grader.export.gradebook import Left
from grader.model.formats import FormatKind
from grader.model.gradebook import Grade
from grader.plugins import load
from grader.wording import load_wording
from tests.export.gradebook.books import book, checked, export
from tests.tree import ROOT


def test_every_format_has_its_writer() -> None:
    """And the review page and `--format` list them by what becomes of the points."""
    kinds = [form.kind for form in formats().values()]
    assert kinds == sorted(kinds, key=list(FormatKind).index)
    for form in formats().values():
        assert callable(load(form.writer))
        assert not form.language or callable(load(form.language))


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_format_is_offered_and_explained(lang: Literal["ja", "en"]) -> None:
    """The review page has a name for it, and docs/*/export.md a line in its table."""
    page = (ROOT / "docs" / lang / "export.md").read_text(encoding="utf-8")
    wording = load_wording(lang)
    assert [name for name in formats() if f"| `{name}` |" not in page] == []
    for key in (
        *(f"export.format.{name}" for name in formats()),
        *(f"page.export.group.{kind}" for kind in FormatKind),
        *(form.steps for form in formats().values() if form.steps),
    ):
        assert wording.text(key) != key


def test_junit_is_xml_with_a_testsuite_for_each_student() -> None:
    """Failed is a failure, our own faults are errors, and the rest is skipped."""
    absent = Grade(student="24A1299")
    written = export("junit", book(checked("24A1201"), absent), lang="en")
    root = ET.fromstring(written.content)
    [suite] = root
    assert (root.tag, root.get("name"), suite.get("name")) == ("testsuites", "kadai1", "24A1201")
    counts = [suite.get(name) for name in ("tests", "failures", "errors", "skipped")]
    assert counts == ["4", "1", "1", "1"]
    assert [[child.tag for child in case] for case in suite] == [
        ["failure"], [], ["error"], ["skipped"]
    ]  # fmt: skip
    assert suite[1].get("classname") == "kadai1.m"
    assert [(one.student, one.why) for one in written.left] == [("24A1299", Left.NOT_SUBMITTED)]


def test_nobody_at_all() -> None:
    """An empty gradebook writes empty files, and fails nowhere."""
    for kind in ("csv", "xlsx", "junit", "html"):
        assert export(kind, book()).filled == ()
    assert export("csv", book(Grade(student="x"))).left[0].why is Left.NOT_SUBMITTED
