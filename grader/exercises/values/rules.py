"""Rules besides imports: names that must not be used, and constructs that are required.

Only the text is read. A name reached in another way is not found, but the sandbox still prevents
what no exercise may do. For a method (`list.sort`), any call of that name counts, except of a class
that the program defines.
"""

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from grader.exercises.values.record import RuleBreach
from grader.exercises.values.table import Construct
from grader.kinds import Asked
from grader.model.finding import Location
from grader.model.static import ParseStatus, SourceFacts

READ = "grader.exercises.values.rules:read"
BUILTIN_TYPES = {"list", "dict", "set", "str", "tuple", "bytes", "int", "float"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
NODES: Mapping[Construct, tuple[type[ast.AST], ...]] = {
    Construct.LOOP: (ast.For, ast.While, ast.AsyncFor),
    Construct.COMPREHENSION: (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    Construct.CLASS: (ast.ClassDef,),
    Construct.LAMBDA: (ast.Lambda,),
    Construct.GENERATOR: (ast.Yield, ast.YieldFrom, ast.GeneratorExp),
    Construct.TRY: (ast.Try,),
}


class RuleRequest(Struct, frozen=True, kw_only=True):
    """Texts, and rules for them."""

    files: Mapping[str, str]
    main: str
    forbidden: tuple[str, ...]
    required: tuple[Construct, ...]
    without: tuple[Construct, ...]


class RulesRead(Struct, frozen=True, kw_only=True):
    """The result of reading."""

    breaches: tuple[RuleBreach, ...]


def breaches_of(asked: Asked) -> tuple[RuleBreach, ...]:
    """Check the rules of an exercise; without rules, nothing is read."""
    rule, main = asked.exercise.own, asked.submission.main
    if main is None or not (rule.forbidden or rule.required or rule.without):
        return ()
    request = RuleRequest(
        files=asked.submission.texts,
        main=main.name,
        forbidden=rule.forbidden,
        required=rule.required,
        without=rule.without,
    )
    _, answer = asked.tools.reader.read_with(READ, msgspec.to_builtins(request))
    return () if answer is None else msgspec.convert(answer, RulesRead).breaches


def read(request: Any) -> tuple[SourceFacts, RulesRead]:
    """Read a RuleRequest, as plain values; see source.SourceReader.read_with."""
    asked = msgspec.convert(request, RuleRequest)
    trees: dict[str, ast.Module] = {}
    for name, text in asked.files.items():
        if name == asked.main or name.endswith(".py"):
            try:
                trees[name] = ast.parse(text)
            except (SyntaxError, ValueError):
                continue  # in another file; the engine has reported the import in the main one
    breaches = tuple(_breaches(asked, trees))
    return SourceFacts(status=ParseStatus.OK), RulesRead(breaches=breaches)


def _breaches(asked: RuleRequest, trees: Mapping[str, ast.Module]) -> Iterator[RuleBreach]:
    texts = {name: asked.files[name].splitlines() for name in trees}
    uses = {name: _uses(asked.forbidden, tree) for name, tree in trees.items()}
    for forbidden in asked.forbidden:
        for name, used in uses.items():
            if node := used.get(forbidden):
                place = _place(name, node, texts[name])
                yield RuleBreach(what=forbidden, kind="name", location=place)
                break
    for construct in asked.without:
        for name, tree in trees.items():
            if node := next(_constructs(construct, tree), None):
                place = _place(name, node, texts[name])
                yield RuleBreach(what=construct.value, kind="without", location=place)
                break
    for construct in asked.required:
        if not any(True for tree in trees.values() for _ in _constructs(construct, tree)):
            yield RuleBreach(what=construct.value, kind="required")


def _place(file: str, node: ast.AST, lines: Sequence[str]) -> Location:
    line = getattr(node, "lineno", 0)
    text = lines[line - 1].strip()[:200] if 0 < line <= len(lines) else ""
    return Location(file=file, line=line, text=text)


def _uses(forbidden: Sequence[str], tree: ast.Module) -> dict[str, ast.AST]:
    """Find the first use of each name: of a builtin, or of a member of a module or type."""
    if not forbidden:
        return {}
    modules, members = _imported(tree)
    own: set[str] = set()
    assigned: set[str] = set()
    loaded: list[ast.Name | ast.Attribute] = []
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                own.add(name)
            case ast.ClassDef(name=name):
                own.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                assigned.add(name)
            case ast.Name(ctx=ast.Load()) | ast.Attribute():
                loaded.append(node)
    bound = {*own, *assigned, *members}
    used: dict[str, ast.AST] = {}
    for node in loaded:
        for name in forbidden:
            if name not in used and _is_use(node, name, bound, own, (modules, members)):
                used[name] = node
    return used


def _is_use(
    node: ast.Name | ast.Attribute,
    forbidden: str,
    bound: Collection[str],
    own: Collection[str],
    imported: tuple[Mapping[str, str], Mapping[str, str]],
) -> bool:
    modules, members = imported
    owner, _, member = forbidden.rpartition(".")
    if isinstance(node, ast.Name):
        plain = not owner and node.id == member and node.id not in bound
        return plain or members.get(node.id) == forbidden
    if node.attr != member or not owner:
        return False
    dotted = _dotted(node.value, modules)
    of_type = owner in BUILTIN_TYPES and node.attr not in own
    return dotted == owner or (of_type and not (dotted and dotted in modules.values()))


def _imported(tree: ast.Module) -> tuple[dict[str, str], dict[str, str]]:
    """Return names that refer to modules, and names that refer to their members."""
    modules: dict[str, str] = {}
    members: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                modules[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                members[alias.asname or alias.name] = whole
                modules[alias.asname or alias.name] = whole  # it may be a module
    return modules, members


def _dotted(node: ast.expr, modules: Mapping[str, str]) -> str:
    """Resolve the part before a member by the imports; "" if this is impossible."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([modules.get(node.id, node.id), *reversed(names)])


def _constructs(construct: Construct, tree: ast.Module) -> Iterator[ast.AST]:
    if construct is Construct.RECURSION:
        yield from _recursions(tree)
        return
    for node in ast.walk(tree):
        if isinstance(node, NODES[construct]):
            yield node


def _recursions(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield functions that call themselves, directly or through others in the file."""
    functions: dict[str, ast.AST] = {}
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                functions[name] = node
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda()):
                functions[name] = node
    calls = {
        name: {
            called
            for call in ast.walk(node)
            if isinstance(call, ast.Call) and (called := _called(call.func)) in functions
        }
        for name, node in functions.items()
    }
    for name, node in functions.items():
        reached, waiting = set[str](), list(calls[name])
        while waiting:
            other = waiting.pop()
            if other not in reached:
                reached.add(other)
                waiting += calls[other]
        if name in reached:
            yield node


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""
