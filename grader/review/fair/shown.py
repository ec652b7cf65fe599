"""The pages of parts, second marks and fairness, and what second markers must not see.

Whoever asks is who their browser says: there are no accounts, and the page is for people who trust
each other with the points. What is kept back is kept back here and not by a style: it is in no
answer.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Annotated, Any
from urllib.parse import quote, unquote

import msgspec
from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request
from msgspec import Meta, Struct
from msgspec.structs import replace
from werkzeug.wrappers import Response as AnyResponse

from grader.extras import require
from grader.model.errors import GraderError
from grader.model.gradebook import Grade, State
from grader.model.scoresheet import GRADER
from grader.review.fair.figures import Marking, fairness_of, kind_of
from grader.review.fair.handing import (
    left_to_decide,
    mark_again,
    move,
    sample,
    share,
    withdraw,
    works,
)
from grader.review.fair.parts import PARTS, About, Part, key_of, parts_of, people_in
from grader.review.fair.second import (
    SECOND,
    Pair,
    Second,
    SecondMark,
    hidden_from,
    second_marks_of,
)
from grader.review.fair.tables import FigureTable, tables_of
from grader.review.page.criterion import buttons, chapter_of
from grader.review.page.fairness import PersonsPart
from grader.review.page.likeness import Likeness
from grader.review.page.live import ClassState, LiveGradebook, version
from grader.review.page.saving import body_of
from grader.wording.bilingual import Bilingual, BilingualText

WHO = "grader-name"  # the cookie in which a browser says whose it is
Name = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=20_000)]


class Sharing(msgspec.Struct, forbid_unknown_fields=True):
    """A criterion to be shared out."""

    by: Name
    criterion: Name
    people: Text
    groups: bool = False


class Moving(msgspec.Struct, forbid_unknown_fields=True):
    """A request to move a person's part to another; `to` "" = to no one."""

    by: Name
    criterion: Name
    person: Name
    to: Name


class Sampling(msgspec.Struct, forbid_unknown_fields=True):
    """Works of a criterion to be drawn and marked twice."""

    by: Name
    criterion: Name
    people: Text
    size: Name


class Withdrawing(msgspec.Struct, forbid_unknown_fields=True):
    """Works that a person has not marked a second time yet, to be taken out of the sample."""

    by: Name
    criterion: Name
    person: Name


class MarkingAgain(msgspec.Struct, forbid_unknown_fields=True):
    """A second mark."""

    by: Name
    criterion: Name
    student: Name  # handle
    points: float
    reason: Text = ""


class PartRow(Struct, frozen=True, kw_only=True):
    """One person's part of one criterion."""

    criterion: str
    person: str
    key: str
    ways: Sequence[BilingualText]
    done: int
    all: int


class SampleRow(Struct, frozen=True, kw_only=True):
    """One person's second marks of one criterion."""

    criterion: str
    person: str
    own: bool  # the part of the person at the page
    done: int
    all: int


class MarkView(Struct, frozen=True, kw_only=True):
    """One of two marks, with the text of a decision for it."""

    person: str
    points: float
    reason: str
    decision: Mapping[str, Any]


class DifferenceRow(Struct, frozen=True, kw_only=True):
    """A work with different points from two people, still unsettled."""

    criterion: str
    handle: str
    student: str
    marks: Sequence[MarkView]


class WorkView(Struct, frozen=True, kw_only=True):
    """One work that is to be marked a second time, by its number."""

    handle: str
    points: float | None
    reason: str


class ShownFairness:
    """The pages of parts, second marks and fairness, and the veil over undisclosed first marks."""

    def __init__(
        self, live: LiveGradebook, words: Bilingual, likeness: Likeness | None, by: str
    ) -> None:
        """Set up the caches, which are empty."""
        self._live, self._words, self._likeness, self._by = live, words, likeness, by
        self._read: tuple[str, Mapping[About, Part], Mapping[About, Second]] = ("", {}, {})
        self._kinds: dict[str, tuple[str, str]] = {}  # student -> evidence and kind

    def blueprint(self) -> Blueprint:
        """Register the addresses."""
        pages = Blueprint("fair", __name__, static_folder="static", static_url_path="/fair/static")
        pages.get("/parts")(self.hand_out)
        pages.post("/parts/share")(self.share)
        pages.post("/parts/move")(self.move)
        pages.post("/parts/sample")(self.sample)
        pages.post("/parts/withdraw")(self.withdraw)
        pages.get("/second/<criterion>")(self.second)
        pages.post("/second")(self.mark)
        pages.get("/fairness")(self.fairness)
        return pages

    # ---- What other pages ask

    def parts(self, state: ClassState) -> Sequence[PersonsPart]:
        """List the parts of all TAs, those of the asking TA first."""
        parts, _ = self._notes(state)
        by_person: dict[str, tuple[str, dict[str, set[str]]]] = {}
        for (student, criterion), part in parts.items():
            _, students = by_person.setdefault(key_of(part.person), (part.person, {}))
            students.setdefault(criterion, set()).add(student)
        mine = key_of(self._who())
        ordered = sorted(by_person.items(), key=lambda one: (one[0] != mine, one[0]))
        return [
            PersonsPart(
                key=_digest(key),
                title=self._words.say(
                    "page.parts.mine" if key == mine else "page.parts.of", person=name
                ),
                students={each: frozenset(found) for each, found in students.items()},
            )
            for key, (name, students) in ordered
        ]

    def hidden(self, by: str = "") -> frozenset[About]:
        """List what is hidden from the asking TA and from `by`."""
        _, seconds = self._notes(self._live.state())
        return hidden_from(self._who(), seconds) | hidden_from(by, seconds)

    def veil(self, state: ClassState) -> ClassState:
        """Return the class without what is hidden from the asking TA."""
        _, seconds = self._notes(state)
        hidden = hidden_from(self._who(), seconds)
        if not hidden:
            return state
        students = {student for student, _ in hidden}
        grades = [
            _veiled(grade, hidden) if grade.student in students else grade
            for grade in state.book.grades
        ]
        return replace(
            state,
            book=replace(state.book, grades=tuple(grades)),
            decisions={about: one for about, one in state.decisions.items() if about not in hidden},
            log=[one for one in state.log if (one.student, one.criterion) not in hidden],
            comments={one: said for one, said in state.comments.items() if one not in students},
            veil=_digest("\0".join(f"{student}\0{name}" for student, name in sorted(hidden))),
        )

    def refuse(self, about: Iterable[About], by: str) -> None:
        """Raise GraderError if a TA would decide works that they mark a second time."""
        hidden = self.hidden(by)
        if any(each in hidden for each in about):
            raise GraderError(
                "you mark this work a second time; finish your second marks first, or take them "
                "back on the page of parts"
            )

    def has_second(self, criterion: str) -> bool:
        """Return whether the asking TA has works of a criterion to mark a second time."""
        return any(name == criterion for _, name in self.hidden())

    # ---- Handing out

    def hand_out(self) -> str:
        """Show parts and their progress, samples that are marked twice, and differences."""
        state = self._live.shown()
        parts, seconds = self._notes(state)
        marking, rubric = self._marking(state), state.book.assignment.rubric
        without = {
            line.id: sum((student, line.id) not in parts for student in works(state))
            for line in rubric
        }
        return render_template(
            "parts.html",
            rows=self._part_rows(parts, state),
            nobodys=[
                self._words.say("page.parts.nobodys", criterion=line.title, count=without[line.id])
                for line in rubric
                if without[line.id] and any(criterion == line.id for _, criterion in parts)
            ],
            people=sorted({part.person for part in parts.values()}),
            persons_criteria=sorted(rubric, key=lambda line: bool(line.checks)),
            samples=self._sample_rows(seconds),
            differences=[
                self._difference(pair, state)
                for pair in marking.pairs
                if pair.differ and not pair.first.replaced and pair.first.student in state.handles
            ],
            compared=len(marking.pairs),
            groups=self._likeness is not None,
        )

    def share(self) -> Response:
        """Share a criterion out."""
        sent = body_of(Sharing)
        likeness = self._likeness if sent.groups else None
        people = people_in(sent.people)
        given = share(self._live, sent.criterion, people, likeness=likeness, by=sent.by)
        return jsonify({"given": given})

    def move(self) -> Response:
        """Take a part back, or give it to another person."""
        sent = body_of(Moving)
        moved = move(self._live, sent.criterion, sent.person, sent.to, sent.by)
        return jsonify({"moved": moved})

    def sample(self) -> Response:
        """Draw the sample that is marked twice."""
        sent = body_of(Sampling)
        people = people_in(sent.people)
        return jsonify({"drawn": sample(self._live, sent.criterion, sent.size, people, sent.by)})

    def withdraw(self) -> Response:
        """Take unmarked works out of a person's sample."""
        sent = body_of(Withdrawing)
        return jsonify({"withdrawn": withdraw(self._live, sent.criterion, sent.person, sent.by)})

    def _part_rows(self, parts: Mapping[About, Part], state: ClassState) -> list[PartRow]:
        order = [line.id for line in state.book.assignment.rubric]
        grouped: dict[tuple[int, str], list[tuple[str, Part]]] = {}
        for (student, criterion), part in parts.items():
            if criterion in order and student in state.handles:
                key = (order.index(criterion), key_of(part.person))
                grouped.setdefault(key, []).append((student, part))
        whole = self._live.state()  # how many are done reveals no points
        left = {criterion: left_to_decide(criterion, whole) for criterion in order}
        return [
            PartRow(
                criterion=order[at],
                person=found[0][1].person,
                key=_digest(key),
                ways=[
                    self._words.say(f"page.parts.way.{way}")
                    for way in dict.fromkeys(part.way for _, part in found)
                ],
                done=sum(student not in left[order[at]] for student, _ in found),
                all=len(found),
            )
            for (at, key), found in sorted(grouped.items(), key=lambda one: one[0])
        ]

    def _sample_rows(self, seconds: Mapping[About, Second]) -> list[SampleRow]:
        grouped: dict[tuple[str, str], list[SecondMark]] = {}
        for (_, criterion), each in seconds.items():
            grouped.setdefault((criterion, key_of(each.mark.person)), []).append(each.mark)
        return [
            SampleRow(
                criterion=criterion,
                person=marks[0].person,
                own=key == key_of(self._who()),
                done=sum(mark.points is not None for mark in marks),
                all=len(marks),
            )
            for (criterion, key), marks in sorted(grouped.items())
        ]

    def _difference(self, pair: Pair, state: ClassState) -> DifferenceRow:
        first, second = pair.first, pair.second
        handle = state.handles[first.student]
        itemized = first.last.itemized
        plain = {
            "student": handle,
            "criterion": first.criterion,
            "basis": version(state.decisions.get((first.student, first.criterion))),
        }
        items = itemized.items if itemized else ()
        note = itemized.note if itemized else first.last.reason
        decisions: Sequence[Mapping[str, Any]] = (
            {
                **plain,
                "points": first.points,
                "reason": note,
                "items": [{"name": item.name, "points": item.points} for item in items],
            },
            {**plain, "points": second.points, "reason": second.reason, "items": []},
        )
        marks = (
            (first.person, first.points, first.last.reason),
            (second.person, second.points or 0.0, second.reason),
        )
        return DifferenceRow(
            criterion=first.criterion,
            handle=handle,
            student=first.student,
            marks=[
                MarkView(person=person, points=points, reason=reason, decision=decision)
                for (person, points, reason), decision in zip(marks, decisions, strict=True)
            ],
        )

    # ---- Marking a second time

    def second(self, criterion: str) -> str | AnyResponse:
        """Show the asking TA their sample, with their own marks only."""
        line = next((one for one in self._live.desk.assignment.rubric if one.id == criterion), None)
        if line is None:
            abort(404)
        state = self._live.shown()
        _, seconds = self._notes(state)
        own = hidden_from(self._who(), seconds)
        order = sorted(
            state.handles[student]
            for student, name in own
            if name == criterion and student in state.handles
        )
        marks = {handle: seconds[state.students[handle], criterion].mark for handle in order}
        shown = [
            WorkView(handle=handle, points=mark.points, reason=mark.reason)
            for handle, mark in marks.items()
        ]
        left = [work.handle for work in shown if work.points is None]
        wanted = request.args.get("at", "")
        at = wanted if wanted in marks else next(iter(left), "")
        if wanted and not at:
            return redirect(f"/second/{quote(criterion)}", 303)
        return render_template(
            "second.html",
            criterion=line,
            title=self._words.of(line.title),
            works=shown,
            now=next((work for work in shown if work.handle == at), None),
            next=next((handle for handle in left if handle != at), ""),
            buttons=list(buttons(line.points)),
            chapter=chapter_of(line, self._live.desk.assignment.report),
        )

    def mark(self) -> Response:
        """Store a second mark."""
        sent = body_of(MarkingAgain)
        student = self._live.state().students.get(sent.student)
        if student is None:
            raise GraderError("this student is no longer on the roster; reload the page")
        about = (student, sent.criterion)
        left = mark_again(self._live, about, sent.points + 0.0, sent.reason, sent.by)
        return jsonify({"left": left})

    # ---- Was it fair?

    def fairness(self) -> str:
        """Show the figures."""
        require("numpy")  # which brings scipy
        state = self._live.state()
        figures = fairness_of(self._marking(state))
        tables: Sequence[FigureTable] = tables_of(figures, state.book.assignment, self._words)
        return render_template("fairness.html", tables=tables, fewest=figures["fewest"])

    def _marking(self, state: ClassState) -> Marking:
        parts, seconds = self._notes(state)
        return Marking(
            assignment=state.book.assignment,
            grades=state.book.grades,
            log=state.log,
            parts=parts,
            seconds=seconds,
            kinds=self._kinds_of(state),
        )

    def _kinds_of(self, state: ClassState) -> Mapping[str, str]:
        """Return the kind of file of each report, cached by the key of the evidence."""
        for student, key in state.evidence_keys.items():
            if self._kinds.get(student, ("", ""))[0] != key:
                evidence = self._live.evidence(student)
                self._kinds[student] = key, kind_of(evidence) if evidence else ""
        return {
            student: kind
            for student in state.evidence_keys
            if (kind := self._kinds.get(student, ("", ""))[1])
        }

    def _notes(self, state: ClassState) -> tuple[Mapping[About, Part], Mapping[About, Second]]:
        """Return parts and second marks, cached by the stamp of the class."""
        read, parts, seconds = self._read
        if read != state.stamp:
            notes = self._live.ask(lambda store, _: (*store.notes(PARTS), *store.notes(SECOND)))
            parts, seconds = parts_of(notes), second_marks_of(notes)
            self._read = state.stamp, parts, seconds
        return parts, seconds

    def _who(self) -> str:
        """Return the name in the browser's cookie, else the name that the page was opened with."""
        return unquote(request.cookies.get(WHO, "")) or self._by


def _veiled(grade: Grade, hidden: Iterable[About]) -> Grade:
    """Return the grade as it would be without the hidden decisions."""
    sheet = grade.sheet
    if sheet is None:
        return grade
    criteria = {criterion for student, criterion in hidden if student == grade.student}
    awards = [
        replace(award, points=None, decided_by="", reason="person", checks=())
        if award.criterion in criteria and award.decided_by != GRADER
        else award
        for award in sheet.awards
    ]
    return replace(
        grade,
        sheet=replace(sheet, awards=tuple(awards)),
        state=State.OPEN,
        confirmed=None,
        comment="",
        places=(),
        feedback="",
    )


def _digest(key: str) -> str:
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
