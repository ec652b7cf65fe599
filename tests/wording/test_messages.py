"""Everything raised or told is in a language: each English text has its Japanese one."""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from msgspec import Struct

from grader.model.errors import CourseError, GraderError, IntakeError, Message
from grader.wording import load_wording, say
from tests.tree import ROOT

ENGINE = ROOT / "grader"
# Where a function hands texts on that others give it: they are looked for among all texts there.
HANDS_ON = frozenset({"course", "sandbox", "scaffolding"})


class Use(Struct, frozen=True, kw_only=True):
    """A place that makes a message."""

    place: str
    templates: tuple[str, ...]  # () = it cannot be read off the source
    params: frozenset[str] | None  # None = they are not written out there
    named: bool = False  # the text has a name or comes from a call


@cache
def trees() -> dict[Path, ast.Module]:
    """The engine's sources, parsed."""
    paths = sorted(ENGINE.rglob("*.py"))
    return {path: ast.parse(path.read_bytes()) for path in paths}


@cache
def error_names() -> frozenset[str]:
    """What is raised on purpose: GraderError and all below it."""
    classes = [
        node
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    ]
    names = {"GraderError"}
    while heirs := {
        node.name
        for node in classes
        if node.name not in names and any(ast.unparse(base) in names for base in node.bases)
    }:
        names |= heirs
    return frozenset(names)


def constants(tree: ast.Module) -> dict[str, tuple[str, ...]]:
    """The texts behind the names of a module, tables included."""
    found: dict[str, tuple[str, ...]] = {}
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else ()
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        if value is None:
            continue
        parts = value.values if isinstance(value, ast.Dict) else [value]
        texts = tuple(
            part.value
            for part in parts
            if isinstance(part, ast.Constant) and isinstance(part.value, str)
        )
        if len(texts) == len(parts):
            found |= {target.id: texts for target in targets if isinstance(target, ast.Name)}
    return found


def texts_of(node: ast.expr, known: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The English texts that an expression can be; () when that cannot be told."""
    match node:
        case ast.Constant(value=str() as text):
            return (text,)
        case ast.IfExp(body=body, orelse=orelse):
            either = texts_of(body, known), texts_of(orelse, known)
            return either[0] + either[1] if all(either) else ()
        case ast.Name(id=name):
            return known.get(name, ())
        case ast.Subscript(value=ast.Name(id=name)):
            return known.get(name, ())
        case _:
            return ()


def params_of(call: ast.Call) -> frozenset[str] | None:
    """The names of the parameters, where they are written out."""
    if ast.unparse(call.func) != "Message":
        names = [keyword.arg for keyword in call.keywords]
        return None if None in names else frozenset(map(str, names))
    given = [*call.args[1:2], *(word.value for word in call.keywords if word.arg == "params")]
    if not given:
        return frozenset()
    keys = given[0].keys if isinstance(given[0], ast.Dict) else [None]
    texts = [key.value for key in keys if isinstance(key, ast.Constant)]
    return frozenset(map(str, texts)) if len(texts) == len(keys) else None


def name_of(function: ast.expr) -> str:
    """The name that something is called by, without what it is a part of."""
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def uses(path: Path, tree: ast.Module) -> Iterator[Use]:
    """Every place in a file that makes a message or raises an error with one."""
    known = constants(tree)
    makers = (error_names() - {"CourseError"}) | {"Message"}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        place = f"{path.relative_to(ROOT)}:{node.lineno}"
        maker = name_of(node.func)
        if maker in makers:
            texts = texts_of(node.args[0], known)
            named = not isinstance(node.args[0], ast.JoinedStr | ast.BinOp)
            yield Use(place=place, templates=texts, params=params_of(node), named=named)
        elif maker == "CourseError":
            yield from (
                Use(place=place, templates=(), params=None)
                for text in getattr(node.args[0], "elts", ())
                if isinstance(text, ast.JoinedStr)
            )


@cache
def all_uses() -> dict[str, list[Use]]:
    """Every use, by room."""
    found: dict[str, list[Use]] = {}
    for path, tree in trees().items():
        if path != ENGINE / "model" / "errors.py":
            room = path.relative_to(ENGINE).parts[0]
            found.setdefault(room, []).extend(uses(path, tree))
    return found


def texts_handed_on() -> set[str]:
    """Every text of the engine, and the sentences of Python's reader of TOML."""
    read = [
        *trees().values(),
        ast.parse(Path(str(tomllib.loads.__code__.co_filename)).read_bytes()),
    ]
    return {
        node.value
        for tree in read
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def fields(text: str) -> set[tuple[str, str]]:
    """The placeholders of a text, with how they are formatted."""
    parsed = Formatter().parse(text)
    return {(name, spec or "") for _, name, spec, _ in parsed if name is not None}


@cache
def japanese() -> dict[str, str]:
    """The Japanese texts by the English ones."""
    table: dict[str, str] = load_wording("ja").data["messages"]
    return table


def test_messages_are_templates() -> None:
    """Nothing is raised with a text that is put together there: nobody could translate it."""
    rooms = {
        room: [use for use in found if not use.templates and not (use.named and room in HANDS_ON)]
        for room, found in all_uses().items()
    }
    refused = {room for room, unread in rooms.items() if unread}
    assert [use for room in refused for use in rooms[room]] == []


def test_messages_have_what_they_name() -> None:
    """Each placeholder has its parameter, and each parameter its placeholder."""
    wrong = [
        (use.place, template)
        for found in all_uses().values()
        for use in found
        for template in use.templates
        if use.params is not None
        and {name for name, _ in fields(template)} != use.params
        and (use.params or "{" in template)
    ]
    assert wrong == []


def test_every_message_is_in_japanese() -> None:
    """Each text has its Japanese one with the same placeholders, and none is left over."""
    raised = {
        template for found in all_uses().values() for use in found for template in use.templates
    }
    assert raised - set(japanese()) == set()
    left_over = set(japanese()) - raised - texts_handed_on()
    assert [text for text in left_over if not text.startswith("Expected")] == []  # tomllib's
    assert [en for en, ja in japanese().items() if fields(en) != fields(ja)] == []


def violations() -> set[str]:
    """Whatever a child's channel can be said to have carried, which RUN009 quotes."""
    calls = [
        node
        for path, tree in trees().items()
        if path.parent in {ENGINE / "sandbox", ENGINE / "reports"}
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    ]
    told = [
        node
        for call in calls
        for node in {"ViolationError": call.args[:1], "read_as": call.args[2:]}.get(
            ast.unparse(call.func), []
        )
    ]
    return {text for node in told for text in texts_of(node, {})}


def test_what_came_over_a_channel_is_in_japanese() -> None:
    """RUN009 stands on a student's sheet."""
    assert len(violations()) > 10
    assert violations() - set(japanese()) == set()
    assert "it closed its channel to the grader" in japanese()


@pytest.mark.parametrize(
    ("message", "english", "worded"),
    [
        (
            Message("{path}: cannot be read: {reason}", {"path": "a/{b}", "reason": "gone"}),
            "a/{b}: cannot be read: gone",
            "a/{b}: 読めません: gone",
        ),
        (
            Message(
                "argument",
                where="course.toml: line 3",
            ),
            "course.toml: line 3: argument",
            "course.toml: line 3: 引数",
        ),
        (
            Message(
                "a bug in grader: {summary}; {where}",
                {"summary": "x", "where": Message("see {log} for details", {"log": "g.log"})},
            ),
            "a bug in grader: x; see g.log for details",
            "採点プログラムの不具合です: x。詳しいことは g.log にあります。",
        ),
    ],
)
def test_a_message_is_said_in_either_language(message: Message, english: str, worded: str) -> None:
    """Parameters are taken over as they are; a message among them is worded as well."""
    assert say(message, "en") == english
    assert say(message, "ja") == worded


def test_an_error_says_all_it_knows() -> None:
    """One message or several: English by itself, in order."""
    error = IntakeError.of([Message("a"), Message("b {x}", {"x": 1})])
    assert str(error) == "a\nb 1"
    assert isinstance(error, IntakeError)
    assert str(GraderError("{x} {{}} {y}", x="{y}", y=2)) == "{y} {} 2"
    assert CourseError([Message("a", where="f.toml"), "b"]).problems == ("f.toml: a", "b")


def test_errors_cross_to_another_process() -> None:
    """What a worker raises arrives with its messages."""
    import pickle

    for error in (IntakeError("{x} is odd", x=1), CourseError([Message("a"), Message("b")])):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert again.messages == error.messages


def test_both_tables_of_whole_sentences_have_the_same_keys() -> None:
    """As long as there are any."""
    texts = [load_wording(lang).data.get("errors", {}) for lang in ("ja", "en")]
    assert sorted(texts[0]) == sorted(texts[1])
