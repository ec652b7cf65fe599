"""JUnit XML, for one's own check and for a class: a testsuite a sheet, a testcase a finding.

`failed` is a failure and `broken` an error; what is skipped, undecided or waits is skipped.
"""

from collections import Counter
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from grader.export.cards import place_key
from grader.model.finding import Finding, Location, Verdict
from grader.wording import Wording, visible

LONGEST = 4_000  # characters of one text
ELEMENTS = {Verdict.PASSED: "", Verdict.FAILED: "failure", Verdict.BROKEN: "error"}


def suite_element(
    name: str, assignment: str, findings: Sequence[Finding], words: Wording
) -> Element:
    """Make the element of one sheet: each finding with its sentence, places and hint."""
    elements = [ELEMENTS.get(finding.verdict, "skipped") for finding in findings]
    count = Counter(elements)
    suite = Element("testsuite", name=_plain(name), tests=f"{len(elements)}")
    for attribute, element in (
        ("failures", "failure"),
        ("errors", "error"),
        ("skipped", "skipped"),
    ):
        suite.set(attribute, f"{count[element]}")
    for finding, element in zip(findings, elements, strict=True):
        place = f"{assignment}.{finding.subject or 'submission'}"
        case = SubElement(suite, "testcase", classname=place, name=case_title(finding, words))
        if element:
            sentence = words.finding(finding)
            message = f"{words.verdict_of(finding)}: {sentence.message}".replace("\n", " ")
            more = [*(place_in_words(place, words) for place in finding.locations), sentence.hint]
            SubElement(case, element, message=_plain(message)).text = _plain("\n".join(more))
    return suite


def to_junit(root: Element) -> str:
    """Write a testsuite, or several in a `testsuites`, as a document."""
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def case_title(finding: Finding, words: Wording) -> str:
    """Name the check, and the exercise where there are several."""
    about = f" ({finding.subject})" if finding.subject else ""
    return f"{finding.check} {words.title(finding.check)}{about}"


def place_in_words(place: Location, words: Wording) -> str:
    """Say in words where something is: no program finds a line of a notebook's cell."""
    return words.text(
        f"sheet.{place_key(place)}",
        file=place.file,
        line=place.line,
        cell=place.cell,
        page=place.page,
    )


def _plain(text: str) -> str:
    return visible(text, limit=LONGEST, keep="\n")
