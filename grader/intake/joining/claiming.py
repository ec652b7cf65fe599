"""Ids in names that people choose themselves: a display name, a login of GitHub.

Anybody may write anybody's id there, so it is a claim: proposed to a person, never proof.
"""

from grader.model.collection import Identity
from grader.people import find_ids

CLAIM = "\0id "  # before an id among the names that callers share


def claims(who: Identity, pattern: str) -> tuple[str, ...]:
    """Finds the ids in a caller's own words.

    A login that stands alone is chosen (GitHub); layouts put an institution's login into `student`.
    """
    alone = not (who.name or who.mail or who.student)
    found = (*find_ids(who.name, pattern), *(find_ids(who.user, pattern) if alone else ()))
    return tuple(dict.fromkeys(found))
