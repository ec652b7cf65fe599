"""What is unusually alike in the class, side by side, with how usual so much of it is."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from flask import Blueprint, render_template
from msgspec import Struct

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
from grader.wording.bilingual import Bilingual, BilingualText

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

    def view(self, compared: ClassComparison, neighbours: Neighbours) -> NeighboursView:
        return NeighboursView(
            programs=[self._programs(programs) for programs in neighbours.programs],
            figures=[self._figures(figures) for figures in neighbours.figures],
            series=[self._series(series) for series in neighbours.series],
            sentences=[self._sentences(sentences) for sentences in neighbours.sentences],
            usual=self.words.say(
                "page.neighbours.usual", usual=neighbours.usual, works=neighbours.works
            ),
            notes=[*self._notes(compared, neighbours)],
        )

    def _notes(self, compared: ClassComparison, neighbours: Neighbours) -> Iterator[BilingualText]:
        if neighbours.works < SMALL_CLASS:
            yield self.words.say("page.neighbours.small", works=neighbours.works)
        for message in compared.trouble:
            yield BilingualText(say(message, "ja"), say(message, "en"))
        if compared.changed:
            yield self.words.say("page.neighbours.changed", count=compared.changed)

    def _person(self, work: StudentWork) -> NeighbourName:
        return NeighbourName(handle=self.state.handles.get(work.student, ""), student=work.student)

    def _rate(self, rate: BaseRate) -> BilingualText:
        return self.words.say("page.neighbours.rate", holders=rate.holders, works=rate.works)

    def _programs(self, programs: AlikePrograms) -> SetView:
        rate = programs.rate
        pairs: Mapping[str, int] = {
            "as_much": rate.pairs_as_much,
            "pairs": rate.pairs,
            "typical": rate.typical,
        }
        return SetView(
            title=self.words.say("page.neighbours.tokens", tokens=programs.tokens),
            rates=[self._rate(rate), self.words.say("page.neighbours.pairs", **pairs)],
            programs=[self._program(work, programs.shared) for work in programs.works],
        )

    def _program(self, work: StudentWork, shared: frozenset[int]) -> ProgramSide:
        program = work.program
        if program is None:
            return ProgramSide(person=self._person(work), file=work.file, lines=(), cut=False)
        marked = program.marked(shared)
        first = max(0, min(marked, default=0) - 2) if len(program.lines) > MOST_LINES else 0
        shown = range(first, min(len(program.lines), first + MOST_LINES))
        return ProgramSide(
            person=self._person(work),
            file=work.file,
            lines=[
                ProgramLine(number=at + 1, text=program.lines[at].expandtabs(4), alike=at in marked)
                for at in shown
            ],
            cut=len(shown) < len(program.lines),
        )

    def _figures(self, figures: AlikeFigures) -> SetView:
        return SetView(
            title=self.words.say("page.neighbours.figure"),
            rates=[self._rate(figures.rate)],
            figures=[
                FigureSide(person=self._person(work), figure=view_figure(drawn.figure, self.words))
                for work, drawn in zip(figures.works, figures.drawn, strict=True)
            ],
        )

    def _series(self, series: AlikeSeries) -> SetView:
        numbers = ", ".join(f"{value:.6g}" for value in series.plot.y[:MOST_NUMBERS])
        return SetView(
            title=self.words.say("page.neighbours.numbers", count=len(series.plot.y)),
            rates=[self._rate(series.rate)],
            people=[self._person(work) for work in series.works],
            numbers=numbers + (", …" if len(series.plot.y) > MOST_NUMBERS else ""),
        )

    def _sentences(self, sentences: AlikeSentences) -> SetView:
        first, *others = sentences.said
        return SetView(
            title=self.words.say("page.neighbours.sentence"),
            rates=[self._rate(sentences.rate)],
            sentences=[
                SentenceSide(
                    person=self._person(work),
                    page=page_of(sentence.page, self.words),
                    parts=common_parts(
                        sentence.text, (first if sentence is not first else others[0]).text
                    ),
                )
                for work, sentence in zip(sentences.works, sentences.said, strict=True)
            ],
        )
