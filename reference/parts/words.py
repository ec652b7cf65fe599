"""Joins executable mistakes with the words for them, from the TOML file beside a reference."""

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from grader.model.reference import Array, Inputs, Lookalike

Formula = Callable[..., Array]
Compute = Callable[[Inputs, Sequence[Inputs]], Array | None]

FINE = {"float32", "rounded-2", "rounded-3", "rounded-4", "rounded-5", "rounded-6"}
"""Errors of a size that single precision makes, too."""

COARSE = {"tf32", "tf32-cut", "bfloat16", "float16", "rounded-0", "rounded-1"}


def anywhere(formula: Formula) -> Compute:
    """Makes a mistake that shows in whole numbers, too."""
    return lambda inputs, _earlier: formula(*inputs)


def in_floats(formula: Formula) -> Compute:
    """Makes a mistake that shows only when there is something behind the decimal point."""
    return lambda inputs, _earlier: formula(*inputs) if inputs[0].dtype.kind == "f" else None


def with_words(
    mistakes: Mapping[str, Compute], reference: Path, excusable: Collection[str] = ()
) -> dict[str, Lookalike]:
    """Reads each mistake's name and lesson; raises KeyError where there is none."""
    words = tomllib.loads(reference.with_suffix(".toml").read_text(encoding="utf-8"))
    return {
        key: Lookalike(
            compute=compute,
            name=_texts(words, key, "name"),
            lesson=_texts(words, key, "lesson"),
            precision=key in FINE | COARSE,
            excusable=key in excusable,
            fine=key in FINE,
        )
        for key, compute in mistakes.items()
    }


def _texts(words: Mapping[str, Any], key: str, part: str) -> dict[str, str]:
    """Reads both languages; the words of "rounded" serve for any number of digits."""
    stem, _, digits = key.partition("-") if key not in words else (key, "", "")
    texts: Mapping[str, str] = words[stem][part]
    return {lang: text.replace("{digits}", digits) for lang, text in texts.items()}
