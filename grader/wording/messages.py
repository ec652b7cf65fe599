"""Messages: what ends a command early or warns, the help of the command line, and keys of files."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from grader.model.errors import Message
from grader.wording.sentences import Language, load_wording


def say(message: Message, lang: Language) -> str:
    """Says a message in a language: `[messages]` in ja.toml has its English text as the key."""
    if lang == "en":
        return str(message)
    template = load_wording(lang).data["messages"].get(message.template, message.template)
    params = {name: _worded(value, lang) for name, value in message.params.items()}
    text = str(template.format(**params)) if params else str(template)
    return f"{_worded(message.where, lang)}: {text}" if message.where else text


def _worded(value: object, lang: Language) -> object:
    return say(value, lang) if isinstance(value, Message) else value


@cache
def load_help(lang: Language) -> Mapping[str, Mapping[str, str]]:
    """Reads the help of the command line: tables from its English texts to this language's.

    A file of its own, and a small one: `grader --help` answers at once.
    """
    import tomllib

    if lang == "en":
        return {"click": {}, "metavars": {}, "help": {}}
    path = Path(__file__).with_name(f"help_{lang}.toml")
    tables: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return tables


@cache
def load_keys(lang: Language) -> Mapping[str, str]:
    """Reads what the keys of the course's files mean: from the English of the schemas."""
    import tomllib

    if lang == "en":
        return {}
    path = Path(__file__).with_name(f"keys_{lang}.toml")
    keys: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))
    return keys
