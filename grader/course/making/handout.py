"""The sheet that students get, Japanese first, then English."""

from collections.abc import Mapping, Sequence
from typing import Any

from grader.course.making.asked import Asked
from grader.course.making.exercises import Drafted
from grader.course.making.marks import Criterion
from grader.course.making.plan import Plan
from grader.course.making.texts import GIVEN, NAMES, due_text, texts
from grader.model.course import Backend, Form

LANGUAGES = ("ja", "en")
COMMA = {"ja": "、", "en": ", "}


def draft_handout(
    plan: Plan,
    zone: str,
    exercises: Sequence[tuple[Drafted, Asked]],
    rubric: Sequence[Criterion],
) -> str:
    """Writes both halves."""
    halves = (_half(lang, plan, zone, exercises, rubric) for lang in LANGUAGES)
    return "\n---\n\n".join(halves)


def _half(
    lang: str,
    plan: Plan,
    zone: str,
    exercises: Sequence[tuple[Drafted, Asked]],
    rubric: Sequence[Criterion],
) -> str:
    words = texts()["handout"][lang]
    facts = {
        "title": plan.title[lang],
        "name": plan.name,
        "source": plan.source,
        "points": f"{plan.points:g}",
        "due": due_text(plan.due, zone, lang),
        "task": _task(exercises, words, lang),
        "steps": words["steps"].strip() if plan.report else "",
        "functions": "\n".join(_row(*one, lang) for one in exercises),
        "example": _example(exercises[0], words),
        "returns": words["returns_c" if _in_c(exercises) else "returns"],
        "imports": _rule(exercises, words),
        "criteria": "\n".join(_criterion(one, lang) for one in rubric),
        "files": f"{plan.source} report.docx" if plan.report else plan.source,
    }
    first = words["first"].format(**facts).replace("\n\n\n", "\n\n")
    report = words["report"] if plan.report else ""
    return f"{first}{report}{words['last'].format(**facts)}"


def _task(exercises: Sequence[tuple[Drafted, Asked]], words: Mapping[str, Any], lang: str) -> str:
    """Says what is computed, once for each operation, or that somebody has to say it."""
    tasks = dict.fromkeys(asked.task.get(lang) or words["unfilled"] for _, asked in exercises)
    return {"ja": "と、", "en": ", and "}[lang].join(tasks)


def _row(exercise: Drafted, asked: Asked, lang: str) -> str:
    form = Form(exercise.table.get("gives", ["lists"])[0])
    given = GIVEN.get(form, {}).get(lang, form.value)
    plain = form is Form.LISTS or exercise.backend is Backend.C
    kind = exercise.table.get("dtype", "float64")
    typed = given if plain else f"{given}{COMMA[lang]}{kind}"
    given_as = f"({', '.join(asked.parameters)})" if exercise.is_function else ""
    call = f"{exercise.entry}{given_as}"
    return f"| `{call}` | {typed} | {NAMES[exercise.backend]} |"


def _rule(exercises: Sequence[tuple[Drafted, Asked]], words: Mapping[str, Any]) -> str:
    lines = "\n".join(_imports(one, words) for one, _ in exercises)
    return lines if _in_c(exercises) else f"{lines}\n\n{words['through']}"


def _imports(exercise: Drafted, words: Mapping[str, Any]) -> str:
    modules = ", ".join(f"`{one}`" for one in exercise.table.get("allowed_imports", ()))
    if exercise.backend is Backend.C:
        return str(words["import_c"])
    line: str = words["import"].format(entry=exercise.entry, modules=modules or words["nothing"])
    return line


def _in_c(exercises: Sequence[tuple[Drafted, Asked]]) -> bool:
    return any(one.backend is Backend.C for one, _ in exercises)


def _example(first: tuple[Drafted, Asked], words: Mapping[str, Any]) -> str:
    exercise, asked = first
    if not asked.given or not exercise.is_function:
        return ""
    said = words["exact_example" if asked.exact else "example"]
    return "\n".join(["", said, "", "```python", *example_lines(exercise, asked), "```", ""])


def example_lines(exercise: Drafted, asked: Asked, made: str = "{}") -> list[str]:
    """Shows a call with its result; `made` makes an argument of a list."""
    given = zip(asked.parameters, asked.given, strict=True)
    lines = [f"{name} = {made.format(value)}" for name, value in given]
    return [*lines, f"{exercise.entry}({', '.join(asked.parameters)})  # {asked.result}"]


def _criterion(one: Criterion, lang: str) -> str:
    return f"| {one.table['title'][lang]} | {one.points:g} | {one.decided[lang]} |"
