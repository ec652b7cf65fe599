"""The messages that docs/*/troubleshooting.md explain, in the words that the program prints.

A page names each in a comment in front of its block, as a table of TOML with sample values:

    <!-- message: {check = "RUN004", inputs = "3×3 matrices", seconds = 10} -->

`check` and `case` name a finding, `ui` a text of the UI, `say` a message by its English text, and
`prefix` what is printed in front of it.
`python -m tests.troubleshooting` writes all blocks anew.
"""

import re
import tomllib
from collections.abc import Mapping
from typing import Any, get_args

from grader.model.errors import Message
from grader.model.finding import Finding, Verdict
from grader.wording import Language, load_wording, say
from tests.tree import ROOT

PAGES = {lang: ROOT / "docs" / lang / "troubleshooting.md" for lang in get_args(Language)}
BLOCK = re.compile(r"^<!-- message: (\{.*\}) -->\n```text\n(?:.*\n)*?```$", re.MULTILINE)


def explained(page: str) -> list[tuple[str, str]]:
    """Lists which messages a page explains, in its order."""
    tables = [_table(match) for match in BLOCK.finditer(page)]
    return [
        (kind, table[kind]) for table in tables for kind in ("check", "ui", "say") if kind in table
    ]


def with_its_messages(page: str, lang: Language) -> str:
    """Writes every message of a page as the wording has it now."""
    return BLOCK.sub(lambda match: _block(match, lang), page)


def _block(match: re.Match[str], lang: Language) -> str:
    return f"<!-- message: {match[1]} -->\n```text\n{_said(_table(match), lang)}\n```"


def _table(match: re.Match[str]) -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads(f"message = {match[1]}")["message"]
    return table


def _said(table: Mapping[str, Any], lang: Language) -> str:
    """Says one message; raises LookupError where the wording has none like it."""
    words = load_wording(lang)
    match table:
        case {"check": check, **params}:
            case = params.pop("case", "")
            failed = Verdict.FAILED
            finding = Finding(check=check, subject="", verdict=failed, case=case, params=params)
            return words.exactly(finding).message
        case {"ui": key, **params} if (text := words.text(key, **params)) != key:
            return text
        case {"say": template, **params} if template in load_wording("ja").data["messages"]:
            prefix = params.pop("prefix", "")
            return say(Message(template, params, prefix), lang)
    raise LookupError(table)


if __name__ == "__main__":
    for language, path in PAGES.items():
        path.write_text(with_its_messages(path.read_text("utf-8"), language), encoding="utf-8")
