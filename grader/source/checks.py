"""POL001 to POL004: turn the uses in the source into one finding each."""

import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from grader.model.course import Exercise
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, LazyText, Param, Verdict
from grader.model.static import Certainty, ParseStatus, Requirement, SourceFacts, Use
from grader.source.libraries import KNOWN_LIBRARIES, is_library, is_standard

MOST_LOCATIONS = 20
MOST_NAMES = 5
MOST_ALLOWED = 40  # a new assignment allows about 25, all worth listing
COLAB = "google.colab"
LIKE_A_MODULE = 0.8  # difflib's ratio: 0.8 for `nunpy` and `numpy`


def forbidden(facts: SourceFacts) -> bool:
    """Return whether the source proves a breach of the import rule, so that it is not run."""
    return any(use.certainty is Certainty.SURE for use in facts.uses)


def only_allowed_imports(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """POL001: the program imports only what the exercise allows."""
    return _answer("POL001", evidence, exercise)


def no_dynamic_code(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """POL002: the program neither runs texts as code nor inspects the interpreter."""
    return _answer("POL002", evidence, exercise)


def no_other_module(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """POL003: the program reaches no other library through an allowed one, and nothing internal."""
    return _answer("POL003", evidence, exercise)


def required_library(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """POL004: the function computes with the required library."""
    if not exercise.requires:
        return ()
    verdict, case, params = _unread(evidence)
    facts = evidence.source
    if facts is not None and verdict is Verdict.PASSED:
        return (_about_requirement(facts, exercise),)
    return (
        Finding(check="POL004", subject=exercise.id, verdict=verdict, case=case, params=params),
    )


def _about_requirement(facts: SourceFacts, exercise: Exercise) -> Finding:
    verdict = REQUIREMENTS[facts.requirement]
    uses = list(facts.instead)
    if verdict is Verdict.SKIPPED:  # there is no function, or it is empty
        there = {definition.name.rpartition(".")[2] for definition in facts.definitions}
        written = not there.isdisjoint((exercise.entry, *exercise.aliases))
        params: dict[str, Param] = {"because": "RUN003" if written else "RUN002"}
        return Finding(check="POL004", subject=exercise.id, verdict=verdict, params=params)
    if verdict is Verdict.PASSED:
        return Finding(check="POL004", subject=exercise.id, verdict=verdict)
    both = bool(uses) and verdict is Verdict.UNDECIDED
    case = "both" if both else "unsure" if verdict is Verdict.UNDECIDED else _reason(uses)
    return Finding(
        check="POL004",
        subject=exercise.id,
        verdict=verdict,
        case=case,
        params={
            "requires": exercise.requires[:MOST_NAMES],
            "what": tuple(dict.fromkeys(use.what for use in uses))[:MOST_NAMES],
        },
        locations=tuple(dict.fromkeys(use.location for use in uses))[:MOST_LOCATIONS],
    )


def _reason(uses: list[Use]) -> str:
    return uses[0].reason if uses else "none"


REQUIREMENTS = {
    Requirement.NOT_ASKED: Verdict.SKIPPED,
    Requirement.MET: Verdict.PASSED,
    Requirement.MISSING: Verdict.FAILED,
    Requirement.UNSURE: Verdict.UNDECIDED,
}


def _answer(code: str, evidence: ExerciseEvidence, exercise: Exercise) -> tuple[Finding, ...]:
    verdict, case, params = _unread(evidence)
    facts = evidence.source
    if facts is None or verdict is not Verdict.PASSED:
        return (
            Finding(check=code, subject=exercise.id, verdict=verdict, case=case, params=params),
        )
    uses = [use for use in facts.uses if use.check == code]
    sure = [use for use in uses if use.certainty is Certainty.SURE]
    if sure:
        return (_about(code, exercise, Verdict.FAILED, sure),)
    if uses:
        return (_about(code, exercise, Verdict.UNDECIDED, uses),)
    return (Finding(check=code, subject=exercise.id, verdict=Verdict.PASSED),)


def _libraries_first(names: tuple[str, ...]) -> tuple[str, ...]:
    """Order modules for a sentence, installed ones before standard ones, and truncate the list."""
    ordered = sorted(names, key=lambda name: (name in sys.stdlib_module_names, name))
    more = ("…",) if len(ordered) > MOST_ALLOWED else ()
    return (*ordered[:MOST_ALLOWED], *more)


def _unread(evidence: ExerciseEvidence) -> tuple[Verdict, str, dict[str, Param]]:
    """Return why there are no uses to judge; PASSED if there is no such reason."""
    facts = evidence.source
    if evidence.trouble:
        return Verdict.BROKEN, "", {"trouble": evidence.trouble.strip().splitlines()[-1]}
    if facts is None or facts.status is ParseStatus.SYNTAX_ERROR:
        return Verdict.SKIPPED, "", {"because": "RUN001"}
    if facts.status is ParseStatus.CRASHED:
        return Verdict.BROKEN, "", {"trouble": facts.detail}
    if facts.status is ParseStatus.TOO_COMPLEX:
        return Verdict.UNDECIDED, "too-complex", {"detail": facts.detail}
    if facts.status is ParseStatus.FOREIGN:
        return Verdict.UNDECIDED, "", {"because": "RUN001"}
    return Verdict.PASSED, "", {}


def _of_imports(
    reason: str, names: Sequence[str], exercise: Exercise
) -> tuple[str, dict[str, Param]]:
    """Return the case of POL001, and what its sentence names.

    A single unknown module is a misspelt library, or else probably the student's own file.
    """
    top = names[0].partition(".")[0]
    params: dict[str, Param] = {"top": top}
    if reason not in {"import", "reached", "star"}:
        return reason, params
    if reason == "import" and all(name.startswith(COLAB) for name in names):
        return "colab", params
    if len(names) > 1 or is_standard(top) or is_library(top):
        return reason, params
    if meant := _module_like(top, exercise):
        case = "misspelt" if meant in exercise.allowed_imports else "misspelt-forbidden"
        return case, {**params, "meant": meant}
    return "own-file" if reason == "import" else reason, params


def _module_like(name: str, exercise: Exercise) -> str:
    """Return the module that a name is most like: of those allowed, of libraries, of Python's."""
    own = [each for each in sys.stdlib_module_names if each[0] != "_"]
    for modules in (exercise.allowed_imports, sorted(KNOWN_LIBRARIES), sorted(own)):
        if found := get_close_matches(name, modules, n=1, cutoff=LIKE_A_MODULE):
            return found[0]
    return ""


def _about(code: str, exercise: Exercise, verdict: Verdict, uses: list[Use]) -> Finding:
    names = tuple(dict.fromkeys(use.what for use in uses))
    case, more = uses[0].reason, dict[str, Param]()
    if code == "POL001":
        case, more = _of_imports(case, names, exercise)
        if case == "reached" and verdict is Verdict.UNDECIDED:
            case = "reached-perhaps"
    return Finding(
        check=code,
        subject=exercise.id,
        verdict=verdict,
        case=case,
        params={
            **more,
            "what": names[:MOST_NAMES],
            "line": uses[0].location.line,
            "places": len(uses),
            "allowed": _libraries_first(exercise.allowed_imports) or LazyText("policy.no_module"),
        },
        locations=tuple(dict.fromkeys(use.location for use in uses))[:MOST_LOCATIONS],
    )
