"""`grader docs` says where the documentation is, or how to get it."""

from pathlib import Path

import pytest

import grader.commands.docs
from tests.commands.conftest import Say


def test_the_site_in_the_course(course: Path, say: Say) -> None:
    """The built one of the language asked for; only its path is printed."""
    for lang in ("ja", "en"):
        page = course / "site" / lang / "index.html"
        page.parent.mkdir(parents=True)
        page.write_text("<p>", encoding="utf-8")
        answer = say("docs", "--print", "--lang", lang)
        assert (answer.code, answer.out) == (0, f"{page}\n")


def test_without_a_site(
    course: Path, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that builds it; and the address, where the course has one."""
    # A tree that may have its documentation built is not looked into.
    monkeypatch.setattr(grader.commands.docs, "__file__", str(tmp_path / "a/b/docs.py"))
    for lang, words in (("en", "`make docs` in"), ("ja", "`make docs` を実行")):
        answer = say("docs", "--print", "--lang", lang)
        assert (answer.code, answer.out) == (2, "")
        assert words in answer.err
    file = course / "course.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(f'docs_url = "https://example.ac.jp/grader/"\n{text}', encoding="utf-8")
    answer = say("docs", "--print", "--lang", "en")
    assert (answer.code, answer.out) == (0, "https://example.ac.jp/grader/en/index.html\n")


def test_a_course_that_is_none(tmp_path: Path, say: Say) -> None:
    """A folder that was named and is no course is an error; none around is not."""
    answer = say("docs", "--print", "--course", tmp_path)
    assert answer.code == 2
    assert "course.toml" in answer.err
