"""The introductory course proves itself, as every course has to."""

import shutil
from pathlib import Path

import pytest

from tests.commands.conftest import Say
from tests.exercises.values.line import ASSIGNMENT_OF, COURSE


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=()
            if name in {"objects", "scores"}
            else pytest.mark.repetition("a lab of classes and one of files"),
        )
        for name in sorted(set(ASSIGNMENT_OF.values()))
    ],
)
def test_everything_is_as_expected(tmp_path: Path, say: Say, name: str) -> None:
    """References answer, tests tell known mistakes apart, examples get what they declare."""
    course = tmp_path / "intro"
    shutil.copytree(COURSE, course, ignore=shutil.ignore_patterns(".grader"))
    said = say("verify", name, "--course", course, "--lang", "en")
    assert said.code == 0, said.out + said.err
    assert f"{name}: everything is as expected." in said.out
    assert "missing" not in said.out
    assert "no examples" not in said.out
