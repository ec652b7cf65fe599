"""RUN002: there is a function to grade. Pure, like everything that checks.py imports."""

from collections.abc import Iterable, Sequence

from grader.cases.reasons import Reason, listed_probes, split_probe
from grader.exercises.arrays.conventions import MATRICES, conventions
from grader.kinds import kind_of
from grader.model.calling import Convention
from grader.model.course import Exercise
from grader.model.evidence import Entry, EntryHow, ExerciseEvidence
from grader.model.finding import Finding, LazyText, Location, Param, Verdict
from grader.model.gates import Gate, before_running, skipped
from grader.model.static import Definition

# There may be a right function; each reason has a sentence, and the first that holds is used.
FOR_A_PERSON = (
    Reason.MORE_ARGUMENTS,
    Reason.ONE_INPUT,
    Reason.STAR,
    Reason.OBJECT,
    Reason.SELF,
    Reason.REPLACED,
)
UNSURE = {Reason.NOT_TRIED, *FOR_A_PERSON}
SHOWN = 5  # maximum number of definitions in a message


def entry_found(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """RUN002: name what was graded if it has another name, or what the program has instead."""
    gate = before_running(evidence) or _unfinished_search(evidence)
    if gate:
        yield gate.finding("RUN002", evidence)
    elif evidence.entry and evidence.entry.doubt:
        yield _doubtful(evidence, evidence.entry, exercise)
    elif finding := kind_of(exercise).entry_found(evidence, exercise):
        yield finding
    elif evidence.entry:
        yield _found(evidence, evidence.entry, exercise)
    else:
        yield _not_found(evidence, exercise)


def after_search(evidence: ExerciseEvidence) -> Gate | None:
    """Return the verdict on values if no function was found, or perhaps the wrong one."""
    if evidence.entry:
        doubtful = Gate(verdict=Verdict.UNDECIDED, params={"because": "RUN002"})
        return doubtful if evidence.entry.doubt else None
    unfinished = _unfinished_search(evidence)
    if unfinished is None and (UNSURE & _reasons(evidence) or evidence.unproved):
        return Gate(verdict=Verdict.UNDECIDED, params={"because": "RUN002"})
    return unfinished or skipped("RUN002")


def _unfinished_search(evidence: ExerciseEvidence) -> Gate | None:
    """Return the gate if no function was found, but the search was hindered."""
    reasons = _reasons(evidence)
    if evidence.entry:
        return None
    if Reason.OUR_FAULT in reasons:
        return Gate(verdict=Verdict.BROKEN)
    if Reason.TAMPERING in reasons:
        return Gate(verdict=Verdict.UNDECIDED, params={"because": "RUN009"})
    return None


def _reasons(evidence: ExerciseEvidence) -> set[Reason | None]:
    return {split_probe(probe)[1] for probe in evidence.probes}


def _found(evidence: ExerciseEvidence, entry: Entry, exercise: Exercise) -> Finding:
    if entry.how in {EntryHow.EXTRACTED, EntryHow.PROGRAM}:
        return _script(evidence, entry, exercise)
    as_asked = entry.target.convention is Convention.AB and entry.target.form is exercise.gives[0]
    plain = entry.how is EntryHow.NAME and as_asked
    if plain:
        return Finding(check="RUN002", subject=evidence.exercise, verdict=Verdict.PASSED)
    inside = entry.target.name.endswith(f".{exercise.entry}")
    first, _ = lines_to_add((), exercise, evidence.inputs, evidence.arguments)
    named = "convention" if entry.how is EntryHow.NAME else "found-in-class" if inside else "found"
    return Finding(
        check="RUN002",
        subject=evidence.exercise,
        verdict=Verdict.PASSED,
        case="several" if entry.others and named != "convention" else named,
        params={**_called(entry, exercise), "first": first},
        locations=_place(entry),
    )


def _called(entry: Entry, exercise: Exercise) -> dict[str, Param]:
    return {
        "entry": exercise.entry,
        "name": entry.target.name,
        "convention": entry.target.way,
        "form": LazyText(f"forms.{entry.target.form}.said"),
        "others": entry.others,
    }


def _doubtful(evidence: ExerciseEvidence, entry: Entry, exercise: Exercise) -> Finding:
    """Leave to a person a failure that may be due to our choice of function or arguments."""
    return Finding(
        check="RUN002",
        subject=evidence.exercise,
        verdict=Verdict.UNDECIDED,
        case=f"doubt-{entry.doubt}",
        params=_called(entry, exercise),
        locations=_place(entry),
    )


def _script(evidence: ExerciseEvidence, entry: Entry, exercise: Exercise) -> Finding:
    """Report which part of a script without a function was graded."""
    extracted = evidence.source.lifted if evidence.source else None
    first, _ = lines_to_add((), exercise, evidence.inputs, evidence.arguments)
    params: dict[str, Param] = {"entry": exercise.entry, "name": entry.target.name, "first": first}
    places = _place(entry)
    defined = evidence.source.definitions if evidence.source else ()
    there = any(definition.name == exercise.entry for definition in defined)
    if entry.how is EntryHow.EXTRACTED and extracted is not None:
        params |= {"left": extracted.left, "right": extracted.right}
        params |= {"lines": _lines(*extracted.lines)}
        places = (Location(file=entry.file, line=extracted.lines[0], cell=extracted.cell),)
    return Finding(
        check="RUN002",
        subject=evidence.exercise,
        verdict=Verdict.PASSED,
        case=f"{entry.how.value}-uncallable" if there else entry.how.value,
        params=params,
        locations=places,
    )


def _lines(first: int, last: int) -> LazyText:
    if first == last:
        return LazyText("line_range.one", {"first": first})
    return LazyText("line_range.several", {"first": first, "last": last})


def _place(entry: Entry) -> tuple[Location, ...]:
    """Return the definition's place; empty if no statement defines it."""
    if not entry.line:
        return ()
    return (Location(file=entry.file, line=entry.line, text=entry.target.name),)


def _not_found(evidence: ExerciseEvidence, exercise: Exercise) -> Finding:
    definitions = evidence.source.definitions if evidence.source else ()
    replaced = evidence.source.replaced if evidence.source else ()
    tried = [split_probe(probe) for probe in evidence.probes]
    reasons = {reason for _, reason, _ in tried}
    elsewhere = {
        shown.partition("(")[0] for shown, reason, _ in tried if reason is Reason.OTHER_LIBRARY
    }
    likely = [definition for definition in definitions if definition.name not in elsewhere]
    first, second = lines_to_add(likely, exercise, evidence.inputs, evidence.arguments)
    params: dict[str, Param] = {
        "entry": exercise.entry,
        "found": listed_probes(evidence.probes),
        "first": first,
        "second": second,
    }
    many = Reason.NOT_TRIED in reasons
    case = "many" if many else _case(tried, exercise)
    if case == "nothing" and definitions:
        case = "others"
    sure = not UNSURE & reasons
    if sure and evidence.unproved:
        case = "unproved"
    return Finding(
        check="RUN002",
        subject=evidence.exercise,
        verdict=Verdict.FAILED if sure and not evidence.unproved else Verdict.UNDECIDED,
        case=case,
        params=params,
        locations=_places(replaced if case == "replaced" else definitions),
    )


def _case(tried: Sequence[tuple[str, Reason | None, object]], exercise: Exercise) -> str:
    if not tried:
        return "nothing"
    reasons = {reason for _, reason, _ in tried}
    for reason in FOR_A_PERSON:
        if reason in reasons:
            return reason.value
    named = any(shown.startswith(f"{exercise.entry}(") for shown, _, _ in tried)
    return "arguments" if named else ""


def _places(definitions: Sequence[Definition]) -> tuple[Location, ...]:
    return tuple(
        Location(file=definition.file, line=definition.line, text=definition.name)
        for definition in definitions[:SHOWN]
    )


CALLS = {
    Convention.AB: "return {name}({given})",
    Convention.ABN: "return {name}({a}, {b}, len({a}))",
    Convention.NAB: "return {name}(len({a}), {a}, {b})",
    Convention.ABC: "c = [[0] * len({a}) for _ in {a}]; {name}({a}, {b}, c); return c",
    Convention.OBJECTS: "return {owner}({a}).{method}({owner}({b})).rows",
    Convention.PAIR: "return {owner}({a}, {b}).{method}()",
    Convention.ABCN: "c = [[0] * len({a}) for _ in {a}]; {name}({a}, {b}, c, len({a})); return c",
    Convention.CAB: "c = [[0] * len({a}) for _ in {a}]; {name}(c, {a}, {b}); return c",
    Convention.NABC: "c = [[0] * len({a}) for _ in {a}]; {name}(len({a}), {a}, {b}, c); return c",
    Convention.ABRC: "return {name}({a}, {b}, len({a}), len({a}[0]))",
    Convention.CLASS: "return {owner}.{method}({a}, {b})",
    Convention.SIZED: "return {owner}(len({a})).{method}({a}, {b})",
    Convention.HELD: "c = {owner}({size}); c.{first}, c.{second} = {a}, {b}; {held}",
}


def lines_to_add(
    definitions: Sequence[Definition],
    exercise: Exercise,
    inputs: int = MATRICES,
    arguments: Sequence[str] = (),
) -> tuple[str, str]:
    """Return a definition of the entry that calls the likeliest existing function."""
    names = arguments if len(arguments) == inputs else "abcdefgh"[:inputs]
    parameters = ", ".join(names)
    first = f"def {exercise.entry}({parameters}):"
    own = [definition for definition in definitions if definition.name not in exercise.others]
    likely = sorted(own, key=lambda definition: (not definition.multiplies, -definition.loops))
    for definition in likely:
        for convention in conventions(definition, inputs=inputs):
            owner, _, method = definition.name.rpartition(".")
            name = f"{owner}().{method}" if owner else method
            one, two = (*names, "", "")[:MATRICES]
            first_held, second_held, *filled = definition.holds or (one, two)
            called = f"c.{method}()"
            line = CALLS[convention].format(
                name=name, owner=owner, method=method, given=parameters, a=one, b=two,
                first=first_held, second=second_held,
                size="" if definition.constructor else f"len({one})",
                held=f"{called}; return c.{filled[0]}" if filled else f"return {called}",
            )  # fmt: skip
            return first, line
    return first, "return …"
