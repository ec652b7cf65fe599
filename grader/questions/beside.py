"""The pane of the review page beside a criterion with `oral = true`: questions, answers, marks.

A mark records what a person noticed in the talk. Points are given next to it, as usual.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from grader.model.course import Criterion
from grader.model.errors import GraderError
from grader.model.gradebook import Note
from grader.protocols import Beside, Fragment, ShowsBeside
from grader.questions.kept import KeptQuestion, read_exams
from grader.records import record_in, to_text
from grader.wording import visible
from grader.wording.bilingual import NOTHING, Bilingual, BilingualText, Code

KIND = "questions.marks"
MARKS = ("understood", "partly", "not")
LONGEST, SHOWN = 2_000, 4_000  # maximum letters: of an edited question, and of a displayed text


class Mark(Struct, frozen=True, kw_only=True):
    """A person's note on one question: the text of a note of the kind `questions.marks`."""

    question: BilingualText  # as generated
    picked: bool = False
    mark: Annotated[str, Meta(pattern="^(understood|partly|not|)$")] = ""
    text: str = ""  # the person's wording; "" = as generated


class MarkedQuestion(Struct, frozen=True, kw_only=True):
    """One question as the pane shows it."""

    key: str
    text: BilingualText
    asked: Code = Code("")  # the person's wording, if it differs
    answer: BilingualText = NOTHING
    source: BilingualText = NOTHING
    teaches: BilingualText = NOTHING
    picked: bool = False
    mark: str = ""
    basis: str = ""  # the time of the question's note
    by: str = ""
    at: BilingualText = NOTHING


class OralPane(Struct, frozen=True, kw_only=True):
    """The content of the pane."""

    questions: Sequence[MarkedQuestion]
    earlier: Sequence[MarkedQuestion]  # questions that were asked about other files
    remarks: Sequence[BilingualText]
    command: str  # the command that generates questions
    why: str = ""  # key of a UI text, if there are no questions
    none: BilingualText = NOTHING  # why `grader questions` generated none
    marks: Sequence[str] = MARKS


class MarksQuestions(Struct, frozen=True):
    """Implements protocols.ShowsBeside."""

    kind: str = KIND

    def is_for(self, criterion: Criterion) -> bool:
        """Return whether a criterion is decided in a talk."""
        return criterion.oral

    def show_beside(self, beside: Beside, words: Bilingual) -> Fragment:
        """Show the questions with their answers and marks, then marks of earlier questions."""
        del words
        exam = read_exams(beside.results).get(beside.student)
        why = ""
        if exam is None:
            why = "never"
        elif exam.digest != beside.evidence.digest:
            why = "outdated"
        elif not exam.questions:
            why = "none"
        marked = {note.key: (note, _mark(note)) for note in beside.notes}
        now = exam.questions if exam is not None and why == "" else ()
        questions = [_with_mark(each, marked.get(each.key), beside) for each in now]
        keys = {each.key for each in now}
        earlier = [
            _marked(MarkedQuestion(key=key, text=mark.question), (note, mark), beside)
            for key, (note, mark) in marked.items()
            if key not in keys
        ]
        pane = OralPane(
            questions=questions,
            earlier=earlier,
            remarks=exam.remarks if exam is not None and not why else (),
            command=f"grader questions {beside.assignment.id}",
            why=why,
            none=exam.why_none if exam is not None else NOTHING,
        )
        return Fragment(template="questions/beside.html", part=pane)

    def note(self, beside: Beside, key: str, said: Mapping[str, str]) -> str:
        """Return the note's new text; a mark on a question that is gone can be changed as well."""
        exam = read_exams(beside.results).get(beside.student)
        asked = {each.key: each.text for each in exam.questions} if exam is not None else {}
        asked = {note.key: _mark(note).question for note in beside.notes} | asked
        if key not in asked:
            raise GraderError("this question is no longer there; reload the page")
        question = asked[key]
        text, mark = said.get("text", "").strip(), said.get("mark", "")
        if len(text) > LONGEST:
            raise GraderError("a question can have at most {most} characters", most=LONGEST)
        if mark not in {"", *MARKS}:
            raise GraderError("{mark}: is none of {marks}", mark=mark, marks=", ".join(MARKS))
        shown = _masked(question, beside)
        made = {each.strip() for each in (question.ja, question.en, shown.ja, shown.en)}
        own = "" if text in made else text
        picked = said.get("picked", "") == "yes" or bool(mark)
        if not picked and not own:
            return ""
        return to_text(Mark(question=question, picked=picked, mark=mark, text=own))

    def tell(self, note: Note, words: Bilingual) -> BilingualText:
        """Return a line for the history: the question and its mark."""
        if not note.text:
            return words.say("oral.pane.taken_back")
        mark = _mark(note)
        said = words.say(f"oral.page.{mark.mark}" if mark.mark else "oral.pane.picked")
        ja, en = mark.text or mark.question.ja, mark.text or mark.question.en
        return BilingualText(f"{said.ja}: {ja}", f"{said.en}: {en}")


MARKING: ShowsBeside = MarksQuestions()


def _mark(note: Note) -> Mark:
    """Return the mark in a note; an unreadable note gives a mark on an unknown question."""
    return record_in(note, Mark) or Mark(question=BilingualText("?", "?"))


def _with_mark(
    question: KeptQuestion, marked: tuple[Note, Mark] | None, beside: Beside
) -> MarkedQuestion:
    shown = MarkedQuestion(
        key=question.key,
        text=question.text,
        answer=_masked(question.answer, beside),
        source=_masked(question.source, beside),
        teaches=question.teaches,
    )
    return _marked(shown, marked, beside)


def _marked(
    question: MarkedQuestion, marked: tuple[Note, Mark] | None, beside: Beside
) -> MarkedQuestion:
    question = replace(question, text=_masked(question.text, beside))
    if marked is None:
        return question
    note, mark = marked
    return replace(
        question,
        asked=Code(mark.text),
        picked=mark.picked,
        mark=mark.mark,
        basis=note.at.isoformat(),
        by=note.by,
        at=beside.clock(note.at),
    )


def _masked(text: BilingualText, beside: Beside) -> BilingualText:
    """Mask a text that quotes a student's program, if names are hidden."""
    ja, en = (visible(beside.shown(each), limit=SHOWN, keep="\n") for each in (text.ja, text.en))
    return BilingualText(ja, en)
