"""Joins executable mistakes with the words for them, from the TOML file beside a reference."""

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.model.reference import Array, Inputs, Lookalike

Formula = Callable[..., Array]
Compute = Callable[[Inputs, Sequence[Inputs]], Array | None]

FINE = {"float32", "rounded-2", "rounded-3", "rounded-4", "rounded-5", "rounded-6"}
"""Errors of a size that single precision makes, too."""

NAMES = {letter: f"{{{letter}}}" for letter in "abcijks"}
"""Stay as they are: what the program calls them is put in where it is known."""

BY_SIGN = frozenset({"negatives-zero", "positives-zero"})

COARSE = {"tf32", "tf32-cut", "bfloat16", "float16", "rounded-0", "rounded-1"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A mistake of many forms: one of them, and which of them is nearest to a result."""

    compute: Compute
    fit: Callable[[Inputs, Array], Array | None]
    relation: str = ""  # of grader's, if it looks at nothing but the right answer


def anywhere(formula: Formula) -> Compute:
    """Makes a mistake that shows in whole numbers, too."""
    return lambda inputs, _earlier: formula(*inputs)


def in_floats(formula: Formula) -> Compute:
    """Makes a mistake that shows only when there is something behind the decimal point."""
    return lambda inputs, _earlier: formula(*inputs) if inputs[0].dtype.kind == "f" else None


def with_words(
    mistakes: Mapping[str, Compute | Family], reference: Path, excusable: Collection[str] = ()
) -> dict[str, Lookalike]:
    """Reads each mistake's name and lesson; raises KeyError where there is none."""
    words = tomllib.loads(reference.with_suffix(".toml").read_text(encoding="utf-8"))
    return {
        key: Lookalike(
            compute=mistake.compute if isinstance(mistake, Family) else mistake,
            fit=mistake.fit if isinstance(mistake, Family) else None,
            relation=mistake.relation if isinstance(mistake, Family) else "",
            name=_texts(words, key, "name"),
            lesson=_texts(words, key, "lesson"),
            lessons=_by_backend(words, key),
            precision=key in FINE | COARSE,
            excusable=key in excusable,
            fine=key in FINE,
            seen_as=_seen_as(words, key),
            shown=_texts(words, key, "shown"),
            by_sign=key in BY_SIGN,
        )
        for key, mistake in mistakes.items()
    }


def _section(words: Mapping[str, Any], key: str) -> tuple[Mapping[str, Any], list[str]]:
    """Finds the words: the key's own, or those of the longest beginning and what they lack."""
    parts = key.split("-")
    for end in range(len(parts), 0, -1):
        if (stem := "-".join(parts[:end])) in words:
            return words[stem], parts[end:]
    raise KeyError(key)


def _texts(words: Mapping[str, Any], key: str, part: str) -> dict[str, str]:
    """Read both languages, or nothing where the part is not there.

    {0} is what stands behind the stem, {0[1]} its second letter.
    """
    section, rest = _section(words, key)
    if part not in section:
        return {}
    texts = {lang: section[part][lang] for lang in ("ja", "en")}
    return {lang: text.format(*rest, **NAMES) if rest else text for lang, text in texts.items()}


def _seen_as(words: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Read the marks of the text that this mistake may be shown by."""
    section, rest = _section(words, key)
    return tuple(mark.format(*rest) for mark in section.get("seen_as", ()))


def _by_backend(words: Mapping[str, Any], key: str) -> dict[str, Mapping[str, str]]:
    """Reads the lessons that hold for one backend only: lesson.numpy.ja."""
    lessons = _section(words, key)[0]["lesson"]
    return {name: texts for name, texts in lessons.items() if isinstance(texts, Mapping)}
