"""Group students for one decision: same mistake, finding, claim, sentence or program.

These are only proposals: a person looks at each member and decides for each.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from enum import StrEnum
from hashlib import blake2b

from msgspec import Struct

from grader import plugins
from grader.model.check import RUN, SOURCE
from grader.model.course import Assignment, Criterion
from grader.model.finding import Finding, Verdict
from grader.prose.splitting import split
from grader.review.alike.nearness import together
from grader.review.alike.works import ClassWorks
from grader.wording import visible
from grader.wording.bilingual import Bilingual, BilingualText

TOLD = (Verdict.FAILED, Verdict.UNDECIDED, Verdict.BROKEN)
MISTAKE = "COR002"
SHOWN = 80  # letters of a sentence in a title


class GroupKind(StrEnum):
    """What the members of a group have in common."""

    LOOKALIKE = "lookalike"
    FINDING = "finding"
    CLAIM = "claim"
    SENTENCE = "sentence"
    PROGRAM = "program"


class StudentGroup(Struct, frozen=True, kw_only=True):
    """Some students and what they have in common."""

    kind: GroupKind
    title: BilingualText
    students: tuple[str, ...]  # sorted

    @property
    def name(self) -> str:
        """A name unique among the groups of a criterion, stable while its members are."""
        members = "\0".join((self.kind, *self.students, self.title.en))
        return blake2b(members.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


class CriterionFindings(Struct, frozen=True, kw_only=True):
    """A criterion, and the findings about everyone who submitted."""

    criterion: Criterion
    assignment: Assignment
    findings: Mapping[str, Sequence[Finding]]  # by student
    secret: Sequence[str]  # ids and names, which no title contains


def propose(
    criterion_findings: CriterionFindings, alike: ClassWorks | None, words: Bilingual
) -> list[StudentGroup]:
    """List the groups, largest first; without `alike`, only those from findings."""
    codes = _codes(criterion_findings.criterion)
    relevant = {
        student: tuple(
            finding for finding in findings if _matters(finding, codes, criterion_findings)
        )
        for student, findings in criterion_findings.findings.items()
    }
    groups = [*_by_finding(relevant, criterion_findings, words)]
    if alike is not None:
        parts = {check.part for check in plugins.checks() if check.code in codes}
        if "relations" in parts:
            groups += _by_claim(alike, relevant, words)
        if "explanations" in parts:
            groups += _by_sentence(alike, relevant, criterion_findings, words)
        if codes & _about_programs():
            groups += _by_program(alike, relevant, words)
    order = [*GroupKind]
    return sorted(
        groups,
        key=lambda group: (
            -len(group.students),
            order.index(group.kind),
            group.title.en,
            group.students,
        ),
    )


def _about_programs() -> frozenset[str]:
    return frozenset(check.code for check in plugins.checks() if check.reads in {SOURCE, RUN})


def _codes(criterion: Criterion) -> frozenset[str]:
    """List the checks that concern a criterion; all checks if it names none."""
    named = (*criterion.checks, *criterion.evidence)
    codes = [check.code for check in plugins.checks()]
    return frozenset(code for code in codes if not named or code.startswith(named))


def _matters(
    finding: Finding, codes: frozenset[str], criterion_findings: CriterionFindings
) -> bool:
    exercises = {exercise.id for exercise in criterion_findings.assignment.exercises}
    wanted = set(criterion_findings.criterion.exercises) or exercises
    elsewhere = finding.subject in exercises and finding.subject not in wanted
    verdict = finding.verdict_of(criterion_findings.criterion.groups)
    return finding.check in codes and verdict in TOLD and not elsewhere


def _group(
    kind: GroupKind, title: BilingualText, students: Collection[str]
) -> Iterator[StudentGroup]:
    """Yield a group of these students, if there are at least two."""
    members = tuple(sorted({*students}))
    if len(members) > 1:
        yield StudentGroup(kind=kind, title=title, students=members)


def _by_finding(
    relevant: Mapping[str, Sequence[Finding]],
    criterion_findings: CriterionFindings,
    words: Bilingual,
) -> Iterator[StudentGroup]:
    mistakes: dict[Hashable, dict[str, Finding]] = defaultdict(dict)
    others: dict[tuple[str, str, Verdict, str], dict[str, Finding]] = defaultdict(dict)
    for student, findings in relevant.items():
        for finding in findings:
            name = finding.params.get("name")
            if finding.check == MISTAKE and name is not None:
                called = words.say("page.groups.lookalike", name=name)
                mistakes[finding.subject, finding.verdict, called][student] = finding
            else:
                others[finding.check, finding.case, finding.verdict, finding.subject][student] = (
                    finding
                )
    cases = Counter((check, verdict, about) for check, _, verdict, about in others)
    for mistake in mistakes.values():
        first = next(iter(mistake.values()))
        title = words.say("page.groups.lookalike", name=first.params["name"])
        yield from _group(
            GroupKind.LOOKALIKE, _of_exercise(title, first, criterion_findings), mistake
        )
    for mistake in others.values():
        first = next(iter(mistake.values()))
        several = cases[first.check, first.verdict, first.subject] > 1
        title = _finding_title([*mistake.values()], criterion_findings, words, several=several)
        yield from _group(
            GroupKind.FINDING, _of_exercise(title, first, criterion_findings), mistake
        )


def _finding_title(
    findings: Sequence[Finding],
    criterion_findings: CriterionFindings,
    words: Bilingual,
    *,
    several: bool,
) -> BilingualText:
    """Return a title: a check and its verdict.

    Where the check has `several` sentences, the title also has the beginning of this one.
    """
    first = findings[0]
    part, verdict = words.part(first), words.verdict_of(first)
    title = BilingualText(
        f"{first.check} {part.ja}: {verdict.ja}", f"{first.check} {part.en}: {verdict.en}"
    )
    messages = [words.finding(finding).message for finding in findings] if several else []
    ja, en = (
        {_beginning(message.ja) for message in messages},
        {_beginning(message.en) for message in messages},
    )
    if not (len(ja) == len(en) == 1) or _tells("".join(ja | en), criterion_findings.secret):
        return title
    return BilingualText(f"{title.ja} {ja.pop()}", f"{title.en}. {en.pop()}")


def _beginning(message: str) -> str:
    return next(iter(split(message)), "")


def _of_exercise(
    title: BilingualText, finding: Finding, criterion_findings: CriterionFindings
) -> BilingualText:
    """Add the exercise to a title if there are several."""
    exercises = {
        exercise.id: exercise.shown for exercise in criterion_findings.assignment.exercises
    }
    if len(exercises) < 2 or finding.subject not in exercises:  # noqa: PLR2004
        return title
    name = exercises[finding.subject]
    return BilingualText(f"{name}: {title.ja}", f"{name}: {title.en}")


def _by_claim(
    alike: ClassWorks, relevant: Mapping[str, Sequence[Finding]], words: Bilingual
) -> Iterator[StudentGroup]:
    """Group reports that plainly state the same exponents and no others."""
    students_by_claims: dict[frozenset[float], list[str]] = defaultdict(list)
    for work in alike.works:
        if work.claims and work.student in relevant:
            students_by_claims[work.claims].append(work.student)
    for claims, students in students_by_claims.items():
        powers = tuple(f"n^{exponent:g}" for exponent in sorted(claims))
        title = words.say("page.groups.claim", claim=powers)
        yield from _group(GroupKind.CLAIM, title, students)


def _by_sentence(
    alike: ClassWorks,
    relevant: Mapping[str, Sequence[Finding]],
    criterion_findings: CriterionFindings,
    words: Bilingual,
) -> Iterator[StudentGroup]:
    """Group similar sentences with the same numbers and negations."""
    sentences = alike.said
    pairs = [
        (place, other)
        for place, other in alike.near_said
        if sentences[place][1].explains
        and sentences[other][1].explains
        and sentences[place][1].means == sentences[other][1].means
    ]
    for places in together(pairs):
        text = sentences[places[0]][1].text
        shown = visible(text, limit=SHOWN)
        title = words.say("page.groups.sentence", sentence=shown)
        if _tells(text, criterion_findings.secret):
            title = words.say("page.groups.sentence_unsaid")
        students = {alike.works[sentences[place][0]].student for place in places}
        yield from _group(GroupKind.SENTENCE, title, students & relevant.keys())


def _tells(text: str, secret: Sequence[str]) -> bool:
    """Return whether a text contains an id or a name from the class."""
    plain = "".join(text.split()).casefold()
    return any("".join(each.split()).casefold() in plain for each in secret if each.strip())


def _by_program(
    alike: ClassWorks, relevant: Mapping[str, Sequence[Finding]], words: Bilingual
) -> Iterator[StudentGroup]:
    """Group similar programs with the same findings, since a mistake may be a single sign."""
    works = alike.works
    signs: dict[int, frozenset[tuple[str, ...]]] = defaultdict(frozenset)
    for place, work in enumerate(works):
        if work.student in relevant:
            signs[place] = frozenset(
                (finding.check, finding.subject, finding.case, finding.verdict)
                for finding in relevant[work.student]
            )
    pairs = [
        (place, other)
        for place, other in alike.near_programs
        if place in signs and other in signs and signs[place] == signs[other]
    ]
    for places in together(pairs):
        program = works[places[0]].program
        count = len(set(program.of_line)) if program else 0
        title = words.say("page.groups.program", count=count)
        yield from _group(GroupKind.PROGRAM, title, [works[place].student for place in places])
