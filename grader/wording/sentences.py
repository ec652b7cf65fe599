"""The wording of one language: which it is, how a finding becomes a sentence, and messages.

Messages are what ends a command early or warns; the help of the command line and the meanings of
the keys of files stand in files of their own.
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

PARAM_LIMIT = 300  # characters of one parameter that a sentence shows
PARTS_LIMIT = 20  # items of one list that a sentence shows
OURS = ("what", "detail")  # parameters that may be an English text of ours, a part of evidence
NAMED_LIMIT = 3  # checks that a reason names in full; of more it gives the codes
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
PICTURES = 0x2400  # the block of Unicode with a picture for each control character
CUT = "…"
GENERIC = {Verdict.SKIPPED, Verdict.WAITING, Verdict.UNDECIDED, Verdict.BROKEN}


def choose_language(option: str | None, environ: Mapping[str, str]) -> Language:
    """Follows the option, else the locale of the environment, else speaks the default one.

    Raises ValueError for an option that is no language; a locale of another language is no error.
    """
    if option is not None and option not in LANGUAGES:
        raise ValueError(f"no such language: {option!r} (there are {' and '.join(LANGUAGES)})")
    locale = next((environ[name] for name in VARIABLES if environ.get(name)), "")
    asked = option or locale[:2].lower()
    return next((lang for lang in LANGUAGES if lang == asked), DEFAULT_LANGUAGE)


def is_japanese(text: str) -> bool:
    """Says whether a text that people wrote is Japanese, by its letters."""
    return KANA_OR_KANJI.search(text) is not None


class FindingText(Struct, frozen=True, kw_only=True):
    """A finding in words: what was checked, what was found, what to do next."""

    title: str
    message: str
    hint: str


class Wording(Struct, frozen=True, kw_only=True):
    """Every text of one language."""

    lang: Language
    data: Mapping[str, Any]  # the TOML file
    program: str = "grader"  # as it was called, in the commands that sentences name

    def finding(self, finding: Finding) -> FindingText:
        """Says a finding; a text that is missing or does not fit becomes a plain sentence."""
        try:
            return self.exactly(finding)
        except (LookupError, TypeError, ValueError):
            generic = self.data["verdicts"][finding.verdict]
            message = f"{generic['message']} ({finding.check} {finding.case})".replace(" )", ")")
            title = self.title(finding.check)
            return FindingText(title=title, message=message, hint=generic["hint"])

    def exactly(self, finding: Finding) -> FindingText:
        """Says a finding as `finding` does, but raises LookupError, TypeError or ValueError."""
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
        """Says a text of the UI: `text("sheet.total")` is `total` in the table `[ui.sheet]`."""
        try:
            return self._fill(self._template(key), params)
        except (LookupError, TypeError, ValueError):
            return key

    def in_full(self, param: Param) -> str:
        """Says a parameter without cutting it or exchanging characters; see `visible`.

        A text that is missing or does not fit is shown by its key.
        """
        try:
            return self._in_full(param)
        except (LookupError, TypeError, ValueError):
            return param.key if isinstance(param, LazyText | LazyList) else str(param)

    def reason(self, award: Award) -> str:
        """Says why an award is what it is: a person's own words, or one of ours."""
        ours = self.data["awards"]
        if award.decided_by not in ("", GRADER) or award.reason not in ours:
            return visible(award.reason)
        if award.reason == "waiting":
            return self._fill(ours["waiting"], {"needs": self.needs(award.checks)})
        few = len(award.checks) <= NAMED_LIMIT
        checks = self._checks_named(award.checks) if few else award.checks
        return self._fill(ours[award.reason], {"checks": checks})

    def verdict(self, verdict: Verdict) -> str:
        """Names a verdict."""
        name: str = self.data["verdicts"][verdict]["name"]
        return name

    def verdict_of(self, finding: Finding) -> str:
        """Names a finding's verdict; of what waits or was left out, more closely."""
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
        """Names what is waited for: devices and plugins by name, libraries as they are imported."""
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
        """Names a check; an unknown one is named by its code."""
        title: str = self.data["checks"].get(check, {}).get("title", check)
        return title

    def plugin(self, name: str) -> str:
        """Names a plugin by `[plugins.NAME] title`; one without that by its own name."""
        return str(self.data["plugins"].get(name, {}).get("title", name))

    def of(self, texts: Mapping[str, str]) -> str:
        """Picks this language's text, or any other there is."""
        return texts.get(self.lang) or next(iter(texts.values()), "")

    def _in_full(self, param: Param) -> str:
        match param:
            case LazyText():
                return self._fill(self._template(param.key), param.params, self._in_full)
            case LazyList():
                return self._template(param.key).join(map(self._in_full, param.parts))
            case tuple():
                return self._template("list").join(param)
            case Mapping():
                return self.of(param)
            case float():
                return f"{param:g}"
            case _:
                return str(param)

    def _template(self, key: str) -> str:
        found: Any = self.data["ui"]
        for part in key.split("."):
            found = found[part]
        if not isinstance(found, str):
            raise TypeError(key)
        return found

    def _templates(self, finding: Finding) -> tuple[str, str]:
        """Picks the sentence and the hint; only failures and notes must have their own."""
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
        texts = entry["cases"][case]  # what has only a hint of its own says the plain sentence
        return texts.get("message") or entry["cases"]["plain"]["message"], texts["hint"]

    def _ours(self, text: Param) -> Param:
        """Says in this language what evidence has in English: `[messages]` in ja.toml has it."""
        if self.lang == SOURCE_LANGUAGE or not isinstance(text, str):
            return text
        said: str = self.data.get("messages", {}).get(text, text)
        return said

    def as_called(self, text: str) -> str:
        """Write the commands in a text as this program was called."""
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
        """Fills the placeholders in one pass, so that no parameter is read as a template."""
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
    """Shows a parameter, or chooses a word by it: `{count:student|students}`."""
    singular, either, plural = spec.partition("|")
    if either:
        return singular if show(param) == "1" else plural
    return format(param, spec) if spec else show(param)


def commands_as_called(text: str, program: str) -> str:
    """Exchange `grader` in each command of a text for how grader was called."""
    return text if program == "grader" else _command().sub(lambda _: program, text)


@cache
def _command() -> re.Pattern[str]:
    """Matches `grader` in front of a command's name."""
    names = "|".join(map(re.escape, commands()))
    return re.compile(rf"(?<![\w/.-])grader(?= (?:{names})\b)")


@cache
def _parse(template: str) -> tuple[tuple[str, str | None, str | None], ...]:
    """Takes one of our templates apart; there are as many as the files have."""
    return tuple((literal, name, spec) for literal, name, spec, _ in Formatter().parse(template))


@cache
def load_wording(lang: Language) -> Wording:
    """Reads the texts of a language, once: ours, then those of every room and plugin."""
    tables: dict[str, Any] = {"checks": {}, "messages": {}, "plugins": {}}
    return Wording(lang=lang, data=_joined(f"{lang}.toml", tables))


def _joined(name: str, tables: dict[str, Any]) -> dict[str, Any]:
    """Reads the files of one name, each into the tables of those before it.

    What a file says that another one has said before is an error of ours: KeyError.
    """
    import tomllib  # `grader --help` says nothing that is in the files

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
    """Says a parameter in full in every language."""
    return {lang: load_wording(lang).in_full(param) for lang in LANGUAGES}


def visible(text: str, *, limit: int = 500, keep: str = "") -> str:
    """Shows what cannot be seen, and at most `limit` characters.

    Control characters become their pictures (␀, ␊, ␡); characters that change the direction of
    text, have no width, or are half of a pair become `<U+202E>`. Nothing that is left can move
    other text about. `keep` names control characters to leave alone, such as a line feed.
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
    """Says a message in a language: `[messages]` in ja.toml has its English text as the key."""
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
    """Reads the help of the command line: tables from its English texts to this language's.

    A file of its own, and a small one: `grader --help` answers at once.
    """
    tables: dict[str, Any] = {"click": {}, "metavars": {}, "help": {}}
    return tables if lang == SOURCE_LANGUAGE else _joined(f"help_{lang}.toml", tables)


@cache
def load_keys(lang: Language) -> Mapping[str, str]:
    """Reads what the keys of the course's files mean: from the English of the schemas."""
    keys: dict[str, str] = {} if lang == SOURCE_LANGUAGE else _joined(f"keys_{lang}.toml", {})
    return keys
