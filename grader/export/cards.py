"""A finding as a card of the page: its message, its places, and its proof."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from grader.export.pointing import pointer
from grader.model.evidence import Comparison, Element, Evidence, ExerciseEvidence, Outcome
from grader.model.finding import Finding, Location, Verdict
from grader.model.run import RunRecord, RunStatus, Traceback
from grader.wording.bilingual import CODE_LIMIT, Bilingual, BilingualText, Code, SaidFinding

OUTCOMES: Mapping[str, Outcome] = MappingProxyType(
    {
        "COR001": Outcome.WRONG_VALUE,
        "COR002": Outcome.WRONG_VALUE,
        "COR006": Outcome.NOT_FINITE,
        "COR007": Outcome.LOW_PRECISION,
    }
)
STATUSES: Mapping[str, RunStatus] = MappingProxyType(
    {
        "RUN003": RunStatus.RUNTIME_ERROR,
        "RUN004": RunStatus.TIMEOUT,
        "RUN005": RunStatus.MEMORY,
        "RUN006": RunStatus.SIGNAL,
        "RUN007": RunStatus.OUTPUT,
    }
)
GRID = 7  # size of the largest matrix that is drawn
FRAMES = 8  # innermost frames shown of a traceback
PLACES = 12  # places of one finding that are shown


class WrongElement(Struct, frozen=True, kw_only=True):
    """The place and values of the first wrong element."""

    caption: BilingualText
    size: int
    drawn: bool
    element: Element


class Proof(Struct, frozen=True, kw_only=True):
    """What to show below a finding; each part may be missing."""

    wrong: WrongElement | None = None
    traceback: Traceback | None = None
    frames: Sequence[BilingualText] = ()
    output: Code = Code("")


class PlaceInFile(Struct, frozen=True, kw_only=True):
    """One line of the student's files."""

    name: BilingualText
    line: int
    text: Code
    pointer: str = ""  # blanks and ^^^^ to underline the cause; "" = unknown


class Card(Struct, frozen=True, kw_only=True):
    """One finding with its evidence."""

    finding: Finding
    wording: SaidFinding
    places: Sequence[PlaceInFile]
    more_places: int
    proof: Proof
    anchor: str = ""  # its place on the page


def make_cards(findings: Iterable[Finding], evidence: Evidence, words: Bilingual) -> list[Card]:
    """Make the cards of a page; each has a unique anchor."""
    times_met: Counter[str] = Counter()
    cards = []
    for finding in findings:
        times_met[finding.check] += 1
        number = f"-{times_met[finding.check]}" if times_met[finding.check] > 1 else ""
        card = make_card(finding, evidence, words)
        cards.append(replace(card, anchor=f"finding-{finding.check}{number}"))
    return cards


def make_card(finding: Finding, evidence: Evidence, words: Bilingual) -> Card:
    """Make the card of a finding."""
    return Card(
        finding=finding,
        wording=words.finding(finding),
        places=[
            _place(location, finding, evidence, words) for location in finding.locations[:PLACES]
        ],
        more_places=max(0, len(finding.locations) - PLACES),
        proof=find_proof(finding, evidence, words),
    )


class CheckedAlike(Struct, frozen=True, kw_only=True):
    """A check that gave the same answer about one or several exercises."""

    title: BilingualText
    check: str
    cards: Sequence[Card]


class SharedMessage(Struct, frozen=True, kw_only=True):
    """A message shared by several checks."""

    verdict: Verdict
    verdict_name: BilingualText
    message: BilingualText
    checks: Sequence[CheckedAlike]


def grouped(cards: Iterable[Card]) -> list[SharedMessage]:
    """Merge cards with the same message, in the order of first occurrence."""
    answers: dict[
        tuple[Verdict, BilingualText, BilingualText], dict[tuple[BilingualText, str], list[Card]]
    ] = {}
    for card in cards:
        finding, words = card.finding, card.wording
        same = answers.setdefault((finding.verdict, words.verdict, words.message), {})
        same.setdefault((words.title, finding.check), []).append(card)
    return [
        SharedMessage(
            verdict=verdict,
            verdict_name=name,
            message=message,
            checks=[
                CheckedAlike(title=title, check=check, cards=alike)
                for (title, check), alike in checks.items()
            ],
        )
        for (verdict, name, message), checks in answers.items()
    ]


def with_verdict(cards: Iterable[Card], *verdicts: Verdict) -> list[Card]:
    """Return the cards with one of the verdicts."""
    return [card for card in cards if card.finding.verdict in verdicts]


def notes_in(cards: Iterable[Card]) -> list[Card]:
    """Return cards worth mentioning although their check costs nothing.

    The check passed with a note, or would fail without the forbidden part.
    """
    return [
        card
        for card in cards
        if (card.finding.verdict is Verdict.PASSED and card.finding.case)
        or card.finding.otherwise is Verdict.FAILED
    ]


def _place(
    location: Location, finding: Finding, evidence: Evidence, words: Bilingual
) -> PlaceInFile:
    words_of_place = words.say(
        f"sheet.{place_key(location)}",
        file=location.file,
        line=location.line,
        cell=location.cell,
        page=location.page,
    )
    return PlaceInFile(
        name=words_of_place,
        line=location.line,
        text=Code(location.text),
        pointer=pointer(location, location.text, finding, evidence),
    )


def place_key(location: Location) -> str:
    """Return the key of the UI text for a location."""
    if location.page:
        return "place_page"
    return "place_file" if not location.line else "place_cell" if location.cell else "place"


def find_proof(finding: Finding, evidence: Evidence, words: Bilingual) -> Proof:
    """Look up a finding's evidence; a check that passed without a note needs none."""
    exercise = next(
        (observed for observed in evidence.exercises if observed.exercise == finding.subject), None
    )
    quiet = finding.verdict is Verdict.SKIPPED or (
        finding.verdict is Verdict.PASSED and not finding.case
    )
    if exercise is None or quiet:
        return Proof()
    if finding.check in OUTCOMES:
        return _wrong_element(OUTCOMES[finding.check], exercise.comparisons, words)
    if finding.check in STATUSES:
        proof = _ended(STATUSES[finding.check], _runs_of(exercise), words)
        # A finding that shows the lines itself needs no second list.
        return Proof(output=proof.output) if finding.locations else proof
    return Proof()


def _wrong_element(outcome: Outcome, comparisons: Iterable[Comparison], words: Bilingual) -> Proof:
    wrong = [
        comparison
        for comparison in comparisons
        if comparison.outcome is outcome and comparison.first_wrong
    ]
    smallest = min(wrong, key=lambda comparison: comparison.case.size, default=None)
    if smallest is None or smallest.first_wrong is None:
        return Proof()
    element, size = smallest.first_wrong, smallest.case.size
    caption = words.say("sheet.element", size=size, row=element.row + 1, column=element.column + 1)
    inside = max(element.row, element.column) < size <= GRID
    return Proof(wrong=WrongElement(caption=caption, size=size, drawn=inside, element=element))


def _runs_of(exercise: ExerciseEvidence) -> list[RunRecord]:
    runs = [
        exercise.load,
        *(comparison.run for comparison in exercise.comparisons),
        exercise.whole_load,
    ]
    return [run for run in runs if run is not None]


def _ended(status: RunStatus, runs: Iterable[RunRecord], words: Bilingual) -> Proof:
    run = next((run for run in runs if run.status is status), None)
    if run is None:
        return Proof()
    frames = run.traceback.frames[-FRAMES:] if run.traceback else ()
    return Proof(
        traceback=run.traceback,
        frames=[words.say("sheet.frame", file=f, line=n, name=name) for f, n, name in frames],
        output=Code("" if run.traceback else run.stderr_tail.strip()[-CODE_LIMIT:]),
    )
