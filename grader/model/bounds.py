"""Types of values in the instructor's files: text, names, paths, titles in both languages.

Records that mirror `course.toml` and `assignment.toml` declare their bounds themselves, and below
each field the text that editors show. The JSON Schema for checking the files is generated from
them; `x-expect` describes in words what a pattern requires.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from grader.model.language import ENGLISH_NAMES, LANGUAGES


def expects(words: str, **more: Any) -> Meta:
    """Describe what is expected, for messages; `more` are keys of the schema."""
    return Meta(extra_json_schema={"x-expect": words, **more})


def key(name: str, *, required: bool = False) -> Meta:
    """Set a field's name in the instructor's file, and whether it is required."""
    return Meta(extra_json_schema={"x-key": name, "x-required": required})


DIFFERENT = Meta(extra_json_schema={"uniqueItems": True})
ID_PATTERN = "^[a-z][a-z0-9_-]{0,31}$"
_TEXT_IN = {
    lang: {"type": "string", "minLength": 1, "description": f"{name}."}
    for lang, name in ENGLISH_NAMES.items()
}

Text = Annotated[str, Meta(min_length=1)]
Texts = Annotated[tuple[Text, ...], DIFFERENT]
Id = Annotated[
    str,
    Meta(pattern=ID_PATTERN),
    expects("a short name of lower-case letters, digits, - and _, such as kadai1"),
]
Ids = Annotated[tuple[Id, ...], DIFFERENT]
CoursePath = Annotated[
    str,
    Meta(pattern=r"^[^/\\:\u0000-\u001f]+(/[^/\\:\u0000-\u001f]+)*$"),
    expects("a path inside the course folder, such as submissions/roster.csv"),
]
SiteAddress = Annotated[
    str,
    Meta(pattern=r"^https://[A-Za-z0-9.-]+(:[0-9]+)?(/[A-Za-z0-9._~-]+)*/?$"),
    expects("an https address without ? and #, such as https://example.ac.jp/grader"),
]
Titles = Annotated[
    Mapping[str, str],
    Meta(extra_json_schema={"properties": _TEXT_IN, "required": [*LANGUAGES]}),
]
"""A text in each language."""
