"""Compares what was found in reports with what is known to be in them, and counts."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct, field

from grader.model.document import Hidden
from grader.model.finding import Finding
from grader.model.report import Answer, Chapter, Figure, ReportOutline

SAME = 18  # letters from the start of a sentence that tell it from the others


class Tally(Struct):
    """Counts of one question."""

    right: int = 0  # found, and there
    wrong: int = 0  # found, and not there
    missed: int = 0  # there, and not found
    unsure: int = 0  # left open
    where: list[str] = field(default_factory=list)  # the documents behind `wrong` and `missed`

    def add(self, right: int, wrong: int, missed: int, where: str, unsure: int = 0) -> None:
        """Adds the counts of one document."""
        self.right += right
        self.wrong += wrong
        self.missed += missed
        self.unsure += unsure
        if wrong or missed:
            self.where.append(f"{where}({'+' * min(wrong, 9)}{'-' * min(missed, 9)})")

    @property
    def precision(self) -> float:
        """Says what share of what was found is there."""
        return self.right / max(self.right + self.wrong, 1)

    @property
    def recall(self) -> float:
        """Says what share of what is there was found; what was left open counts as neither."""
        return self.right / max(self.right + self.missed, 1)


Tallies = defaultdict[str, Tally]


def plain(text: str) -> str:
    """Folds a text to letters and digits, so that quoting, spacing and width do not count."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(character for character in folded if character.isalnum())


def is_of(found: str, known: str) -> bool:
    """Tells whether a found text, perhaps shortened or joined with others, is a known one."""
    one, other = plain(found), plain(known)
    return bool(one and other) and (other[:SAME] in one or one[:SAME] in other)


def compare(tallies: Tallies, known: dict[str, Any], outline: ReportOutline) -> None:
    """Adds what was found in one document to the counts."""
    content, name = known["content"], known["name"]
    headings(tallies, content, outline, name)
    figures(tallies, content, outline, name)
    captions(tallies, content, outline, name)
    sentences(tallies["explanation"], name, (one.text for one in outline.explanations),
              content["explanations"], content["explanations_either"])  # fmt: skip
    sentences(tallies["relation"], name, (one.quote.text for one in outline.relations),
              [one["text"] for one in content["relations"] if one["growth"] != "increases"],
              content["relations_either"] + content["explanations"]
              + [one["text"] for one in content["relations"]])  # fmt: skip
    growths(tallies["exponent"], content, outline, name)
    spoken = set(outline.backends or {}) if content["backends"] else set()
    either = set(content["backends_either"]) - set(content["backends"])
    sets(tallies["backends"], name, spoken - either, set(content["backends"]))
    sentences(tallies["template left over"], name, (one.text for one in outline.left_over),
              content["left_over"])  # fmt: skip
    seen = [one.quote.text for one in outline.hidden if one.how is not Hidden.NO]
    sentences(tallies["hidden text"], name, seen, [one["text"] for one in content["hidden"]])


def headings(tallies: Tallies, content: dict[str, Any], outline: ReportOutline, name: str) -> None:
    """Compares headings by their words, and those of the top level by level, too."""
    known = Counter(plain(one["text"]) for one in content["chapters"])
    found = Counter(worded(one, known) for one in outline.chapters)
    multisets(tallies["headings"], name, found, known)
    known = Counter(plain(one["text"]) for one in content["chapters"] if one["level"] == 1)
    top = min((one.level for one in outline.chapters), default=1)
    found = Counter(worded(one, known) for one in outline.chapters if one.level == top)
    multisets(tallies["headings, top level"], name, found, known)


def worded(chapter: Chapter, known: Counter[str]) -> str:
    """Gives a heading's words: of "課題1" the number is a part of them."""
    text = plain(chapter.text)
    whole = [plain(chapter.number + chapter.text), plain(chapter.text + chapter.number)]
    return next((one for one in (text, *whole) if one in known), text)


def figures(tallies: Tallies, content: dict[str, Any], outline: ReportOutline, name: str) -> None:
    """Compares pictures: whether each is there, and whether it is a graph."""
    known = [one for one in content["figures"] if not one["decoration"]]
    drawn = [one for one in outline.figures if not one.decoration]
    pairs, spare = paired(known, drawn)
    missing = sum(one is None for _, one in pairs)
    emblems = len(content["figures"]) - len(known)  # pictures, but not of the report's matter
    tallies["pictures"].add(len(pairs) - missing, max(len(spare) - emblems, 0), missing, name)
    right = wrong = missed = unsure = 0
    for one, figure in pairs:
        answer = figure.is_graph if figure else Answer.NO
        unsure += answer is Answer.UNSURE
        right += one["graph"] and answer is Answer.YES
        missed += one["graph"] and answer is Answer.NO
        wrong += not one["graph"] and answer is Answer.YES
    wrong += sum(figure.is_graph is Answer.YES for figure in spare)
    tallies["graph"].add(right, wrong, missed, name, unsure)


def paired(
    known: Sequence[dict[str, Any]], drawn: Sequence[Figure]
) -> tuple[list[tuple[dict[str, Any], Figure | None]], list[Figure]]:
    """Pairs known pictures with found ones: by number first, then in order."""
    left = list(drawn)
    pairs: list[tuple[dict[str, Any], Figure | None]] = []
    for one in known:
        same = [
            f for f in left if f.caption and one["number"] and f.caption.number == one["number"]
        ]
        if same:
            left.remove(same[0])
        pairs.append((one, same[0] if same else None))
    for index, (one, figure) in enumerate(pairs):
        if figure is None and left:
            pairs[index] = (one, left.pop(0))
    return pairs, left


def captions(tallies: Tallies, content: dict[str, Any], outline: ReportOutline, name: str) -> None:
    """Compares captions word for word, those that belong to a picture, and references."""
    known = {plain(one["number"] + one["title"]) for one in content["figures"] if one["number"]}
    found = {plain(one.number + one.title) for one in outline.captions if not one.table}
    sets(tallies["captions"], name, found, known)
    numbers = {one["number"] for one in content["figures"] if one["number"]}
    with_figure = {one.caption.number for one in outline.figures if one.caption is not None}
    sets(tallies["captions at a picture"], name, with_figure, numbers)
    named = {one["number"] for one in content["figures"] if one["referenced"]}
    numbered = {one.number for one in outline.references if one.number}
    sets(tallies["references"], name, numbered, named)


def sentences(
    tally: Tally, name: str, found: Iterable[str], known: Sequence[str], either: Sequence[str] = ()
) -> None:
    """Compares sentences; those in `either` may be found or not."""
    texts = list(found)
    caught = [one for one in known if any(is_of(text, one) for text in texts)]
    wrong = [text for text in texts if not any(is_of(text, one) for one in [*known, *either])]
    tally.add(len(caught), len(wrong), len(known) - len(caught), name)


def growths(tally: Tally, content: dict[str, Any], outline: ReportOutline, name: str) -> None:
    """Compares the exponents of the sentences that were found; one that names none leaves open."""
    for one in content["relations"]:
        same = [found for found in outline.relations if is_of(found.quote.text, one["text"])]
        if same and one["exponent"] is not None:
            stated = [exponent for found in same for exponent in found.exponents]
            agrees = any(abs(exponent - one["exponent"]) < 0.1 for exponent in stated)
            tally.add(int(agrees), int(bool(stated) and not agrees), 0, name, int(not stated))


def multisets(tally: Tally, name: str, found: Counter[str], known: Counter[str]) -> None:
    """Compares texts that may occur more than once."""
    both = (found & known).total()
    tally.add(both, found.total() - both, known.total() - both, name)


def sets(tally: Tally, name: str, found: set[str], known: set[str]) -> None:
    """Compares sets."""
    tally.add(len(found & known), len(found - known), len(known - found), name)


def verdicts(known: dict[str, Any], findings: Iterable[Finding]) -> Iterator[tuple[str, str, str]]:
    """Gives rule, expected and given verdict of every rule that the label speaks of."""
    given: dict[str, str] = {}
    for finding in findings:
        if not finding.subject:
            given.setdefault(finding.check, finding.verdict.value)
        elif finding.subject == "report.chapters":
            given["REP003 required"] = finding.verdict.value
    expected = {rule: "/".join(right) for rule, right in known["verdicts"].items()}
    required = known["content"].get("required")
    if required and known["content"]["structure"]:
        expected["REP003 required"] = "passed" if all(required.values()) else "undecided"
    for rule, right in sorted(expected.items()):
        yield rule, right, given.get(rule, "none")
    for rule in sorted(set(given) - set(expected)):
        if given[rule] == "failed":
            yield rule, "not failed", "failed"
