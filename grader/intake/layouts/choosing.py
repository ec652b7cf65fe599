"""Choose the layout of a download.

Levels are tried from the outermost folder inwards. The first level counts at which an LMS's layout
explains more than half of the outermost names and has whatever else its profile needs. Of several
layouts, the one that explains most wins, then the profile with the higher priority, then the
earlier in its file. So names inside students' own folders are never looked at.

A pattern of course.toml wins if it explains every file, or most files and more than any LMS's
layout. A single folder with a student's id in its name belongs to that student and does not hold
the class. Without any LMS: a folder or file for each student.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from grader.intake.layouts.fitting import (
    LayoutFit,
    fit,
    has_ids,
    has_what_it_needs,
    identities,
    is_plausible,
)
from grader.intake.layouts.layout import Layout, Profile
from grader.intake.layouts.levels import Level, id_in

PLAIN = "plain"


def choose(
    profiles: Sequence[Profile], levels: Sequence[Level], student_id: str
) -> tuple[str, LayoutFit | None]:
    """Return the profile and the fit by the rule above; None if no layout explains anything."""
    for profile in profiles:
        if profile.is_of_course and (laid := _everything(profile, levels, student_id)):
            return profile.name, laid
    name, laid = _without_patterns(profiles, levels, student_id)
    others = 0 if laid is None or name == PLAIN else len(laid.matches)
    for profile in profiles:
        mostly = _most(profile, levels, student_id) if profile.is_of_course else None
        if mostly and len(mostly.matches) > others:
            return profile.name, mostly
    return name, laid


def _without_patterns(
    profiles: Sequence[Profile], levels: Sequence[Level], student_id: str
) -> tuple[str, LayoutFit | None]:
    """Return the fit among the grader's own profiles."""
    lms = [profile for profile in profiles if not profile.is_of_course and profile.name != PLAIN]
    guarded = False
    for level in levels:
        fits = [
            (name, laid)
            for name, laid in _fits(lms, level, student_id)
            if is_plausible(laid, student_id) and not (guarded and identities(laid) == 1)
        ]
        if fits:
            return max(fits, key=lambda named_fit: named_fit[1].share)  # the first among equals
        holder = id_in(level.only, student_id)
        if holder and level.only.strip().casefold() == holder.casefold():
            break
        guarded = guarded or bool(holder)
    plain = next((profile for profile in profiles if profile.name == PLAIN), None)
    plain_fit = choose_within(plain, levels, student_id) if plain else None
    if plain_fit is None or not is_plausible(plain_fit, student_id):
        return next(iter(_flat(lms, levels, student_id)), (PLAIN, plain_fit))
    return PLAIN, plain_fit


def _flat(
    lms: Sequence[Profile], levels: Sequence[Level], student_id: str
) -> Iterable[tuple[str, LayoutFit]]:
    """Yield fits of a flat folder with an LMS's marker, where students choose their file names.

    Files without an id stay unexplained, which is better than assuming an unknown LMS.
    """
    for level in levels:
        for name, laid in () if level.folders else _fits(lms, level, student_id):
            signed = laid.layout.by_id and laid.layout.marker and laid.matches
            if signed and has_what_it_needs(laid, student_id):
                yield name, laid
        if id_in(level.only, student_id):
            return  # one student's folder, with all its contents


def choose_within(profile: Profile, levels: Sequence[Level], student_id: str) -> LayoutFit | None:
    """Return the fit of the requested profile, even if it explains little."""
    if profile.name == PLAIN:
        return _plain(profile, levels, student_id)
    fits = [laid for level in levels for _, laid in _fits([profile], level, student_id)]
    fits = [laid for laid in fits if laid.matches]
    wanted = [laid for laid in fits if is_plausible(laid, student_id)]
    wanted = wanted or [laid for laid in fits if has_what_it_needs(laid, student_id)] or fits
    outermost = [laid for laid in wanted if laid.level is wanted[0].level]
    return max(outermost, key=lambda laid_out: laid_out.share, default=None)


def _everything(profile: Profile, levels: Sequence[Level], student_id: str) -> LayoutFit | None:
    """Fit a user's pattern to every file: on the level where it finds ids, else the outermost."""
    laid = [_user_fit(profile.layouts[0], level, student_id) for level in levels]
    fits = [laid_out for laid_out in laid if laid_out.matches and not laid_out.unexplained]
    with_ids = [laid_out for laid_out in fits if has_ids(laid_out, student_id)]
    return next(iter(with_ids or fits), None)


def _most(profile: Profile, levels: Sequence[Level], student_id: str) -> LayoutFit | None:
    """Fit a user's pattern where it explains most files; None if that is half or less."""
    fits = [_user_fit(profile.layouts[0], level, student_id) for level in levels]
    best = max(fits, key=lambda laid: len(laid.matches))
    return best if len(best.matches) > len(best.unexplained) else None


def _user_fit(layout: Layout, level: Level, student_id: str) -> LayoutFit:
    """Fit a user's pattern, with tables beside the students' folders taken as the LMS's."""
    laid = fit(layout, level, student_id)
    if any("/" not in match.path for match in laid.matches):
        return laid
    return fit(replace(layout, sheets=(r"[^/]+\.(?i:csv|tsv|xlsx|xls|ods)",)), level, student_id)


def _fits(
    profiles: Iterable[Profile], level: Level, student_id: str
) -> Iterable[tuple[str, LayoutFit]]:
    for profile in profiles:
        for layout in profile.layouts:
            if layout.by_id and level.several:
                continue  # the contents of students' zips are theirs
            lay = fit if layout.whole else _user_fit
            yield profile.name, lay(layout, level, student_id)


def _plain(profile: Profile, levels: Sequence[Level], student_id: str) -> LayoutFit | None:
    """Prefer the outermost level with ids, then names of people, then the most identities."""
    *by_ids, by_name = profile.layouts
    # the contents of students' zips are theirs
    levels = [level for level in levels if not level.several]
    laid = [fit(layout, level, student_id) for level in levels for layout in by_ids]
    for laid_out in laid:
        if is_plausible(laid_out, student_id):
            return laid_out
    named = [fit(by_name, level, student_id) for level in levels]
    named = [laid_out for laid_out in named if is_plausible(laid_out, student_id)]
    some = [laid_out for laid_out in laid if laid_out.layout is by_ids[0] and laid_out.matches]
    return max(named or some, key=identities, default=None)
