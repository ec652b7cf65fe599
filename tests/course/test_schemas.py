"""The schemas, the classes that they are made from, and the sentences about what differs."""

import json
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from grader.course.schemas import NAMES, explained_schema, nearest, schema, shown
from grader.course.toml_tables import (
    AssignmentFile,
    CourseFile,
    ExerciseTable,
    SweepTable,
)
from grader.model.course import Assignment, Backend, Course, Exercise, Sweep
from grader.wording import Language, load_keys
from tests.course.courses import problems_of

ROOT = Path(__file__).resolve().parents[2]
BACKENDS = ", ".join(f'"{backend}"' for backend in Backend)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("memory_mib = 64", "memory_mib = 15", "limits.memory_mib: must be a whole number of at"),
        ("memory_mib = 64", "memory_mib = 64.5", "limits.memory_mib: must be a whole number of at"),
        ("memory_mib = 64", "memory_mib = true", "limits.memory_mib: must be a whole number of at"),
        ("memory_mib = 64", "threads = 9999", "limits.threads: must be a whole number of at most"),
        ("call_seconds = 2", "call_seconds = 0", "limits.call_seconds: must be a number of more"),
        ("call_seconds = 2", "call_seconds = nan", "limits.call_seconds: must be a finite nu"),
        ("call_seconds = 2", "call_seconds = inf", "limits.call_seconds: must be a finite nu"),
        (
            '"python"',
            '"numpi"',
            f"backend: must be one of {BACKENDS}, got",
        ),
        ("[1, 2]", "[1, 0]", "cases.integers[1]: must be a whole number of at least 1, got 0"),
        ("[1, 2]", "3", "cases.integers: must be a list, got 3"),
        ('["time", "matplotlib"]', '["time", "time"]', "allowed_imports: must be a list without d"),
        ('source = "demo.py"', 'source = "a/demo.py"', "source: must be a file name without fold"),
        ('source = "demo.py"', "", "source: is missing; specify a file name without folders"),
        ('ja = "課題", ', "", "title.ja: is missing; specify text that is not empty"),
        ('id = "program"', 'id = "Pro gram"', "rubric[0].id: must be a short name of lower"),
        ("points = 4", 'points = 4\npoint = "x"', "rubric[0].point: unknown key; did you mean poi"),
        ("points = 4", "points = 4\nzzz = 1", "rubric[0].zzz: unknown key; available: checks, ev"),
        ("points = 4", "points = 4\noptional = 1", "rubric[0].optional: unknown key"),
        ("points = 2", 'points = 2\nvisibility = "me"', 'visibility: must be one of "student", "t'),
    ],
)
def test_a_difference_is_told_in_our_words(tmp_path: Path, old: str, new: str, said: str) -> None:
    """Key, expectation and what was found are in the sentence."""
    problems = problems_of(tmp_path, old, new)
    assert any(said in problem for problem in problems), problems
    assert len(problems) == 1


def test_a_long_value_is_shortened() -> None:
    """A value that fills the screen is cut, and a table is only called one."""
    assert len(str(shown("x" * 1000))) == 60
    assert str(shown({"a": 1})) == "a table"
    assert shown("行") == '"行"'


def test_the_nearest_word_is_offered() -> None:
    """A likely word is offered; else all of them, or nothing."""
    assert str(nearest("allias", ["aliases", "entry"])) == "; did you mean aliases?"
    assert str(nearest("zzz", ["b", "a"])) == "; available: a, b"
    assert nearest("zzz", []) == ""


@pytest.mark.parametrize(
    ("table", "model", "elsewhere"),
    [
        (ExerciseTable, Exercise, {"compile": "compilation"}),
        (SweepTable, Sweep, {"first": "sizes", "last": "sizes", "factor": "sizes"}),
        (AssignmentFile, Assignment, {"exercise": "exercises"}),
        (CourseFile, Course, {"sandbox": "accept_level", "feedback": "feedback_lang"}),
    ],
)
def test_file_and_model_agree(
    table: type[Any], model: type[Any], elsewhere: dict[str, str]
) -> None:
    """Every field of the model has its key, and the defaults are the same."""
    computed = {"others", "label", "called_by", "own", "root", "folder"}
    computed |= {"docs_url"} if model is Assignment else set()  # the course's
    computed |= {"python"} if model is Exercise else set()  # of one submission, by its text
    fields = {field.name: field for field in msgspec.structs.fields(model)}
    keys = {elsewhere.get(field.name, field.name) for field in msgspec.structs.fields(table)}
    assert keys == set(fields) - computed
    for field in msgspec.structs.fields(table):
        default = field.default
        wanted = fields[field.name].default if field.name in fields else msgspec.NODEFAULT
        if default is not None and msgspec.NODEFAULT not in {default, wanted}:
            assert wanted == default


@pytest.mark.parametrize("name", NAMES)
def test_editors_have_what_is_checked(name: str) -> None:
    """`make anew` writes the files that are shipped."""
    shipped = files("grader.course").joinpath(f"{name}.schema.json").read_text("utf-8")
    assert json.loads(shipped) == explained_schema(name)


@pytest.mark.parametrize("lang", get_args(Language))
def test_every_key_is_documented(lang: str) -> None:
    """The pages of the files have every key of the schemas."""
    pages = [ROOT / "docs" / lang / f"{name}-toml.md" for name in ("course", "assignment")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    for name in NAMES:
        for path, _ in _properties(schema(name), ""):
            assert f"`{path.rpartition('.')[2]}`" in text, path


def test_every_key_has_its_japanese() -> None:
    """What the schemas say of keys is in Japanese, too, and nothing is left over."""
    found = [about for name in NAMES for about in _properties(explained_schema(name), "")]
    said = {about["description"] for path, about in found if not path.endswith((".ja", ".en"))}
    assert said == set(load_keys("ja"))


def _properties(node: Mapping[str, Any], path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for key, value in node.get("properties", {}).items():
        yield f"{path}.{key}", value
        yield from _properties(value, f"{path}.{key}")
    for name in ("items", "additionalProperties"):
        if isinstance(node.get(name), Mapping):
            yield from _properties(node[name], f"{path}[]")
    for key, value in node.get("$defs", {}).items():
        yield from _properties(value, f"$defs.{key}")


@pytest.mark.parametrize("name", NAMES)
def test_editors_can_explain_every_key(name: str) -> None:
    """Each has a description, and nothing is fetched from anywhere else."""
    found = dict(_properties(explained_schema(name), ""))
    assert [key for key, value in found.items() if not value.get("description")] == []
    references = re.findall(r'"\$ref": "([^"]*)"', json.dumps(schema(name)))
    assert references
    assert all(reference.startswith("#/$defs/") for reference in references)
