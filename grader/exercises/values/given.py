"""Compare what students are given with the reference: names and parameters."""

import ast
import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from msgspec import Struct

from grader.exercises.values.reference import PROGRAM, ValuesReference
from grader.model.course import Assignment, Exercise
from grader.model.errors import Message

HANDOUT = "handout.md"
EMPTY = "is empty: students begin with an empty file"
OTHER_MODULES = "lists other modules than allowed_imports: {more} too many, {less} missing"
UNSAID = "does not say {names}, though programs are judged by it"
OTHER_SHOWN = "shows {here}, but the reference has {there}"
DEFINES = "defines {found}, but the exercise asks for {entry}"
NAMES = "names {found}, but the exercise asks for {entry}"
OTHER_KIND = "defines {entry} as a {kind}, and the reference as a {right}"
OTHER_PARAMETERS = "defines {here}, but the reference has {there}"
NAME = re.compile(r"[^\W\d]\w*")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class GivenDifference(Struct, frozen=True, kw_only=True):
    """A difference; if it cannot break calls by position (`is_harmless`), it is only mentioned."""

    message: Message
    is_harmless: bool = False


def differences(
    exercise: Exercise, assignment: Assignment, reference: ValuesReference
) -> Iterator[GivenDifference]:
    """Compare starter and handout with the reference; a program is named by its file alone."""
    is_program = exercise.calls == PROGRAM
    starter = f"starter/{assignment.source}"
    text = _text(assignment.folder / starter)
    if text is not None and not text.strip():
        yield GivenDifference(message=Message(EMPTY, where=starter), is_harmless=True)
    elif text is not None and not is_program:
        yield from _of_starter(text, starter, exercise, reference)
    if text := _text(assignment.folder / HANDOUT):
        shown = assignment.source if is_program else exercise.entry
        yield from _of_import_list(text, shown, exercise)
        yield from _of_what_is_asked(text, exercise, reference)
        if not is_program:
            yield from _of_handout(text, exercise)
            yield from _of_signatures(text, exercise, reference)


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return None


def _of_import_list(text: str, shown: str, exercise: Exercise) -> Iterator[GivenDifference]:
    """Compare a line such as "- `spiral`: `math`, `re`", which lists allowed imports."""
    line = re.compile(rf"\s*[-*] `{re.escape(shown)}`: (`\w+`(?:, `\w+`)*)\s*")
    for number, each in enumerate(text.splitlines(), start=1):
        if not (match := line.fullmatch(each)):
            continue
        listed, allowed = {*NAME.findall(match[1])}, {*exercise.allowed_imports}
        if listed != allowed:
            params = {
                "more": ", ".join(sorted(listed - allowed)) or "—",
                "less": ", ".join(sorted(allowed - listed)) or "—",
            }
            message = Message(OTHER_MODULES, params, _place(HANDOUT, number))
            yield GivenDifference(message=message, is_harmless=True)


def _of_what_is_asked(
    text: str, exercise: Exercise, reference: ValuesReference
) -> Iterator[GivenDifference]:
    """Find required or forbidden names and texts that the handout does not mention."""
    tests = exercise.own.test
    left = (name for test in tests for name in (*test.files, *test.written, *test.variables))
    texts = (step.words for question in reference.questions for step in question.steps)
    # Of list.sort, a handout may say "sort" alone.
    words = {name: name.rpartition(".")[2] for name in exercise.own.forbidden}
    words |= {name: name for name in (*left, *texts) if name}
    unsaid = [
        name
        for name, word in words.items()
        if not re.search(rf"(?i)(?<![A-Za-z0-9_]){re.escape(word)}(?![A-Za-z0-9_])", text)
    ]
    if unsaid:
        params = {"names": ", ".join(unsaid)}
        yield GivenDifference(message=Message(UNSAID, params, HANDOUT), is_harmless=True)


def _of_signatures(
    text: str, exercise: Exercise, reference: ValuesReference
) -> Iterator[GivenDifference]:
    """Compare a definition that the handout shows, as `spiral(n)`, with the reference's."""
    entry = _defined(reference.text).get(exercise.entry)
    makes = isinstance(entry, ast.ClassDef)
    inside = entry.body if isinstance(entry, ast.ClassDef) else [entry]
    wanted = "__init__" if makes else exercise.entry
    functions = (node for node in inside if isinstance(node, FUNCTIONS))
    right = next((node for node in functions if node.name == wanted), None)
    if right is None:
        return
    shown = re.compile(rf"`(?:def |class )?({re.escape(exercise.entry)}\([^`()]*\))(?::|`)")
    for number, line in enumerate(text.splitlines(), start=1):
        for match in shown.finditer(line):
            try:
                (here,) = ast.parse(f"def {match[1]}: ...").body
            except SyntaxError:
                continue  # it is a call with values, not a definition
            if isinstance(here, ast.FunctionDef):
                given = ["self"] * makes + _parameters(here)
                yield from _of_lists(given, right, match[1], (HANDOUT, number))


def _defined(text: str) -> dict[str, Definition]:
    return {node.name: node for node in ast.parse(text).body if isinstance(node, Definition)}


def _of_starter(
    text: str, file: str, exercise: Exercise, reference: ValuesReference
) -> Iterator[GivenDifference]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return  # the starter may have gaps to fill in
    defined = {node.name: node for node in tree.body if isinstance(node, Definition)}
    right = _defined(reference.text)
    if exercise.entry in defined:
        here, there = defined[exercise.entry], right[exercise.entry]
        yield from _of_parameters(here, there, file)
        return
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    own = [name for name in defined if name not in exercise.others]
    if bound.union(defined).intersection((exercise.entry, *exercise.aliases)) or not own:
        return
    close = _closest(exercise.entry, own)
    params = {"found": close or own[0], "entry": exercise.entry}
    place = _place(file, defined[close or own[0]].lineno)
    message = Message(DEFINES, params, place)
    yield GivenDifference(message=message, is_harmless=not close)


def _of_parameters(here: Definition, there: Definition, file: str) -> Iterator[GivenDifference]:
    """Compare a function, or each method that both classes define."""
    if isinstance(here, ast.ClassDef) or isinstance(there, ast.ClassDef):
        if not (isinstance(here, ast.ClassDef) and isinstance(there, ast.ClassDef)):
            params = {"entry": here.name, "kind": _kind(here), "right": _kind(there)}
            yield GivenDifference(message=Message(OTHER_KIND, params, _place(file, here.lineno)))
            return
        methods = {node.name: node for node in there.body if isinstance(node, FUNCTIONS)}
        for node in here.body:
            if isinstance(node, FUNCTIONS) and node.name in methods:
                yield from _of_parameters(node, methods[node.name], file)
        return
    given = _parameters(here)
    shown = f"{here.name}({', '.join(given)})"
    yield from _of_lists(given, there, shown, (file, here.lineno))


def _of_lists(
    given: Sequence[str],
    there: ast.FunctionDef | ast.AsyncFunctionDef,
    here: str,
    place: tuple[str, int],
) -> Iterator[GivenDifference]:
    """Compare parameters with those of the reference's function."""
    required = _parameters(there)
    least = len(required) - len(there.args.defaults)
    if there.args.vararg or (given == required[: len(given)] and len(given) >= least):
        return
    params = {"here": here, "there": f"{there.name}({', '.join(required)})"}
    fits = least <= len(given) <= len(required)
    where = _place(*place)
    shown, defined = Message(OTHER_SHOWN, params, where), Message(OTHER_PARAMETERS, params, where)
    yield GivenDifference(message=shown if place[0] == HANDOUT else defined, is_harmless=fits)


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    return [each.arg for each in (*function.args.posonlyargs, *function.args.args)]


def _kind(node: Definition) -> Message:
    return Message("class") if isinstance(node, ast.ClassDef) else Message("function")


def _of_handout(text: str, exercise: Exercise) -> Iterator[GivenDifference]:
    if re.search(rf"\b{re.escape(exercise.entry)}\b", text):
        return
    lines = text.splitlines()
    names = dict.fromkeys(NAME.findall(text))
    close = _closest(exercise.entry, [name for name in names if name not in exercise.others])
    if not close:
        message = Message("does not name {entry}", {"entry": exercise.entry}, HANDOUT)
        yield GivenDifference(message=message, is_harmless=True)
        return
    line = next(number for number, each in enumerate(lines, 1) if close in each)
    params = {"found": close, "entry": exercise.entry}
    yield GivenDifference(message=Message(NAMES, params, _place(HANDOUT, line)))


def _closest(entry: str, names: Sequence[str]) -> str:
    """Return the most similar name, which may be a misspelling of `entry`."""
    folded = {name.casefold().replace("_", ""): name for name in names}
    close = get_close_matches(entry.casefold().replace("_", ""), folded, n=1, cutoff=0.85)
    return folded[close[0]] if close else ""


def _place(file: str, line: int) -> Message:
    return Message("{file}: line {line}", {"file": file, "line": line})
