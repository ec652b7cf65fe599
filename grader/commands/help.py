"""The help of the command line and click's own sentences, in the user's language.

click looks its texts up with gettext, under the name `_` in each of its modules; a table of ours
takes that place. Commands and options are written in English; in Japanese they are copied with
their texts exchanged, before anything is parsed.
"""

import inspect
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import pairwise, takewhile

import click
from click import core, decorators, exceptions, formatting, parser, termui, types

from grader.model.errors import Message
from grader.model.language import LANGUAGES, SOURCE_LANGUAGE
from grader.wording import Language, load_help, say

TEXTS_OF_CLICK = (core, decorators, exceptions, formatting, parser, termui, types)
# What stays together in a line: an English word; a full-width character with its brackets and
# closing marks; blanks.
UNIT = re.compile(
    r"[（「『【]*(?:[!-~]+|[^\x00-\x7f])[、。，．）」』】！？…ー・っゃゅょァィゥェォッャュョ]*|\s+"
)
RAW = "\b"  # in front of lines that stay as they are


def language_asked(arguments: Sequence[str]) -> str | None:
    """Find `--lang` in front of the command or after it; of two the later one counts."""
    ours = [*takewhile(lambda word: word != "--", arguments), ""]
    values = [
        word.removeprefix("--lang=") if word.startswith("--lang=") else after
        for word, after in pairwise(ours)
        if word == "--lang" or word.startswith("--lang=")
    ]
    return next((value for value in reversed(values) if value in LANGUAGES), None)


def speaking(command: click.Command, lang: Language) -> click.Command:
    """Return the command line in a language; click speaks it from here on."""
    tables = load_help(lang)
    _teach_click(tables["click"])
    return command if lang == SOURCE_LANGUAGE else _in_words(command, tables)


def usage_sentence(error: click.ClickException, lang: Language) -> str:
    """Return what was wrong with the command line."""
    if isinstance(error, click.MissingParameter) and error.param is not None:
        kind = Message("argument" if error.param.param_type_name == "argument" else "option")
        named = error.param.get_error_hint(error.ctx)
        return say(Message("Missing {kind} {name}.", {"kind": kind, "name": named}), lang)
    return error.format_message()


def _teach_click(texts: Mapping[str, str]) -> None:
    """Exchange click's texts; one that is not in the table stays English."""

    def text_of(english: str) -> str:
        return texts.get(english, english)

    def counted(singular: str, plural: str, count: int) -> str:
        return text_of(singular if count == 1 else plural)

    exchanged: dict[str, Callable[..., str]] = {"_": text_of, "ngettext": counted}
    for module in TEXTS_OF_CLICK:
        names = vars(module)
        names.update({name: function for name, function in exchanged.items() if name in names})


def _in_words(command: click.Command, tables: Mapping[str, Mapping[str, str]]) -> click.Command:
    """Copy a command and its subcommands with their texts replaced."""
    texts, metavars = tables["help"], tables["metavars"]
    worded = copy(command)
    worded._help_option = None  # noqa: SLF001  click keeps it, in the language of its first use
    worded.context_class = _WideContext
    paragraphs = [texts.get(text, text) for text in paragraphs_of(command.help)]
    worded.help = "\n\n".join(paragraphs)
    worded.short_help = paragraphs[0] if paragraphs else None
    worded.epilog = "\n".join(
        texts.get(line, line) for line in inspect.cleandoc(command.epilog or "").split("\n")
    )
    worded.options_metavar = metavars.get(command.options_metavar or "", command.options_metavar)
    worded.params = [_param_in_words(param, tables) for param in command.params]
    if isinstance(worded, click.Group):
        worded.subcommand_metavar = metavars.get(
            worded.subcommand_metavar, worded.subcommand_metavar
        )
        worded.commands = {
            name: _in_words(below, tables) for name, below in worded.commands.items()
        }
    return worded


def paragraphs_of(text: str | None) -> list[str]:
    """Split a help text: each paragraph on one line, as it is in the table."""
    return [" ".join(part.split()) for part in (text or "").split("\n\n") if part.strip()]


def _param_in_words(
    param: click.Parameter, tables: Mapping[str, Mapping[str, str]]
) -> click.Parameter:
    texts = tables["help"]
    worded = copy(param)
    worded.metavar = _metavar(param, tables["metavars"])
    if isinstance(worded, click.Option):
        worded.help = texts.get(worded.help or "", worded.help)
        if isinstance(worded.show_default, str):
            worded.show_default = texts.get(worded.show_default, worded.show_default)
    if isinstance(worded.type, click.Path):
        worded.type = copy(worded.type)
        worded.type.name = tables["click"].get(worded.type.name, worded.type.name)
    return worded


def _metavar(param: click.Parameter, metavars: Mapping[str, str]) -> str | None:
    """Return the placeholder for a value, with click's brackets and dots."""
    if param.metavar is not None:
        return metavars.get(param.metavar, param.metavar)
    if isinstance(param, click.Argument):
        name = str(param.name).upper()
        named = metavars.get(name, name)
        return (named if param.required else f"[{named}]") + ("..." if param.nargs != 1 else "")
    return metavars.get(param.type.name.upper())


class _WideHelp(click.HelpFormatter):
    """A page on which a full-width character takes two columns, and Japanese breaks anywhere."""

    def write_text(self, text: str) -> None:
        """Write paragraphs."""
        indent = " " * self.current_indent
        blocks = [
            "\n".join(indent + line for line in _broken(block, self.width - self.current_indent))
            for block in text.split("\n\n")
        ]
        self.write("\n\n".join(blocks) + "\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write terms, and what they mean beside them."""
        listed = list(rows)
        first = min(max(_columns(term) for term, _ in listed), col_max) + col_spacing
        start, indent = " " * self.current_indent, " " * (self.current_indent + first)
        for term, meaning in listed:
            lines = _broken(meaning, max(self.width - len(indent), 10))
            if _columns(term) + col_spacing > first:
                self.write(f"{start}{term}\n")
            else:
                self.write(start + term + " " * (first - _columns(term)) + next(lines, "") + "\n")
            for line in lines:
                self.write(f"{indent}{line}\n")


class _WideContext(click.Context):
    formatter_class = _WideHelp


def _broken(text: str, width: int) -> Iterator[str]:
    """Break a paragraph into lines of limited width."""
    if text.startswith(RAW):
        yield from text.removeprefix(RAW).strip("\n").split("\n")
        return
    line = ""
    for unit in UNIT.findall(" ".join(text.split())):
        if line and _columns(line + unit.rstrip()) > width:
            yield line.rstrip()
            line = unit.lstrip()
        else:
            line += unit
    if line:
        yield line.rstrip()


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
