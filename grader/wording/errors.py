"""Errors that are raised as whole English sentences, said in the user's language.

The texts of `[errors]` in both files have the same keys: what matches the English one is said in
the other language. Goes when every room raises templates with parameters.
"""

import re
from functools import cache
from string import Formatter

from grader.wording.sentences import Language, load_wording


def explain(message: str, lang: Language) -> str:
    """Says an error line by line; a line without a translation stays as it is."""
    if lang == "en":
        return message
    return "\n".join(_line(line, lang) for line in message.split("\n"))


def _line(line: str, lang: Language) -> str:
    for key, pattern in _patterns().items():
        if found := pattern.fullmatch(line):
            template: str = load_wording(lang).data["errors"][key]
            return template.format(**found.groupdict())
    return line


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """Makes a pattern of each English text; a placeholder stands for any text."""
    texts: dict[str, str] = load_wording("en").data["errors"]
    return {key: re.compile(_pattern(text), re.DOTALL) for key, text in texts.items()}


def _pattern(text: str) -> str:
    parts = []
    for literal, name, _, _ in Formatter().parse(text):
        parts.append(re.escape(literal))
        if name is not None:
            parts.append(f"(?P<{name}>.+?)")
    return "".join(parts)
