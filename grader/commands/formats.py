"""Format the findings of `grader check` for other programs: GitHub's annotations, SARIF, JUnit."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from grader import __version__
from grader.commands.unwritten import Unwritten
from grader.export.junit import case_title, place_in_words, suite_element, to_junit
from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Location, Verdict
from grader.wording import Wording, visible

LONGEST = 4000  # characters of one text
LEVELS: Mapping[Verdict, tuple[str, str]] = MappingProxyType(
    {
        Verdict.FAILED: ("error", "error"),
        Verdict.UNDECIDED: ("warning", "warning"),
        Verdict.BROKEN: ("warning", "warning"),
        Verdict.PASSED: ("notice", "note"),
    }
)
"""Severity of a finding in GitHub and in SARIF; passed findings are written only with a note."""
SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


class Checked(Struct, frozen=True, kw_only=True):
    """The result of `grader check`, with the paths of the files relative to the current folder."""

    findings: Sequence[Finding]
    evidence: Evidence
    assignment: Assignment
    paths: Mapping[str, str]  # by logical name
    words: Wording

    def sentences(self) -> Iterator[tuple[Finding, str]]:
        """Yield the findings to be written, with their sentences."""
        unwritten = Unwritten.of(self.evidence, self.findings, self.assignment)
        for finding in self.findings:
            noted = finding.verdict is not Verdict.PASSED or finding.case
            if finding.verdict in LEVELS and noted and finding.subject not in unwritten.ids:
                sentence = self.words.finding(finding)
                yield finding, "\n".join(text for text in (sentence.message, sentence.hint) if text)
        places = {exercise.id: place for exercise, place in unwritten.empty}
        main = Location(file=self.evidence.main, line=0)
        for exercise in self.assignment.exercises:
            if exercise.id in unwritten.ids:
                place = places.get(exercise.id, main)
                key = "check.empty" if exercise.id in places else "check.missing"
                yield (
                    Finding(
                        check="RUN002",
                        subject=exercise.id,
                        verdict=Verdict.FAILED,
                        locations=(place,) if place.file else (),
                    ),
                    self.words.text(key, names=(exercise.shown,)).removeprefix("× "),
                )

    def path(self, place: Location) -> str:
        """Return a file's path relative to the current folder."""
        return self.paths.get(place.file, place.file)


def github(checked: Checked) -> str:
    """Write workflow commands, which GitHub shows at the lines of a commit."""
    lines = []
    for finding, text in checked.sentences():
        level = LEVELS[finding.verdict][0]
        for place in finding.locations or (Location(file=checked.evidence.main, line=0),):
            parts = {
                "file": _in_repository(checked.path(place)),
                "title": case_title(finding, checked.words),
            }
            if place.line and not place.cell:
                parts["line"] = str(place.line)
            where = f"{place_in_words(place, checked.words)}: " if place.cell else ""
            named = ",".join(f"{key}={_property(value)}" for key, value in parts.items())
            lines.append(f"::{level} {named}::{_data(where + text)}\n")
    return "".join(lines)


def _in_repository(path: str) -> str:
    """Return a file's path in the repository, whatever folder the workflow changed to."""
    root = os.environ.get("GITHUB_WORKSPACE")
    if root and (there := Path(path).resolve()).is_relative_to(Path(root).resolve()):
        return there.relative_to(Path(root).resolve()).as_posix()
    return path


def _data(text: str) -> str:
    shown = visible(text, limit=LONGEST, keep="\n")
    return shown.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def sarif(checked: Checked) -> str:
    """Write SARIF 2.1.0, which editors and code hosts read."""
    results = [_result(finding, text, checked) for finding, text in checked.sentences()]
    rules = [
        {"id": code, "shortDescription": {"text": checked.words.title(code)}}
        for code in dict.fromkeys(result["ruleId"] for result in results)
    ]
    driver = {"name": "grader", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    document = {"$schema": SARIF, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _result(finding: Finding, text: str, checked: Checked) -> dict[str, Any]:
    places = [_physical(place, checked) for place in finding.locations if place.file]
    message = visible(text, limit=LONGEST, keep="\n")
    result: dict[str, Any] = {
        "ruleId": finding.check,
        "level": LEVELS[finding.verdict][1],
        "message": {"text": f"{finding.subject}: {message}" if finding.subject else message},
    }
    return {**result, "locations": places[:1], "relatedLocations": places[1:]}


def _physical(place: Location, checked: Checked) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(checked.path(place))}}
    if place.line and not place.cell:
        physical["region"] = {"startLine": place.line}
    message = {"message": {"text": place_in_words(place, checked.words)}} if place.cell else {}
    return {"physicalLocation": physical, **message}


def _uri(path: str) -> str:
    from urllib.parse import quote

    return quote(path.replace("\\", "/"))


def junit(checked: Checked) -> str:
    """Write one testsuite of JUnit XML."""
    assignment = checked.assignment.id
    return to_junit(suite_element(assignment, assignment, checked.findings, checked.words))


FORMATS = MappingProxyType({"github": github, "sarif": sarif, "junit": junit})
