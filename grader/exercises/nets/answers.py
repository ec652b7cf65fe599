"""Word the engine's findings for nets, and report whether one was found. Pure."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from grader.cases.reasons import Reason, listed_probes, reason_text, split_probe
from grader.exercises.nets.record import ShapeMismatch, record_of
from grader.exercises.nets.words import INFERENCE, MODEL, NO_NET, NOT_AS_ASKED, STEP
from grader.model.calling import ValueKind
from grader.model.course import Exercise
from grader.model.evidence import Entry, EntryHow, ExerciseEvidence
from grader.model.finding import Finding, LazyList, LazyText, Location, Param, Verdict

THE_MODEL = LazyText("net.model")
NONE = LazyText("net.none")
UNSURE = {Reason.NOT_TRIED, Reason.MORE_ARGUMENTS}  # there may still be a right net
NOT_FOUND = {MODEL: "no-model", STEP: "no-step", INFERENCE: "no-inference"}


def answer(finding: Finding, evidence: ExerciseEvidence, exercise: Exercise) -> Finding:
    """Return a finding with the sentence for nets, if there is one."""
    if finding.check == "RUN002":
        return _entry(finding, evidence, exercise)
    if finding.check.startswith("RUN") and "callee" in finding.params:
        return _of_a_run(finding, exercise)
    if finding.verdict is Verdict.PASSED:
        note = _mode_note(evidence, exercise) if finding.check == "COR001" else ""
        return replace(finding, case=note) if note and not finding.case else finding
    return _of_values(finding, evidence, exercise) if _is_about_values(finding) else finding


def _entry(finding: Finding, evidence: ExerciseEvidence, exercise: Exercise) -> Finding:
    """Report what was graded, or what exists instead; doubts and obstacles stay unchanged."""
    if finding.verdict is Verdict.PASSED and evidence.entry is not None:
        return _net_found(evidence, evidence.entry, exercise)
    searched = evidence.entry is None and "found" in finding.params
    return _net_not_found(evidence, exercise) if searched else finding


def _net_found(evidence: ExerciseEvidence, entry: Entry, exercise: Exercise) -> Finding:
    """Report what was graded if it has another name."""
    named = entry.how is EntryHow.NAME
    params: dict[str, Param] = {"entry": exercise.entry, "name": entry.target.name}
    place = Location(file=entry.file, line=entry.line, text=entry.target.name)
    return Finding(
        check="RUN002",
        subject=evidence.exercise,
        verdict=Verdict.PASSED,
        case="" if named else "net",
        params={} if named else params,
        locations=(place,) if entry.line and not named else (),
    )


def _net_not_found(evidence: ExerciseEvidence, exercise: Exercise) -> Finding:
    """Report what is missing; leave a net that cannot be called to a person."""
    reasons = {split_probe(probe)[1] for probe in evidence.probes}
    open_ = evidence.unproved or not reasons.isdisjoint(UNSURE)
    case = NOT_FOUND[exercise.calls]
    listed = listed_probes(evidence.probes, _reason_text)
    return Finding(
        check="RUN002",
        subject=evidence.exercise,
        verdict=Verdict.UNDECIDED if open_ else Verdict.FAILED,
        case=f"{case}-open" if open_ else case,
        params={"entry": exercise.entry, "found": listed if evidence.probes else NONE},
    )


def _reason_text(word: str) -> Param:
    own = {NO_NET, NOT_AS_ASKED}
    return LazyText(f"net.reasons.{word}") if word in own else reason_text(word)


def _of_a_run(finding: Finding, exercise: Exercise) -> Finding:
    """Add what was called, and its argument, a batch."""
    size = finding.params["size"]
    params = {**finding.params, "inputs": LazyText("net.batch", {"size": size})}
    if exercise.calls != MODEL:
        return replace(finding, params=params)
    case = "net-shapes" if finding.case == "shapes" else finding.case
    return replace(finding, params={**params, "callee": THE_MODEL}, case=case)


def _mode_note(evidence: ExerciseEvidence, exercise: Exercise) -> str:
    """Return the mode that a training step or inference did not set, if that changed no numbers.

    The child reports it about itself, so it is shown but decides nothing.
    """
    facts = record_of(evidence.records).facts
    modes = facts.said if facts is not None else {}
    if exercise.calls == STEP and modes.get("train mode") is False:
        return "no-train-mode"
    if exercise.calls != INFERENCE:
        return ""
    if modes.get("eval mode") is False:
        return "no-eval-mode"
    return "with-gradients" if modes.get("result requires grad") else ""


def _is_about_values(finding: Finding) -> bool:
    """Return whether a finding describes a case, rather than why nothing can be judged."""
    if finding.check != "RUN008" and not finding.check.startswith("COR"):
        return False
    if finding.verdict is Verdict.UNDECIDED:
        return "because" not in finding.params and not finding.case.startswith("timed")
    return finding.verdict is Verdict.FAILED


ROWS = tuple(
    LazyText(f"net.rows.{name}")
    for name in ("first_gradients", "first_weights", "second_gradients", "second_weights")
)
"""Names of the rows of a training step's result; the columns are the flattened parameters."""


def _of_values(finding: Finding, evidence: ExerciseEvidence, exercise: Exercise) -> Finding:
    """Return the sentence for nets in place of the one for matrices, if there is one."""
    check, case, params = finding.check, finding.case, finding.params
    if check == "COR003":
        case, params = _shapes(evidence, params)
    step, inference = exercise.calls == STEP, exercise.calls == INFERENCE
    row = params.get("row")
    of_row = step and check != "COR003" and isinstance(row, int)
    if isinstance(row, int) and of_row:
        params = {**params, "what": ROWS[row - 1] if 0 < row <= len(ROWS) else ROWS[-1]}
    sentences = (
        (check == "COR002", "step" if step and not case else case),
        (check == "COR003", "inference" if inference and case == "net" else case),
        (check == "RUN008" and case == ValueKind.NONE, "net-none"),
        (case == "varies", "net-varies"),
        (inference and check in {"COR001", "RUN008"}, "inference"),
        (of_row, "step-named" if case == "named" else "step"),
        (case == "single", case),
        (case == "named", "net-named"),
    )
    case = next((sentence for applies, sentence in sentences if applies), "net")
    return replace(finding, case=case, params=params)


def _shapes(
    evidence: ExerciseEvidence, params: Mapping[str, Param]
) -> tuple[str, Mapping[str, Param]]:
    """Compare the shapes of parameters if they differ, else those of the results."""
    mismatches = record_of(evidence.records).mismatches
    if not mismatches:
        return "net", params
    return "parameters", {**params, "shapes": _listed_shapes(mismatches)}


def _listed_shapes(mismatches: Sequence[ShapeMismatch]) -> LazyList:
    return LazyList(
        "between.semicolon",
        tuple(
            LazyText(
                f"net.shapes.{'wrong' if mismatch.expected else 'extra'}",
                {
                    "name": mismatch.name,
                    "expected": _sides(mismatch.expected),
                    "got": _sides(mismatch.got),
                },
            )
            for mismatch in mismatches
            if mismatch.got
        ),
    )


def _sides(lengths: tuple[int, ...]) -> str:
    return "×".join(map(str, lengths))
