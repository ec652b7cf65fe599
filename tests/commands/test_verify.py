"""`grader verify` answers for an assignment or for all."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from tests.commands.conftest import Say
from tests.tree import ROOT

# How many examples are kept at least; the lists may grow.
KEPT = {"kadai1": 50, "kadai2": 50, "optional1": 40, "convnet": 50, "training": 40}


def expect_proof(say: Say, name: str, course: Path) -> int:
    """Everything is as it should be; says how many examples were tried."""
    said = say("verify", name, "--course", course, "--lang", "en")
    assert said.code == 0, said.out + said.err
    assert f"{name}: everything is as expected." in said.out
    return len(re.findall(r"^[○-] example ", said.out, re.MULTILINE))


@pytest.mark.repetition("kadai1 and kadai2, each verdict of each check once")
@pytest.mark.parametrize("name", KEPT)
def test_every_example_gets_what_it_declares(say: Say, name: str) -> None:
    """Right, wrong, forbidden and hostile programs; and all else that verify tries."""
    assert expect_proof(say, name, ROOT) >= KEPT[name]


@pytest.mark.parametrize("name", ["kadai1", "kadai2"])
def test_every_verdict_is_proved(course: Path, say: Say, name: str) -> None:
    """As few examples as show each verdict of each check that the examples of both have."""
    chosen = few_examples("kadai1", "kadai2")[name]
    for example in chosen:
        shutil.copytree(example, course / "assignments" / name / "examples" / example.name)
    assert expect_proof(say, name, course) == len(chosen)


def test_an_oral_exam_is_a_persons(course: Path, say: Say) -> None:
    """A criterion that is decided in a talk is as any other that nobody decided yet."""
    toml = course / "assignments" / "kadai1" / "assignment.toml"
    text = toml.read_text("utf-8")
    oral = text.replace(
        '[[rubric]]\nid = "discussion"', '[[rubric]]\nid = "discussion"\noral = true'
    )
    assert oral != text
    toml.write_text(oral, encoding="utf-8")
    example = min((ROOT / "assignments" / "kadai1" / "examples").iterdir())
    shutil.copytree(example, course / "assignments" / "kadai1" / "examples" / example.name)
    assert expect_proof(say, "kadai1", course) == 1


def few_examples(*names: str) -> dict[str, list[Path]]:
    """Of one assignment after the other, that which shows most of what was not shown yet."""
    chosen: dict[str, list[Path]] = {}
    shown: set[tuple[str, str]] = set()
    for name in names:
        verdicts = {
            path.parent: {*tomllib.loads(path.read_text("utf-8")).get("verdicts", {}).items()}
            for path in sorted((ROOT / "assignments" / name).glob("examples/*/expected.toml"))
        }
        chosen[name] = []
        while not set().union(*verdicts.values()) <= shown:
            most = max(verdicts, key=lambda example: len(verdicts[example] - shown))
            chosen[name].append(most)
            shown |= verdicts[most]
    return chosen


def test_without_a_name_all_are_proved(course: Path, say: Say) -> None:
    """Every assignment there is, here two without examples."""
    names = {path.parent.name for path in course.glob("assignments/*/assignment.toml")}
    assert names == KEPT.keys(), "KEPT above names every assignment of this repository"
    two = {"kadai1", "optional1"}
    for name in names - two:
        shutil.rmtree(course / "assignments" / name)
    said = say("verify", "--lang", "en")
    assert said.code == 0, said.out + said.err
    for name in two:
        assert f"{name}: there are no examples, so no verdict was tested" in said.out


def test_pair_that_is_not_told_apart_is_named(course: Path, say: Say) -> None:
    """With one 1x1 case, exit code 1 and the pairs."""
    path = course / "assignments/kadai1/assignment.toml"
    text = path.read_text(encoding="utf-8")
    text = text.replace("integers = [1, 2, 3, 5, 7]", "integers = [1]")
    path.write_text(text.replace("floats = [3, 7, 7, 33]", "floats = []"), encoding="utf-8")
    said = say("verify", "kadai1", "--lang", "en")
    assert said.code == 1
    assert "transposed = correct" in said.out
    assert "kadai1: there are no examples, so no verdict was tested" in said.out
    assert "missing:" not in said.out


def test_what_was_not_there_to_be_tried_is_told(course: Path, say: Say) -> None:
    """It is no failure, but nobody takes it for proved."""
    folder = course / "assignments/kadai1"
    shutil.rmtree(folder / "starter")
    (folder / "handout.md").unlink()
    said = say("verify", "kadai1", "--lang", "ja")
    assert said.code == 0, said.out + said.err
    assert "例がないので、判定を例で確認していません" in said.out
    assert "kadai1: 見つかりません: handout.md、starter" in said.out


def test_unknown_assignment(course: Path, say: Say) -> None:
    """Exit code 2 with the name."""
    said = say("verify", "kadai9")
    assert said.code == 2
    assert "kadai9" in said.err
