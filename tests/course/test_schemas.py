"""The schema and the sentences about what differs from it."""

import dataclasses
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from grader.course.schemas import nearest, schema, shown
from grader.model.course import (
    Assignment,
    Backend,
    CaseKind,
    Compilation,
    Course,
    Criterion,
    Exercise,
    Limits,
    ReportSpec,
    RequiredChapter,
)
from grader.model.grading import (
    AttendanceRules,
    Condition,
    Grading,
    Letter,
    Recognition,
    Rounding,
)
from grader.model.lateness import LatePolicy, LateStep
from grader.model.retention import Retention
from tests.course.courses import problems_of

ROOT = Path(__file__).resolve().parents[2]
DEFINED = schema("assignment")["$defs"]
RULES = schema("course")["$defs"]
LIMITS = DEFINED["exercise"]["properties"]["limits"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("memory_mib = 64", "memory_mib = 15", "limits.memory_mib: must be a whole number of at"),
        ("memory_mib = 64", "memory_mib = 64.5", "limits.memory_mib: must be a whole number of at"),
        ("memory_mib = 64", "memory_mib = true", "limits.memory_mib: must be a whole number of at"),
        ("memory_mib = 64", "threads = 9999", "limits.threads: must be a whole number of at most"),
        ("call_seconds = 2", "call_seconds = 0", "limits.call_seconds: must be a number of more"),
        ("call_seconds = 2", "call_seconds = nan", "limits.call_seconds: must be an ordinary"),
        ("call_seconds = 2", "call_seconds = inf", "limits.call_seconds: must be an ordinary"),
        (
            '"python"',
            '"numpi"',
            'backend: must be one of "python", "numpy", "cupy", "torch", "c", got',
        ),
        ("[1, 2]", "[1, 0]", "cases.integers[1]: must be a whole number of at least 1, got 0"),
        ("[1, 2]", "3", "cases.integers: must be a list, got 3"),
        ('["time", "matplotlib"]', '["time", "time"]', "allowed_imports: must be a list, all diff"),
        ('source = "demo.py"', 'source = "a/demo.py"', "source: must be a file name without fold"),
        ('source = "demo.py"', "", "source: is missing; give a file name without folders"),
        ('ja = "課題", ', "", "title.ja: is missing; give text that is not empty"),
        ('id = "program"', 'id = "Pro gram"', "rubric[0].id: must be a short name of small"),
        ("points = 4", 'points = 4\npoint = "x"', "rubric[0].point: unknown key; did you mean poi"),
        ("points = 4", "points = 4\nzzz = 1", "rubric[0].zzz: unknown key; known: checks, evidenc"),
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
    assert len(shown("x" * 1000)) == 60
    assert shown({"a": 1}) == "a table"
    assert shown("行") == '"行"'


def test_the_nearest_word_is_offered() -> None:
    """A likely word is offered; else all of them, or nothing."""
    assert nearest("allias", ["aliases", "entry"]) == "; did you mean aliases?"
    assert nearest("zzz", ["b", "a"]) == "; known: a, b"
    assert nearest("zzz", []) == ""


@pytest.mark.parametrize(
    ("model", "properties", "elsewhere"),
    [
        (Limits, LIMITS["properties"], {}),
        (
            Exercise,
            DEFINED["exercise"]["properties"],
            {
                "computed from the others": "others",
                "computed from the entries": "label",
                "compile": "compilation",
            },
        ),
        (Compilation, DEFINED["exercise"]["properties"]["compile"]["properties"], {}),
        (Criterion, DEFINED["criterion"]["properties"], {}),
        (ReportSpec, DEFINED["report"]["properties"], {"chapter": "chapters"}),
        (RequiredChapter, DEFINED["chapter"]["properties"], {}),
        (
            Assignment,
            schema("assignment")["properties"],
            {"exercise": "exercises", "folder": "folder"},
        ),
        (
            Course,
            schema("course")["properties"],
            {"where it lies": "root", "sandbox": "accept_level"},
        ),
        (Retention, RULES["retention"]["properties"], {}),
        (LatePolicy, RULES["late"]["properties"], {"policy": "kind"}),
        (LateStep, RULES["late_step"]["properties"], {}),
        (Grading, RULES["grading"]["properties"], {"part": "parts", "condition": "conditions"}),
        (Condition, RULES["condition"]["properties"], {}),
        (Recognition, RULES["recognition"]["properties"], {}),
        (AttendanceRules, RULES["attendance"]["properties"], {}),
        (Rounding, RULES["rounding"]["properties"], {}),
        (Letter, RULES["letter"]["properties"], {}),
    ],
)
def test_schema_and_model_agree(
    model: type[Any], properties: dict[str, Any], elsewhere: dict[str, str]
) -> None:
    """Every field of the model has its key, and the defaults are the same."""
    fields = {field.name: field for field in dataclasses.fields(model)}
    keys = {elsewhere.get(key, key) for key in properties} | set(elsewhere.values())
    assert keys == set(fields)
    for key, wanted in properties.items():
        if "default" in wanted:
            default = fields[key].default
            kind = type(wanted["default"])
            assert (kind(default) if isinstance(default, tuple) else default) == wanted["default"]


def test_choices_agree_with_the_model() -> None:
    """The schema's choices are the model's enumerations."""
    exercise = DEFINED["exercise"]["properties"]
    assert exercise["backend"]["enum"] == list(Backend)
    assert DEFINED["report"]["properties"]["backends"]["items"]["enum"] == list(Backend)
    assert sorted(exercise["cases"]["properties"]) == sorted(CaseKind)
    assert RULES["late"] == DEFINED["late"]
    assert RULES["late_step"] == DEFINED["late_step"]


@pytest.mark.parametrize("name", ["course", "assignment"])
def test_every_key_is_documented(name: str) -> None:
    """The document of each file has every key of its schema."""
    text = (ROOT / "docs" / f"{name}-toml.md").read_text(encoding="utf-8")
    pending: list[Any] = [schema(name)]
    while pending:
        node = pending.pop()
        for key, inner in node.get("properties", {}).items():
            assert f"`{key}`" in text or f"[[{key}]]" in text, key
            pending.append(inner)
        pending.extend(node.get("$defs", {}).values())


def _properties(node: Mapping[str, Any], path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for key, value in node.get("properties", {}).items():
        yield f"{path}.{key}", value
        yield from _properties(value, f"{path}.{key}")
    for name in ("items", "additionalProperties"):
        if isinstance(node.get(name), Mapping):
            yield from _properties(node[name], f"{path}[]")
    for key, value in node.get("$defs", {}).items():
        yield from _properties(value, f"$defs.{key}")


@pytest.mark.parametrize("name", ["assignment", "course"])
def test_editors_can_explain_every_key(name: str) -> None:
    """Each has a description, and nothing is fetched from anywhere else."""
    found = dict(_properties(schema(name), ""))
    assert [key for key, value in found.items() if not value.get("description")] == []
    references = [value["$ref"] for value in found.values() if "$ref" in value]
    assert references
    assert all(one.startswith("#/$defs/") for one in references)
