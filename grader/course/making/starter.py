"""The file that students begin with: the functions without their insides."""

from collections.abc import Mapping, Sequence

from grader.course.making.asked import Asked
from grader.course.making.exercises import Drafted
from grader.course.making.handout import example_lines
from grader.course.making.plan import Plan
from grader.course.making.texts import texts
from grader.model.course import Backend, Course

TRIED = {Backend.CUPY: "import cupy as cp", Backend.TORCH: "import torch"}
"""What may not be there on the student's computer, so that importing it may fail."""

MADE = {
    Backend.NUMPY: "np.array({})",
    Backend.CUPY: "cp.array({})",
    Backend.TORCH: "torch.tensor({})",
}


def draft_starter(plan: Plan, exercises: Sequence[tuple[Drafted, Asked]], course: Course) -> str:
    """Writes a file with one function for each exercise.

    What makes a net is no function that could be written down: there the starter of the assignment
    that its settings are from is taken.
    """
    words = texts()["starter"]
    if not all(one.is_function for one, _ in exercises):
        return _of_another(exercises[0][0], course)
    if any(one.backend is Backend.C for one, _ in exercises):
        return _in_c(plan, exercises, words)
    timed = all("time" in one.table.get("allowed_imports", ()) for one, _ in exercises)
    used = {one.backend for one, _ in exercises}
    title = {f"title_{lang}": text for lang, text in plan.title.items()}
    parts = [words["head"].format(imports=_imports(used, timed=timed), **title).rstrip()]
    parts += [_function(one, asked, words["function"]) for one, asked in exercises]
    if timed:
        parts.append(words["measure"].rstrip("\n"))
    if lines := _main(*exercises[0]):
        parts.append(words["main"].format(lines="\n".join(f"    {one}" for one in lines)).rstrip())
    return (
        "\n".join(part.strip("\n") if not place else part for place, part in enumerate(parts))
        + "\n"
    )


def _of_another(exercise: Drafted, course: Course) -> str:
    name = exercise.like.partition(",")[0]
    files = sorted((course.root / "assignments" / name / "starter").glob("*.py")) if name else []
    return files[0].read_text(encoding="utf-8") if files else ""


def _in_c(plan: Plan, exercises: Sequence[tuple[Drafted, Asked]], words: Mapping[str, str]) -> str:
    title = " / ".join(plan.title.values()).replace("*/", "* /")
    functions = (
        words["c_function"].format(
            entry=one.entry,
            parameters=", ".join(asked.parameters),
            unused="\n".join(
                f"    (void){part.split()[-1].lstrip('*')};" for part in asked.parameters
            ),
        )
        for one, asked in exercises
    )
    return "".join([f"/* {title} */\n", *functions])


def _imports(used: set[Backend], *, timed: bool) -> str:
    lines = ["import time"] if timed else []
    if Backend.NUMPY in used:
        lines += ["", "import numpy as np"]
    alone = len(used) == 1
    for backend in (one for one in TRIED if one in used):
        line = TRIED[backend]
        name = line.split()[-1]
        optional = ["try:", f"    {line}", "except ImportError:", f"    {name} = None"]
        lines += ["", *([line] if alone else optional)]
    return "\n".join(["", *lines]) if lines else ""


def _function(exercise: Drafted, asked: Asked, template: str) -> str:
    text: str = template.format(
        entry=exercise.entry,
        parameters=", ".join(asked.parameters),
        ja=_plain(asked.task.get("ja", exercise.table["operation"])),
        en=_plain(asked.task.get("en", exercise.table["operation"])),
    )
    return text.rstrip("\n")


def _plain(text: str) -> str:
    """Keeps a text from ending the docstring that it stands in."""
    return text.replace("\\", "/").replace('"', "'")


def _main(exercise: Drafted, asked: Asked) -> list[str]:
    """Prints the handout's example."""
    if not asked.given or not exercise.is_function:
        return []
    *lines, call = example_lines(exercise, asked, MADE.get(exercise.backend, "{}"))
    called, _, result = call.partition("  # ")
    return [*lines, f"print({called})  # {result}"]
