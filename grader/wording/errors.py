"""Errors that end a command, in the user's language.

The rooms raise them in English, as they do for programs. The texts of `[errors]` in both files have
the same keys: what matches the English one is said in the other language.
"""

import re
from functools import cache
from string import Formatter

from grader.model.errors import Message
from grader.wording.language import Language
from grader.wording.sentences import load_wording


def say(message: Message, lang: Language) -> str:
    """Says a message in a language: `[messages]` in ja.toml has its English text as the key."""
    if lang == "en":
        return str(message)
    template = load_wording(lang).data["messages"].get(message.template)
    if template is None:
        return explain(str(message), lang)
    params = {name: _param(value, lang) for name, value in message.params.items()}
    text = str(template.format(**params))
    return f"{_param(message.where, lang)}: {text}" if message.where else text


def _param(value: object, lang: Language) -> object:
    return say(value, lang) if isinstance(value, Message) else value


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
