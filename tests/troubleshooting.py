"""The messages that docs/*/troubleshooting.md explain, in the words that the program prints.

A page names each in a comment in front of its block, as a table of TOML with sample values:

    <!-- message: {check = "RUN004", inputs = "3×3 matrices", seconds = 10} -->

`check` and `case` name a finding, `ui` a text of the UI, `say` a message by its English text, and
`prefix` what is printed in front of it.
`make anew` writes all blocks anew, and follows a message whose English text
was changed; look at the difference.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, get_args

from grader.model.errors import Message
from grader.model.finding import Finding, Verdict
from grader.wording import Language, load_wording, say
from tests.tree import ROOT

PAGES = {lang: ROOT / "docs" / lang / "troubleshooting.md" for lang in get_args(Language)}
BLOCK = re.compile(r"^<!-- message: (\{.*\}) -->\n```text\n(?:.*\n)*?```$", re.MULTILINE)
PARAMETER = re.compile(r"\{(\w+)")


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
    table, text = _table(match), match[1]
    if (template := table.get("say")) is not None:
        table["say"] = _now(template)
        text = text.replace(_quoted(template), _quoted(table["say"]))
    return f"<!-- message: {text} -->\n```text\n{_said(table, lang)}\n```"


def _table(match: re.Match[str]) -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads(f"message = {match[1]}")["message"]
    return table


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # a string of TOML as well


def _now(template: str) -> str:
    """Finds a message whose English text was changed: the nearest with the same parameters."""
    messages: Mapping[str, str] = load_wording("ja").data["messages"]
    alike = [text for text in messages if PARAMETER.findall(text) == PARAMETER.findall(template)]
    near = get_close_matches(template, alike, n=1, cutoff=0.4)
    if not near:
        raise LookupError(f"the wording has no message like {template!r}")
    return near[0]


def _said(table: Mapping[str, Any], lang: Language) -> str:
    match table:
        case {"check": check, **params}:
            case = params.pop("case", "")
            failed = Verdict.FAILED
            finding = Finding(check=check, subject="", verdict=failed, case=case, params=params)
            return load_wording(lang).exactly(finding).message
        case {"say": template, **params}:
            prefix = params.pop("prefix", "")
            return say(Message(template, params, prefix), lang)
        case {"ui": key, **params} if (text := load_wording(lang).text(key, **params)) != key:
            return text
    raise LookupError(f"the wording has no text for {table}")


def write() -> None:
    """Writes the messages of both pages as the wording has them."""
    for language, path in PAGES.items():
        path.write_text(with_its_messages(path.read_text("utf-8"), language), encoding="utf-8")
