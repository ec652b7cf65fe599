"""Text in both languages at once; the page shows one of them."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape

from msgspec import Struct

from grader.model.finding import Finding, Param, Verdict
from grader.model.language import LANGUAGES
from grader.model.scoresheet import Award
from grader.wording.sentences import Wording, load_wording, visible

CODE_LIMIT = 1200  # characters
CODE = re.compile(r"`([^`\n]+)`")


class BilingualText(Struct, frozen=True):
    """A text in two languages. Templates write both, escaped, and a style hides one."""

    ja: str
    en: str

    def __bool__(self) -> bool:
        return bool(self.ja or self.en)

    def __html__(self) -> str:
        if self.ja == self.en:
            return _html(self.ja)
        return f"<span lang=ja>{_html(self.ja)}</span><span lang=en>{_html(self.en)}</span>"


NOTHING = BilingualText("", "")


class Code(Struct, frozen=True):
    """Lines of a program or a student's text; full-width spaces are marked."""

    lines: str

    def __bool__(self) -> bool:
        return bool(self.lines)

    def __html__(self) -> str:
        shown = escape(visible(self.lines, limit=CODE_LIMIT, keep="\n\t"))
        return shown.replace("\u3000", '<span class="wide">\u3000</span>')


class SaidFinding(Struct, frozen=True):
    """A finding in both languages."""

    title: BilingualText
    message: BilingualText
    hint: BilingualText
    verdict: BilingualText


class Bilingual(Struct, frozen=True):
    """The wordings of both languages."""

    ja: Wording
    en: Wording

    def say(self, key: str, **params: Param) -> BilingualText:
        """Return a text of the UI."""
        return BilingualText(self.ja.text(key, **params), self.en.text(key, **params))

    def of(self, texts: Mapping[str, str]) -> BilingualText:
        """Return a text of the course in both languages."""
        return BilingualText(self.ja.of(texts), self.en.of(texts))

    def reason(self, award: Award) -> BilingualText:
        """Return the reason for an award."""
        return BilingualText(self.ja.reason(award), self.en.reason(award))

    def verdict(self, verdict: Verdict) -> BilingualText:
        """Return the name of a verdict."""
        return BilingualText(self.ja.verdict(verdict), self.en.verdict(verdict))

    def verdict_of(self, finding: Finding) -> BilingualText:
        """Return the name of a finding's verdict, with what it waits for."""
        return BilingualText(self.ja.verdict_of(finding), self.en.verdict_of(finding))

    def needs(self, needs: tuple[str, ...]) -> BilingualText:
        """Return the name of the verdict that waits for `needs`."""
        finding = Finding(check="", subject="", verdict=Verdict.WAITING, params={"needs": needs})
        return self.verdict_of(finding)

    def waiting(self, needs: tuple[str, ...], points: float) -> BilingualText:
        """Return how many points wait for devices or libraries."""
        ja, en = self.ja, self.en
        return BilingualText(
            ja.text("sheet.waiting", needs=ja.needs(needs), points=points),
            en.text("sheet.waiting", needs=en.needs(needs), points=points),
        )

    def name(self, text: str) -> BilingualText:
        """Return a name, or another text that is the same in both languages."""
        return BilingualText(visible(text), visible(text))

    def machine(self, key: str) -> BilingualText:
        """Return the name of a fact about the machine; without one, its key."""
        sentence = self.say(f"about.{key}")
        return self.name(key) if sentence.ja == f"about.{key}" else sentence

    def listed(self, key: str, names: Sequence[str]) -> BilingualText:
        """Join texts of the UI; one without a text is shown by its name."""
        ja, en = self.ja, self.en
        return BilingualText(_listed(ja, key, names), _listed(en, key, names))

    def part(self, finding: Finding) -> BilingualText:
        """Return the name of a check, with the part of the report for findings about one."""
        title = self.title(finding.check)
        if not finding.subject.startswith("report."):
            return title
        part = self.say(finding.subject.replace("report.", "report.part_"))
        return BilingualText(f"{title.ja}: {part.ja}", f"{title.en}: {part.en}")

    def plugin(self, name: str) -> BilingualText:
        """Return the title of a plugin."""
        return BilingualText(self.ja.plugin(name), self.en.plugin(name))

    def title(self, check: str) -> BilingualText:
        """Return the title of a check."""
        return BilingualText(self.ja.title(check), self.en.title(check))

    def finding(self, finding: Finding) -> SaidFinding:
        """Return a finding in words."""
        ja, en = self.ja.finding(finding), self.en.finding(finding)
        return SaidFinding(
            title=self.part(finding)
            if finding.subject.startswith("report.")
            else BilingualText(ja.title, en.title),
            message=BilingualText(ja.message, en.message),
            hint=BilingualText(ja.hint, en.hint),
            verdict=self.verdict_of(finding),
        )


def load_bilingual() -> Bilingual:
    """Load the texts of both languages."""
    return Bilingual(*map(load_wording, LANGUAGES))


def _listed(words: Wording, key: str, names: Sequence[str]) -> str:
    listed = []
    for name in names:
        place = f"{key}.{name.replace('-', '_')}"
        text = words.text(place)
        listed.append(visible(name) if text == place else text)
    return str(words.data["ui"]["list"]).join(listed)


@lru_cache(maxsize=4096)  # titles and generic sentences recur
def _html(text: str) -> str:
    """Escape the text, then mark up text between backticks as code."""
    return CODE.sub(r"<code>\1</code>", escape(text))
