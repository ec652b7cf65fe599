"""The wording of one language: sentences of findings, texts of the UI, and messages.

Messages end a command early or warn. The help of the command line and the descriptions of the keys
of files are in separate files.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grader.model.errors import Message
from grader.model.finding import PLUGIN, Finding, LazyList, LazyText, Param, Verdict
from grader.model.language import DEFAULT_LANGUAGE, LANGUAGES, SOURCE_LANGUAGE, Language
from grader.model.machine import NEED_OF, NEED_PYTHON
from grader.model.scoresheet import GRADER, Award
from grader.plugins import commands, folders

KANA_OR_KANJI = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides, as in POSIX

PARAM_LIMIT = 300  # characters shown of one parameter
PARTS_LIMIT = 20  # items shown of one list
OURS = ("what", "detail")  # parameters that may hold an English text of ours from the evidence
NAMED_LIMIT = 3  # checks that a reason names in full; if there are more, it lists codes
REASONS = (
    *(
        "other_version",
        "because",
        "needs",
        "left_out",
        "not_called",
        "not_timed",
        "not_right",
        "nothing_timed",
        "unsteady",
        "unsettled",
        "garbled",
        "unread",
    ),
)  # parameters with a sentence of their own
A_PYTHON = re.compile(rf"{NEED_PYTHON}3\.\d+")
PICTURES = 0x2400  # the block of Unicode with pictures of control characters
CUT = "…"
GENERIC = {Verdict.SKIPPED, Verdict.WAITING, Verdict.UNDECIDED, Verdict.BROKEN}


def choose_language(option: str | None, environ: Mapping[str, str]) -> Language:
    """Return the language of the option, else of the locale, else the default.

    Raises ValueError for an unknown option; a locale of another language is no error.
    """
    if option is not None and option not in LANGUAGES:
        raise ValueError(f"no such language: {option!r} (there are {' and '.join(LANGUAGES)})")
    locale = next((environ[name] for name in VARIABLES if environ.get(name)), "")
    asked = option or locale[:2].lower()
    return next((lang for lang in LANGUAGES if lang == asked), DEFAULT_LANGUAGE)


def is_japanese(text: str) -> bool:
    """Return whether a text contains kana or kanji."""
    return KANA_OR_KANJI.search(text) is not None


class FindingText(Struct, frozen=True, kw_only=True):
    """A finding in words: what was checked, what was found, what to do next."""

    title: str
    message: str
    hint: str


class Wording(Struct, frozen=True, kw_only=True):
    """The texts of one language."""

    lang: Language
    data: Mapping[str, Any]  # the TOML file
    program: str = "grader"  # the name in commands that sentences mention

    def finding(self, finding: Finding) -> FindingText:
        """Return a finding in words; a generic sentence if its text is missing or does not fit."""
        try:
            return self.exactly(finding)
        except (LookupError, TypeError, ValueError):
            generic = self.data["verdicts"][finding.verdict]
            message = f"{generic['message']} ({finding.check} {finding.case})".replace(" )", ")")
            title = self.title(finding.check)
            return FindingText(title=title, message=message, hint=generic["hint"])

    def exactly(self, finding: Finding) -> FindingText:
        """Return a finding as `finding` does, but raise LookupError, TypeError or ValueError."""
        if "absent" in finding.params:
            absent = self.data["verdicts"]["waiting"]
            message = self._fill(absent["absent"], finding.params)
            return FindingText(
                title=self.title(finding.check), message=message, hint=absent["absent_hint"]
            )
        if finding.otherwise is not None:
            answer = self.exactly(replace(finding, verdict=finding.otherwise, otherwise=None))
            return replace(answer, message=self.text("otherwise.begins") + answer.message)
        message, hint = self._templates(finding)
        params = dict(finding.params)
        if "because" in params:
            params["because"] = self._checks_named(params["because"])
        if "needs" in params:
            params["needs"] = self.needs(params["needs"])
        params |= {name: self._ours(params[name]) for name in OURS if name in params}
        if "refusal" in params:
            reasons = self.data["ui"]["not_unpacked"]
            reason = reasons.get(params["refusal"], reasons["other"])
            params["refusal"] = self._fill(reason, params)
        return FindingText(
            title=self.data["checks"][finding.check]["title"],
            message=self._fill(message, params),
            hint=self._fill(hint, params),
        )

    def text(self, key: str, **params: Param) -> str:
        """Return a text of the UI: `text("sheet.total")` is `total` in the table `[ui.sheet]`."""
        try:
            return self._fill(self._template(key), params)
        except (LookupError, TypeError, ValueError):
            return key

    def in_full(self, param: Param) -> str:
        """Format a parameter without shortening it or replacing characters; see `visible`.

        A text that is missing or does not fit is shown by its key.
        """
        try:
            return self._in_full(param)
        except (LookupError, TypeError, ValueError):
            return param.key if isinstance(param, LazyText | LazyList) else str(param)

    def reason(self, award: Award) -> str:
        """Return the reason for an award: a person's own words, or one of ours."""
        ours = self.data["awards"]
        if award.decided_by not in ("", GRADER) or award.reason not in ours:
            return visible(award.reason)
        if award.reason == "waiting":
            return self._fill(ours["waiting"], {"needs": self.needs(award.checks)})
        few = len(award.checks) <= NAMED_LIMIT
        checks = self._checks_named(award.checks) if few else award.checks
        return self._fill(ours[award.reason], {"checks": checks})

    def verdict(self, verdict: Verdict) -> str:
        """Return the name of a verdict."""
        name: str = self.data["verdicts"][verdict]["name"]
        return name

    def verdict_of(self, finding: Finding) -> str:
        """Return the name of a finding's verdict; more specific if it waits or was left out."""
        generic = self.data["verdicts"][finding.verdict]
        own = self.data["checks"].get(finding.check, {})
        if finding.verdict is Verdict.FAILED and "failed_name" in own:
            return str(own["failed_name"])
        case = own.get("cases", {}).get(finding.case, {})
        advice = generic.get("advice_name") if "advice" in finding.params else None
        if named := case.get("name") or advice:
            return str(named)
        if "needs" in finding.params and "named" in generic:
            return self._fill(generic["named"], {"needs": self.needs(finding.params["needs"])})
        if "left_out" in finding.params and "left_out_name" in generic:
            return str(generic["left_out_name"])
        if finding.otherwise is not None:
            return self.text("otherwise.name", verdict=self.verdict(finding.otherwise))
        return self.verdict(finding.verdict)

    def needs(self, names: Param) -> str:
        """Join the names of what is missing: titles of devices and plugins, import names."""
        named = self.data["ui"]["needs"]
        parts = names if isinstance(names, tuple) else (str(names),)
        shown = [self._need(part) for part in parts]
        listed = [named["comma"].join(shown[:-1]), *shown[-1:]] if len(shown) > 1 else shown
        joined: str = named["joint"].join(listed)
        return joined

    def _need(self, name: str) -> str:
        named: Mapping[str, Any] = self.data["ui"]["needs"]
        library, of, path = name.partition(NEED_OF)
        if name.startswith(PLUGIN):
            return self._fill(named["plugin"], {"name": name.removeprefix(PLUGIN)})
        if of:
            return self._fill(named["of"], {"library": visible(library), "path": visible(path)})
        if A_PYTHON.fullmatch(name):
            return self._fill(named["python"], {"version": name.removeprefix(NEED_PYTHON)})
        return str(named["names"].get(name) or visible(name))

    def title(self, check: str) -> str:
        """Return the title of a check; for an unknown one its code."""
        title: str = self.data["checks"].get(check, {}).get("title", check)
        return title

    def plugin(self, name: str) -> str:
        """Return `[plugins.NAME] title`; without one the plugin's own name."""
        return str(self.data["plugins"].get(name, {}).get("title", name))

    def of(self, texts: Mapping[str, str]) -> str:
        """Return the text in this language, or in any other."""
        return texts.get(self.lang) or next(iter(texts.values()), "")

    def _in_full(self, param: Param) -> str:
        match param:
            case LazyText():
                return self._fill(self._template(param.key), param.params, self._in_full)
            case LazyList():
                return self._in_a_row(param)
            case tuple():
                return self._template("list").join(param)
            case Mapping():
                return self.of(param)
            case float():
                return f"{param:g}"
            case _:
                return str(param)

    def _in_a_row(self, row: LazyList) -> str:
        """Join parts, with a blank between a Japanese word and a number."""
        parts, between = [*map(self._in_full, row.parts)], self._template(row.key)
        if is_japanese(between):
            parts[1:] = [f" {part}" if part[:1].isdecimal() else part for part in parts[1:]]
        return between.join(parts)

    def _template(self, key: str) -> str:
        found: Any = self.data["ui"]
        for part in key.split("."):
            found = found[part]
        if not isinstance(found, str):
            raise TypeError(key)
        return found

    def _templates(self, finding: Finding) -> tuple[str, str]:
        """Return the templates of message and hint; only failures and notes must have their own."""
        entry = self.data["checks"][finding.check]
        if finding.verdict is Verdict.PASSED and not finding.case:
            return entry["passed"], ""
        case = finding.case or "plain"
        generic = self.data["verdicts"][finding.verdict]
        closer = finding.verdict is Verdict.WAITING and finding.case in entry.get("cases", {})
        for reason in () if closer else REASONS:
            if reason in finding.params and reason in generic:
                return generic[reason], generic.get(f"{reason}_hint", generic["hint"])
        own = finding.case or finding.verdict is Verdict.UNDECIDED
        if finding.verdict in GENERIC and not (own and case in entry.get("cases", {})):
            return generic["message"], generic["hint"]
        texts = entry["cases"][case]  # a case with only a hint uses the plain message
        return texts.get("message") or entry["cases"]["plain"]["message"], texts["hint"]

    def _ours(self, text: Param) -> Param:
        """Translate an English text of evidence, as `[messages]` in ja.toml does."""
        if self.lang == SOURCE_LANGUAGE or not isinstance(text, str):
            return text
        said: str = self.data.get("messages", {}).get(text, text)
        return said

    def as_called(self, text: str) -> str:
        """Replace `grader` in the commands of a text by the name under which it was called."""
        return commands_as_called(text, self.program)

    def _checks_named(self, because: Param) -> Param:
        codes = because if isinstance(because, tuple) else (str(because),)
        named = self.data["checks"]
        return tuple(f"{code} {self.title(code)}" if code in named else code for code in codes)

    def _fill(
        self,
        template: str,
        params: Mapping[str, Param],
        show: Callable[[Param], str] | None = None,
    ) -> str:
        """Fill the placeholders in one pass, so that no parameter is parsed as a template."""
        show = show or self._shown
        filled = []
        for literal, name, spec in _parse(template):
            filled.append(self.as_called(literal))
            if name is not None:
                filled.append(_formatted(params[name], spec or "", show))
        return "".join(filled)

    def _shown(self, param: Param) -> str:
        match param:
            case str():
                return visible(param, limit=PARAM_LIMIT)
            case tuple():
                return self._listed(param)
            case _:
                return visible(self._in_full(param), limit=PARAM_LIMIT)

    def _listed(self, parts: tuple[str, ...]) -> str:
        more = (CUT,) if len(parts) > PARTS_LIMIT else ()
        listed: str = self.data["ui"]["list"].join(map(self._shown, parts[:PARTS_LIMIT] + more))
        return listed


def _formatted(param: Param, spec: str, show: Callable[[Param], str]) -> str:
    """Format a parameter, or choose a word by its number: `{count:student|students}`."""
    singular, either, plural = spec.partition("|")
    if either:
        return singular if show(param) == "1" else plural
    return format(param, spec) if spec else show(param)


def commands_as_called(text: str, program: str) -> str:
    """Replace `grader` in the commands of a text by `program`."""
    return text if program == "grader" else _command().sub(lambda _: program, text)


@cache
def _command() -> re.Pattern[str]:
    """Return the pattern of `grader` before the name of a command."""
    names = "|".join(map(re.escape, commands()))
    return re.compile(rf"(?<![\w/.-])grader(?= (?:{names})\b)")


@cache
def _parse(template: str) -> tuple[tuple[str, str | None, str | None], ...]:
    """Parse one of our templates; the cache is bounded by the files."""
    return tuple((literal, name, spec) for literal, name, spec, _ in Formatter().parse(template))


@cache
def load_wording(lang: Language) -> Wording:
    """Load the texts of a language once: ours, then those of every room and plugin."""
    tables: dict[str, Any] = {"checks": {}, "messages": {}, "plugins": {}}
    return Wording(lang=lang, data=_joined(f"{lang}.toml", tables))


def _joined(name: str, tables: dict[str, Any]) -> dict[str, Any]:
    """Merge the files of one name into `tables`.

    A duplicate key is an error of ours: KeyError.
    """
    import tomllib  # `grader --help` needs none of these files

    for folder in (Path(__file__).parent, *folders()):
        path = folder / name
        if path.is_file():
            _add(tomllib.loads(path.read_text(encoding="utf-8")), tables, path)
    return tables


def _add(tables: dict[str, Any], to: dict[str, Any], path: Path) -> None:
    for key, value in tables.items():
        if isinstance(value, dict) and isinstance(to.get(key, {}), dict):
            _add(value, to.setdefault(key, {}), path)
        elif key in to:
            raise KeyError(f"{path}: {key} is said twice")
        else:
            to[key] = value


def in_each_language(param: Param) -> Mapping[str, str]:
    """Format a parameter in full in every language."""
    return {lang: load_wording(lang).in_full(param) for lang in LANGUAGES}


def visible(text: str, *, limit: int = 500, keep: str = "") -> str:
    """Replace invisible characters, and shorten to `limit` characters.

    Control characters become their pictures (␀, ␊, ␡). Characters that change the direction of
    text, have no width, or are half of a surrogate pair become `<U+202E>`. No remaining character
    can move other text. `keep` lists control characters to leave alone, such as a line feed.
    """
    shown = text if len(text) <= limit else text[: limit - 1] + CUT
    if shown.isprintable():
        return shown
    return "".join(
        character if character.isprintable() or character in keep else _picture(character)
        for character in shown
    )


def _picture(character: str) -> str:
    code = ord(character)
    if unicodedata.category(character) == "Zs":  # wide and non-breaking spaces move nothing
        return character
    if code < 0x20:  # noqa: PLR2004 - the C0 controls
        return chr(PICTURES + code)
    return "␡" if character == "\x7f" else f"<U+{code:04X}>"


def say(message: Message, lang: Language) -> str:
    """Return a message in a language; `[messages]` in ja.toml is keyed by the English text."""
    if lang == SOURCE_LANGUAGE:
        return str(message)
    template = load_wording(lang).data["messages"].get(message.template, message.template)
    params = {name: _worded(value, lang) for name, value in message.params.items()}
    text = str(template.format(**params)) if params else str(template)
    return f"{_worded(message.where, lang)}: {text}" if message.where else text


def _worded(value: object, lang: Language) -> object:
    return say(value, lang) if isinstance(value, Message) else value


@cache
def load_help(lang: Language) -> Mapping[str, Mapping[str, str]]:
    """Load the help of the command line: translations by English text.

    A separate, small file, so that `grader --help` answers at once.
    """
    tables: dict[str, Any] = {"click": {}, "metavars": {}, "help": {}}
    return tables if lang == SOURCE_LANGUAGE else _joined(f"help_{lang}.toml", tables)


@cache
def load_keys(lang: Language) -> Mapping[str, str]:
    """Load the descriptions of the keys of the course's files, by the English of the schemas."""
    keys: dict[str, str] = {} if lang == SOURCE_LANGUAGE else _joined(f"keys_{lang}.toml", {})
    return keys
