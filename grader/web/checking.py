"""Run one check in a page: from files to findings, with sentences in both languages.

It takes the steps of `grader check` with a kit, in the sandbox of this package; see check.py.
"""

import importlib.util
import io
import json
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from grader.commands.check import kept_from_running, submission_of
from grader.commands.devices import libraries_for
from grader.commands.findings import check_document, report_findings
from grader.grading import collect
from grader.judging import judge
from grader.model.errors import GraderError
from grader.model.language import ENGLISH, LANGUAGES, Language
from grader.model.machine import Capabilities
from grader.observing import KeptEvidence, SelfChecks, Tools
from grader.plugins import installed, load
from grader.protocols import CheckPlace
from grader.web.answer import html_of
from grader.web.children import Asked, Clock
from grader.web.sandbox import PageReader, PageSandbox
from grader.wording import Wording, load_wording, say

MACHINE = {"rung": "page"}  # no isolation level: nothing is isolated


def find_place(folder: Path) -> tuple[Path, CheckPlace] | None:
    """Find a plugin's place for `grader check` in a folder; return its file, and the place."""
    for plugin in installed().values():
        places = load(plugin.places) if plugin.places else None
        if places is not None and (path := places.find(folder)) is not None:
            return path, places.open(path)
    return None


def check(
    place: CheckPlace, paths: Sequence[Path], clock: Clock, asked: Asked, *, stood_in: bool = False
) -> dict[str, Any]:
    """Check files; return, by language, HTML and the document of `check --json`.

    `stood_in`: NumPy is only a stand-in, see numbers.py.
    """
    words = {lang: page_wording(lang) for lang in LANGUAGES}
    try:
        return _checked(place, paths, PageTools(clock, asked, stood_in=stood_in), words)
    except GraderError as error:
        said = {lang: [say(each, lang) for each in error.messages] for lang in LANGUAGES}
        return {"refused": said}


class PageTools:
    """What a page can offer to a check."""

    def __init__(self, clock: Clock, asked: Asked, *, stood_in: bool) -> None:
        self.hidden = ("numpy",) if stood_in else ()
        self.tools = Tools(
            reader=PageReader(clock, asked),
            sandbox=PageSandbox(clock, asked, self.hidden),
            self_check=SelfChecks(),
        )

    def capabilities(self, place: CheckPlace) -> Capabilities:
        """Return the libraries that programs can use."""
        there = {
            name: ""
            for name in libraries_for(place.assignments())
            if name not in self.hidden and importlib.util.find_spec(name) is not None
        }
        return Capabilities(libraries=there, cpu_instead=True)


def _checked(
    place: CheckPlace, paths: Sequence[Path], here: PageTools, words: Mapping[Language, Wording]
) -> dict[str, Any]:
    (assignment,) = place.assignments()
    submission, loaded = submission_of(tuple(paths), assignment)
    setup = place.setup(assignment, MACHINE, here.capabilities(place))
    there = replace(setup, assignment=loaded, own_program=True)
    kept = KeptEvidence(exercises=kept_from_running(submission, loaded, here.tools, "text"))
    evidence = collect(submission, there, here.tools, kept)
    findings = judge(evidence, loaded)
    answers = {}
    for lang, wording in words.items():
        shown = io.StringIO()
        shown.isatty = lambda: True  # type: ignore[method-assign]  # so that it prints with styles
        with redirect_stdout(shown):
            report_findings(findings, evidence, assignment, submission, wording)
        answers[lang] = html_of(shown.getvalue())
    document = check_document(findings, evidence, assignment, words[ENGLISH])
    return {"answers": answers, "document": document}


def page_wording(lang: Language) -> Wording:
    """Load the sentences of a language; those that name a command are worded differently here."""
    words = load_wording(lang)
    said = words.data["ui"]
    return replace(
        words, data={**words.data, "ui": {**said, "check": {**said["check"], **said["web_check"]}}}
    )


def as_json(answer: Mapping[str, Any]) -> str:
    """Format an answer as JSON for the page."""
    return json.dumps(answer, ensure_ascii=False)
