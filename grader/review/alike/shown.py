"""Show similarities on pages: side by side, with how common they are, and as groups.

Groups are only proposed: people decide, for each student.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from flask import Blueprint, Response, abort, jsonify, render_template
from msgspec import Struct
from msgspec.structs import asdict, replace

from grader.export.pictures import Png
from grader.model.course import Criterion
from grader.model.gradebook import State
from grader.model.program import Plot
from grader.model.report import Figure
from grader.review.alike import (
    CriterionFindings,
    Neighbours,
    StudentGroup,
    StudentWork,
    neighbours,
    propose,
)
from grader.review.alike.comparing import ClassComparison, Comparing
from grader.review.alike.earlier import FoundAgain
from grader.review.alike.neighbours import (
    MOST,
    AlikeFigures,
    AlikePrograms,
    AlikeSentences,
    AlikeSeries,
    BaseRate,
)
from grader.review.alike.sentences import common_parts
from grader.review.page.live import ClassState, LiveGradebook
from grader.wording import LANGUAGES, say
from grader.wording.bilingual import Bilingual, BilingualText, Code

PATIENCE = 5.0  # seconds that the page waits for the comparison of the class
LONG_PATIENCE = 20.0  # seconds that groups wait for the comparison
AGAIN = "3"  # seconds after which to ask again for groups that are still missing
WITHOUT = frozenset({State.NOT_SUBMITTED, State.UNKNOWN})
MOST_LINES = 400  # lines of a program that are shown
SMALL_CLASS = 10  # works; a base rate from fewer means nothing
MOST_NUMBERS = 12  # shown of a series
NOTHING = BilingualText("", "")


class NeighbourName(Struct, frozen=True, kw_only=True):
    """The student whose work is compared."""

    handle: str  # "" = no longer on the list
    student: str


class ProgramLine(Struct, frozen=True, kw_only=True):
    """One line of a program."""

    number: int
    text: str
    alike: bool


class ProgramSide(Struct, frozen=True, kw_only=True):
    """One program with its similar lines marked."""

    person: NeighbourName
    file: str
    lines: Sequence[ProgramLine]
    cut: bool  # there are more lines than shown


class FigureSide(Struct, frozen=True, kw_only=True):
    """One figure."""

    person: NeighbourName
    page: BilingualText
    caption: Code
    png: Png
    alt: BilingualText


class SentenceSide(Struct, frozen=True, kw_only=True):
    """One sentence in parts; each says whether it is similar."""

    person: NeighbourName
    page: BilingualText
    parts: Sequence[tuple[str, bool]]


class SetView(Struct, frozen=True, kw_only=True):
    """Some works, and their similarities."""

    title: BilingualText
    rates: Sequence[BilingualText]
    programs: Sequence[ProgramSide] = ()
    figures: Sequence[FigureSide] = ()
    sentences: Sequence[SentenceSide] = ()
    people: Sequence[NeighbourName] = ()  # with the same plotted numbers
    numbers: str = ""


class NeighboursView(Struct, frozen=True, kw_only=True):
    """Everything on the page."""

    programs: Sequence[SetView]
    figures: Sequence[SetView]
    series: Sequence[SetView]
    sentences: Sequence[SetView]
    earlier: Sequence[SetView]  # what earlier classes have as well
    usual: BilingualText
    notes: Sequence[BilingualText]  # what could not be compared


@lru_cache(maxsize=1)
def _neighbours_of(compared: ClassComparison) -> Neighbours:
    return neighbours(compared.alike)


class ShownLikeness:
    """Compares the class on request, and shows similarities."""

    def __init__(self, live: LiveGradebook, words: Bilingual) -> None:
        """Compare nothing yet."""
        self._live, self._words = live, words
        self._comparing = Comparing(live)

    def blueprint(self) -> Blueprint:
        """Register the addresses."""
        pages = Blueprint(
            "alike", __name__, static_folder="static", static_url_path="/neighbours/static"
        )
        pages.get("/neighbours")(self.neighbours)
        pages.get("/criterion/<name>/groups")(self.groups)
        return pages

    def neighbours(self) -> str:
        """Show the neighbours; the page reloads while the class is still being compared."""
        state = self._live.state()
        compared = self._comparing.ask(state, PATIENCE)
        if compared is None:
            return render_template("neighbours.html", view=None)
        view = _Viewing(state, self._words).view(compared, _neighbours_of(compared))
        return render_template("neighbours.html", view=view)

    def groups(self, name: str) -> Response:
        """Propose groups for one criterion, and wait for the class to be compared.

        Where that takes too long, the answer holds the groups that findings alone give, and the
        header Retry-After.
        """
        assignment = self._live.desk.assignment
        criterion = next((each for each in assignment.rubric if each.id == name), None)
        if criterion is None:
            abort(404)
        state = self._live.state()
        proposed, whole = self._proposed(criterion, state)
        answer = jsonify([_group(group, state) for group in proposed])
        if not whole:
            answer.headers["Retry-After"] = AGAIN
        return answer

    def groups_of(self, criterion: Criterion, state: ClassState) -> list[Sequence[str]]:
        """List the students of each group that is proposed for a criterion, as far as it is."""
        return [group.students for group in self._proposed(criterion, state)[0]]

    def _proposed(self, criterion: Criterion, state: ClassState) -> tuple[list[StudentGroup], bool]:
        """Propose groups, and return whether the class was compared for it in time."""
        compared = self._comparing.ask(state, LONG_PATIENCE)
        criterion_findings = CriterionFindings(
            criterion=criterion,
            assignment=self._live.desk.assignment,
            findings={
                grade.student: grade.sheet.findings
                for grade in state.book.grades
                if grade.sheet is not None
                and grade.state not in WITHOUT
                and grade.student in state.evidence_keys
            },
            secret=[text for grade in state.book.grades for text in (grade.student, grade.name)],
        )
        alike = compared.alike if compared else None
        return propose(criterion_findings, alike, self._words), compared is not None


def _group(group: StudentGroup, state: ClassState) -> dict[str, object]:
    return {
        "kind": group.kind,
        "name": group.name,
        "title": asdict(group.title),
        "students": [state.handles[student] for student in group.students],
    }


class _Viewing(Struct, frozen=True):
    """Converts results to what the template shows."""

    state: ClassState
    words: Bilingual

    def view(self, compared: ClassComparison, neighbours: Neighbours) -> NeighboursView:
        return NeighboursView(
            programs=[self._programs(programs) for programs in neighbours.programs],
            figures=[self._figures(figures) for figures in neighbours.figures],
            series=[self._series(series) for series in neighbours.series],
            sentences=[self._sentences(sentences) for sentences in neighbours.sentences],
            earlier=[self._earlier(found) for found in compared.earlier[:MOST]],
            usual=self.words.say(
                "page.neighbours.usual", usual=neighbours.usual, works=neighbours.works
            ),
            notes=[*self._notes(compared, neighbours)],
        )

    def _notes(self, compared: ClassComparison, neighbours: Neighbours) -> Iterator[BilingualText]:
        if neighbours.works < SMALL_CLASS:
            yield self.words.say("page.neighbours.small", works=neighbours.works)
        for message in compared.trouble:
            yield BilingualText(*(say(message, lang) for lang in LANGUAGES))
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
                self._figure(work, drawn.figure)
                for work, drawn in zip(figures.works, figures.drawn, strict=True)
            ],
        )

    def _figure(self, work: StudentWork, figure: Figure) -> FigureSide:
        caption = f"{figure.caption.label} {figure.caption.title}".strip() if figure.caption else ""
        return FigureSide(
            person=self._person(work),
            page=self._page(figure.page),
            caption=Code(caption),
            png=Png(figure.crop),
            alt=self.words.say("page.neighbours.figure_alt", caption=caption),
        )

    def _page(self, page: int) -> BilingualText:
        """Return the page's text; Word files have no page numbers."""
        return self.words.say("page.neighbours.page", page=page) if page else NOTHING

    def _series(self, series: AlikeSeries) -> SetView:
        return SetView(
            title=self.words.say("page.neighbours.numbers", count=len(series.plot.y)),
            rates=[self._rate(series.rate)],
            people=[self._person(work) for work in series.works],
            numbers=_numbers(series.plot),
        )

    def _earlier(self, found: FoundAgain) -> SetView:
        """Show only this class's side: of the earlier class, only hashes are stored."""
        due = found.due.isoformat()
        told: Mapping[str, str | int] = {"due": due, "number": found.number}
        rate: Mapping[str, str | int] = {
            "due": due,
            "works": found.rate.works,
            "holders": found.rate.holders,
        }
        view = SetView(
            title=self.words.say("page.neighbours.earlier_program", tokens=found.tokens, **told),
            rates=[self.words.say("page.neighbours.earlier_rate", **rate)],
        )
        if found.said is not None:
            side = SentenceSide(
                person=self._person(found.work),
                page=self._page(found.said.page),
                parts=[(found.said.text, True)],
            )
            title = self.words.say("page.neighbours.earlier_sentence", **told)
            return replace(view, title=title, sentences=[side])
        if found.plot is not None:
            title = self.words.say(
                "page.neighbours.earlier_numbers", count=len(found.plot.y), **told
            )
            people = [self._person(found.work)]
            return replace(view, title=title, people=people, numbers=_numbers(found.plot))
        return replace(view, programs=[self._program(found.work, found.shared)])

    def _sentences(self, sentences: AlikeSentences) -> SetView:
        first, *others = sentences.said
        return SetView(
            title=self.words.say("page.neighbours.sentence"),
            rates=[self._rate(sentences.rate)],
            sentences=[
                SentenceSide(
                    person=self._person(work),
                    page=self._page(sentence.page),
                    parts=common_parts(
                        sentence.text, (first if sentence is not first else others[0]).text
                    ),
                )
                for work, sentence in zip(sentences.works, sentences.said, strict=True)
            ],
        )


def _numbers(plot: Plot) -> str:
    """Format plotted numbers in a row; if there are many, only the first ones."""
    numbers = ", ".join(f"{value:.6g}" for value in plot.y[:MOST_NUMBERS])
    return numbers + (", …" if len(plot.y) > MOST_NUMBERS else "")
