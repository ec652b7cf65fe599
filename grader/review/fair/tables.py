"""Tables of the fairness figures: a row per figure, with words and a bar."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from grader.model.course import Assignment
from grader.wording.bilingual import Bilingual, BilingualText

NONE = BilingualText("–", "–")
PLAIN = BilingualText("", "")
WIDTH = 120.0  # of a bar, in units of the picture
DIGITS = 9  # digits to which sums of tenths are exact


class Bar(Struct, frozen=True, kw_only=True):
    """A bar from 0 to a number, and the interval around the number, as x coordinates."""

    signed: bool  # whether it spans -1 to 1 rather than 0 to 1
    x: float
    width: float
    low: float | None = None
    high: float | None = None


class FigureCell(Struct, frozen=True, kw_only=True):
    """One number; `key` is its path in the JSON."""

    key: str
    text: BilingualText
    bar: Bar | None = None


class FigureRow(Struct, frozen=True, kw_only=True):
    """The subject of a row, and its numbers; none if there are too few works."""

    name: BilingualText
    more: BilingualText
    cells: Sequence[FigureCell]  # empty if there are fewer than ten works


class FigureTable(Struct, frozen=True, kw_only=True):
    """A question, background for its answer, and the answer."""

    name: str
    title: BilingualText
    notes: Sequence[BilingualText]
    columns: Sequence[BilingualText]
    rows: Sequence[FigureRow]
    formula: BilingualText


def tables_of(
    figures: Mapping[str, Any], assignment: Assignment, words: Bilingual
) -> list[FigureTable]:
    """Build the tables of all figures."""
    return _Tables(figures, assignment, words).all()


def bar_of(
    value: float | None, low: float | None = None, high: float | None = None, *, signed: bool
) -> Bar | None:
    """Return the bar of a number, clamped to its range; None without a number."""
    if value is None:
        return None

    def place(number: float) -> float:
        share = (number + 1) / 2 if signed else number
        return round(min(max(share, 0.0), 1.0) * WIDTH, 1)

    zero, end = place(0.0), place(value)
    return Bar(
        signed=signed,
        x=min(zero, end),
        width=round(abs(end - zero), 1),
        low=None if low is None else place(low),
        high=None if high is None else place(high),
    )


class _Tables(Struct, frozen=True):
    figures: Mapping[str, Any]
    assignment: Assignment
    words: Bilingual

    def all(self) -> list[FigureTable]:
        return [
            self._table("agreement", self._agreement(), ("n", "exact", "kappa", "difference")),
            self._table("leniency", self._leniency(), ("n", "mean", "interval")),
            self._table("order", self._order(), ("n", "first", "last", "change")),
            self._table("format", self._format(), ("word", "pdf", "more_pdf")),
            self._table("criteria", self._criteria(), ("n", "difficulty", "discrimination")),
            self._table("checks", self._checks(), ("n", "passed", "discrimination")),
        ]

    def _table(self, name: str, rows: Iterator[FigureRow], columns: Sequence[str]) -> FigureTable:
        more = self._passed_by_all() if name == "checks" else ()
        return FigureTable(
            name=name,
            title=self._say(f"titles.{name}"),
            notes=[self._say(f"notes.{name}"), *more],
            columns=[self._say(f"columns.{column}") for column in columns],
            rows=[*rows],
            formula=self._say(f"formulas.{name}"),
        )

    def _say(self, key: str) -> BilingualText:
        return self.words.say(f"page.fairness.{key}")

    def _agreement(self) -> Iterator[FigureRow]:
        for criterion, found in self.figures["agreement"].items():
            key = f"agreement.{criterion}"
            cells = [
                _count(f"{key}.n", found["n"]),
                _share(f"{key}.exact", found["exact"]),
                self._kappa(f"{key}.kappa", found["kappa"]),
                _signed(f"{key}.difference", found["difference"]),
            ]
            yield self._row(self._title(criterion), cells, few=found["n"] is None)

    def _kappa(self, key: str, kappa: float | None) -> FigureCell:
        if kappa is None:
            return FigureCell(key=key, text=self._say("all_the_same"))
        return FigureCell(
            key=key, text=_both(_minus(f"{kappa:.2f}")), bar=bar_of(kappa, signed=True)
        )

    def _leniency(self) -> Iterator[FigureRow]:
        for criterion, found in self.figures["leniency"].items():
            more = PLAIN if found["random"] else self._say("not_random")
            for person, mean in found["people"].items():
                title = self._title(criterion)
                key = f"leniency.{criterion}.people.{person}"
                name = BilingualText(f"{title.ja} — {person}", f"{title.en} — {person}")
                cells = [
                    _count(f"{key}.n", mean["n"]),
                    _share(f"{key}.mean", mean["mean"], mean["low"], mean["high"]),
                    _interval(key, mean),
                ]
                yield self._row(name, cells, few=mean["n"] is None, more=more)

    def _order(self) -> Iterator[FigureRow]:
        for criterion, found in self.figures["order"].items():
            key = f"order.{criterion}"
            cells = [
                _count(f"{key}.n", found["n"]),
                _share(f"{key}.first", found["first"]),
                _share(f"{key}.last", found["last"]),
                _change(key, found),
            ]
            yield self._row(self._title(criterion), cells, few=found["n"] is None)

    def _format(self) -> Iterator[FigureRow]:
        found = self.figures["format"]
        if not found:
            return
        named = [
            (f"format.criteria.{criterion}", self._title(criterion), each)
            for criterion, each in found["criteria"].items()
        ]
        for key, title, each in (*named, ("format.total", self._say("total"), found["total"])):
            cells = [self._side(f"{key}.{side}", each[side]) for side in ("word", "pdf")]
            cells.append(
                _change(key, each)
                if each["difference"] is not None
                else FigureCell(key=f"{key}.difference", text=self._say("few"))
            )
            yield self._row(title, cells, few=each["word"]["n"] is None is each["pdf"]["n"])

    def _side(self, key: str, found: Mapping[str, float | None]) -> FigureCell:
        mean, low, high = found["mean"], found["low"], found["high"]
        if mean is None:
            return FigureCell(key=f"{key}.mean", text=self._say("few"))
        text = _both(f"{_percent(mean)} (n = {found['n']})")
        return FigureCell(key=f"{key}.mean", text=text, bar=bar_of(mean, low, high, signed=False))

    def _criteria(self) -> Iterator[FigureRow]:
        for criterion, found in self.figures["criteria"].items():
            yield self._item(self._title(criterion), f"criteria.{criterion}", "difficulty", found)

    def _checks(self) -> Iterator[FigureRow]:
        """Yield the checks with failures, the most failed first."""
        checks = [(found["passed"] or 0.0, code) for code, found in self.figures["checks"].items()]
        for passed, code in sorted(checks):
            if passed < 1:
                title = self.words.title(code)
                name = BilingualText(f"{code} {title.ja}", f"{code} {title.en}")
                yield self._item(name, f"checks.{code}", "passed", self.figures["checks"][code])

    def _passed_by_all(self) -> Iterator[BilingualText]:
        found = self.figures["checks"].items()
        if codes := tuple(code for code, each in found if each["passed"] == 1):
            yield self.words.say("page.fairness.passed_by_all", codes=codes)

    def _item(
        self, name: BilingualText, key: str, measure: str, found: Mapping[str, Any]
    ) -> FigureRow:
        correlation, rest = found["discrimination"], found["rest_n"]
        if correlation is None:
            text = self._say("few" if rest is None else "undefined")
        else:
            text = _both(f"{_minus(f'{correlation:.2f}')} (n = {rest})")
        cells = [
            _count(f"{key}.n", found["n"]),
            _share(f"{key}.{measure}", found[measure]),
            FigureCell(
                key=f"{key}.discrimination", text=text, bar=bar_of(correlation, signed=True)
            ),
        ]
        return self._row(name, cells, few=found["n"] is None)

    def _row(
        self,
        name: BilingualText,
        cells: Sequence[FigureCell],
        *,
        few: bool,
        more: BilingualText = PLAIN,
    ) -> FigureRow:
        return FigureRow(name=name, more=more, cells=() if few else cells)

    def _title(self, criterion: str) -> BilingualText:
        found = (each.title for each in self.assignment.rubric if each.id == criterion)
        return self.words.of(next(found))


def _both(text: str) -> BilingualText:
    return BilingualText(text, text)


def _percent(share: float, sign: str = "") -> str:
    """Format a share, or a difference of shares, as a percentage; 58.5000001 becomes 58.5."""
    return _minus(f"{round(100 * share, DIGITS):{sign}.0f} %")


def _count(key: str, count: float | None) -> FigureCell:
    return FigureCell(key=key, text=NONE if count is None else _both(f"{count:.0f}"))


def _share(
    key: str, share: float | None, low: float | None = None, high: float | None = None
) -> FigureCell:
    text = NONE if share is None else _both(_percent(share))
    return FigureCell(key=key, text=text, bar=bar_of(share, low, high, signed=False))


def _signed(key: str, number: float | None) -> FigureCell:
    text = NONE if number is None else _both(_minus(f"{number:+.2f}"))
    return FigureCell(key=key, text=text)


def _interval(key: str, found: Mapping[str, float | None]) -> FigureCell:
    low, high = found["low"], found["high"]
    text = NONE if low is None or high is None else _both(f"{_percent(low)} – {_percent(high)}")
    return FigureCell(key=f"{key}.interval", text=text)


def _change(key: str, found: Mapping[str, float | None]) -> FigureCell:
    change, low, high = found["difference"], found["low"], found["high"]
    if change is None or low is None or high is None:
        return FigureCell(key=f"{key}.difference", text=NONE)
    text = _both(f"{_percent(change, '+')} [{_percent(low, '+')}, {_percent(high, '+')}]")
    return FigureCell(
        key=f"{key}.difference", text=text, bar=bar_of(change, low, high, signed=True)
    )


def _minus(number: str) -> str:
    return number.replace("-", "\u2212")
