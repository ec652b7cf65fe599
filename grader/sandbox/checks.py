"""Findings about a run: RUN003 to RUN007, and RUN009."""

import re
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from grader.kinds import kind_of
from grader.model.course import Backend, CaseKind, DeviceKind, Exercise
from grader.model.evidence import Comparison, ExerciseEvidence
from grader.model.finding import Finding, LazyText, Location, Param, Verdict
from grader.model.run import MORE_FILES, LoadMode, RunRecord, RunStatus, Traceback
from grader.model.static import ENDLESS, SAME_CALL, Certainty, Mark, ParseStatus
from grader.sandbox.indices import index_cause
from grader.sandbox.memory import VRAM
from grader.sandbox.missing import missing_attribute, missing_name
from grader.sandbox.newer_library import Version, newer_name, ran_under

CODES = {
    "RUN003": RunStatus.RUNTIME_ERROR,
    "RUN004": RunStatus.TIMEOUT,
    "RUN005": RunStatus.MEMORY,
    "RUN006": RunStatus.SIGNAL,
    "RUN007": RunStatus.OUTPUT,
}
TAMPERING = "RUN009"
NO_MESSAGE = LazyText("call.no_message")
FUNCTION = LazyText("call.function")
RANK_ON_CPU = 1  # rank of evidence from a GPU exercise run on the CPU
BEYOND_GPUS = " TiB"  # suffix of an array size that exceeds every GPU
MAX_MESSAGE = 200  # characters of a message
MIN_CPU_SHARE = 0.1  # least share of its time in which a small case had the CPU: it needs no more
NOT_ALLOWED = re.compile(r"'(\w+)' may not be used in this exercise")  # see guest/loading.py
UNBOUND = re.compile(r"(?:cannot access )?local variable '(\w+)'")
NOT_DEFINED = re.compile(r"name '(\w+)' is not defined")
LONG_SECONDS = 1.0  # of a call worth mentioning
TERM_SECONDS = 60e-9  # per term in plain Python loops, with some margin
MIN_SLOWDOWN = 100  # factor above that
ALL = (*CODES, TAMPERING)
HINTS = (
    ("TypeError", r"list indices must be .*not tuple", "comma-index"),
    ("TypeError", r"(list|tuple) indices must be", "index-type"),
    ("TypeError", r"'(int|float)' object is not iterable", "for-in-number"),
    ("TypeError", r"'float' object cannot be interpreted as an integer", "whole-number"),
    (
        "TypeError",
        r"'(int|float|numpy\.\w+)' object (is not subscriptable|does not)",
        "not-subscriptable",
    ),
    (
        "TypeError",
        r"(type '\w+'|'(builtin_)?function\w*' object) is not subscript",
        "round-brackets",
    ),
    ("TypeError", r"Cannot interpret '\d+' as a data type", "shape-in-brackets"),
    ("ImportError", r"'\w+' may not be used in this exercise", "not-allowed"),
    ("TypeError", r"can't multiply sequence by non-int", "list-times-list"),
    ("TypeError", r"'NoneType' object", "none"),
    ("AttributeError", r"'NoneType' object", "none"),
    ("TypeError", r"unsupported operand type|can only concatenate list", "operand-types"),
    ("TypeError", r".*(missing|takes) .*positional argument", "arguments"),
    ("TypeError", r"'\w+' object is not callable", "not-callable"),
    ("AttributeError", r"'list' object has no attribute", "list-attribute"),
    ("IndexError", r".*(out of range|out of bounds)", "out-of-range"),
    ("EOFError", r"", "input"),
    ("NameError", r"name '\w+' is not defined", "name"),
    ("UnboundLocalError", r"", "unbound"),
    ("ZeroDivisionError", r"", "zero-division"),
    ("RecursionError", r"", "too-deep"),
    ("SystemExit", r"", "exit"),
    ("(NotImplemented|Runtime)Error", r'"\w+" not implemented for|expected scalar', "dtype"),
    ("NotImplementedError", r"Module \[\w+\] is missing the required", "no-forward"),
    ("NotImplementedError", r"", "not-written"),
    ("AttributeError", r".*before Module\.__init__\(\) call", "no-super-init"),
    ("ValueError", r"(matmul|operands could not be broadcast|shapes )", "shapes"),
    ("RuntimeError", r"(mat1 and mat2|The size of tensor|Expected .*D|Given groups)", "shapes"),
    ("RuntimeError", r"shape '.*' is invalid", "shapes"),
    ("RuntimeError", r"element 0 of tensors does not require grad", "no-graph"),
    ("RuntimeError", r"a (view of a )?leaf Variable that requires grad", "leaf"),
)
"""Hints for learners by exception type and start of the message, most specific first."""
MADE_UP = "MadeUpValueError"  # see guest/recorder.py
TOP_LEVEL = {"EOFError": "top-level-input", "SystemExit": "top-level-exit"}


def runs_to_its_end(evidence: ExerciseEvidence, exercise: Exercise) -> Iterator[Finding]:
    """Yield a finding for each way in which a run can fail."""
    hindered = _hindrance(evidence)
    if hindered is not None:
        verdict, params = hindered
        for code in ALL:
            yield Finding(check=code, subject=exercise.id, verdict=verdict, params=params)
        return
    tampered = [record for record in _records(evidence) if record.status is RunStatus.PROTOCOL]
    for code, status in CODES.items():
        if tampered:
            yield Finding(
                check=code, subject=exercise.id, verdict=Verdict.UNDECIDED, case="tampering"
            )
        else:
            yield _find(code, status, evidence, exercise)
    yield _find_tampering(tampered, exercise)


def _hindrance(evidence: ExerciseEvidence) -> tuple[Verdict, dict[str, Param]] | None:
    """Return why nothing can be judged: a fault of ours, or an earlier check."""
    if evidence.trouble or any(
        record.status is RunStatus.SANDBOX_ERROR for record in _records(evidence)
    ):
        return Verdict.BROKEN, {}
    if evidence.load is not None:
        return None
    source = evidence.source
    if source is None or source.status is not ParseStatus.OK:
        return Verdict.SKIPPED, {"because": "RUN001"}
    if evidence.unwritten:
        return Verdict.SKIPPED, {"because": "RUN002"}
    sure = [use.check for use in source.uses if use.certainty is Certainty.SURE]
    return Verdict.SKIPPED, {"because": min(sure, default="RUN001")}


def _records(evidence: ExerciseEvidence) -> list[RunRecord]:
    load = [evidence.load] if evidence.load is not None else []
    return [*load, *(comparison.run for comparison in evidence.comparisons)]


def _find(code: str, status: RunStatus, evidence: ExerciseEvidence, exercise: Exercise) -> Finding:
    load, whole_load, python = evidence.load, evidence.whole_load, ran_under(evidence.place)
    if load is not None and load.status is status:
        # The whole program is more informative than the part that was kept.
        shown = whole_load if whole_load is not None and whole_load.status is status else load
        return _about_load(code, shown, exercise, python)
    for comparison in sorted(evidence.comparisons, key=_asked_and_small_first):
        if comparison.run.status is status:
            if evidence.entry is not None and evidence.entry.doubt is not None:
                params: dict[str, Param] = {"because": "RUN002"}
                return Finding(
                    check=code, subject=exercise.id, verdict=Verdict.UNDECIDED, params=params
                )
            size = comparison.case.size
            case = _case_of_ours(evidence, comparison, exercise)
            case = "secret" if comparison.beyond_its_means else case
            case = "on-cpu" if _too_much_for_the_cpu(evidence, comparison, exercise) else case
            verdict = Verdict.UNDECIDED if case else Verdict.FAILED
            found = _finding(code, verdict, case, comparison.run, exercise, python, size=size)
            return _explained(found, evidence, comparison, exercise)
    if whole_load is not None and whole_load.status is status:
        return _finding(code, Verdict.PASSED, "top-level", whole_load, exercise, python)
    dear = _took_long(evidence, exercise) if code == "RUN004" else None
    if dear is not None:
        seconds = f"{dear.run.cpu_seconds:.1f}"
        size = dear.case.size
        found = _finding(code, Verdict.PASSED, "dear", dear.run, exercise, python, size=size)
        return replace(found, params={**found.params, "took": seconds})
    return Finding(check=code, subject=exercise.id, verdict=Verdict.PASSED)


def _about_load(code: str, record: RunRecord, exercise: Exercise, python: Version) -> Finding:
    """Return the finding about a program that could not be loaded."""
    ours = "threads" if record.lacks_threads else "busy" if record.lacks_cpu else ""
    ours = ours or _case_of_resources(record, python)
    verdict = Verdict.UNDECIDED if ours else Verdict.FAILED
    found = _finding(code, verdict, f"load-{ours}" if ours else "load", record, exercise, python)
    error = record.traceback if found.case == "load" else None
    if error is not None and (near := missing_attribute(error)):
        return replace(found, case="load-near", params={**found.params, "near": near})
    return found


def _took_long(evidence: ExerciseEvidence, exercise: Exercise) -> Comparison | None:
    """Return a call of plain Python that took far longer than three nested loops would."""
    if exercise.backend is not Backend.PYTHON or not exercise.of_arrays:
        return None
    calls = (each for each in evidence.comparisons if each.run.status is RunStatus.OK)
    slowest = max(calls, key=lambda each: each.run.cpu_seconds, default=None)
    if slowest is None or slowest.run.cpu_seconds < LONG_SECONDS:
        return None
    usual = slowest.case.size**3 * TERM_SECONDS
    return slowest if slowest.run.cpu_seconds >= MIN_SLOWDOWN * usual else None


def _asked_and_small_first(comparison: Comparison) -> tuple[bool, bool, int]:
    """Sort key: the cases asked for first, then by size. A 1×1 matrix proves less than a 2×2."""
    return not comparison.asked, *comparison.case.by_size


def _case_of_ours(evidence: ExerciseEvidence, comparison: Comparison, exercise: Exercise) -> str:
    """Return the case for a failure that may be our doing, or "".

    No GPU is visible to an exercise graded on the CPU; a program that asks for one may be right on
    its author's computer.
    """
    run = comparison.run
    if run.lacks_threads:
        return "threads"
    small = comparison.case.kind is not CaseKind.LARGE
    had = run.wall_seconds - run.kept_waiting
    if run.lacks_cpu and not (small and had >= MIN_CPU_SHARE * run.wall_seconds):
        return "busy"
    if run.lacks_gpu and exercise.device is DeviceKind.CPU:
        return "no-gpu"
    if case := _case_of_resources(run, ran_under(evidence.place)):
        return case
    return "left-out" if _missed_what_was_left_out(evidence, run) else ""


def _case_of_resources(run: RunRecord, python: Version) -> str:
    """Return the case for a lack of this machine: room, GPU memory, a newer Python, plots; or "".

    The program's own process reports lack of memory, so that alone decides nothing. It is the
    program's fault if enough was free before it began and the failure names a size, as an
    allocation of GPU memory does.
    """
    if run.status is RunStatus.MEMORY and run.detail == MORE_FILES:
        return "files"
    if run.status is RunStatus.RUNTIME_ERROR and newer_name(run.traceback, python) is not None:
        return "newer"
    if run.traceback is not None and run.traceback.type == MADE_UP:
        return "made-up"
    lacking = run.status is RunStatus.MEMORY and run.detail.startswith(VRAM)
    crashed = run.status is RunStatus.SIGNAL and run.exit_signal != 0
    if run.lacks_device_memory and (lacking or crashed):
        return "vram-held"
    proved = run.device_memory is not None and run.detail != VRAM
    return "vram-unknown" if lacking and not proved else ""


def _too_much_for_the_cpu(
    evidence: ExerciseEvidence, comparison: Comparison, exercise: Exercise
) -> bool:
    """Return whether a large case of a GPU exercise, run on the CPU, exceeded time or memory.

    A size that no GPU holds is excessive on any device.
    """
    instead = exercise.device is DeviceKind.GPU and evidence.rank == RANK_ON_CPU
    run, limits = comparison.run, {RunStatus.TIMEOUT, RunStatus.MEMORY}
    much = instead and comparison.case.kind is CaseKind.LARGE and run.status in limits
    return much and not run.detail.endswith(BEYOND_GPUS)


def _missed_what_was_left_out(evidence: ExerciseEvidence, run: RunRecord) -> bool:
    """Return whether the missing name might exist had the whole program been run."""
    error = run.traceback
    if evidence.load_mode is not LoadMode.DEFINITIONS or error is None or error.type != "NameError":
        return False
    missing, source = NOT_DEFINED.match(error.message), evidence.source
    if missing is None or source is None or "*" in source.names:
        return True
    return missing.group(1) in source.names


def _finding(  # noqa: PLR0913, PLR0917 - the parts of one sentence
    code: str,
    verdict: Verdict,
    case: str,
    record: RunRecord,
    exercise: Exercise,
    python: Version,
    *,
    size: int = 0,
) -> Finding:
    limits = exercise.limits
    loading = case == "top-level" or case.startswith("load")
    seconds = limits.load_seconds if loading else limits.call_seconds
    error = record.traceback
    refused = NOT_ALLOWED.match(error.message) if error else None
    unbound = UNBOUND.match(error.message) if error else None
    params: dict[str, Param] = {
        "size": size,
        "inputs": LazyText("call.matrices", {"size": size}),
        "callee": FUNCTION,
        "seconds": f"{seconds:g}",
        "memory": limits.memory_mib,
        "output": limits.output_bytes,
        "threads": limits.threads,
        "exception": error.type if error else "",
        "text": (error.message or NO_MESSAGE) if error else "",
        "signal": record.exit_signal,
        "exit": record.exit_code,
        "needed": record.detail.removeprefix(VRAM) or "?",
        "module": record.lacks_module or (refused[1] if refused else ""),
        "allowed": exercise.allowed_imports,
        "variable": unbound[1] if unbound else "s",
    }
    if (newer := newer_name(error, python)) is not None:
        params |= {"name": newer[0], "version": "{}.{}".format(*newer[1])}
        params["here"] = "{}.{}".format(*python)
    if (memory := record.device_memory) is not None:
        params |= {"free": memory.free_mib, "wanted": memory.needed_mib}
    if case == "top-level" and error is not None:
        absent = record.lacks_module in exercise.allowed_imports
        case = "top-level-module" if absent else TOP_LEVEL.get(error.type, case)
    if code == "RUN003" and not case and error is not None:
        case = _hint(error)
    if code == "RUN004" and not case and record.stood:
        case = "stood"
    if code == "RUN005":
        case = _memory_case(case, record)
    if code == "RUN006" and record.exit_signal == 0 and not record.lacks_threads:
        case = f"{case}-exit" if case else "exit"
    return Finding(
        check=code,
        subject=exercise.id,
        verdict=verdict,
        case=kind_of(exercise).case(code, case, record),
        params=params,
        locations=places_of(record),
    )


def _explained(
    finding: Finding, evidence: ExerciseEvidence, comparison: Comparison, exercise: Exercise
) -> Finding:
    """Add the cause if the program's text or its other runs show it."""
    error, case, params = comparison.run.traceback, finding.case, dict(finding.params)
    late = comparison.case.size
    done = max(
        (
            each.case.size
            for each in evidence.comparisons
            if each.run.status is RunStatus.OK and each.case.size < late
        ),
        default=0,
    )
    ended = done > 1  # loops and calls of a 1×1 product may end that others do not
    if finding.check == "RUN003" and error is not None:
        case, more = _cause(case, error, evidence, exercise)
        params |= more
        if case == "too-deep" and (itself := _calls_itself(error)) is not None:
            case, call = "calls-itself", _same_call(evidence, itself.location)
            if call is not None:
                case = "calls-itself-to-print" if call.names["inside"] else "calls-itself-alike"
                params["call"] = call.text
            elif ended:
                return finding  # it ends, after more calls than Python allows
            return replace(
                finding,
                case=case,
                params={**params, "function": itself.function},
                locations=(itself.location,),
            )
    if finding.check == "RUN004" and case in {"", "stood"}:
        if loop := _endless_loop(evidence, comparison.run):
            more = {"loop": loop.text, "variable": loop.names["variable"]}
            return replace(
                finding, case="endless", params={**params, **more}, locations=(loop.location,)
            )
        if ended:
            case, params["done"] = "slow", done
    return replace(finding, case=case, params=params)


def _cause(
    case: str, error: Traceback, evidence: ExerciseEvidence, exercise: Exercise
) -> tuple[str, dict[str, Param]]:
    """Return the case of an exception with its cause, if the text shows it, and what it names."""
    if case == "name":
        return missing_name(error, evidence.source, exercise)
    if case == "out-of-range":
        return index_cause(error, evidence.source)
    if case == "left-out" and (bound := _size_left_out(error, evidence)):
        missing = NOT_DEFINED.match(error.message)
        return "left-out-size", {"name": missing[1] if missing else "", "bound": bound}
    if error.type == "AttributeError" and (meant := missing_attribute(error)):
        return "attribute-near", {"near": meant}
    return case, {}


def _size_left_out(error: Traceback, evidence: ExerciseEvidence) -> int:
    """Return the line outside of functions that sets a missing size; 0 if it is no size."""
    missing, text = NOT_DEFINED.match(error.message), "".join(error.lines[-1:])
    if missing is None or evidence.source is None or f"range({missing[1]})" not in text:
        return 0
    return evidence.source.bound.get("", {}).get(missing[1], 0)


class _Call(Struct, frozen=True):
    """A function that calls itself, and the place of the call."""

    function: str
    location: Location


def _calls_itself(error: Traceback) -> _Call | None:
    """Return the one line in which a function kept calling itself."""
    lines = error.lines or ("",) * len(error.frames)
    counted = Counter(zip(error.frames, lines, strict=True))
    again = [(frame, text) for (frame, text), count in counted.items() if count > 1]
    if len(again) != 1:
        return None
    (file, line, function), text = again[0]
    called = re.search(rf"(?<!\w){re.escape(function)}\s*\(", text)
    return _Call(function, Location(file=file, line=line, text=text)) if called else None


def _same_call(evidence: ExerciseEvidence, location: Location) -> Mark | None:
    """Return the mark of a call by which a function calls itself with its own arguments."""
    clues = evidence.source.clues if evidence.source is not None else ()
    return next(
        (
            mark
            for mark in clues
            if mark.name == SAME_CALL
            and (mark.location.file, mark.location.line) == (location.file, location.line)
            and not mark.location.cell  # line numbers of a run span all cells
        ),
        None,
    )


def _endless_loop(evidence: ExerciseEvidence, run: RunRecord) -> Mark | None:
    """Return the endless loop around the line in which the time ran out."""
    if run.stood is None or evidence.source is None:
        return None
    _, line = run.stood
    around = [
        mark
        for marks in evidence.source.marks.values()
        for mark in marks
        if mark.name == ENDLESS
        and not mark.location.cell  # line numbers of a run span all cells
        and mark.location.line <= line <= mark.last
    ]
    return around[-1] if around else None


def _memory_case(case: str, record: RunRecord) -> str:
    """Return the case for the kind of memory that was short, if known."""
    on_gpu = record.detail.startswith(VRAM)
    if case == "top-level" and record.lacks_threads:
        return "top-level-threads"
    if case in {"load", "top-level"} and on_gpu:
        return f"{case}-vram"
    if not case and record.traceback is not None and record.detail:
        return "vram" if on_gpu else "needed"
    return case


def _hint(error: Traceback) -> str:
    """Return the hint for a common exception; "" for any other.

    NotImplementedError raised by a library does not mean an unwritten function.
    """
    case = next(
        (
            case
            for kind, begins, case in HINTS
            if re.fullmatch(kind, error.type) and re.match(begins, error.message[:MAX_MESSAGE])
        ),
        "",
    )
    raised_here = any("NotImplementedError" in line for line in error.lines[-1:])
    return "" if case == "not-written" and not raised_here else case


def places_of(record: RunRecord) -> tuple[Location, ...]:
    """Return the student's own lines, innermost first, since that is where to look."""
    if record.stood is not None:
        return (Location(file=record.stood[0], line=record.stood[1]),)
    if record.traceback is None:
        return ()
    frames = record.traceback.frames
    lines = record.traceback.lines or ("",) * len(frames)
    places = [
        Location(file=file, line=line, text=text)
        for (file, line, _), text in zip(frames, lines, strict=True)
    ]
    return tuple(dict.fromkeys(reversed(places)))


def _find_tampering(tampered: list[RunRecord], exercise: Exercise) -> Finding:
    """Report tampering with the channel as undecided: only a person can judge it."""
    if not tampered:
        return Finding(check=TAMPERING, subject=exercise.id, verdict=Verdict.PASSED)
    return Finding(
        check=TAMPERING,
        subject=exercise.id,
        verdict=Verdict.UNDECIDED,
        params={"what": tampered[0].detail},
    )
