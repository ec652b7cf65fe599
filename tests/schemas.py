"""What is generated from our classes; `make anew` writes it.

The JSON Schemas of what other programs read, and a list of the fields of stored evidence.
"""

import json
from collections.abc import Mapping
from types import GenericAlias
from typing import Any, TypedDict, get_type_hints

import msgspec

from grader.export.fragments import writers
from grader.export.sheet import ExerciseDocument, SheetDocument
from grader.intake.manifest import Manifest
from grader.model.evidence import Evidence
from grader.plugins import PLUGINS, installed
from grader.store.keys import EVIDENCE_SCHEMA
from tests.tree import ROOT


def with_keys(kind: Any, keys: Mapping[str, Any]) -> Any:
    """A TypedDict that has other keys besides."""
    wider: Any = TypedDict  # made as a call whose keys are not written down
    made = wider(kind.__name__, {**get_type_hints(kind, include_extras=True), **keys})
    made.__doc__ = kind.__doc__
    return made


def sheet_document() -> Any:
    """A sheet with the keys that plugins write."""
    ours = [writes for name, writes in writers().items() if name in PLUGINS]
    of_exercises = {key: kind for writes in ours for key, kind in writes.exercise_keys.items()}
    of_sheet = {key: kind for writes in ours for key, kind in writes.sheet_keys.items()}
    exercises = GenericAlias(list, with_keys(ExerciseDocument, of_exercises))
    return with_keys(SheetDocument, {"exercises": exercises, **of_sheet})


SCHEMAS: Mapping[str, tuple[object, str]] = {
    "grader/export/sheet.schema.json": (
        sheet_document(),
        "A score sheet of grader: one student, one assignment",
    ),
    "grader/intake/collected.schema.json": (
        Manifest,
        "collected.json of grader: what was collected into a folder, and where it came from",
    ),
}
"""By the file in the tree: the class, and the schema's title."""

EVIDENCE = ROOT / "tests" / "data" / "store" / "evidence.json"


def generated(file: str) -> str:
    """The text of one schema, as its class says today: its keys and no others."""
    kind, title = SCHEMAS[file]
    schema = msgspec.json.schema(kind)
    definitions = schema["$defs"]
    for name, definition in definitions.items():
        if definition.pop("title", name) and "properties" in definition:
            definition["additionalProperties"] = False
    top = definitions.pop(schema["$ref"].rpartition("/")[2])
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    schema = {**head, **top, "$defs": dict(sorted(definitions.items()))}
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def stored_facts() -> dict[str, object]:
    """The numbers of grader/store/keys.py, and the fields of the evidence stored under them."""
    definitions = msgspec.json.schema(Evidence)["$defs"]
    return {
        "EVIDENCE_SCHEMA": EVIDENCE_SCHEMA,
        **{f"plugin {name}": installed()[name].schema for name in PLUGINS},
        **{
            name: " ".join(definition["properties"])
            for name, definition in sorted(definitions.items())
            if "properties" in definition
        },
    }


def write() -> None:
    """Writes the schemas and the list of stored fields."""
    for file in SCHEMAS:
        (ROOT / file).write_text(generated(file), encoding="utf-8", newline="\n")
    facts = json.dumps(stored_facts(), ensure_ascii=False, indent=1) + "\n"
    EVIDENCE.write_text(facts, encoding="utf-8", newline="\n")
