"""Evidence and score sheets to JSON text and back. ASCII only, so that any file name survives."""

import json
from base64 import b64decode, b64encode
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from grader.model.errors import StoreError
from grader.model.evidence import Evidence
from grader.model.finding import Param
from grader.model.scoresheet import ScoreSheet
from grader.model.timing import Curve

if TYPE_CHECKING:
    from cattrs import Converter

T = TypeVar("T")


def evidence_to_text(evidence: Evidence) -> str:
    """Writes evidence as JSON; infinities and NaN in Python's spelling."""
    return _to_text(evidence)


def evidence_from_text(text: str) -> Evidence:
    """Reads evidence back; StoreError when the text is not evidence of this version."""
    return _from_text(text, Evidence)


def sheet_to_text(sheet: ScoreSheet) -> str:
    """Writes a score sheet as JSON."""
    return _to_text(sheet)


def sheet_from_text(text: str) -> ScoreSheet:
    """Reads a score sheet back; StoreError when the text is not one of this version."""
    return _from_text(text, ScoreSheet)


def curve_to_text(curve: Curve) -> str:
    """Writes times as JSON."""
    return _to_text(curve)


def curve_from_text(text: str) -> Curve | None:
    """Reads times back; None when the text is not one of this version."""
    try:
        return _from_text(text, Curve)
    except StoreError:
        return None


def _to_text(value: Any) -> str:
    return json.dumps(_converter().unstructure(value), separators=(",", ":"))


def _from_text(text: str, kind: type[T]) -> T:
    try:
        return _converter().structure(json.loads(text), kind)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        reason = f"{type(error).__name__} {error}"
        raise StoreError(f"a stored {kind.__name__} cannot be read: {reason}") from error


@cache
def _converter() -> "Converter":
    """Makes the converter once: generating its functions costs more than a class of students."""
    from cattrs import Converter

    converter = Converter(detailed_validation=False)
    converter.register_structure_hook(Param, lambda value, _: _param(value))
    converter.register_unstructure_hook(bytes, lambda value: b64encode(value).decode())
    converter.register_structure_hook(bytes, lambda value, _: b64decode(value, validate=True))
    converter.register_unstructure_hook(datetime, datetime.isoformat)
    converter.register_structure_hook(datetime, lambda value, _: datetime.fromisoformat(value))
    return converter


def _param(value: Any) -> Param:
    return tuple(value) if isinstance(value, list) else value
