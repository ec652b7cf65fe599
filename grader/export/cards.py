"""One finding as a card of the page: what it says, where to look, what proves it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One finding with its evidence."""

    finding: Finding
    said: SaidFinding
    places: Sequence[Place]
    more_places: int
    proof: Proof


def make_card(finding: Finding, evidence: Evidence, words: Bilingual) -> Card:
    """Makes the card of a finding."""
    return Card(
        finding=finding,
        said=words.finding(finding),
        places=[_place(one, words) for one in finding.locations[:PLACES]],
        more_places=max(0, len(finding.locations) - PLACES),
        proof=find_proof(finding, evidence, words),
    )


def with_verdict(cards: Iterable[Card], *verdicts: Verdict) -> list[Card]:
    """Picks the cards with one of the verdicts."""
    return [card for card in cards if card.finding.verdict in verdicts]


def _place(location: Location, words: Bilingual) -> Place:
    said = words.say(
        f"sheet.{place_key(location)}",
        file=location.file,
        line=location.line,
        cell=location.cell,
        page=location.page,
    )
    return Place(said=said, line=location.line, text=Code(location.text))


def place_key(location: Location) -> str:
    """Names the text of the UI that says where this is."""
    if location.page:
        return "place_page"
    return "place_file" if not location.line else "place_cell" if location.cell else "place"
