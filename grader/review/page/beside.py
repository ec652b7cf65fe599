"""Panes of plugins beside some criteria, and the notes that people leave in them.

The page does not interpret notes: the plugin makes their text, and the store keeps it.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from flask import Blueprint, Response, abort, jsonify, render_template
from msgspec import Meta

from grader.model.course import Criterion
from grader.model.errors import shield
from grader.model.gradebook import Note, latest_notes
from grader.model.scoresheet import one_line
from grader.protocols import Beside, Fragment, ShowsBeside, beside_panes
from grader.review.page.fairness import Parts
from grader.review.page.live import ClassState, signature
from grader.review.page.saving import body_of
from grader.review.page.student import OpenedWork, StudentPages
from grader.store import Store
from grader.wording.bilingual import Bilingual, BilingualText

Name = Annotated[str, Meta(max_length=100)]


class SentNote(msgspec.Struct, forbid_unknown_fields=True):
    """A note as the browser sends it, with the version of the note that it replaces."""

    by: str
    student: str  # handle
    plugin: Name
    key: Name
    said: Annotated[Mapping[Name, Annotated[str, Meta(max_length=20_000)]], Meta(max_length=20)]
    basis: Name = ""  # the time of the note on the screen; "" = none


class BesidePanes:
    """Panes of plugins beside criteria."""

    def __init__(self, students: StudentPages, words: Bilingual, shared: Parts) -> None:
        """Ask which plugins have panes; `shared` knows what is hidden from whom."""
        self._students, self._live, self._words = students, students.live, words
        self._shared = shared
        self._plugins: Mapping[str, ShowsBeside] = {}
        with shield():
            self._plugins = beside_panes()

    def of(self, criterion: Criterion) -> Sequence[tuple[str, BilingualText]]:
        """List the panes beside a criterion: name and title of each plugin."""
        return [
            (name, self._words.plugin(name))
            for name, plugin in self._plugins.items()
            if plugin.is_for(criterion)
        ]

    def blueprint(self) -> Blueprint:
        """Register the addresses."""
        pages = Blueprint("beside", __name__)
        pages.get("/student/<handle>/beside/<name>")(self.show)
        pages.post("/notes")(self.keep)
        return pages

    def show(self, handle: str, name: str) -> str:
        """Show one student's pane."""
        plugin = self._plugins.get(name)
        if plugin is None:
            abort(404)
        work = self._students.work(handle)
        if work is None:
            return self._students.nothing(handle)
        hidden = self._shared.hidden()
        own = [(work.raw.student, each.id) for each in self._criteria_of(plugin)]
        notes = () if hidden.intersection(own) else self._notes(plugin)
        fragment = Fragment()
        with shield() as fault:
            fragment = plugin.show_beside(self._beside(work, notes), self._words)
        if fault:
            fragment = Fragment(sentences=(self._words.say("sheet.part_broken"),))
        return render_template(
            "pane_beside.html",
            fragment=fragment,
            plugin=name,
            handle=handle,
            blind=work.blind is not None,
        )

    def keep(self) -> tuple[Response, int]:
        """Store a note; status 409 if another person stored one in the meantime."""
        sent: SentNote = body_of(SentNote)
        plugin, work = self._plugins.get(sent.plugin), self._students.work(sent.student)
        if plugin is None or work is None:
            abort(404)
        by = signature(one_line(sent.by))
        about = [(work.raw.student, each.id) for each in self._criteria_of(plugin)]
        self._shared.refuse(about, by)

        def write(store: Store, _: ClassState) -> bool:
            notes = store.notes(plugin.kind)
            about = self._beside(work, notes)
            there = {note.key: note.at.isoformat() for note in about.notes}
            if there.get(sent.key, "") != sent.basis:
                return False
            note = Note(
                kind=plugin.kind,
                student=about.student,
                key=sent.key,
                text=plugin.note(about, sent.key, sent.said),
                by=by,
                at=datetime.now(UTC),
            )
            store.decide_all(notes=[note])
            return True

        return jsonify({}), 200 if self._live.ask(write, holding=True) else 409

    def past(
        self, criterion: Criterion, student: str
    ) -> Sequence[tuple[BilingualText, Note, BilingualText]]:
        """List the notes beside a criterion, oldest first: title, note and its text."""
        if (student, criterion.id) in self._shared.hidden():
            return []
        return [
            (title, note, self._plugins[name].tell(note, self._words))
            for name, title in self.of(criterion)
            for note in self._notes(self._plugins[name])
            if note.student == student
        ]

    def _criteria_of(self, plugin: ShowsBeside) -> Sequence[Criterion]:
        return [each for each in self._live.desk.assignment.rubric if plugin.is_for(each)]

    def _notes(self, plugin: ShowsBeside) -> Sequence[Note]:
        return self._live.ask(lambda store, _: store.notes(plugin.kind))

    def _beside(self, work: OpenedWork, notes: Sequence[Note]) -> Beside:
        student = work.raw.student
        return Beside(
            student=student,
            evidence=work.raw,
            assignment=self._live.desk.assignment,
            results=self._live.desk.out,
            notes=[note for note in latest_notes(notes) if note.student == student],
            clock=self._students.clock,
            shown=work.shown,
        )
