"""Write what one student is told about the points: plain text about this student only."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache

from grader.export.places import place_name
from grader.model.collection import Received
from grader.model.course import DAY, HOUR, Assignment, Criterion, Visibility
from grader.model.finding import Finding, Verdict
from grader.model.gradebook import Grade, State
from grader.model.scoresheet import GRADER, Award, ScoreSheet, one_line
from grader.wording import LANGUAGES, Wording, load_wording, visible

LIMIT = 3000  # characters; what does not fit is counted, and is on the score sheet
COMMENT_LIMIT = 1200  # characters of a person's comment
QUOTE_LIMIT = 80  # characters of the line that a comment is about
MINUTE = 60  # seconds
FULL = 100.0  # percent


def write_feedback(grade: Grade, assignment: Assignment, words: Wording) -> str:
    """Write each criterion's points and why, what to correct, and what being late cost.

    At most LIMIT characters; "" when there is nothing to say. Criteria that only TAs see are left
    out, and so are findings that only these criteria use.
    """
    comment = visible(grade.comment, limit=COMMENT_LIMIT, keep="\n").strip()
    at_places = _at_places(grade, words)
    if grade.sheet is None:
        return "\n".join((*([comment] if comment else []), *_fitting(at_places, LIMIT, words)))
    shown = _shown(grade.sheet, assignment)
    head = [*_total(grade, shown, words), *([comment] if comment else [])]
    late = _late(grade, shown, assignment, words)
    parts = [*at_places, *_parts(grade, shown, assignment, words)]
    room = LIMIT - sum(len(line) + 1 for line in (*head, *late)) - len(words.text("gradebook.more"))
    return "\n".join((*head, *_fitting(parts, room, words), *late))


def _at_places(grade: Grade, words: Wording) -> list[list[str]]:
    """Return the lines of each comment at a place: where, its text, and the line it is about."""
    parts = []
    for comment in grade.places:
        text = visible(comment.text, limit=COMMENT_LIMIT, keep="\n").strip()
        key = "gradebook.place_earlier" if comment.earlier else "gradebook.place"
        lines = [words.text(key, where=place_name(comment.place, words), text=text)]
        if quote := visible(comment.place.quote.strip(), limit=QUOTE_LIMIT):
            lines.append(words.text("gradebook.place_quote", quote=quote))
        parts.append(lines)
    return [[words.text("gradebook.places"), *parts[0]], *parts[1:]] if parts else []


def _shown(sheet: ScoreSheet, assignment: Assignment) -> list[Award]:
    hidden = {
        criterion.id for criterion in assignment.rubric if criterion.visibility is Visibility.TA
    }
    return [award for award in sheet.awards if award.criterion not in hidden]


def _total(grade: Grade, shown: Sequence[Award], words: Wording) -> list[str]:
    """Return the sum that the student sees, and whether it is final."""
    most = sum(award.max for award in shown)
    earned = [award.points for award in shown if award.points is not None]
    points = sum(earned) * _kept(grade) / FULL if earned else None
    lines = [_points(words.text("gradebook.total"), points, most, words)]
    if any(award.points is None for award in shown):
        lines.append(words.text("gradebook.unfinished"))
    elif grade.state is not State.CONFIRMED:
        lines.append(words.text("gradebook.proposed"))
    return lines


def _kept(grade: Grade) -> float:
    late = grade.sheet.lateness if grade.sheet else None
    return FULL if late is None else late.kept_percent


def _points(title: str, points: float | None, most: float, words: Wording) -> str:
    if points is None:
        return words.text("gradebook.open", title=title, max=round(most, 2))
    return words.text("gradebook.points", title=title, points=round(points, 2), max=round(most, 2))


def _parts(
    grade: Grade, shown: Sequence[Award], assignment: Assignment, words: Wording
) -> list[list[str]]:
    """Return the lines of each criterion and of each mistake to correct, in order."""
    findings = grade.sheet.findings if grade.sheet else ()
    mend = _by_criterion(findings, shown, assignment)
    parts = []
    for award in shown:
        title = _points(words.of(award.title), award.points, award.max, words)
        parts.append(
            [words.text("gradebook.criterion", title=title), *_reason(award, grade.comment, words)]
        )
        parts += [_mend(finding, assignment, words) for finding in mend.pop(award.criterion, ())]
    if others := [finding for rest in mend.values() for finding in rest]:
        parts.append([words.text("gradebook.criterion", title=words.text("gradebook.others"))])
        parts += [_mend(finding, assignment, words) for finding in others]
    return parts


def _by_criterion(
    findings: Iterable[Finding], shown: Sequence[Award], assignment: Assignment
) -> dict[str, list[Finding]]:
    """Group failed findings by the criteria that ask for them; "" if only the page shows them.

    Findings for a TA's criterion alone are left out. So are those of criteria for which a person
    gave full points.
    """
    visible_ids = {award.criterion for award in shown}
    waived = {
        award.criterion
        for award in shown
        if award.decided_by != GRADER and award.points == award.max
    }
    by_criterion: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.verdict is Verdict.FAILED:
            askers = [ask.id for ask in assignment.rubric if _asks(ask, finding)]
            asker = next((ask for ask in askers if ask in visible_ids), None if askers else "")
            if asker is not None and asker not in waived:
                by_criterion.setdefault(asker, []).append(finding)
    return by_criterion


def _asks(criterion: Criterion, finding: Finding) -> bool:
    about = not criterion.exercises or finding.subject in ("", *criterion.exercises)
    failed = finding.verdict_of(criterion.groups) is Verdict.FAILED
    return about and failed and finding.check.startswith(criterion.checks)


def _reason(award: Award, comment: str, words: Wording) -> list[str]:
    """Return the line with the reason; a person who decided is not named.

    A reason that repeats the comment at the top is left out.
    """
    by = award.decided_by not in ("", GRADER)
    reason = "" if by and award.reason == one_line(comment) else words.reason(award)
    if by and reason in _without_a_reason():
        reason = words.text("gradebook.looked_at")
    elif by and reason:
        reason = words.text("gradebook.decided_by", reason=reason)
    return [f"  {reason}"] if reason else []


@cache
def _without_a_reason() -> frozenset[str]:
    """Return the log's reasons for points imported from a table: they mean nothing to students."""
    return frozenset(load_wording(lang).text("gradebook.imported") for lang in LANGUAGES)


def _mend(finding: Finding, assignment: Assignment, words: Wording) -> list[str]:
    words_of_finding = words.finding(finding)
    about = _exercise(finding, assignment)
    title = words.text(
        "gradebook.mend", title=f"{about}{words_of_finding.title}", message=words_of_finding.message
    )
    return (
        [title, words.text("gradebook.hint", hint=words_of_finding.hint)]
        if words_of_finding.hint
        else [title]
    )


def _exercise(finding: Finding, assignment: Assignment) -> str:
    """Return the name of the exercise's function; "" if the assignment has only one exercise."""
    if len(assignment.exercises) == 1:
        return ""
    entry = [exercise.entry for exercise in assignment.exercises if exercise.id == finding.subject]
    return f"{entry[0]}: " if entry else ""


def _fitting(parts: Sequence[Sequence[str]], room: int, words: Wording) -> Iterable[str]:
    """Yield the lines of the parts that fit; the others are counted."""
    for number, part in enumerate(parts):
        room -= sum(len(line) + 1 for line in part)
        if room < 0:
            yield words.text("gradebook.more", count=len(parts) - number)
            return
        yield from part


def _late(
    grade: Grade, shown: Sequence[Award], assignment: Assignment, words: Wording
) -> list[str]:
    """Return how a late submission's points were computed; nothing if it was in time."""
    late = grade.sheet.lateness if grade.sheet else None
    if late is None or late.late_seconds <= 0:
        return []
    deadline = assignment.deadline.of(grade.student)
    lines = [words.text("gradebook.late", delay=_delay(late.late_seconds, words))]
    if grade.received is not None:
        at, due = _clock(grade.received, deadline), f"{deadline:%Y-%m-%d %H:%M:%S}"
        lines.append(words.text("gradebook.times", at=at, due=due))
    points = [award.points for award in shown if award.points is not None]
    if points and late.kept_percent < FULL:
        total = round(sum(points) * late.kept_percent / FULL, 2)
        kept_percent, earned = round(late.kept_percent, 2), round(sum(points), 2)
        lines.append(words.text("gradebook.kept", earned=earned, percent=kept_percent, total=total))
    return lines


def _clock(received: Received, deadline: datetime) -> str:
    """Format when it was received, in the deadline's zone, no more precisely than known."""
    at = received.at.astimezone(deadline.tzinfo)
    coarse = received.resolution_seconds >= MINUTE
    return f"{at:%Y-%m-%d %H:%M}" if coarse else f"{at:%Y-%m-%d %H:%M:%S}"


def _delay(seconds: int, words: Wording) -> str:
    """Format a duration, unit by unit."""
    units = (("days", DAY), ("hours", HOUR), ("minutes", MINUTE), ("seconds", 1))
    parts = []
    for unit, size in units:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(words.text(f"gradebook.{unit}", count=count))
    return words.text("gradebook.units").join(parts)
