"""Blackboard's attempts: counted by their times, with names and logins from the receipts."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from grader.intake.layouts.fitting import Fit, Match
from grader.intake.layouts.metadata import read_receipt

_RECEIPT = re.compile(r"(?P<title>[^/]+?)_(?P<user>[^_/]+)_attempt_(?P<time>[\d-]{19})\.txt")


def count_attempts(found: Fit, _student_id: str) -> Fit:
    """Numbers each student's attempts by time; a receipt without files is an attempt, too."""
    others = {member.name for member in found.others}  # never what a student named so
    receipts = [
        Match(member=member, path=path, groups={**match.groupdict(), "file": "receipt.txt"})
        for member, path in found.level.files
        if member.name in others and (match := _RECEIPT.fullmatch(path))
    ]
    named = _with_logins((*found.matches, *receipts))
    files, receipts = named[: len(found.matches)], named[len(found.matches) :]
    filled = {_attempt(one) for one in files}
    alone = [one for one in receipts if _attempt(one) not in filled]
    taken = {one.member.name for one in alone}
    return replace(
        found,
        matches=_counted([*files, *alone], named, _names(receipts)),
        others=tuple(member for member in found.others if member.name not in taken),
    )


def _attempt(one: Match) -> tuple[str, str]:
    return one.groups["user"], one.groups["time"]


def _names(receipts: Sequence[Match]) -> dict[str, str]:
    """Takes the names of those whose login the receipt says, too."""
    read = [(one.groups["user"], read_receipt(one.member)) for one in receipts]
    return {user: name for user, (name, login) in read if login == user}


def _counted(
    matches: Sequence[Match], everything: Sequence[Match], names: dict[str, str]
) -> tuple[Match, ...]:
    times: dict[str, set[str]] = defaultdict(set)
    for user, time in map(_attempt, everything):
        times[user].add(time)
    return tuple(
        one.given(name=names.get(user, ""), attempt=str(1 + sorted(times[user]).index(time)))
        for one in matches
        for user, time in [_attempt(one)]
    )


def _with_logins(matches: Sequence[Match]) -> list[Match]:
    """Gives logins back their "_": the shortest title is everybody's."""
    titles = {one.groups["title"] for one in matches}
    title = min(titles, key=len)
    if any(one != title and not one.startswith(f"{title}_") for one in titles):
        return list(matches)
    return [
        one.given(user=f"{one.groups['title']}_{one.groups['user']}"[len(title) + 1 :])
        for one in matches
    ]
