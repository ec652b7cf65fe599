"""What is unusually alike in the class, side by side, with how usual so much of it is."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from flask import Blueprint, render_template
from msgspec import Struct

from grader.export.bilingual import Bilingual, BilingualText
from grader.export.report_figures import FigureView, page_of, view_figure
from grader.review.alike import Neighbours, StudentWork, neighbours
from grader.review.alike.neighbours import (
    AlikeFigures,
    AlikePrograms,
    AlikeSentences,
    AlikeSeries,
    BaseRate,
)
from grader.review.alike.sentences import common_parts
from grader.review.page.comparing import ClassComparison, Comparing
from grader.review.page.live import ClassState, LiveGradebook
from grader.wording import say

PATIENCE = 5.0  # seconds that the page waits for the class to be compared
MOST_LINES = 400  # of a program that are shown
SMALL_CLASS = 10  # works: of fewer, no base rate says anything
MOST_NUMBERS = 12  # of a series


class NeighbourName(Struct, frozen=True, kw_only=True):
    """Whose it is."""

    handle: str  # "" = not on the list any more
    student: str


class ProgramLine(Struct, frozen=True, kw_only=True):
    """One line of a program."""

    number: int
    text: str
    alike: bool


class ProgramSide(Struct, frozen=True, kw_only=True):
    """One program with the alike lines marked."""

    person: NeighbourName
    file: str
    lines: Sequence[ProgramLine]
    cut: bool  # there are more lines than are shown


class FigureSide(Struct, frozen=True, kw_only=True):
    """One figure."""

    person: NeighbourName
    figure: FigureView


class SentenceSide(Struct, frozen=True, kw_only=True):
    """One sentence in parts, with whether each is alike."""

    person: NeighbourName
    page: BilingualText
    parts: Sequence[tuple[str, bool]]


class SetView(Struct, frozen=True, kw_only=True):
    """Some works and what is alike in them."""

    title: BilingualText
    rates: Sequence[BilingualText]
    programs: Sequence[ProgramSide] = ()
    figures: Sequence[FigureSide] = ()
    sentences: Sequence[SentenceSide] = ()
    people: Sequence[NeighbourName] = ()  # of plotted numbers, which are the same
    numbers: str = ""


class NeighboursView(Struct, frozen=True, kw_only=True):
    """Everything on the page."""

    programs: Sequence[SetView]
    figures: Sequence[SetView]
    series: Sequence[SetView]
    sentences: Sequence[SetView]
    usual: BilingualText
    notes: Sequence[BilingualText]  # what could not be compared


@lru_cache(maxsize=1)
def _neighbours_of(compared: ClassComparison) -> Neighbours:
    return neighbours(compared.alike)


def addresses(live: LiveGradebook, words: Bilingual, comparing: Comparing) -> Blueprint:
    """Makes the address of the page. While the class is still compared, it asks to come again."""
    pages = Blueprint("neighbours", __name__)

    @pages.get("/neighbours")
    def page() -> str:
        state = live.state()
        compared = comparing.ask(state, PATIENCE)
        if compared is None:
            return render_template("neighbours.html", view=None)
        view = _Viewing(state, words).view(compared, _neighbours_of(compared))
        return render_template("neighbours.html", view=view)

    return pages


class _Viewing(Struct, frozen=True):
    """Turns what was found into what the template shows."""

    state: ClassState
    words: Bilingual

    def view(self, compared: ClassComparison, found: Neighbours) -> NeighboursView:
        return NeighboursView(
            programs=[self._programs(one) for one in found.programs],
            figures=[self._figures(one) for one in found.figures],
            series=[self._series(one) for one in found.series],
            sentences=[self._sentences(one) for one in found.sentences],
            usual=self.words.say("page.neighbours.usual", usual=found.usual, works=found.works),
            notes=[*self._notes(compared, found)],
        )

    def _notes(self, compared: ClassComparison, found: Neighbours) -> Iterator[BilingualText]:
        if found.works < SMALL_CLASS:
            yield self.words.say("page.neighbours.small", works=found.works)
        for message in compared.trouble:
            yield BilingualText(say(message, "ja"), say(message, "en"))
        if compared.changed:
            yield self.words.say("page.neighbours.changed", count=compared.changed)

    def _person(self, work: StudentWork) -> NeighbourName:
        return NeighbourName(handle=self.state.handles.get(work.student, ""), student=work.student)

    def _rate(self, rate: BaseRate) -> BilingualText:
        return self.words.say("page.neighbours.rate", holders=rate.holders, works=rate.works)

    def _programs(self, one: AlikePrograms) -> SetView:
        rate = one.rate
        pairs: Mapping[str, int] = {
            "as_much": rate.pairs_as_much,
            "pairs": rate.pairs,
            "typical": rate.typical,
        }
        return SetView(
            title=self.words.say("page.neighbours.tokens", tokens=one.tokens),
            rates=[self._rate(rate), self.words.say("page.neighbours.pairs", **pairs)],
            programs=[self._program(work, one.shared) for work in one.works],
        )

    def _program(self, work: StudentWork, shared: frozenset[int]) -> ProgramSide:
        program = work.program
        if program is None:
            return ProgramSide(person=self._person(work), file=work.file, lines=(), cut=False)
        marked = program.marked(shared)
        first = max(0, min(marked, default=0) - 2) if len(program.lines) > MOST_LINES else 0
        kept = range(first, min(len(program.lines), first + MOST_LINES))
        return ProgramSide(
            person=self._person(work),
            file=work.file,
            lines=[
                ProgramLine(number=at + 1, text=program.lines[at].expandtabs(4), alike=at in marked)
                for at in kept
            ],
            cut=len(kept) < len(program.lines),
        )

    def _figures(self, one: AlikeFigures) -> SetView:
        return SetView(
            title=self.words.say("page.neighbours.figure"),
            rates=[self._rate(one.rate)],
            figures=[
                FigureSide(person=self._person(work), figure=view_figure(drawn.figure, self.words))
                for work, drawn in zip(one.works, one.drawn, strict=True)
            ],
        )

    def _series(self, one: AlikeSeries) -> SetView:
        numbers = ", ".join(f"{value:.6g}" for value in one.plot.y[:MOST_NUMBERS])
        return SetView(
            title=self.words.say("page.neighbours.numbers", count=len(one.plot.y)),
            rates=[self._rate(one.rate)],
            people=[self._person(work) for work in one.works],
            numbers=numbers + (", …" if len(one.plot.y) > MOST_NUMBERS else ""),
        )

    def _sentences(self, one: AlikeSentences) -> SetView:
        first, *others = one.said
        return SetView(
            title=self.words.say("page.neighbours.sentence"),
            rates=[self._rate(one.rate)],
            sentences=[
                SentenceSide(
                    person=self._person(work),
                    page=page_of(said.page, self.words),
                    parts=common_parts(said.text, (first if said is not first else others[0]).text),
                )
                for work, said in zip(one.works, one.said, strict=True)
            ],
        )
