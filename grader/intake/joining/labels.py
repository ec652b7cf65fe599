"""Labels for people who have no id."""

from collections.abc import Container

from grader.intake.names import label
from grader.model.collection import Identity


def label_of(who: Identity) -> str:
    """Return the LMS's name of a person with its number: 山田 太郎_31201."""
    if is_blind(who):
        return f"参加者{who.participant}" if who.participant.isdigit() else safe(who.participant)
    number = who.participant or who.user or who.student
    parts = [part for part in (who.name, number) if part] or [who.group or who.mail]
    return safe(parts[0]) if len(parts) == 1 else f"{safe(parts[0])}_{safe(parts[1])}"


def is_blind(who: Identity) -> bool:
    """Return whether the LMS gives only a participant number and withholds the person."""
    return bool(who.participant) and who == Identity(participant=who.participant)


def free_label(wanted: str, taken: Container[str]) -> str:
    """Make a label unique by appending a number."""
    free, number = wanted, 2
    while free in taken:
        free, number = f"{wanted}_{number}", number + 1
    return free


def safe(name: str) -> str:
    """Make a label printable, without path separators and not hidden."""
    return label(name.replace("/", "_").replace("\\", "_").strip().lstrip(".")) or "_"
