"""Says what a made report contains, and what must be found out about it."""

from collections.abc import Mapping
from typing import Any

from report_blocks import Figure, Heading, Prose, Report, Table, Unseen
from report_cases import Case

ROLES = ("purpose", "method", "result", "discussion")
RULES = tuple(f"REP{number:03}" for number in range(1, 15))
# What becomes of a good file: its kind, its trouble, and the rule that says so.
FATES: Mapping[str, tuple[str, str, dict[str, list[str]]]] = {
    "scan": ("pdf", "", {"REP009": ["failed"]}),
    "ink": ("pdf", "", {"REP009": ["failed"]}),
    "locked-docx": ("docx", "encrypted", {"REP002": ["failed"]}),
    "locked-pdf": ("pdf", "encrypted", {"REP002": ["failed"]}),
    "owner-pdf": ("pdf", "", {}),
    "cut-docx": ("docx", "damaged", {"REP002": ["failed", "undecided"]}),
    "cut-pdf": ("pdf", "damaged", {"REP002": ["failed", "undecided"]}),
    "web-doc": ("html", "", {"REP001": ["failed"]}),
    "odt": ("odt", "", {"REP001": ["failed"]}),
    "rtf": ("rtf", "", {"REP001": ["failed"]}),
    "doc": ("doc", "", {"REP001": ["failed"]}),
    "pdf-as-docx": ("pdf", "", {}),
    "docx-as-pdf": ("docx", "", {}),
    "quartz": ("pdf", "", {}),
    "text": ("text", "", {"REP001": ["failed"]}),
    "empty": ("empty", "empty", {"REP002": ["failed"]}),
    "picture": ("picture", "", {"REP001": ["failed"]}),
    "sheet": ("office", "", {"REP001": ["failed"]}),
    "macros": ("docm", "", {}),
}
UNTOUCHED = frozenset({"", "owner-pdf", "pdf-as-docx", "docx-as-pdf", "quartz", "macros"})


def label(case: Case, report: Report, file: str) -> dict[str, Any]:
    """Writes the label of one document, for JSON."""
    kind = "docx" if case.layout.tool == "word" else "pdf"
    trouble, verdicts = "", dict[str, list[str]]()
    if case.odd:
        kind, trouble, verdicts = FATES[case.odd]
    readable = case.odd in UNTOUCHED
    return {
        "file": file,
        "name": case.name,
        "layout": case.layout.name,
        "tool": case.layout.tool,
        "assignment": "kadai2" if case.plan.backends else "kadai1",
        "student": report.student,
        "language": case.plan.language,
        "kind": kind,
        "trouble": trouble,
        "readable": readable,
        "content": _content(case, report) if readable else {},
        "verdicts": _verdicts(case, report) if readable else verdicts,
    }


def _content(case: Case, report: Report) -> dict[str, Any]:
    said = list(report.sentences())
    headings = [block for block in report.blocks if isinstance(block, Heading)]
    roles = {heading.role for heading in headings}
    closing = {"まとめ", "おわりに", "結論", "Conclusion", "Summary"}
    either = not roles & {"discussion"} and closing & {heading.text for heading in headings}
    return {
        "structure": any([h.level for h in headings].count(level) >= 3 for level in (1, 2)),
        "chapters": [{"level": h.level, "text": h.text} for h in headings],
        "required": {role: role in roles for role in ROLES} if not either else {},
        "figures": [one for figure in report.figures() for one in _figures(figure, said)],
        "explanations": [one.text for one in said if one.explains == "yes"],
        "explanations_either": [one.text for one in said if one.explains == "either"],
        "relations": [
            {"text": one.text, "growth": one.growth, "exponent": one.exponent}
            for one in said
            if one.growth not in {"", "either"}
        ],
        "relations_either": [one.text for one in said if one.growth == "either"],
        "restated": [one.text for one in said if one.restated],
        "left_over": [one.text for one in said if one.left_over],
        "hidden": [
            {"text": one.text, "how": one.how} for one in report.blocks if isinstance(one, Unseen)
        ],
        "backends": list(case.plan.backends),
        "backends_either": ["c"] if any("C言語" in one.text for one in said) else [],
        "tables": sum(isinstance(block, Table) for block in report.blocks),
    }


def _figures(figure: Figure, said: list[Any]) -> list[dict[str, Any]]:
    text = " ".join(sentence.text for sentence in said)
    found = []
    for index, drawing in enumerate(figure.drawings):
        number = figure.numbers[index] if index < len(figure.numbers) else ""
        found.append({
            "name": drawing.name,
            "kind": drawing.kind,
            "graph": drawing.graph,
            "decoration": drawing.name == "logo",
            "number": number,
            "caption": figure.captions[index] if number else "",
                "title": figure.titles[index] if number else "",
            "referenced": bool(number) and _names(text, figure.word, number),
        })  # fmt: skip
    return found


def _names(text: str, word: str, number: str) -> bool:
    return any(not following[:1].isdigit() for following in text.split(f"{word}{number}")[1:])


def _verdicts(case: Case, report: Report) -> dict[str, list[str]]:
    """Lists for each rule the verdicts that are right, of the reports that can be read."""
    content = _content(case, report)
    figures = [one for one in content["figures"] if not one["decoration"]]
    graphs = [one for one in figures if one["graph"]]
    captioned = [one for one in graphs or figures if one["number"]]
    stated = [one for one in content["relations"] if one["growth"] != "increases"]
    found = {rule: ["passed"] for rule in ("REP001", "REP002", "REP009", "REP010")}
    found["REP003"] = ["passed" if content["structure"] else "undecided"]
    nothing = ["failed"] if case.layout.tool == "word" else ["failed", "undecided"]
    found["REP004"] = ["passed"] if graphs else ["undecided"] if figures else nothing
    if figures:
        found["REP005"] = ["passed" if content["explanations"] else "undecided"]
        if not content["explanations"] and content["explanations_either"]:
            found["REP005"] = ["passed", "undecided"]
        found["REP006"] = ["passed" if len(captioned) == len(graphs or figures) else "undecided"]
        found["REP007"] = (
            ["passed" if all(one["referenced"] for one in figures) else "undecided"]
            if captioned else ["skipped"]
        )  # fmt: skip
    if not case.plan.backends:  # kadai2 asks for the libraries instead
        found["REP008"] = ["passed" if stated else "undecided"]
    else:
        every = len(case.plan.backends) == 4
        found["REP011"] = ["passed" if every else "undecided"]
    found["REP013"] = ["undecided" if content["left_over"] else "passed"]
    found["REP014"] = ["undecided" if content["hidden"] else "passed"]
    return found


def prose_of(report: Report) -> str:
    """Gives all running text of a report."""
    return "".join(s.text for b in report.blocks if isinstance(b, Prose) for s in b.sentences)
