"""Who was called by the LMS's name until a roster told the id."""

from collections.abc import Iterable, Mapping

from grader.model.collection import Collected, Collection
from grader.people.ids import participant_of
from grader.people.names import clearly_other


def former_names(collection: Collection | None, names: Iterable[str]) -> Mapping[str, str]:
    """Gives the student of today for those of `names` that the LMS gave: 山田 太郎_31201.

    The number at the end is that of exactly one student, and the name before it no other. Who is
    called so still is left out.
    """
    if collection is None:
        return {}
    here = {*collection.names, *(each.student for each in collection.students)}
    found = {}
    for name in {*names} - here:
        students = [each.student for each in collection.students if _was_called(name, each)]
        if len(students) == 1:
            found[name] = students[0]
    return found


def _was_called(name: str, student: Collected) -> bool:
    who = student.who
    if who.participant and participant_of(name) == who.participant:
        return True  # blind marking, before the LMS told the names
    numbers = [number for number in (who.participant, who.user) if number]
    return any(
        name.endswith(f"_{number}") and _is_name_of(name.removesuffix(f"_{number}"), who.name)
        for number in numbers
    )


def _is_name_of(written: str, name: str) -> bool:
    return bool(written and name) and not clearly_other(written, name)
