"""Which layout a download has.

The rule: from the outermost folder inwards, the first level that some LMS's layout explains by more
than half (of the outermost names), and by whatever else its profile needs, is taken; of several
layouts the one that explains most, then the profile of the higher priority, then the earlier in its
file. So what students name inside their own folders is never looked at. A pattern of course.toml
comes before all when it explains every file, or most of them and more than any LMS's layout does. A
single folder with a student's id in its name is that student's, not one around the class. Without
any LMS: a folder or file for each student.
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
    """Finds the profile and its layout by the rule above; None: not one explains anything."""
    for profile in profiles:
        if not profile.layouts[0].whole and (laid := _everything(profile, levels, student_id)):
            return profile.name, laid
    name, laid = _without_patterns(profiles, levels, student_id)
    others = 0 if laid is None or name == PLAIN else len(laid.matches)
    for profile in profiles:
        mostly = None if profile.layouts[0].whole else _most(profile, levels, student_id)
        if mostly and len(mostly.matches) > others:
            return profile.name, mostly
    return name, laid


def _without_patterns(
    profiles: Sequence[Profile], levels: Sequence[Level], student_id: str
) -> tuple[str, LayoutFit | None]:
    """Finds the layout that comes with the grader."""
    lms = [profile for profile in profiles if profile.layouts[0].whole and profile.name != PLAIN]
    guarded = False
    for level in levels:
        fits = [
            (name, laid)
            for name, laid in _fits(lms, level, student_id)
            if is_plausible(laid, student_id) and not (guarded and identities(laid) == 1)
        ]
        if fits:
            return max(fits, key=lambda named_fit: named_fit[1].share)  # the first of equals
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
    """Finds a flat folder with an LMS's sign in it, where students name their files as they like.

    What holds no id stays unexplained; that is more than to take it for an unknown LMS's.
    """
    for level in levels:
        for name, laid in () if level.folders else _fits(lms, level, student_id):
            signed = laid.layout.by_id and laid.layout.marker and laid.matches
            if signed and has_what_it_needs(laid, student_id):
                yield name, laid
        if id_in(level.only, student_id):
            return  # one student's folder: what lies in it is that student's


def choose_within(profile: Profile, levels: Sequence[Level], student_id: str) -> LayoutFit | None:
    """Finds the layout of the one profile that was asked for, even if it explains little."""
    if profile.name == PLAIN:
        return _plain(profile, levels, student_id)
    fits = [laid for level in levels for _, laid in _fits([profile], level, student_id)]
    fits = [laid for laid in fits if laid.matches]
    wanted = [laid for laid in fits if is_plausible(laid, student_id)]
    wanted = wanted or [laid for laid in fits if has_what_it_needs(laid, student_id)] or fits
    outermost = [laid for laid in wanted if laid.level is wanted[0].level]
    return max(outermost, key=lambda laid_out: laid_out.share, default=None)


def _everything(profile: Profile, levels: Sequence[Level], student_id: str) -> LayoutFit | None:
    """Lays a user's pattern on each level: best where it finds students' ids, else outermost."""
    laid = [_user_fit(profile.layouts[0], level, student_id) for level in levels]
    fits = [laid_out for laid_out in laid if laid_out.matches and not laid_out.unexplained]
    with_ids = [laid_out for laid_out in fits if has_ids(laid_out, student_id)]
    return next(iter(with_ids or fits), None)


def _most(profile: Profile, levels: Sequence[Level], student_id: str) -> LayoutFit | None:
    """Lays a user's pattern where it explains most files; None when that is half or less."""
    fits = [_user_fit(profile.layouts[0], level, student_id) for level in levels]
    best = max(fits, key=lambda laid: len(laid.matches))
    return best if len(best.matches) > len(best.unexplained) else None


def _user_fit(layout: Layout, level: Level, student_id: str) -> LayoutFit:
    """Takes tables beside the students' folders for the LMS's."""
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
                continue  # what students zipped is theirs
            lay = fit if layout.whole else _user_fit
            yield profile.name, lay(layout, level, student_id)


def _plain(profile: Profile, levels: Sequence[Level], student_id: str) -> LayoutFit | None:
    """Prefers the outermost level with ids, then names of people, then the most ids."""
    *by_ids, by_name = profile.layouts
    levels = [level for level in levels if not level.several]  # what students zipped is theirs
    laid = [fit(layout, level, student_id) for level in levels for layout in by_ids]
    for laid_out in laid:
        if is_plausible(laid_out, student_id):
            return laid_out
    named = [fit(by_name, level, student_id) for level in levels]
    named = [laid_out for laid_out in named if is_plausible(laid_out, student_id)]
    some = [laid_out for laid_out in laid if laid_out.layout is by_ids[0] and laid_out.matches]
    return max(named or some, key=identities, default=None)
