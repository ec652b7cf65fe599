"""The generated parts of docs/ja and docs/en: `make anew` writes them.

A page of each check, and their index, whole. In the other pages what stands between
`<!-- options: COMMAND -->` or `<!-- keys: FILE CLASS -->` and `<!-- end -->`; in architecture.md,
the table of parts.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

import click

from grader.__main__ import cli
from grader.commands.help import speaking
from grader.course.schemas import explained_schema
from grader.model.finding import Verdict
from grader.plugins import slugs
from grader.wording import Language, Wording, check_markdown, load_keys, load_wording
from tests import parts
from tests.tree import ROOT

DOCS = ROOT / "docs"
WRITTEN_BY = "<!-- Written by make anew. -->"
BLOCK = re.compile(
    r"(?P<begin><!-- (?P<what>options|keys): (?P<of>.*?) -->\n).*?(?P<end><!-- end -->)", re.DOTALL
)
PARTS = re.compile(r"(?P<begin><!-- parts -->\n).*?(?P<end><!-- end -->)", re.DOTALL)
LINK = re.compile(r"\]\((?P<path>[^)\s#:]+)")
EXAMPLES = 2  # of one check and assignment that its page names

Words = Mapping[str, str]
WORDS: Mapping[Language, Words] = MappingProxyType(
    {
        "ja": {
            "index": "検査",
            "about": "採点票の指摘には、この表のコードが付いています。`grader explain COR001` で、"
            "同じ説明を端末でも読めます。",
            "columns": "| コード | 短い名前 | 検査 |",
            "verdicts": "## 判定\n\n学生のプログラムやレポートについて言う判定は {own} だけです。"
            "{others} で点が減ることはありません。",
            "said": "採点票に出る文",
            "said_about": "「…」には、提出物ごとの値が入ります。",
            "examples": "課題に付いている例",
            "examples_about": "`grader verify` が採点し、書かれたとおりの判定になることを"
            "確かめています。",
            "options": "| オプション | 意味 |",
            "keys": "| キー | 型 | 既定値 | 意味 |",
            "required": "必須",
            "none": "なし",
            "string": "文字列",
            "date-time": "時間帯付きの日時",
            "date": "日付",
            "integer": "整数",
            "number": "数",
            "boolean": "`true` か `false`",
            "table": "表",
            "by name": "名前ごとの{}",
            "list": "{}の配列",
            "both": "`ja` と `en` の表",
            "from": "{} 以上",
            "above": "{} より大きい",
            "to": "{} 以下",
            "or": " か ",
            "and": "、",
        },
        "en": {
            "index": "Checks",
            "about": "Every finding on a score sheet carries one of these codes. "
            "`grader explain COR001` shows the same page in a terminal.",
            "columns": "| code | short name | check |",
            "verdicts": "## Verdicts\n\nOnly {own} are about the student's work. {others} never "
            "cost points.",
            "said": "What the sheet says",
            "said_about": "“…” stands for what differs from submission to submission.",
            "examples": "Examples that come with the assignments",
            "examples_about": "`grader verify` grades them and compares the verdicts.",
            "options": "| option | meaning |",
            "keys": "| key | type | default | meaning |",
            "required": "required",
            "none": "none",
            "string": "text",
            "date-time": "date and time with a zone",
            "date": "date",
            "integer": "whole number",
            "number": "number",
            "boolean": "`true` or `false`",
            "table": "table",
            "by name": "table: {} by name",
            "list": "list: {}",
            "both": "table of `ja` and `en`",
            "from": "at least {}",
            "above": "above {}",
            "to": "at most {}",
            "or": " or ",
            "and": ", ",
        },
    }
)


def generated_pages() -> Iterator[tuple[Path, str]]:
    """Every page that is generated, or has a part that is: the file and its text."""
    for lang in get_args(Language):
        folder = DOCS / lang
        yield folder / "checks" / "index.md", _index(lang)
        for code in slugs():
            yield folder / "checks" / f"{code}.md", _check(code, lang)
        for page in sorted(folder.glob("*.md")):
            text = page.read_text(encoding="utf-8")
            filled = BLOCK.sub(lambda block: _filled(block, lang), text)  # noqa: B023  used at once
            if BLOCK.search(text):
                yield page, filled
    page = DOCS / "architecture.md"
    text = page.read_text(encoding="utf-8")
    yield page, PARTS.sub(lambda block: _block(block, parts.table(block[0])), text)


def write_pages() -> None:
    """Writes what differs."""
    for page, text in generated_pages():
        page.parent.mkdir(parents=True, exist_ok=True)
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8", newline="\n")
    for lang in get_args(Language):
        for page in (DOCS / lang / "checks").glob("*.md"):
            if page.stem not in {"index", *slugs()}:
                page.unlink()


def _filled(block: re.Match[str], lang: Language) -> str:
    makers: Mapping[str, Callable[..., Iterable[str]]] = {"options": _options, "keys": _keys}
    return _block(block, makers[block["what"]](lang, *block["of"].split()))


def _block(block: re.Match[str], lines: Iterable[str]) -> str:
    return block["begin"] + "\n" + "\n".join(lines) + "\n\n" + block["end"]


def _index(lang: Language) -> str:
    words, wording = WORDS[lang], load_wording(lang)
    rows = (
        f"| [{code}]({code}.md) | {slugs()[code]} | {wording.title(code)} |" for code in slugs()
    )
    names = [f"**{wording.verdict(verdict)}**" for verdict in Verdict]
    joined = words["or"] if lang == "ja" else " and "
    own, others = (
        joined.join(names[:2]),
        "、".join(names[2:]) if lang == "ja" else ", ".join(names[2:]),
    )
    toctree = ("```{toctree}", ":hidden:", "", *slugs(), "```")
    return "\n".join(
        (
            *(f"# {words['index']}", "", WRITTEN_BY, "", words["about"], ""),
            *(words["columns"], "|---|---|---|", *rows, ""),
            *(words["verdicts"].format(own=own, others=others), "", *toctree, ""),
        )
    )


def _check(code: str, lang: Language) -> str:
    """The page of a check: what it means, what the sheet says and what to do, graded examples."""
    words, wording = WORDS[lang], load_wording(lang)
    entry = wording.data["checks"][code]
    passed = f"**{wording.title(code)}** ({wording.verdict(Verdict.PASSED)}: {entry['passed']})"
    body = LINK.sub(
        lambda link: f"]({_from_checks(link['path'], lang)}", check_markdown(code, lang)
    )
    said = "\n".join(_sentences(wording, code))
    page = [
        *(f"# {code} {slugs()[code]}", WRITTEN_BY, passed, body),
        *(f"## {words['said']}", words["said_about"], said),
    ]
    if examples := "\n".join(_examples(wording, code)):
        page += [f"## {words['examples']}", words["examples_about"], examples]
    return "\n\n".join(page) + "\n"


def _from_checks(path: str, lang: Language) -> str:
    """Leads from docs/LANG/checks where a link of the page of a check leads."""
    target = Path(os.path.normpath(ROOT / "grader/intake/checks" / path))
    if target.is_relative_to(ROOT / "grader"):
        return path
    moved = DOCS / lang / target.name
    target = moved if moved.exists() else target
    return Path(os.path.relpath(target, DOCS / lang / "checks")).as_posix()


def _sentences(wording: Wording, code: str) -> Iterator[str]:
    for case in wording.data["checks"][code].get("cases", {}).values():
        message, hint = (_inline(case.get(part, "")) for part in ("message", "hint"))
        if message:
            yield f"- {message}"
            yield from [f"  - {hint}"] if hint.strip("…") else []


def _inline(template: str) -> str:
    """Writes a sentence as Markdown; what differs from sheet to sheet is `…`."""
    parts = re.sub(r"\{[^{}]*\}", "…", " ".join(template.split())).split("`")
    parts[::2] = [re.sub(r"([\\*_<>\[\]])", r"\\\1", part) for part in parts[::2]]
    return "`".join(parts)


def _examples(wording: Wording, code: str) -> Iterator[str]:
    for folder, verdict in _declared().get(code, ()):
        files = (path for path in sorted(folder.iterdir()) if path.name != "expected.toml")
        shown = next((path for path in files if path.is_file()), folder)
        assignment, name = folder.parent.parent.name, folder.name
        link = Path(os.path.relpath(shown, DOCS / wording.lang / "checks")).as_posix()
        yield f"- [{assignment}/{name}]({link}): {wording.verdict(verdict)}"


@cache
def _declared() -> Mapping[str, list[tuple[Path, Verdict]]]:
    """The examples by the check that does not just pass, and their verdicts."""
    import tomllib

    found: dict[str, list[tuple[Path, Verdict]]] = {}
    named: Counter[tuple[str, Path]] = Counter()
    for file in sorted(ROOT.glob("assignments/*/examples/*/expected.toml"), key=_plainest_first):
        verdicts = tomllib.loads(file.read_text(encoding="utf-8")).get("verdicts", {})
        for code, verdict in verdicts.items():
            of = (code, file.parents[2])
            if verdict in {Verdict.FAILED, Verdict.UNDECIDED} and named[of] < EXAMPLES:
                named[of] += 1
                found.setdefault(code, []).append((file.parent, Verdict(verdict)))
    return found


def _plainest_first(example: Path) -> tuple[bool, str]:
    """Puts what everybody hands in before what is optional or needs PyTorch."""
    return (not example.parents[2].name.startswith("kadai"), example.as_posix())


def _options(lang: Language, name: str) -> Iterator[str]:
    """The usage of a command, and its options as `--help` explains them."""
    spoken = speaking(cli, lang)
    assert isinstance(spoken, click.Group)
    command = spoken.commands[name]
    grader = spoken.make_context("grader", [], resilient_parsing=True)
    context = command.make_context(name, [], parent=grader, resilient_parsing=True)
    yield from ("```text", command.get_usage(context).partition(": ")[2], "```", "")
    yield from (WORDS[lang]["options"], "|---|---|")
    for param in command.params:
        record = param.get_help_record(context)
        if isinstance(param, click.Option) and record:
            option, meaning = (" ".join(part.split()).replace("|", r"\|") for part in record)
            yield f"| `{option}` | {meaning} |"
    speaking(cli, "en")


def _keys(lang: Language, file: str, table: str = "") -> Iterator[str]:
    """The keys of a file, or of one of its tables."""
    schema = explained_schema(file)
    wanted = schema["$defs"][table] if table else schema
    words = WORDS[lang]
    yield from (words["keys"], "|---|---|---|---|")
    for key, about in wanted["properties"].items():
        default = about.get("default")
        given = words["none"] if default in (None, "", []) else f"`{_toml(default)}`"
        given = words["required"] if key in wanted.get("required", ()) else given
        meaning = " ".join(about["description"].split())
        meaning = load_keys("ja")[meaning] if lang == "ja" else meaning
        cells = (f"`{key}`", _type(about, schema, words), given, meaning)
        yield "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


def _toml(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text.removesuffix(".0")


def _type(about: Mapping[str, Any], schema: Mapping[str, Any], words: Words) -> str:
    """Says what may be written for a key."""
    match about:
        case {"$ref": str(ref)}:
            named = _type(schema["$defs"][ref.rpartition("/")[2]], schema, words)
        case {"anyOf": choices}:
            named = words["or"].join(_type(choice, schema, words) for choice in choices)
        case {"enum": values}:
            named = words["or"].join(f"`{_toml(value)}`" for value in values)
        case {"type": "array", "items": item}:
            named = words["list"].format(_type(item, schema, words)).replace(")の", ") の")
        case {"properties": {"ja": _, "en": _}}:
            named = words["both"]
        case {"additionalProperties": dict() as value}:
            named = words["by name"].format(_type(value, schema, words))
        case {"type": "object"}:
            named = words["table"]
        case _:
            bounds = (("minimum", "from"), ("exclusiveMinimum", "above"), ("maximum", "to"))
            limits = [words[word].format(_toml(about[end])) for end, word in bounds if end in about]
            named = words[about.get("format", about["type"])]
            named += f" ({words['and'].join(limits)})" if limits else ""
    return named
