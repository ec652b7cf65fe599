"""RUN002 of a C program: what was graded, or what there is instead. Pure."""

from collections.abc import Mapping
from types import MappingProxyType

from grader.model.course import Exercise, Form
from grader.model.evidence import Entry, EntryHow, ExerciseEvidence
from grader.model.finding import Finding, Param, Verdict
from grader.model.run import Convention
from grader.model.static import SourceFacts

ASKED = Convention.NABC
C_FORMS: Mapping[Form, Mapping[str, str]] = MappingProxyType(
    {
        Form.C_DOUBLE: {"ja": "double の配列", "en": "arrays of double"},
        Form.C_FLOAT: {"ja": "float の配列", "en": "arrays of float"},
        Form.C_ROWS: {"ja": "行へのポインタの配列", "en": "arrays of pointers to rows"},
    }
)

MAIN_ONLY: Mapping[str, str] = MappingProxyType({"ja": "`main` だけ", "en": "only `main`"})


def c_found(evidence: ExerciseEvidence, entry: Entry, exercise: Exercise) -> Finding:
    """Says which function was graded, if not the one asked for in the way asked for."""
    target = entry.target
    asked = target.convention is ASKED and target.form is exercise.gives[0]
    named = entry.how is EntryHow.NAME
    params: dict[str, Param] = {
        "entry": exercise.entry,
        "name": target.name,
        "convention": target.convention.value,
        "form": C_FORMS.get(target.form, {"ja": "", "en": ""}),
    }
    return Finding(
        check="RUN002",
        subject=evidence.exercise,
        verdict=Verdict.PASSED,
        case="" if named and asked else "c-asked" if named else "c-found",
        params={} if named and asked else params,
    )


def c_not_found(
    evidence: ExerciseEvidence, exercise: Exercise, found: Mapping[str, str]
) -> Finding:
    """Fails only what surely multiplies nowhere; anything else is for a person."""
    open_ = may_multiply(evidence.source)
    return Finding(
        check="RUN002",
        subject=evidence.exercise,
        verdict=Verdict.UNDECIDED if open_ else Verdict.FAILED,
        case="c-program" if open_ else "c-nothing",
        params={"entry": exercise.entry, "found": found if found["en"] else MAIN_ONLY},
    )


def may_multiply(source: SourceFacts | None) -> bool:
    """Says whether something of the program could be the exercise, only not called by us."""
    return source is not None and source.c is not None and source.multiplies


def adds_to_its_result(evidence: ExerciseEvidence) -> bool:
    """Says whether a C function gives a product only where its c holds 0 before."""
    return evidence.entry is not None and evidence.entry.target.cleared
