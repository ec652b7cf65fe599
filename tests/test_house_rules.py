"""The rules of the house, so that nobody has to remember them."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from grader.model.course import ARRAYS
from grader.plugins import PLUGINS, folder_of, installed, slugs
from grader.wording import load_wording
from tests.tree import ROOT, tracked_files

LANGUAGES = ("ja", "en")
NAMES_THAT_SAY_NOTHING = {"utils", "util", "helpers", "helper", "common", "core", "base", "misc"}
# A class may be an error, an enumeration or a protocol. ctypes has no other way to lay out memory.
PARENTS = re.compile(
    r"(\w*Error|(Base)?Exception|SandboxUnavailable|(Str|Int)?Enum|IntFlag"
    r"|Protocol|NamedTuple|TypedDict|Struct|Structure|Union"
    r"|Context|HelpFormatter"  # click lays its pages out with them
    r"|RawIOBase|TextIOBase"  # what stands for a stream of Python's
    r"|Inspector|AsksPrograms)"  # protocols that say what most plugins would answer
)
NAMING_A_LANGUAGE = {
    "grader/model/language.py": "it says which languages there are",
}
# Programs as students, instructors and attackers write them are not ours to shape.
NOT_OURS = re.compile(
    r"submissions/|courses/|assignments/[^/]+/(examples|starter)/|tests/(data|hostile/attacks)/"
)


def our_sources() -> list[Path]:
    """Every Python file we wrote."""
    return [
        path
        for path in tracked_files()
        if path.suffix == ".py" and not NOT_OURS.match(path.relative_to(ROOT).as_posix())
    ]


def engine_sources() -> list[Path]:
    """Every Python file of the engine and of the course's reference."""
    return [
        path for path in our_sources() if path.relative_to(ROOT).parts[0] in {"grader", "reference"}
    ]


def places(path: Path, nodes: Iterator[Any]) -> list[str]:
    """Where in a file the nodes stand, for a message."""
    return [f"{path.relative_to(ROOT)}:{node.lineno}: {node.name}" for node in nodes]


def wording(language: str) -> Mapping[str, Any]:
    """The sentences of one language, as the files of every room and plugin have them."""
    return load_wording("ja" if language == "ja" else "en").data


def sentences(language: str, code: str) -> dict[str, str]:
    """Every sentence of one check by its place, such as `cases.plain.hint`."""
    found: dict[str, str] = {}
    waiting: list[tuple[str, Any]] = [("", wording(language)["checks"].get(code, {}))]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [(f"{place}.{key}".strip("."), inner) for key, inner in value.items()]
        else:
            found[place] = str(value)
    return found


def fields(sentence: str) -> set[str]:
    """The names a sentence takes its values from."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_names_say_what_is_inside() -> None:
    """No file or folder is called by a name that fits everything."""
    paths = [path.relative_to(ROOT) for path in our_sources()]
    assert not [p for p in paths if NAMES_THAT_SAY_NOTHING & {*p.parts[:-1], p.stem}]


def _may_inherit(node: ast.ClassDef) -> bool:
    """Lets a protocol join other protocols."""
    bases = [ast.unparse(base).split(".")[-1] for base in node.bases]
    return "Protocol" in bases or all(PARENTS.fullmatch(base) for base in bases)


GUEST = ROOT / "grader" / "guest"
HEIRS = {
    GUEST / "recorder.py",  # its lists have to pass for Python's own, as those of the library do
    GUEST / "protocol.py",  # a record that holds what another one holds: TypedDict's only way
    GUEST / "start_protocol.py",
}


def test_classes_inherit_nothing() -> None:
    """A class of the engine is an error, an enumeration, a protocol, a record, or has no parent."""
    heirs = [
        place
        for path in engine_sources()
        if path not in HEIRS
        for place in places(
            path,
            (
                node
                for node in ast.walk(ast.parse(path.read_bytes()))
                if isinstance(node, ast.ClassDef) and not _may_inherit(node)
            ),
        )
    ]
    assert not heirs


def test_modules_and_public_names_say_what_they_are() -> None:
    """Every module of the engine and every public function and class in it has a docstring."""
    mute = []
    for path in engine_sources():
        tree = ast.parse(path.read_bytes())
        if ast.get_docstring(tree) is None:
            mute.append(str(path.relative_to(ROOT)))
        named = (
            node
            for node in tree.body
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
            and not node.name.startswith("_")
            and ast.get_docstring(node) is None
        )
        mute += places(path, named)
    assert not mute


def test_checks_do_not_look() -> None:
    """A checks.py opens, prints and executes nothing; what it imports is the linter's business."""
    acting = {"open", "print", "input", "exec", "eval", "compile", "__import__"}
    files = [path for path in engine_sources() if path.name == "checks.py"]
    assert files
    for path in files:
        calls = [n for n in ast.walk(ast.parse(path.read_bytes())) if isinstance(n, ast.Call)]
        names = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
        assert not acting & names, path


@pytest.mark.parametrize("code", slugs())
def test_code_is_worded_in_both_languages(code: str) -> None:
    """Every check has the same sentences in both languages, taking the same values."""
    japanese, english = (sentences(language, code) for language in LANGUAGES)
    assert {"title", "passed"} <= set(japanese)
    assert any(place.startswith("cases.") for place in japanese)
    assert set(japanese) == set(english)
    for place, sentence in japanese.items():
        assert sentence, place
        assert fields(sentence) == fields(english[place]), place


def test_each_code_has_a_page() -> None:
    """With its slug, both languages and examples."""
    pages = {path.stem: path for path in (ROOT / "grader").rglob("checks/*.md")}
    for code, slug in slugs().items():
        page = pages[code].read_text(encoding="utf-8")
        assert page.splitlines()[0] == f"# {code} {slug}"
        assert "## 日本語" in page, code
        assert "## English" in page, code
        assert "```" in page, code


def test_short_names_are_of_one_check() -> None:
    """`grader explain` finds a check by its short name."""
    assert len(set(slugs().values())) == len(slugs())


def test_no_wording_for_unknown_codes() -> None:
    """No sentence and no page waits for a check that does not exist."""
    pages = {path.stem for path in (ROOT / "grader").rglob("checks/*.md")}
    assert pages == set(slugs())
    for language in LANGUAGES:
        assert set(wording(language)["checks"]) == set(slugs())


def test_nobody_names_a_check_of_a_plugin() -> None:
    """A plugin may be absent, and its checks with it: who needs one asks what checks say of it.

    What functions of arrays are asked, nets and C are asked as well; they word its answers.
    """
    ours = [plugin for name, plugin in installed().items() if name in PLUGINS and name != ARRAYS]
    owners = {check.code: folder_of(plugin.package) for plugin in ours for check in plugin.checks}
    assert owners
    named = [
        (path.relative_to(ROOT).as_posix(), node.value)
        for path in (ROOT / "grader").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in owners
        if not path.is_relative_to(owners[node.value])
    ]
    assert not named


def test_languages_are_named_in_one_place() -> None:
    """What speaks two languages asks LANGUAGES, or has its texts in ja.toml and en.toml."""
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "grader").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in LANGUAGES
    }
    here = {path for path in NAMING_A_LANGUAGE if (ROOT / path).is_file()}  # a plugin may be absent
    assert found == here


def test_nobody_is_sent_to_a_stranger() -> None:
    """On the package index `grader` is somebody else's: nothing tells anybody to install that."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    assert (project["name"], [*project["scripts"]]) == ("saiten", ["grader"])
    extras = "|".join(project["optional-dependencies"])
    command = r"((pip3?|pipx|uv|uv tool|conda|mamba|poetry|pdm) (install|add|run|download)|uvx)\b"
    stranger = rf"{command}[^\n`;&|]*?[ '\"]grader\b(?![/.])|\bgrader\[({extras})\b"
    installing = re.compile(stranger.encode())
    for arguments in (b"grader", b"'grader" + b"[report]'", b"-U grader", b"x 'grader'"):
        assert installing.search(b"pip " + b"install " + arguments)
    assert installing.search(b"uv" + b"x grader check kadai1")
    for arguments in (b"-e '.[report]'", b"-c x.txt -e .; grader machine", b"-e ./grader/"):
        assert not installing.search(b"pip " + b"install " + arguments)
    # Whoever names our wheel, our folder or our distribution gets our command out of it.
    ours = rb'"(?:\.\[ta\]|[^"\n]*\bsaiten[-[][^"\n]*)"|\{(?:spec)?\}'
    run_from_ours = re.compile(rb"(?:uvx --from|pipx run --spec) (?:%b) [g]rader\b" % ours)
    assert run_from_ours.search(b'uvx --from "saiten[ta]" grader demo')
    for other in (b'x --from "other" grader demo', b"x grader demo"):
        assert installing.search(run_from_ours.sub(b"", b"uv" + other))
    texts = ((path, path.read_bytes()) for path in tracked_files())
    files = [path for path, text in texts if installing.search(run_from_ours.sub(b"", text))]
    assert not files


def test_nothing_names_one_machine() -> None:
    """No file knows a developer's folders or where packages are downloaded from."""
    hosts = ["pypi" + ".org", "python" + "hosted", "index" + "-url", "find" + "-links"]
    folders = ["/root/" + r"\.pyenv", "/home/" + "runner", "/" + "work/", "/Users/" + r"\w+/"]
    words = re.compile("|".join([*map(re.escape, hosts), *folders]).encode())
    named = [path for path in tracked_files() if words.search(path.read_bytes())]
    assert not named
