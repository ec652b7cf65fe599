"""Draft exercises for `grader new --form`: a reference that looks up the answers of examples.

The reference knows these answers and no others; FILL IN marks where the computation belongs. The
assignment's example programs are made from the same table: one right, one that returns nothing, one
that is slightly wrong, one that raises. The checks that each of them fails are computed here.
"""

import ast
import builtins
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from grader.exercises.values.questions import Step, UnfitTest, literal_of, read_step
from grader.exercises.values.table import Compared
from grader.kinds import DraftsForm, FormDraft, FormExample, FormRequest
from grader.model.course import Backend
from grader.model.errors import CourseError, Message
from grader.model.finding import LazyText
from grader.wording import in_each_language

if TYPE_CHECKING:
    from jinja2 import Template

CHECKS = ("INT", "POL", "RUN", "VAL")
PASSED = ("POL001", "VAL001", "VAL003", "VAL005", "VAL007")
ENDS, WRONG, EXCEPTION = "VAL003", "VAL005", "VAL007"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
OBJECT = "object"  # placeholder for an object of the class among arguments
SPECIAL = {name: f"__{name}__" for name in ("len", "str", "repr")}
KINDS: Mapping[type, str] = {
    bool: "flag",
    int: "n",
    float: "x",
    complex: "z",
    str: "text",
    bytes: "data",
    list: "values",
    tuple: "values",
    range: "values",
    dict: "table",
    set: "members",
    frozenset: "members",
}
"""Names of parameters by the kind of value."""
PIECE = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(;)|.""", re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", "\\": "\\"}

NO_EXAMPLE = "--form requires at least one --example, such as {example}"
NO_CALL = (
    "must be a call with its answer, such as spiral(2) == [[1, 2], [4, 3]], or "
    "spiral(-1) raises ValueError"
)
NO_STEPS = "must begin with an object, such as a = Account(10); a.deposit(5); a.balance == 15"
NO_RUN = "must be an input and an output, such as 3 4\\n=>7\\n, with one => between them"
NO_ANSWER = "must have a step with an answer, such as a.balance == 15"
SEVERAL = (
    "all examples must be about the same function or class, got {names}; add the others to "
    "assignment.toml afterwards, as [[exercise]] tables"
)
TOO_MUCH = (
    "{step} is more than grader new can write; use methods, attributes, items, len(), str() and "
    "repr() of objects, and add other tests to assignment.toml afterwards"
)
CONTRADICTION = "contradicts an earlier example"
USUAL = (
    *("abc", "bisect", "contextlib", "dataclasses", "decimal", "enum", "fractions", "heapq", "io"),
    *("re", "string", "sys", "textwrap", "unicodedata"),
)
"""Modules that right programs use, besides those allowed in every new assignment."""


Read = TypeVar("Read")


class End(Struct, frozen=True, kw_only=True):
    """How a call ends."""

    value: Any = None
    raises: str = ""
    words: str = ""

    @property
    def source(self) -> str:
        """The text of the end in a table: a value, or an exception."""
        if self.raises:
            return f"{self.raises}({written(self.words) if self.words else ''})"
        return written(self.value)

    @property
    def is_not_implemented(self) -> bool:
        """Whether the required exception is NotImplementedError or a subclass."""
        names = {kind.__name__ for kind in NotImplementedError.__mro__}
        return self.raises in names and not self.words


class Call(Struct, frozen=True, kw_only=True):
    """A call in an example: of the function, or of an object's member."""

    member: str
    arguments: tuple[Any, ...] = ()
    named: Mapping[str, Any] = field(default_factory=dict)
    owner: str = ""  # the object's name
    others: tuple[str, ...] = ()  # names of objects among its arguments
    is_attribute: bool = False
    is_taken: bool = False  # whether its elements are compared one by one
    prints_nothing: bool = False  # for a program: whether it must print nothing
    end: End = End()


class Member(Struct, frozen=True, kw_only=True):
    """A function or a member of a class, with its parameters."""

    name: str
    parameters: tuple[str, ...]
    required: int  # number of parameters without a default
    is_attribute: bool = False

    @property
    def signature(self) -> str:
        """The parameters as in the definition."""
        return ", ".join(
            name if number < self.required else f"{name}=None"
            for number, name in enumerate(self.parameters)
        )

    @property
    def call(self) -> str:
        """The expression with which a member looks up its answer."""
        return ", ".join((written(self.name), *self.parameters))

    def values(self, call: Call) -> tuple[Any, ...]:
        """Return the arguments of a call in the order of the parameters."""
        given = dict(zip(self.parameters, call.arguments, strict=False)) | dict(call.named)
        return tuple(given.get(name) for name in self.parameters)


Rows = Mapping[str, End]  # by the call, as written


class FunctionForm:
    """A function that returns its result; see kinds.DraftsForm."""

    example = "spiral(2) == [[1, 2], [4, 3]]"

    def draft(self, request: FormRequest) -> FormDraft:
        """Draft a function from calls of it."""
        calls = _each(request, self.example, _function_call)
        entry = _same(call.member for call in calls)
        taken = any(call.is_taken for call in calls)
        member = _member(entry, calls)
        ends: dict[str, End] = {}
        for text, call in zip(request.examples, calls, strict=True):
            given = written(member.values(call))
            _put(ends, given, call.end, text)
        about: dict[str, Any] = {
            "form": "function",
            "entry": entry,
            "call": f"{entry}({member.signature})",
            "signature": member.signature,
            "taken": taken,
            "given": f"({', '.join(member.parameters)}{',' * (len(member.parameters) == 1)})",
        }
        paths = [[call] for call in calls]
        return _draft(request, about, ends, paths, _tests_of_calls(request))


class ClassForm:
    """A class whose objects are used step by step; see kinds.DraftsForm."""

    example = "a = Account(10); a.deposit(5); a.balance == 15"

    def draft(self, request: FormRequest) -> FormDraft:
        """Draft a class from steps with its objects."""
        read = _each(request, self.example, _calls_of_objects)
        entry = _same(name for name, _ in read)
        paths = [path for _, path in read]
        calls = sorted(
            (call for path in paths for call in path), key=lambda call: call.member != "__init__"
        )
        names = dict.fromkeys(["__init__", *(call.member for call in calls)])
        members = {
            name: _member(name, [call for call in calls if call.member == name]) for name in names
        }
        ends: dict[str, End] = {}
        for text, path in zip(request.examples, paths, strict=True):
            for asked, end in _histories(path, members):
                _put(ends, asked, end, text)
        about = {
            "form": "class",
            "entry": entry,
            "call": f"{entry}({members['__init__'].signature})",
            "members": [*members.values()],
        }
        table = {"test": [{"steps": _steps(text)} for text in request.examples]}
        return _draft(request, about, ends, paths, table)


class ProgramForm:
    """A program that reads an input and prints an output; see kinds.DraftsForm."""

    example = r"3 4\n=>7\n"

    def draft(self, request: FormRequest) -> FormDraft:
        """Draft a program from its runs."""
        runs = _each(request, self.example, _run)
        ends: dict[str, End] = {}
        for text, (given, output) in zip(request.examples, runs, strict=True):
            _put(ends, written(given), End(value=output), text)
        about = {"form": "program", "entry": "main"}
        paths = [
            [Call(member="main", end=end, prints_nothing=not end.value.strip())]
            for end in ends.values()
        ]
        tests = [{"input": given, "output": f"{output}\n"} for given, output in runs]
        table = {"printed": Compared.LINES.value, "test": tests}
        return _draft(request, about, ends, paths, table)


FUNCTION: DraftsForm = FunctionForm()
CLASS: DraftsForm = ClassForm()
PROGRAM: DraftsForm = ProgramForm()


def _each(request: FormRequest, example: str, read: Callable[[str], Read]) -> list[Read]:
    """Parse every example. Raises CourseError with all problems."""
    if not request.examples:
        raise CourseError([Message(NO_EXAMPLE, {"example": example})])
    made: list[Read] = []
    problems: list[Message] = []
    for text in request.examples:
        try:
            made.append(read(text))
        except UnfitTest as error:
            problems.append(_about(text, error.message))
    if problems:
        raise CourseError(problems)
    return made


def _about(text: str, message: Message) -> Message:
    return replace(message, where=f"--example {text!r}")


def _same(names: Iterable[str]) -> str:
    different = [*dict.fromkeys(names)]
    if len(different) > 1:
        raise CourseError([Message(SEVERAL, {"names": ", ".join(different)}, "--example")])
    return different[0]


def _put(ends: dict[str, End], asked: str, end: End, text: str) -> None:
    if ends.setdefault(asked, end).source != end.source:
        raise CourseError([_about(text, Message(CONTRADICTION))])


def _function_call(text: str) -> Call:
    """Parse a call of a function with its answer."""
    step = read_step(text)
    node = None if step.bind else ast.parse(step.text.strip(), mode="eval").body
    is_taken = False
    match node:
        case ast.Call(func=ast.Name(id="take"), args=[_, ast.Call() as node], keywords=[]):
            is_taken = True
        case ast.Call(func=ast.Name(id="list"), args=[ast.Call() as node], keywords=[]):
            is_taken = True
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        raise UnfitTest(Message(NO_CALL))
    name = node.func.id
    if not (step.answered or step.raises) or hasattr(builtins, name) or name == "take":
        raise UnfitTest(Message(NO_CALL))
    return Call(member=name, is_taken=is_taken, end=_end(step), **_given(node, (), step.text))


def _end(step: Step) -> End:
    return End(value=step.answer, raises=step.raises.rpartition(".")[2], words=step.words)


def _given(node: ast.Call, objects: Iterable[str], shown: str) -> dict[str, Any]:
    """Parse the arguments of a call: values, and names of objects."""
    others: list[str] = []

    def value(argument: ast.expr) -> Any:
        if isinstance(argument, ast.Name) and argument.id in objects:
            others.append(argument.id)
            return OBJECT
        try:
            return literal_of(ast.unparse(argument))
        except UnfitTest as error:
            raise UnfitTest(Message(TOO_MUCH, {"step": shown})) from error

    if any(isinstance(each, ast.Starred) for each in node.args):
        raise UnfitTest(Message(TOO_MUCH, {"step": shown}))
    named = {each.arg: value(each.value) for each in node.keywords if each.arg}
    if len(named) < len(node.keywords):
        raise UnfitTest(Message(TOO_MUCH, {"step": shown}))
    arguments = tuple(map(value, node.args))
    return {"arguments": arguments, "named": named, "others": tuple(others)}


def _steps(text: str) -> list[str]:
    """Split an example at semicolons outside of texts."""
    pieces = list(PIECE.finditer(text))
    groups = groupby(pieces, key=lambda piece: piece[1] is not None)
    steps = ("".join(piece[0] for piece in group).strip() for ends, group in groups if not ends)
    return [step for step in steps if step]


def _calls_of_objects(text: str) -> tuple[str, list[Call]]:
    """Parse steps; return also the name of their objects' class."""
    calls: list[Call] = []
    objects: dict[str, str] = {}
    for shown in _steps(text):
        step = read_step(shown)
        calls.append(replace(_call_of_object(step, shown, objects), end=_end(step)))
        if len({*objects.values()}) > 1:
            raise UnfitTest(Message(TOO_MUCH, {"step": shown}))
    if not any(call.member != "__init__" or call.end.raises for call in calls):
        raise UnfitTest(Message(NO_STEPS))
    if not any(step.answered or step.raises for step in map(read_step, _steps(text))):
        raise UnfitTest(Message(NO_ANSWER))
    return next(iter(objects.values())), calls


def _call_of_object(step: Step, shown: str, objects: dict[str, str]) -> Call:
    """Parse one step; `objects` maps names to classes, and new objects are added."""
    if step.bind:
        (statement,) = ast.parse(step.text).body
        node: ast.expr | None = statement.value if isinstance(statement, ast.Assign) else None
    else:
        node = ast.parse(step.text.strip(), mode="eval").body
    match node:
        case ast.Call(func=ast.Name(id=name)) if (step.bind or step.raises) and (
            not hasattr(builtins, name)
        ):
            owner = step.bind or "_"
            call = Call(member="__init__", owner=owner, **_given(node, objects, shown))
            objects[owner] = name
            return call
        case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=name)) if (
            owner in objects and not step.bind
        ):
            return Call(member=name, owner=owner, **_given(node, objects, shown))
        case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner in objects:
            return Call(member=name, owner=owner, is_attribute=True)
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=owner)], keywords=[]) if (
            owner in objects and name in SPECIAL
        ):
            return Call(member=SPECIAL[name], owner=owner)
        case ast.Subscript(value=ast.Name(id=owner), slice=item) if owner in objects:
            asked = ast.Call(func=ast.Name(id="item"), args=[item], keywords=[])
            return Call(member="__getitem__", owner=owner, **_given(asked, objects, shown))
    if not objects:
        raise UnfitTest(Message(NO_STEPS))
    raise UnfitTest(Message(TOO_MUCH, {"step": shown}))


def _run(text: str) -> tuple[str, str]:
    """Parse INPUT=>OUTPUT; a line break is appended to the input."""
    unescaped = re.sub(r"\\([nt\\])", lambda match: ESCAPES[match[1]], text)
    given, arrow, output = unescaped.partition("=>")
    if not arrow or "=>" in output:
        raise UnfitTest(Message(NO_RUN))
    ending = "\n" if given and not given.endswith("\n") else ""
    return given + ending, output.removesuffix("\n")


def _member(name: str, calls: Sequence[Call]) -> Member:
    """Choose parameter names: from keyword arguments, else by kinds of values, else letters."""
    named: dict[int, str] = {}
    kinds: dict[int, Any] = {}
    for call in calls:
        for place, value in enumerate(call.arguments):
            kinds.setdefault(place, value)
        for place, keyword in enumerate(call.named, start=len(call.arguments)):
            if keyword not in named.values():
                named[place] = keyword
    count = max([*named, *kinds], default=-1) + 1
    by_kind = [named.get(place) or _by_kind(kinds.get(place)) for place in range(count)]
    if len({*by_kind}) < count or name in by_kind or "" in by_kind:
        letters = (letter for letter in LETTERS if letter not in named.values())
        by_kind = [named.get(place) or next(letters) for place in range(count)]
    least = min((len(call.arguments) for call in calls), default=0)
    return Member(
        name=name,
        parameters=tuple(by_kind),
        required=_required(by_kind, calls, least),
        is_attribute=any(call.is_attribute for call in calls),
    )


def _required(parameters: Sequence[str], calls: Sequence[Call], least: int) -> int:
    """Count the leading parameters that every call passes."""
    for number, name in enumerate(parameters):
        if number >= least and not all(
            number < len(call.arguments) or name in call.named for call in calls
        ):
            return number
    return len(parameters)


def _by_kind(value: Any) -> str:
    if isinstance(value, str) and value == OBJECT:
        return "other"
    return "values" if hasattr(value, "dtype") else KINDS.get(type(value), "")


def _histories(path: Sequence[Call], members: Mapping[str, Member]) -> Iterator[tuple[str, End]]:
    """Yield the history of an object after each call, as its class records it."""
    done: dict[str, list[tuple[Any, ...]]] = {}
    for call in path:
        if call.member == "__init__":
            done[call.owner] = []
        asked = (call.member, *members[call.member].values(call))
        for name in (call.owner, *(other for other in call.others if other != call.owner)):
            done[name].append(asked)
        yield written(done[call.owner]), call.end


def _tests_of_calls(request: FormRequest) -> Mapping[str, Any]:
    return {"tests": [text.strip() for text in request.examples]}


def _draft(
    request: FormRequest,
    about: dict[str, Any],
    ends: Rows,
    paths: Sequence[Sequence[Call]],
    table: Mapping[str, Any],
) -> FormDraft:
    form = about["form"]
    own = {end.raises for end in ends.values() if end.raises and not hasattr(builtins, end.raises)}
    arrays = "np." in "".join([*ends, *(end.source for end in ends.values())])
    context = {**about, "own_exceptions": sorted(own), "arrays": arrays}

    def table_of(what: str, rows: Rows) -> str:
        pairs = [(given, end.source) for given, end in rows.items()]
        given_now = about.get("given") if form == "function" else None
        return _rendered(form, {**context, "what": what, "rows": pairs, "given": given_now})

    def without(body: str, comment: str = "") -> str:
        return _rendered("starter", {**context, "about": comment, "body": body}).lstrip("\n")

    any_value = any(_off(call) for path in paths for call in path)
    off = {given: _changed(end) if any_value else End(value=0) for given, end in ends.items()}
    raising = "raise NotImplementedError"
    programs = {
        "wrong-nothing": (without("pass"), _failed_by(paths, _nothing)),
        "wrong-off": (table_of("off", off), _failed_by(paths, _off if any_value else _nothing)),
        "wrong-raises": (without(raising), _failed_by(paths, _raises)),
    }
    return FormDraft(
        entry=about["entry"],
        shown=request.source if form == "program" else about["entry"],
        calls="program" if form == "program" else "value",
        table=table,
        about_table=LazyText(f"values.draft.{form}.table"),
        checks=CHECKS,
        passed=PASSED,
        starter=without(raising, request.title),
        reference=table_of("reference", ends).lstrip("\n"),
        heading=LazyText(f"values.draft.{form}.heading"),
        promises=_promises(about, request, table, ends),
        examples=(
            FormExample(
                name="right",
                program=table_of("right", ends).lstrip("\n"),
                about=LazyText("values.draft.right"),
            ),
            *(
                FormExample(
                    name=name,
                    program=program,
                    about=LazyText(f"values.draft.{name.removeprefix('wrong-')}"),
                    failed=tuple(sorted(failed)),
                )
                for name, (program, failed) in programs.items()
                if failed
            ),
        ),
        imports=USUAL,
        backend=Backend.NUMPY if arrays else Backend.PYTHON,
    )


def _failed_by(paths: Sequence[Sequence[Call]], fails: Callable[[Call], str]) -> set[str]:
    """Return the checks that a program fails; of each test, the first failure counts."""
    return {next(filter(None, map(fails, path)), "") for path in paths} - {""}


def _nothing(call: Call) -> str:
    """Return the check that fails when a call returns None."""
    if call.end.raises:
        return EXCEPTION
    if call.is_taken or call.member in SPECIAL.values():
        return ENDS
    if call.prints_nothing:
        return ""
    return WRONG if call.end.value is not None else ""


def _off(call: Call) -> str:
    return WRONG if _changed(call.end).source != call.end.source else ""


def _raises(call: Call) -> str:
    if call.is_attribute:
        return ENDS
    if call.end.raises:
        return "" if call.end.is_not_implemented else EXCEPTION
    return ENDS


def _changed(end: End) -> End:
    """Return a slightly wrong answer."""
    return end if end.raises or end.value is None else End(value=_other(end.value))


def _other(value: Any) -> Any:  # noqa: PLR0911  one for each kind of value
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float | complex) or hasattr(value, "dtype"):
        return value + 1
    if isinstance(value, str):
        return f"{value}?"
    if isinstance(value, list | tuple) and value and value[0] is not None:
        return type(value)([_other(value[0]), *value[1:]])
    if isinstance(value, list | tuple):
        return type(value)([*value, 0])
    if isinstance(value, set | frozenset):
        return {*value, "?"}
    return {**value, "?": 0} if isinstance(value, dict) else 0


def written(value: Any) -> str:  # noqa: PLR0911  one for each kind of value
    """Write a value as Python source without imports; arrays use `np`."""
    match value:
        case float() if value != value or value in {float("inf"), float("-inf")}:  # noqa: PLR0124
            return f'float("{value}")'
        case list():
            return f"[{', '.join(map(written, value))}]"
        case tuple():
            return f"({', '.join(map(written, value))}{',' if len(value) == 1 else ''})"
        case set() | frozenset():
            inside = f"{{{', '.join(sorted(map(written, value)))}}}" if value else ""
            if isinstance(value, frozenset):
                return f"frozenset({inside})"
            return inside or "set()"
        case dict():
            pairs = (f"{written(key)}: {written(entry)}" for key, entry in value.items())
            return f"{{{', '.join(pairs)}}}"
        case str():
            return _quoted(value)
        case _ if hasattr(value, "dtype"):
            return f'np.array({written(value.tolist())}, dtype="{value.dtype}")'
    return repr(value)


def _quoted(text: str) -> str:
    """Quote a text with double quotes unless that takes more backslashes."""
    plain = repr(text)
    return plain if '"' in text or plain.startswith('"') else f'"{plain[1:-1]}"'


def _promises(
    about: Mapping[str, Any], request: FormRequest, table: Mapping[str, Any], ends: Rows
) -> Mapping[str, str]:
    """Return the handout's text: what is asked for, with the examples."""
    form = about["form"]
    params = {
        "call": about.get("call", ""),
        "gives": _lazy("yields" if about.get("taken") else "returns"),
    }
    rules = in_each_language(_lazy(f"{form}.promises", params))
    more = {
        "take": any(text.lstrip().startswith("take(") for text in request.examples),
        "message": any(end.words for end in ends.values()),
        "rounded": form != "program" and any(map(_has_float, ends.values())),
    }
    for said in (in_each_language(_lazy(key)) for key, is_said in more.items() if is_said):
        rules = {lang: f"{rules[lang]}\n{said[lang]}" for lang in rules}
    if form != "program":
        lines = [line for text in request.examples for line in _shown_lines(text, form)]
        block = "\n".join(("```python", *lines, "```"))
        heading = in_each_language(_lazy("example"))
        return {lang: f"{rules[lang]}\n\n{heading[lang]}\n\n{block}" for lang in rules}
    parts: list[Mapping[str, str]] = [rules]
    for test in table["test"]:
        if not (test["input"] or test["output"].strip()):
            continue  # only for what else the instructor writes
        parts.append(in_each_language(_lazy("input" if test["input"] else "no_input")))
        if test["input"]:
            parts.append(dict.fromkeys(rules, _block(test["input"].removesuffix("\n"))))
        parts.append(in_each_language(_lazy("output")))
        parts.append(dict.fromkeys(rules, _block(test["output"].rstrip())))
    return {lang: "\n\n".join(part[lang] for part in parts) for lang in rules}


def _lazy(key: str, params: Mapping[str, Any] | None = None) -> LazyText:
    return LazyText(f"values.draft.{key}", params or {})


def _has_float(end: End) -> bool:
    return any(
        isinstance(node, ast.Constant) and isinstance(node.value, float | complex)
        for node in ast.walk(ast.parse(end.source, mode="eval"))
    )


def _block(text: str) -> str:
    fence = "```" if "```" not in text else "~~~~"
    return f"{fence}text\n{text}\n{fence}"


def _shown_lines(text: str, form: str) -> Iterator[str]:
    """Yield each step followed by its answer."""
    for shown in _steps(text) if form == "class" else [text.strip()]:
        step = read_step(shown)
        name = step.raises.rpartition(".")[2]
        answer = ": ".join(filter(None, (name, step.words))) or _answer_as_typed(step, shown)
        yield f"{step.text.strip()}{f'  # {answer}' if answer else ''}"


def _answer_as_typed(step: Step, shown: str) -> str:
    """Return the text after the == of a step."""
    node = ast.parse(shown, mode="eval").body if step.answered else None
    return ast.unparse(node.comparators[0]) if isinstance(node, ast.Compare) else ""


def _rendered(name: str, context: Mapping[str, Any]) -> str:
    return f"{_template(name).render(context).strip()}\n"


@cache
def _template(name: str) -> "Template":
    from jinja2 import Environment, StrictUndefined

    environment = Environment(  # noqa: S701  no page: programs
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    file = files("grader.exercises.values") / "drafts" / f"{name}.py.jinja"
    return environment.from_string(file.read_text(encoding="utf-8"))
