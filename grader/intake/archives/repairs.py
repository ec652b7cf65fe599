"""Says what was done to a name (INT006)."""

from grader.intake.archives.encodings import Read
from grader.intake.archives.naming import Tidied, shown
from grader.model.collection import Repair, RepairKind


def repairs_of(read: Read, tidied: Tidied) -> tuple[Repair, ...]:
    """Lists the repairs of one name, in the order they were made."""
    repairs = []
    if read.scrambled:
        kind = RepairKind.UNKNOWN if read.unknown else RepairKind.DECODED
        was = _as_it_stood(read.scrambled)
        repairs.append(Repair(name=tidied.name, was=was, kind=kind, detail=read.encoding))
    was = _as_it_stood(read.text)
    repairs.extend(Repair(name=tidied.name, was=was, kind=kind) for kind in tidied.repairs)
    return tuple(repairs)


def _as_it_stood(text: str) -> str:
    """Makes a name printable and shows what was there; decomposed it stays."""
    if text.isprintable():
        return text
    return shown("".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in text))
