"""Records as JSON, and back: the only way in which stored and exported data is written and read.

msgspec converts records to plain values and back, strictly by the types that their classes declare.
The text is the standard library's JSON, since evidence contains infinities, NaN and lone
surrogates: a student's program can produce all of them, and msgspec's own JSON cannot represent
them.
"""

import json
import re
import types
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from enum import Enum
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from grader.model.errors import Message
from grader.model.evidence import Record, Records
from grader.model.gradebook import Note
from grader.plugins import installed, load

T = TypeVar("T")

_AT = re.compile(r"(?P<what>.*?)(?: - at `(?P<path>\$.*)`)?", re.DOTALL)
_STEP = re.compile(r"\.(?P<field>[^.\[]+)|\[(?P<item>\d+|\.\.\.)\]")


class DamagedRecord(Exception):
    """A document is malformed; `message` names the place and what was expected there.

    Places count from 1, as people do: `students.4.files.1.role`.
    """

    def __init__(self, message: Message) -> None:
        """Store the message; the caller knows the file's name."""
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        """Return the message in English."""
        return str(self.message)


def to_plain(record: object) -> Any:
    """Convert a record to dicts, lists and values; times stay datetimes, enums become their values.

    Instances of subclasses of str, int and float, such as NumPy's, become plain ones; mappings
    become dicts.
    """
    return msgspec.to_builtins(record, builtin_types=(datetime,), enc_hook=_stands_for)


def to_text(record: object) -> str:
    """Format a record as ASCII JSON, so that any file name survives; infinity is Infinity."""
    return json.dumps(to_plain(record), separators=(",", ":"), default=datetime.isoformat)


def from_plain(document: object, kind: type[T]) -> T:
    """Make a record of plain values. Unknown keys are ignored. Raises DamagedRecord."""
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        raise DamagedRecord(_trouble(str(error), document, kind)) from error
    except UnicodeError as error:  # a lone surrogate where a word or a time was expected
        raise DamagedRecord(Message("it contains characters that are not text")) from error


def from_text(text: str | bytes, kind: type[T]) -> T:
    """Read a record from JSON. Raises DamagedRecord."""
    return from_plain(plain_of(text), kind)


def record_in(note: Note, kind: type[T]) -> T | None:
    """Return the record that a note holds; None if this version does not understand it."""
    try:
        return from_text(note.text, kind)
    except DamagedRecord:
        return None


def plain_of(text: str | bytes) -> Any:
    """Parse JSON in any encoding that JSON allows. Raises DamagedRecord."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DamagedRecord(Message("not JSON")) from error


def packed_record(plugin: str, value: object) -> Record:
    """Pack a plugin's observation, with the schema number of the plugin.

    If its field `waiting` names missing things, it is repeated on a machine that has them.
    """
    return Record(
        schema=installed()[plugin].schema,
        data=to_plain(value),
        waiting=tuple(getattr(value, "waiting", ())),
    )


def opened_record(records: Records, plugin: str, kind: type[T]) -> T | None:
    """Open a plugin's own record; None if there is none, or it has another schema.

    Raises DamagedRecord.
    """
    record = records.get(plugin)
    if record is None or record.schema != installed()[plugin].schema:
        return None
    return from_plain(record.data, kind)


def declared_record(record: Record, plugin: str) -> Any:
    """Open a record of the class that its plugin declares; None if it declares none.

    None also if there is no data, or it has another schema.
    """
    known = installed().get(plugin)
    if known is None or not known.record or record.schema != known.schema or record.data is None:
        return None
    return from_plain(record.data, load(known.record))


def _stands_for(value: Any) -> Any:
    for kind in (str, int, float):
        if isinstance(value, kind):
            return kind(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is no value of a record")


def _trouble(error: str, document: object, kind: Any) -> Message:
    """Word msgspec's error for the type and the place where it occurred."""
    parts = _AT.fullmatch(error)
    reason, path = (parts["what"], parts["path"] or "$") if parts else (error, "$")
    steps: list[str] = []
    for step in _STEP.finditer(path):
        kind = _declared(kind, document)
        if field := step["field"]:
            kind = get_type_hints(kind, include_extras=True)[field]
            document = document.get(field) if isinstance(document, Mapping) else None
            steps.append(field)
        elif isinstance(document, Mapping):  # msgspec does not name the key
            kind = get_args(kind)[-1]
            key, document = next(
                (item for item in document.items() if not _fits(item[1], kind)), ("…", None)
            )
            steps.append(str(key))
        elif isinstance(document, Sequence):
            index = int(step["item"])
            kinds = get_args(kind) or (*get_type_hints(kind, include_extras=True).values(),)
            kind = kinds[index] if len(kinds) > 1 and kinds[-1] is not ... else kinds[0]
            document = document[index]
            steps.append(str(index + 1))
    if missing := re.fullmatch("Object missing required field `(.+)`", reason):
        return Message("{place}: is missing", {"place": ".".join([*steps, missing[1]])})
    place = ".".join(steps) or Message("the whole file")
    if steps and document is None:
        return Message("{place}: is missing", {"place": place})
    kind = _declared(kind, document)
    kind = get_origin(kind) or kind
    if isinstance(kind, type) and issubclass(kind, Enum):
        words = ", ".join(str(member.value) for member in kind)
        return Message("{place}: one of {words} is expected", {"place": place, "words": words})
    return Message(_EXPECTED[_sort_of(kind, reason)], {"place": place})


_EXPECTED = {
    "text": "{place}: a text is expected",
    "flag": "{place}: true or false is expected",
    "whole": "{place}: a whole number is expected",
    "number": "{place}: a number is expected",
    "list": "{place}: a list is expected",
    "time": "{place}: a date and time is expected",
    "zoned": "{place}: a date and time with a time zone is expected",
    "object": "{place}: an object is expected",
}
_SORTS = {
    str: "text",
    bytes: "text",
    bool: "flag",
    int: "whole",
    float: "number",
    list: "list",
    tuple: "list",
    datetime: "time",
}


def _sort_of(kind: Any, reason: str = "") -> str:
    """Return the kind of value expected at a place; `reason` is msgspec's message."""
    return "zoned" if "with a timezone" in reason else _SORTS.get(kind, "object")


def _fits(value: object, kind: Any) -> bool:
    with suppress(msgspec.ValidationError, UnicodeError):
        msgspec.convert(value, kind)
        return True
    return False


def _declared(kind: Any, document: object) -> Any:
    """Strip bounds; of several types return the one that fits a list or object."""
    while True:
        if get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        elif get_origin(kind) in (Union, types.UnionType):
            parts = [part for part in get_args(kind) if part is not type(None)]
            wanted = "object" if isinstance(document, Mapping) else "list"
            fitting = [part for part in parts if _sort_of(get_origin(part) or part) == wanted]
            nested = isinstance(document, (list, tuple, Mapping))
            kind = fitting[0] if nested and fitting else parts[0]
        else:
            return kind
