"""One finding as a card of the page: what it says, where to look, what proves it."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from grader.export.bilingual import Bilingual, Code, SaidFinding, Text
from grader.export.proof import Proof, find_proof
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Location, Verdict

PLACES = 12  # of one finding that the page shows


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One line of the student's files."""

    said: Text
    line: int
    text: Code
    pointer: str = ""  # blanks and ^^^^, to stand under what is meant; "" = not known where


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One finding with its evidence."""

    finding: Finding
    said: SaidFinding
    places: Sequence[Place]
    more_places: int
    proof: Proof
    anchor: str = ""  # where it stands on its page


def make_cards(findings: Iterable[Finding], evidence: Evidence, words: Bilingual) -> list[Card]:
    """Makes the cards of a page; each has an anchor of its own."""
    seen: Counter[str] = Counter()
    cards = []
    for finding in findings:
        seen[finding.check] += 1
        number = f"-{seen[finding.check]}" if seen[finding.check] > 1 else ""
        card = make_card(finding, evidence, words)
        cards.append(replace(card, anchor=f"finding-{finding.check}{number}"))
    return cards


def make_card(finding: Finding, evidence: Evidence, words: Bilingual) -> Card:
    """Makes the card of a finding."""
    return Card(
        finding=finding,
        said=words.finding(finding),
        places=[_place(one, finding, evidence, words) for one in finding.locations[:PLACES]],
        more_places=max(0, len(finding.locations) - PLACES),
        proof=find_proof(finding, evidence, words),
    )


def with_verdict(cards: Iterable[Card], *verdicts: Verdict) -> list[Card]:
    """Picks the cards with one of the verdicts."""
    return [card for card in cards if card.finding.verdict in verdicts]


def _place(location: Location, finding: Finding, evidence: Evidence, words: Bilingual) -> Place:
    said = words.say(
        f"sheet.{place_key(location)}",
        file=location.file,
        line=location.line,
        cell=location.cell,
        page=location.page,
    )
    return Place(
        said=said,
        line=location.line,
        text=Code(location.text),
        pointer=next(_pointers(location, finding, evidence), ""),
    )


def _pointers(location: Location, finding: Finding, evidence: Evidence) -> Iterator[str]:
    """Points at what is meant in a line, where that stands in it once and so cannot be mistaken."""
    for source in [one.source for one in evidence.exercises if one.source is not None]:
        trouble = source.syntax
        if trouble is not None and trouble.location == location and trouble.character:
            yield from _under(location.text, re.escape(trouble.character))
        for use in source.uses:
            if use.check == finding.check and use.location == location:
                name = re.escape(use.what.rpartition(".")[2])
                yield from _under(location.text, rf"(?<!\w){name}(?!\w)")


def _under(line: str, pattern: str) -> Iterator[str]:
    """Yields the pointer as wide as the letters above it are shown, if there is one such place."""
    places = list(re.finditer(pattern, line))
    if len(places) == 1 and places[0][0]:
        before = (
            c if c in "\t\u3000" else "\u3000" if _wide(c) else " "
            for c in line[: places[0].start()]
        )
        yield "".join(before) + "^" * sum(1 + _wide(c) for c in places[0][0])


def _wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in ("W", "F")


def place_key(location: Location) -> str:
    """Names the text of the UI that says where this is."""
    if location.page:
        return "place_page"
    return "place_file" if not location.line else "place_cell" if location.cell else "place"
