"""Names for those whom the LMS names and nobody numbers."""

from collections.abc import Container

from grader.intake.names import label
from grader.model.collection import Identity


def label_of(who: Identity) -> str:
    """Names a caller as the LMS does, with its number: 山田 太郎_31201."""
    if is_blind(who):
        return f"参加者{who.participant}" if who.participant.isdigit() else safe(who.participant)
    number = who.participant or who.user or who.student
    parts = [part for part in (who.name, number) if part] or [who.group or who.mail]
    return safe(parts[0]) if len(parts) == 1 else f"{safe(parts[0])}_{safe(parts[1])}"


def is_blind(who: Identity) -> bool:
    """Says whether the LMS gives a number of this assignment and keeps the person to itself."""
    return bool(who.participant) and who == Identity(participant=who.participant)


def free_label(wanted: str, taken: Container[str]) -> str:
    """Tells equal labels apart by a number behind them."""
    free, number = wanted, 2
    while free in taken:
        free, number = f"{wanted}_{number}", number + 1
    return free


def safe(name: str) -> str:
    """Makes a label that prints and holds no folder, and is no hidden file."""
    return label(name.replace("/", "_").replace("\\", "_").strip().lstrip(".")) or "_"
