"""Compute figures about how a class was marked. They are food for thought, not verdicts.

A figure about fewer than ten works or students is left out: it would say something about
individuals, and nothing about the marking.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean

from msgspec import Struct

from grader.model.course import Assignment, Criterion
from grader.model.document import FileKind
from grader.model.evidence import Evidence
from grader.model.finding import Verdict
from grader.model.gradebook import Grade
from grader.model.scoresheet import Decision, ScoreSheet, same
from grader.protocols import report_of
from grader.review.fair.formulas import (
    Estimate,
    difference_of_means,
    item_rest_correlation,
    mean_with_interval,
    quadratic_kappa,
)
from grader.review.fair.parts import About, Part, Way, key_of
from grader.review.fair.second import FirstMark, Pair, Second, first_marks, pairs_of

FEWEST = 10
WORD, PDF = "word", "pdf"
Figures = dict[str, float | None]


class Marking(Struct, frozen=True, kw_only=True):
    """The data from which the figures are computed."""

    assignment: Assignment
    grades: Sequence[Grade]
    log: Sequence[Decision]  # every decision, oldest first
    parts: Mapping[About, Part]
    seconds: Mapping[About, Second]
    kinds: Mapping[str, str]  # student -> kind of the report's file, if there is one

    @property
    def firsts(self) -> Sequence[FirstMark]:
        """The first decision about each work, and who made it."""
        most = {criterion.id: criterion.points for criterion in self.assignment.rubric}
        return first_marks(self.log, self.seconds, most)

    @property
    def pairs(self) -> Sequence[Pair]:
        """The works with two marks that can be compared."""
        return pairs_of(self.firsts, self.seconds)


def kind_of(evidence: Evidence) -> str:
    """Return the kind of a report's file; "" for other files."""
    report = report_of(evidence)
    kinds = {FileKind.DOCX: WORD, FileKind.DOCM: WORD, FileKind.PDF: PDF}
    return kinds.get(report.kind, "") if report and report.kind else ""


def fairness_of(marking: Marking) -> dict[str, object]:
    """Compute all figures, for JSON and for the page."""
    firsts = [each for each in marking.firsts if _most(marking, each.criterion) > 0]
    pairs = marking.pairs
    return {
        "fewest": FEWEST,
        "agreement": _by_criterion(marking, lambda one: _agreement(one, pairs)),
        "leniency": _by_criterion(marking, lambda one: _leniency(one, firsts, marking.parts)),
        "order": _by_criterion(marking, lambda one: _order(one, firsts)),
        "format": _formats(marking),
        "criteria": {
            criterion.id: _item(criterion, marking) for criterion in marking.assignment.rubric
        },
        "checks": _checks(marking),
    }


def _by_criterion(
    marking: Marking, figures: Callable[[Criterion], dict[str, object] | None]
) -> dict[str, object]:
    found = ((criterion.id, figures(criterion)) for criterion in marking.assignment.rubric)
    return {name: each for name, each in found if each is not None}


def _most(marking: Marking, criterion: str) -> float:
    return next(each.points for each in marking.assignment.rubric if each.id == criterion)


def _agreement(criterion: Criterion, pairs: Iterable[Pair]) -> dict[str, object] | None:
    """Compare both marks; `difference` is by how many points the second one is higher."""
    own = [
        (each.first.points, each.second.points)
        for each in pairs
        if each.first.criterion == criterion.id and each.second.points is not None
    ]
    if not own:
        return None
    if len(own) < FEWEST:
        return dict.fromkeys(("n", "exact", "kappa", "difference"))
    return {
        "n": len(own),
        "exact": fmean(same(one, other) for one, other in own),
        "kappa": quadratic_kappa(own),
        "difference": fmean(other - one for one, other in own),
    }


def _leniency(
    criterion: Criterion, firsts: Iterable[FirstMark], parts: Mapping[About, Part]
) -> dict[str, object] | None:
    """Compute the mean share of points that each person gives.

    If parts were assigned at random, only works in a person's own part count. People can then be
    compared, since only chance makes one's works better. Otherwise they cannot; see `random`.
    """
    shared = {
        about: part
        for about, part in parts.items()
        if about[1] == criterion.id and part.way is Way.RANDOM
    }
    random = len({key_of(part.person) for part in shared.values()}) > 1
    by_person: dict[str, tuple[str, list[float]]] = {}
    for mark in firsts:
        part = shared.get((mark.student, mark.criterion))
        own = part is not None and key_of(part.person) == key_of(mark.person)
        if mark.criterion == criterion.id and (own or not random):
            _, shares = by_person.setdefault(key_of(mark.person), (mark.person, []))
            shares.append(mark.points / criterion.points)
    if not by_person:
        return None
    people = {name: _mean(shares) for name, shares in sorted(by_person.values())}
    return {"random": random, "people": people}


def _order(criterion: Criterion, firsts: Iterable[FirstMark]) -> dict[str, object] | None:
    """Compare what each person gave in the first and in the second half of their works.

    The order is by the time of the first decision. Decisions of one person at the same moment have
    no order and are left out, and so is the middle one of an odd number.
    """
    by_person: dict[str, list[FirstMark]] = {}
    for mark in firsts:
        if mark.criterion == criterion.id:
            by_person.setdefault(key_of(mark.person), []).append(mark)
    begin: list[float] = []
    end: list[float] = []
    for marks in by_person.values():
        moments = [mark.began for mark in marks]
        alone = [mark for mark in marks if moments.count(mark.began) == 1]
        alone.sort(key=lambda mark: (mark.began, mark.place))
        shares = [mark.points / criterion.points for mark in alone]
        half = len(shares) // 2
        begin += shares[:half]
        end += shares[len(shares) - half :]
    if not begin:
        return None
    if len(begin) < FEWEST:
        return dict.fromkeys(("n", "first", "last", *_INTERVAL))
    return {"n": len(begin), "first": fmean(begin), "last": fmean(end), **_difference(end, begin)}


def _formats(marking: Marking) -> dict[str, object]:
    """Compare points for Word and PDF, by criteria that no check decides, and in total."""
    if not marking.kinds:
        return {}
    totals = {
        student: sheet.earned / sheet.max
        for student, sheet in _complete(marking).items()
        if sheet.earned is not None and sheet.max
    }
    by_criterion = {
        criterion.id: _by_format(_shares(criterion, marking), marking)
        for criterion in marking.assignment.rubric
        if criterion.points > 0 and not criterion.checks
    }
    return {"criteria": by_criterion, "total": _by_format(totals, marking)}


def _by_format(shares: Mapping[str, float], marking: Marking) -> dict[str, object]:
    word, pdf = (
        [share for student, share in shares.items() if marking.kinds.get(student) == kind]
        for kind in (WORD, PDF)
    )
    both = min(len(word), len(pdf)) >= FEWEST
    return {
        WORD: _mean(word),
        PDF: _mean(pdf),
        **(_difference(pdf, word) if both else dict.fromkeys(_INTERVAL)),
    }


def _item(criterion: Criterion, marking: Marking) -> Figures:
    """Compute a criterion's difficulty, and how well it discriminates between students.

    Difficulty is the mean share of its points (the classical p). Discrimination is the correlation
    with the points of all other criteria, over students whose criteria are all decided.
    """
    shares = [*_shares(criterion, marking).values()]
    items = [
        (points, sheet.earned - points)
        for sheet in _complete(marking).values()
        if sheet.earned is not None
        for award in sheet.awards
        if award.criterion == criterion.id and (points := award.points) is not None
    ]
    return _item_figures("difficulty", shares, items)


def _checks(marking: Marking) -> dict[str, object]:
    """Compute the same for each check, from the share of students who passed it.

    A student passes if all verdicts of a check pass, and fails with one that fails; undecided
    students do not count. The rest is the points of criteria that the check does not decide.
    """
    sheets = {grade.student: grade.sheet for grade in marking.grades if grade.sheet is not None}
    complete = _complete(marking)
    passed: dict[str, dict[str, bool]] = {}
    for student, sheet in sheets.items():
        verdicts: dict[str, set[Verdict]] = {}
        for finding in sheet.findings:
            verdicts.setdefault(finding.check, set()).add(finding.verdict)
        for code, said in verdicts.items():
            if Verdict.FAILED in said or said == {Verdict.PASSED}:
                passed.setdefault(code, {})[student] = Verdict.FAILED not in said
    found: dict[str, object] = {}
    for code, by_student in sorted(passed.items()):
        decided = {
            criterion.id
            for criterion in marking.assignment.rubric
            if code.startswith(criterion.checks or ("\0",))
        }
        items = [
            (float(has), _points(complete[student], decided))
            for student, has in by_student.items()
            if student in complete
        ]
        found[code] = _item_figures("passed", [*map(float, by_student.values())], items)
    return found


def _item_figures(
    name: str, shares: Sequence[float], items: Sequence[tuple[float, float]]
) -> Figures:
    enough, complete = len(shares) >= FEWEST, len(items) >= FEWEST
    return {
        "n": len(shares) if enough else None,
        name: fmean(shares) if enough else None,
        "rest_n": len(items) if complete else None,
        "discrimination": item_rest_correlation(items) if complete else None,
    }


def _points(sheet: ScoreSheet, without: Iterable[str]) -> float:
    left_out = {*without}
    return sum(
        award.points
        for award in sheet.awards
        if award.points is not None and award.criterion not in left_out
    )


def _shares(criterion: Criterion, marking: Marking) -> dict[str, float]:
    return {
        grade.student: award.points / criterion.points
        for grade in marking.grades
        if grade.sheet is not None and criterion.points > 0
        for award in grade.sheet.awards
        if award.criterion == criterion.id and award.points is not None
    }


def _complete(marking: Marking) -> dict[str, ScoreSheet]:
    return {
        grade.student: grade.sheet
        for grade in marking.grades
        if grade.sheet is not None and grade.sheet.complete
    }


_INTERVAL = ("difference", "low", "high")


def _difference(values: Sequence[float], others: Sequence[float]) -> Figures:
    estimate = difference_of_means(values, others)
    return dict(zip(_INTERVAL, _numbers(estimate), strict=True))


def _mean(values: Sequence[float]) -> Figures:
    if len(values) < FEWEST:
        return dict.fromkeys(("n", "mean", "low", "high"))
    estimate = mean_with_interval(values)
    return {"n": len(values), "mean": estimate.value, "low": estimate.low, "high": estimate.high}


def _numbers(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.value, estimate.low, estimate.high
