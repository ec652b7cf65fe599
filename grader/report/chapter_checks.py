"""REP003: the report is divided into chapters; and, as another question, the required ones exist.

The first answer gives points where the rubric says so. The second stands beside it for a person.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from grader.model.finding import Finding, Param, Verdict
from grader.model.report import Chapter
from grader.report.answering import Seen, absent, answer, gated, place, skipped, some
from grader.report.levels import top_level
from grader.report.required import heading_of

CHAPTERS = "report.chapters"
"""What the finding about required chapters is about; no criterion asks for it."""
SHOWN = 12  # headings that a finding shows
HOLLOW = 100  # characters beside the headings: fewer are no chapters
BETWEEN: Mapping[str, str] = MappingProxyType({"ja": "、", "en": ", "})


@gated("REP003")
def is_divided(seen: Seen) -> Iterable[Finding]:
    """REP003: there are enough chapters, whatever they are called, and which required ones."""
    least = seen.spec.least_chapters
    found = top_level(seen.outline.chapters, least)
    params: dict[str, Param] = {
        "count": len(found),
        "least": least,
        "chapters": some(one.printed for one in found),
    }
    params["characters"] = _beside(seen)
    if len(found) >= least and _beside(seen) < HOLLOW:
        yield absent(seen, "REP003", "hollow", params)
    elif len(found) >= least:
        shown = [place(seen, one.printed, one.page) for one in found[:SHOWN]]
        yield answer("REP003", Verdict.PASSED, params=params, places=shown)
    else:
        yield absent(seen, "REP003", "few" if found else "none", params)
    if seen.spec.chapters:
        yield replace(_required(seen, found), subject=CHAPTERS)


def _beside(seen: Seen) -> int:
    """Counts the characters that are seen beside the headings."""
    headings = sum(len(one.printed.replace(" ", "")) for one in seen.outline.chapters)
    return max(seen.outline.characters - headings, 0)


def _required(seen: Seen, structured: Sequence[Chapter]) -> Finding:
    if not structured:
        return skipped("REP003", "REP003")
    headings = heading_of(seen.spec.chapters, seen.outline.chapters)
    missing = [one.title for one in seen.spec.chapters if headings[one.id] is None]
    found = [one for one in headings.values() if one is not None]
    shown = [place(seen, one.printed, one.page) for one in dict.fromkeys(found)]
    if not missing:
        return answer("REP003", Verdict.PASSED, places=shown)
    params: dict[str, Param] = {
        "missing": {
            lang: mark.join(title[lang] for title in missing) for lang, mark in BETWEEN.items()
        }
    }
    told = absent(seen, "REP003", "required" if found else "no-required", params)
    return replace(told, locations=tuple(shown))
