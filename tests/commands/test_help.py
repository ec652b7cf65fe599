"""The help and click's own sentences, in the language of --lang or of the locale."""

import ast
import inspect
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from grader.__main__ import cli, run
from grader.commands.help import TEXTS_OF_CLICK, language_asked, paragraphs_of
from grader.plugins import installed
from grader.wording import load_help

TABLES = load_help("ja")
WORDS = re.compile(r"\[[^]]+\|[^]]+\]")  # words that are typed, in place of a name for them
# What no command of ours can make click say: no option is deprecated, prompts for a secret, …
NEVER_SAID = frozenset(
    {
        "deprecated",
        "DeprecationWarning: The command {name!r} is deprecated.{extra_message}",
        "DeprecationWarning: The {param_type} {name!r} is deprecated.{extra_message}",
        "Positional arguments",
        "Value must be an iterable.",
        "Takes {nargs} values but 1 was given.",
        "Takes {nargs} values but {len} were given.",
        "Name '{name}' defined twice",
        "env var: {var}",
        "Do you want to continue?",
        "Confirm the action without prompting.",
        "%(prog)s, version %(version)s",
        "Show the version and exit.",
        "Try '{command} {option}' for help.",
        "Missing argument",
        "Missing option",
        "Missing parameter",
        "Missing {param_type}",
        "Missing parameter: {param_name}",
        "unknown error",
        "Could not open file {filename!r}: {message}",
        "Invalid start character for option ({option})",
        "Argument {name!r} takes {nargs} values.",
        "Option {name!r} requires {nargs} arguments.",
        "Repeat for confirmation",
        "Error: The two entered values do not match.",
        "Unknown color {colour!r}",
        "Press any key to continue...",
        "Choice({choices})",
        "{value!r} does not match the format {format}.",
        "{value!r} does not match the formats {formats}.",
        "{value!r} is not a valid UUID.",
        "{name} {filename!r} is not executable.",
        "{len_type} values are required, but {len_value} was given.",
        "{len_type} values are required, but {len_value} were given.",
        "Choose from:\n\t{choices}",
        "Boolean option {decl!r} cannot use the same flag for true/false.",
        (
            "No options defined but a name was passed ({name}). Did you mean to declare an "
            "argument instead? Did you mean to pass '--{name}'?"
        ),
        "Arguments take exactly one parameter declaration, got {length}: {decls}.",
        "Could not determine name for option with declarations {decls!r}",
        "{value!r} is not a valid boolean. Recognized values: {states}",
    }
)


def commands() -> list[click.Command]:
    """The whole command line."""
    return [cli, *cli.commands.values()]


def help_texts() -> Iterator[str]:
    """Every English text of the help."""
    for command in commands():
        yield from paragraphs_of(command.help)
        lines = inspect.cleandoc(command.epilog or "").splitlines()
        yield from (line for line in lines if line.strip("\b ") and not line.startswith(" "))
        for param in command.params:
            if isinstance(param, click.Option):
                yield param.help or ""
                yield from [param.show_default] if isinstance(param.show_default, str) else []


def metavars() -> Iterator[str]:
    """Everything that stands for a value in a usage line or an option."""
    yield from (cli.subcommand_metavar, cli.options_metavar or "")
    for param in (param for command in commands() for param in command.params):
        if param.metavar is not None and WORDS.fullmatch(param.metavar):
            continue
        if param.metavar is not None:
            yield param.metavar
        elif isinstance(param, click.Argument):
            yield str(param.name).upper()
        elif not isinstance(param.type, click.Choice | click.types.BoolParamType):
            yield param.type.name.upper()


def texts_of_click() -> set[str]:
    """Every text that click looks up."""
    found = set()
    for module in TEXTS_OF_CLICK:
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_bytes())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in {"_", "ngettext"}:
                constants = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                found |= {text for text in constants if isinstance(text, str)}
    return found


def test_every_text_has_its_japanese() -> None:
    """None is missing, and none is left over but of options for a command that is taken away."""
    texts, names = set(help_texts()) - {""}, set(metavars())
    if all(name in cli.commands for plugin in installed().values() for name in plugin.extends):
        assert texts == set(TABLES["help"])
        assert names == set(TABLES["metavars"])
    assert texts <= set(TABLES["help"])
    assert names <= set(TABLES["metavars"])


def test_every_sentence_of_click_has_its_japanese() -> None:
    """A new click that says something new, or says it otherwise, shows here."""
    asked = texts_of_click() | {"required"}  # looked up by a name of its own
    assert asked - set(TABLES["click"]) - NEVER_SAID == set()
    assert asked >= NEVER_SAID
    assert set(TABLES["click"]) - asked == set()


@pytest.mark.parametrize(
    ("arguments", "lang"),
    [
        ("check kadai1", None),
        ("--lang en check kadai1", "en"),
        ("check --lang en kadai1", "en"),
        ("check kadai1 --lang=en", "en"),
        ("--lang ja check --lang en", "en"),
        ("--lang en check --lang ja", "ja"),
        ("--lang=ja check --lang en", "en"),
        ("--lang en check --lang fr", "en"),
        ("check kadai1 -- --lang en", None),
        ("check kadai1 --lang", None),
    ],
)
def test_the_later_lang_counts(arguments: str, lang: str | None) -> None:
    """In front of the command or after it; a file may be called so, too."""
    assert language_asked(arguments.split()) == lang


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command says in all."""
    capsys.readouterr()
    run(arguments)
    captured = capsys.readouterr()
    return captured.out + captured.err


@pytest.mark.parametrize("locale", ["ja_JP.UTF-8", "en_US.UTF-8", "C"])
@pytest.mark.parametrize("lang", ["", "ja", "en"])
def test_help_is_in_one_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], locale: str, lang: str
) -> None:
    """The option's, else the locale's, else Japanese; before the command and after it."""
    monkeypatch.setenv("LC_ALL", locale)
    option = ["--lang", lang] if lang else []
    english = (lang or locale[:2]) == "en"
    pages = [said(capsys, *option, "--help")]
    for name in cli.commands:
        pages += [said(capsys, *option, name, "--help"), said(capsys, name, *option, "-h")]
        assert pages[-1] == pages[-2]
    for page in pages:
        kana = any("\u3040" <= letter <= "\u30ff" for letter in page)
        assert kana is not english, page
        assert ("Usage: grader" in page) is english
        assert ("使い方: grader" in page) is not english


@pytest.mark.parametrize(
    ("arguments", "japanese", "english"),
    [
        (["--no"], "--no というオプションはありません。", "No such option '--no'."),
        (["chek"], "chek というコマンドはありません。 'check' のこと", "Did you mean 'check'?"),
        (["grade"], "引数 '課題' がありません。", "Missing argument 'ASSIGNMENT'."),
        (["collect", "x.zip"], "オプション '-a' / '--assignment' がありません。",
         "Missing option '-a' / '--assignment'."),
        (["check", "k", "--device", "x"], "'--device': x は選べません。選べるのは 'auto', ",
         "Invalid value for '--device': 'x' is not one of 'auto', "),
        (["check", "k", "--device"], "オプション --device には値が必要です。",
         "Option '--device' requires an argument."),
        (["check", "k", "--json=1"], "オプション --json に値は付けられません。",
         "Option '--json' does not take a value."),
        (["regrade", "k", "l"], "余分な引数があります: l", "Got unexpected extra argument (l)"),
        (["grade", "k", "--jobs", "0"], "'--jobs': 0 は範囲 (x>=1) の外です。",
         "Invalid value for '--jobs': 0 is not in the range x>=1."),
        (["grade", "k", "--jobs", "x"], "'--jobs': x は数 (integer range) ではありません。",
         "'x' is not a valid integer range."),
        (["check", "k", "--course", "no/where"], "'--course': フォルダ no/where はありません。",
         "Invalid value for '--course': Directory 'no/where' does not exist."),
        (["export", "k", "--into", "/"], "'--into': / はフォルダです。ファイルを指定して",
         "Invalid value for '--into': File '/' is a directory."),
        (["export", "kadai1", "--overwrite"], "--overwrite は --into のファイルについてのものです",
         "--overwrite applies only to the FILE of --into; remove it"),
    ],
)  # fmt: skip
def test_wrong_usage_is_told_in_one_language(
    capsys: pytest.CaptureFixture[str], arguments: list[str], japanese: str, english: str
) -> None:
    """The usage line, where click knows the command, and a sentence."""
    told = said(capsys, "--lang", "ja", *arguments)
    assert japanese in told
    assert "Usage:" not in told
    told = said(capsys, "--lang", "en", *arguments)
    assert english in told
    assert "使い方" not in told


def test_grader_alone_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    """All of it, once, and exit code 2."""
    assert run(["--lang", "en"]) == 2
    assert capsys.readouterr().err.count("Usage:") == 1


def test_japanese_pages_fit_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A full-width character takes two columns, and no line begins with a closing mark."""
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("", *cli.commands):
        for line in said(capsys, *([name] if name else []), "--help", "--lang", "ja").splitlines():
            width = sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in line)
            assert width <= 80 or "grader" in line or "[" in line, line
            assert line.strip()[:1] not in set("。、）」っゃゅょー")
