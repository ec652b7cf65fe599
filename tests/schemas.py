"""The JSON Schemas that are generated from our classes. `python -m tests.schemas` writes them."""

import json
from collections.abc import Mapping

from grader.export.sheet import SheetDocument
from grader.intake.manifest import Manifest
from grader.records import schema_of
from tests.tree import ROOT

SCHEMAS: Mapping[str, tuple[object, str]] = {
    "grader/export/sheet.schema.json": (
        SheetDocument,
        "A score sheet of grader: one student, one assignment",
    ),
    "grader/intake/collected.schema.json": (
        Manifest,
        "collected.json of grader: what was collected into a folder, and where it came from",
    ),
}
"""By the file in the tree: the class, and the schema's title."""


def generated(file: str) -> str:
    """The text of one schema, as its class says today."""
    kind, title = SCHEMAS[file]
    return json.dumps(schema_of(kind, title), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    for file in SCHEMAS:
        (ROOT / file).write_text(generated(file), encoding="utf-8", newline="\n")
