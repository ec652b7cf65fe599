"""Students for whom one decision may do: the same mistake, finding, claim, sentence or program.

Only proposals: a person looks at each member and decides for each.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from enum import StrEnum
from hashlib import blake2b

from msgspec import Struct

from grader.export.bilingual import Bilingual, Text
from grader.export.report_said import growth
from grader.model.course import Assignment, Criterion
from grader.model.finding import Finding, Verdict
from grader.model.report import Quote, Relation, RelationStanding
from grader.registry import CHECKS, RUN, SOURCE
from grader.report.sentences import split
from grader.review.alike.nearness import together
from grader.review.alike.works import Claim, ClassWorks
from grader.wording import visible

TOLD = (Verdict.FAILED, Verdict.UNDECIDED, Verdict.BROKEN)
MISTAKE, EXPLAINED = "COR002", "REP005"
GROWTH = frozenset({"REP008", "REP012"})
ABOUT_PROGRAMS = frozenset(one.code for one in CHECKS if one.reads in {SOURCE, RUN})
SHOWN = 80  # letters of a sentence in a title


class GroupKind(StrEnum):
    """What the members of a group have in common."""

    LOOKALIKE = "lookalike"
    FINDING = "finding"
    CLAIM = "claim"
    SENTENCE = "sentence"
    PROGRAM = "program"


class Group(Struct, frozen=True, kw_only=True):
    """Some students and what they have in common."""

    kind: GroupKind
    title: Text
    students: tuple[str, ...]  # sorted

    @property
    def name(self) -> str:
        """Tells groups of a criterion apart; the same as long as its members are."""
        members = "\0".join((self.kind, *self.students, self.title.en))
        return blake2b(members.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


class Asked(Struct, frozen=True, kw_only=True):
    """The criterion, and what was found of everybody who handed in."""

    criterion: Criterion
    assignment: Assignment
    findings: Mapping[str, Sequence[Finding]]  # by student
    secret: Sequence[str]  # ids and names, which no title says


def propose(asked: Asked, alike: ClassWorks | None, words: Bilingual) -> list[Group]:
    """Lists the groups, the largest first; without `alike` those that the findings give."""
    codes = _codes(asked.criterion)
    relevant = {
        student: tuple(one for one in findings if _matters(one, codes, asked))
        for student, findings in asked.findings.items()
    }
    groups = [*_by_finding(relevant, asked, words)]
    if alike is not None:
        if codes & GROWTH:
            groups += _by_claim(alike, relevant, words)
        if EXPLAINED in codes:
            groups += _by_sentence(alike, relevant, asked, words)
        if codes & ABOUT_PROGRAMS:
            groups += _by_program(alike, relevant, words)
    order = [*GroupKind]
    return sorted(
        groups,
        key=lambda one: (-len(one.students), order.index(one.kind), one.title.en, one.students),
    )


def _codes(criterion: Criterion) -> frozenset[str]:
    """Lists the checks that a criterion speaks of; where it names none, it may be about any."""
    named = (*criterion.checks, *criterion.evidence)
    codes = [one.code for one in CHECKS]
    return frozenset(one for one in codes if not named or one.startswith(named))


def _matters(finding: Finding, codes: frozenset[str], asked: Asked) -> bool:
    exercises = {one.id for one in asked.assignment.exercises}
    wanted = set(asked.criterion.exercises) or exercises
    elsewhere = finding.subject in exercises and finding.subject not in wanted
    return finding.check in codes and finding.verdict in TOLD and not elsewhere


def _group(kind: GroupKind, title: Text, students: Collection[str]) -> Iterator[Group]:
    """Gives a group of these students, if they are two or more."""
    members = tuple(sorted({*students}))
    if len(members) > 1:
        yield Group(kind=kind, title=title, students=members)


def _by_finding(
    relevant: Mapping[str, Sequence[Finding]], asked: Asked, words: Bilingual
) -> Iterator[Group]:
    mistakes: dict[Hashable, dict[str, Finding]] = defaultdict(dict)
    others: dict[tuple[str, str, Verdict, str], dict[str, Finding]] = defaultdict(dict)
    for student, findings in relevant.items():
        for one in findings:
            name = one.params.get("name")
            if one.check == MISTAKE and isinstance(name, Mapping):
                mistakes[one.subject, one.verdict, *sorted(name.items())][student] = one
            else:
                others[one.check, one.case, one.verdict, one.subject][student] = one
    cases = Counter((check, verdict, about) for check, _, verdict, about in others)
    for found in mistakes.values():
        first = next(iter(found.values()))
        title = words.say("page.groups.lookalike", name=first.params["name"])
        yield from _group(GroupKind.LOOKALIKE, _of_exercise(title, first, asked), found)
    for found in others.values():
        first = next(iter(found.values()))
        several = cases[first.check, first.verdict, first.subject] > 1
        title = _finding_title([*found.values()], asked, words, several=several)
        yield from _group(GroupKind.FINDING, _of_exercise(title, first, asked), found)


def _finding_title(
    findings: Sequence[Finding], asked: Asked, words: Bilingual, *, several: bool
) -> Text:
    """Names a check and its verdict.

    Where the check has `several` sentences here, it is told by what this one begins with.
    """
    first = findings[0]
    part, verdict = words.part(first), words.verdict_of(first)
    title = Text(f"{first.check} {part.ja}: {verdict.ja}", f"{first.check} {part.en}: {verdict.en}")
    said = [words.finding(one).message for one in findings] if several else []
    ja, en = {_beginning(one.ja) for one in said}, {_beginning(one.en) for one in said}
    if not (len(ja) == len(en) == 1) or _tells("".join(ja | en), asked.secret):
        return title
    return Text(f"{title.ja} {ja.pop()}", f"{title.en}. {en.pop()}")


def _beginning(message: str) -> str:
    return next(iter(split(message)), "")


def _of_exercise(title: Text, finding: Finding, asked: Asked) -> Text:
    """Says which exercise it is about where there are several."""
    exercises = {one.id: one.shown for one in asked.assignment.exercises}
    if len(exercises) < 2 or finding.subject not in exercises:  # noqa: PLR2004
        return title
    name = exercises[finding.subject]
    return Text(f"{name}: {title.ja}", f"{name}: {title.en}")


def _by_claim(
    alike: ClassWorks, relevant: Mapping[str, Sequence[Finding]], words: Bilingual
) -> Iterator[Group]:
    """Groups those who claim just the same: who claims something else besides is no member."""
    found: dict[frozenset[Claim], list[str]] = defaultdict(list)
    for work in alike.works:
        if work.claims and work.student in relevant:
            found[work.claims].append(work.student)
    for claims, students in found.items():
        yield from _group(GroupKind.CLAIM, _claims_title(claims, words), students)


def _claims_title(claims: frozenset[Claim], words: Bilingual) -> Text:
    said = [
        growth(
            Relation(
                quote=Quote(text="", page=0),
                growth=kind,
                exponent=exponent,
                backend=backend,
                standing=RelationStanding.OWN,
            ),
            words,
        )
        for backend, kind, exponent in sorted(claims, key=str)
    ]
    return Text(
        words.ja.text("page.groups.claim", claim=tuple(one.ja for one in said)),
        words.en.text("page.groups.claim", claim=tuple(one.en for one in said)),
    )


def _by_sentence(
    alike: ClassWorks,
    relevant: Mapping[str, Sequence[Finding]],
    asked: Asked,
    words: Bilingual,
) -> Iterator[Group]:
    """Groups sentences whose letters are near and whose numbers and denials are the same."""
    said = alike.said
    pairs = [
        (one, other)
        for one, other in alike.near_said
        if said[one][1].explains
        and said[other][1].explains
        and said[one][1].means == said[other][1].means
    ]
    for places in together(pairs):
        text = said[places[0]][1].text
        shown = visible(text, limit=SHOWN)
        title = words.say("page.groups.sentence", sentence=shown)
        if _tells(text, asked.secret):
            title = words.say("page.groups.sentence_unsaid")
        students = {alike.works[said[place][0]].student for place in places}
        yield from _group(GroupKind.SENTENCE, title, students & relevant.keys())


def _tells(text: str, secret: Sequence[str]) -> bool:
    """Says whether a text has an id or a name of the class in it."""
    plain = "".join(text.split()).casefold()
    return any("".join(each.split()).casefold() in plain for each in secret if each.strip())


def _by_program(
    alike: ClassWorks, relevant: Mapping[str, Sequence[Finding]], words: Bilingual
) -> Iterator[Group]:
    """Groups programs that are near and of which the same was found: one sign may be a mistake."""
    works = alike.works
    signs: dict[int, frozenset[tuple[str, ...]]] = defaultdict(frozenset)
    for place, work in enumerate(works):
        if work.student in relevant:
            signs[place] = frozenset(
                (one.check, one.subject, one.case, one.verdict) for one in relevant[work.student]
            )
    pairs = [
        (one, other)
        for one, other in alike.near_programs
        if one in signs and other in signs and signs[one] == signs[other]
    ]
    for places in together(pairs):
        program = works[places[0]].program
        count = len(set(program.of_line)) if program else 0
        title = words.say("page.groups.program", count=count)
        yield from _group(GroupKind.PROGRAM, title, [works[place].student for place in places])
