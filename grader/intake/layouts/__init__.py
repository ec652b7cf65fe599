"""Match the files of a download to students by the LMS's naming scheme.

In: a Download, the patterns of course.toml, the LMS (or "auto"). Out: Recognised. Reads names only,
and the LMS's own small files. Not here: the LMSs themselves (plugins), opening archives, rosters,
joining identities.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from zoneinfo import ZoneInfo

from grader.intake.layouts.choosing import PLAIN, choose, choose_within
from grader.intake.layouts.layout import Profile, profiles, user_profile
from grader.intake.layouts.levels import find_levels
from grader.intake.layouts.naming import make_pieces
from grader.intake.layouts.preparing import prepare
from grader.model.collection import Download, Recognised
from grader.model.errors import IntakeError

__all__ = ["AUTO", "numbering_of", "recognise"]

AUTO = "auto"


def recognise(
    download: Download,
    patterns: Mapping[str, str],
    lms: str,
    zone: ZoneInfo,
    *,
    student_id: str = "",
) -> Recognised:
    """Match each file to its owner by the layout of an LMS.

    `patterns` are the user's own, by name, with named groups; `student_id` finds a student id in a
    name; `zone` applies to times without one. Raises IntakeError for an unknown `lms` or an invalid
    pattern.
    """
    known = {
        **{name: user_profile(name, pattern) for name, pattern in patterns.items()},
        **{name: profile for name, profile in profiles().items() if name not in patterns},
    }
    levels = find_levels(download, student_id)
    if lms == AUTO:
        name, fit = choose(tuple(known.values()), levels, student_id)
    else:
        profile = _named(known, lms)
        name, fit = profile.name, choose_within(profile, levels, student_id)
    if fit is None:
        return Recognised(lms=name, pieces=(), unexplained=download.members)
    fit = prepare(fit, student_id)
    pieces, twice = make_pieces(fit, zone, student_id)
    return Recognised(
        lms=name,
        pieces=pieces,
        sheets=fit.sheets,
        others=(*fit.others, *twice),
        unexplained=fit.unexplained,
    )


def numbering_of(lms: str) -> str:
    """Return the LMS's prefix of the number of a repeated upload; "" if it numbers none."""
    profile = profiles().get(lms)
    return profile.numbering if profile else ""


def _named(known: Mapping[str, Profile], lms: str) -> Profile:
    if profile := known.get(lms) or known.get(lms.casefold()):
        return profile
    if known.keys() == {PLAIN}:
        raise IntakeError(
            "--lms {name}: no plugin that knows the downloads of an LMS is installed here; leave "
            "--lms out to collect one folder or file per student",
            name=lms,
        )
    near = get_close_matches(lms.casefold(), known, n=3, cutoff=0.5) or sorted(known)
    raise IntakeError(
        "--lms {name}: unknown LMS; available: {names}", name=lms, names=", ".join(near)
    )
