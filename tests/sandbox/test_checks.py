"""What runs say about a program, and what they must not be taken to say."""

import importlib
import sys
import warnings

import pytest
from msgspec.structs import replace

from grader.model.course import Case, CaseKind, DeviceKind
from grader.model.evidence import Comparison, ExerciseEvidence, Outcome
from grader.model.finding import Finding, Location, Verdict
from grader.model.run import (
    MORE_THREADS,
    DeviceMemory,
    LoadMode,
    RunRecord,
    RunStatus,
    Traceback,
)
from grader.model.static import ENDLESS, Certainty, Mark, ParseStatus, SourceFacts, Use
from grader.sandbox import newer_library
from grader.sandbox.checks import ALL, CODES, runs_to_its_end
from grader.wording import load_wording
from tests.sandbox.places import exercise
from tests.source.sources import read
from tests.wording.worded import assert_worded

OK = RunRecord(status=RunStatus.OK)
ENOUGH = DeviceMemory(free_mib=60_000, needed_mib=1_152)
HELD = DeviceMemory(free_mib=300, needed_mib=1_152)
RAISED = RunRecord(
    status=RunStatus.RUNTIME_ERROR,
    traceback=Traceback(
        type="IndexError",
        message="list index out of range",
        frames=(("kadai1.py", 9, "matmul"), ("kadai1.py", 4, "row")),
        lines=("return row(a)", "return a[9]"),
    ),
)
CLEAN = ExerciseEvidence(
    exercise="matmul", source=SourceFacts(status=ParseStatus.OK), load=OK, load_mode=LoadMode.WHOLE
)


def _findings(evidence: ExerciseEvidence) -> dict[str, Finding]:
    findings = list(runs_to_its_end(evidence, exercise()))
    for finding in findings:
        assert_worded(finding)
    assert [finding.check for finding in findings] == list(ALL)
    return {finding.check: finding for finding in findings}


def _called(*records: RunRecord) -> ExerciseEvidence:
    comparisons = tuple(
        Comparison(
            case=Case(size=size, kind=CaseKind.INTEGERS),
            run=record,
            outcome=Outcome.EQUAL if record.status is RunStatus.OK else Outcome.NOT_RUN,
        )
        for size, record in zip((5, 2, 7), records, strict=False)
    )
    return replace(CLEAN, comparisons=comparisons)


@pytest.mark.parametrize("evidence", [CLEAN, _called(OK, OK, OK)])
def test_a_clean_run_passes_everything(evidence: ExerciseEvidence) -> None:
    """Nothing is flagged when everything ended well."""
    assert {finding.verdict for finding in _findings(evidence).values()} == {Verdict.PASSED}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("stage", ["load", "call", "top-level"])
@pytest.mark.parametrize("signal", [0, 11])
def test_each_status_fails_its_own_check_only(code: str, stage: str, signal: int) -> None:
    """One bad ending fails one check; at the top level alone it fails none, but is told."""
    record = RunRecord(status=CODES[code], exit_signal=signal)
    evidence = {
        "load": replace(CLEAN, load=record),
        "call": _called(OK, record, record),
        "top-level": replace(CLEAN, whole_load=record, load_mode=LoadMode.DEFINITIONS),
    }[stage]
    findings = _findings(evidence)
    told = findings.pop(code)
    assert told.verdict is (Verdict.PASSED if stage == "top-level" else Verdict.FAILED)
    assert told.case.removesuffix("exit").removesuffix("-") == ("" if stage == "call" else stage)
    assert told.params["size"] == (2 if stage == "call" else 0)
    assert all(other.verdict is Verdict.PASSED and not other.case for other in findings.values())


@pytest.mark.parametrize(
    ("detail", "case", "needed"),
    [
        ("", "", "?"),
        ("7.45 GiB", "needed", "7.45 GiB"),
        ("vram: 20 GiB; 3 GiB / 24 GiB", "vram", "20 GiB; 3 GiB / 24 GiB"),
    ],
)
def test_what_did_not_fit_is_said(detail: str, case: str, needed: str) -> None:
    """The GPU's memory is told from the computer's."""
    record = replace(RAISED, status=RunStatus.MEMORY, detail=detail, device_memory=ENOUGH)
    finding = _findings(_called(OK, record))["RUN005"]
    assert (finding.verdict, finding.case) == (Verdict.FAILED, case)
    assert finding.params["needed"] == needed


@pytest.mark.parametrize("stage", ["load", "call"])
@pytest.mark.parametrize(
    ("status", "detail", "memory", "case"),
    [
        (RunStatus.MEMORY, "vram: 7.28 TiB", ENOUGH, "vram"),
        (RunStatus.MEMORY, "vram: 7.28 TiB", HELD, "vram-held"),
        (RunStatus.MEMORY, "vram: 7.28 TiB", None, "vram-unknown"),
        (RunStatus.MEMORY, "vram: ", ENOUGH, "vram-unknown"),  # a library's status, without a size
        (RunStatus.MEMORY, "vram: ", HELD, "vram-held"),
        (RunStatus.MEMORY, "vram: ", None, "vram-unknown"),
        (RunStatus.SIGNAL, "", ENOUGH, ""),
        (RunStatus.SIGNAL, "", HELD, "vram-held"),
        (RunStatus.SIGNAL, "", None, ""),
        (RunStatus.MEMORY, "", None, ""),
        (RunStatus.MEMORY, "7.28 TiB", None, "needed"),
    ],
)
def test_who_holds_a_gpus_memory_decides(
    stage: str, status: RunStatus, detail: str, memory: DeviceMemory | None, case: str
) -> None:
    """A program fails for lack of it only where a right one had enough, and an allocation says so.

    All else is left to a person: others held the memory, or another resource was short.
    """
    record = replace(RAISED, status=status, detail=detail, device_memory=memory, exit_signal=6)
    evidence = replace(CLEAN, load=record) if stage == "load" else _called(OK, record)
    code = "RUN005" if status is RunStatus.MEMORY else "RUN006"
    finding = _findings(evidence)[code]
    is_open = case in {"vram-held", "vram-unknown"}
    assert finding.verdict is (Verdict.UNDECIDED if is_open else Verdict.FAILED)
    if stage == "load":
        case = f"load-{case}" if case.startswith("vram") else "load"
    assert finding.case == case


def test_an_exception_names_the_innermost_line_first() -> None:
    """Where it happened comes before who called it."""
    found = _findings(_called(RAISED))["RUN003"]
    assert found.locations == (
        Location(file="kadai1.py", line=4, text="return a[9]"),
        Location(file="kadai1.py", line=9, text="return row(a)"),
    )
    assert found.params["exception"] == "IndexError"


A = [[1, 2], [3, 4]]
EXCEPTIONS = {
    "A[0, 1]": "comma-index",
    "A['x']": "index-type",
    "A[A[0]]": "index-type",
    "[i for i in 2]": "for-in-number",
    "[][0]": "out-of-range",
    "[].__setitem__(0, 1)": "out-of-range",
    "missing": "name",
    "A[0][0][0]": "not-subscriptable",
    "exec('x[0][0] = 1', {'x': [0]})": "not-subscriptable",
    "(1.5)[0]": "not-subscriptable",
    "A * A": "list-times-list",
    "A @ A": "operand-types",
    "A + 1": "operand-types",
    "A - A": "operand-types",
    "None[0]": "none",
    "None.append(1)": "none",
    "(lambda a, b: a)(A)": "arguments",
    "(lambda a, b: a)(A, A, A)": "arguments",
    "1 / 0": "zero-division",
    "1.0 / 0": "zero-division",
    "A.shape": "list-attribute",
    "A(0)": "not-callable",
    "(lambda: (yield))().throw(EOFError)": "input",
    "(lambda: (yield))().throw(NotImplementedError)": "not-written",
    "numpy.zeros((2, 3)) @ numpy.zeros((2, 3))": "shapes",
    "numpy.zeros((2, 3)) + numpy.zeros((3, 2))": "shapes",
    "numpy.zeros(2)[2]": "out-of-range",
    "range[2]": "round-brackets",
    "len[A]": "round-brackets",
    "(lambda: 0)[0]": "round-brackets",
    "numpy.zeros(2, 2)": "shape-in-brackets",
    "int('x')": "",
    "{}['x']": "",
}


@pytest.mark.parametrize("expression", EXCEPTIONS)
def test_the_commonest_exceptions_have_a_hint(expression: str) -> None:
    """By what this Python says of them; anything else gets the plain one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        try:
            eval(expression, {"A": A, "numpy": importlib.import_module("numpy")})
        except Exception as error:  # noqa: BLE001  whatever it raises
            raised = Traceback(
                type=type(error).__name__,
                message=str(error),
                frames=(("kadai1.py", 1, "matmul"),),
                lines=(expression,),
            )
    record = RunRecord(status=RunStatus.RUNTIME_ERROR, traceback=raised)
    assert _findings(_called(record))["RUN003"].case == EXCEPTIONS[expression]


OF_LIBRARIES = {
    ("NotImplementedError", "\"log_softmax\" not implemented for 'Long'"): "dtype",
    ("RuntimeError", "\"addmm_impl_cpu_\" not implemented for 'Half'"): "dtype",
    ("RuntimeError", "expected scalar type Float but found Double"): "dtype",
    ("NotImplementedError", "Could not run it with arguments from the CUDA backend"): "",
    ("RuntimeError", "shape '[1, 16]' is invalid for input of size 32"): "shapes",
    ("RuntimeError", "element 0 of tensors does not require grad and does not have"): "no-graph",
    ("AttributeError", "cannot assign module before Module.__init__() call"): "no-super-init",
    ("NotImplementedError", 'Module [Net] is missing the required "forward" function'): (
        "no-forward"
    ),
    ("NotImplementedError", 'Net is missing the required "forward" function'): "",
    ("RuntimeError", "a leaf Variable that requires grad is being used in an in-place"): "leaf",
    ("RuntimeError", "a view of a leaf Variable that requires grad is being used in"): "leaf",
    ("RuntimeError", "one of the variables needed for gradient computation has been"): "",
}


@pytest.mark.parametrize(("kind", "text"), OF_LIBRARIES)
def test_what_a_library_raises_is_not_taken_for_the_students(kind: str, text: str) -> None:
    """PyTorch's NotImplementedError is about a type: the function is written."""
    raised = Traceback(
        type=kind,
        message=text,
        frames=(("training.py", 9, "train_step"),),
        lines=("loss = loss_fn(y, out)",),
    )
    record = RunRecord(status=RunStatus.RUNTIME_ERROR, traceback=raised)
    assert _findings(_called(record))["RUN003"].case == OF_LIBRARIES[kind, text]


@pytest.mark.parametrize(
    ("kind", "text", "verdict"),
    [
        ("AttributeError", "module 'library' has no attribute 'later'", Verdict.UNDECIDED),
        ("ImportError", "cannot import name 'later' from 'library' (/lib/x.py)", Verdict.UNDECIDED),
        ("AttributeError", "module 'library' has no attribute 'latter'", Verdict.FAILED),
        ("AttributeError", "'list' object has no attribute 'later'", Verdict.FAILED),
    ],
)
def test_a_name_of_a_newer_python_is_no_mistake(
    monkeypatch: pytest.MonkeyPatch, kind: str, text: str, verdict: Verdict
) -> None:
    """It costs no points, whether the call or the program's first lines need it."""
    later = (sys.version_info.major, sys.version_info.minor + 1)
    monkeypatch.setitem(newer_library.VERSIONS, "library.later", later)
    error = Traceback(type=kind, message=text, frames=())
    record = RunRecord(status=RunStatus.RUNTIME_ERROR, traceback=error)
    for evidence in (_called(record), replace(CLEAN, load=record)):
        found = _findings(evidence)["RUN003"]
        assert_worded(found)
        assert found.verdict is verdict


def test_every_name_that_came_with_this_python_is_there() -> None:
    """Else a misspelt name would be taken for one of a newer Python."""
    known = [name for name, since in newer_library.VERSIONS.items() if since <= newer_library.HERE]
    for name in known:
        module, _, attribute = name.rpartition(".")
        if module != "os":  # some of its functions are Windows' own
            assert hasattr(importlib.import_module(module), attribute), name


def test_an_unbound_variable_has_a_hint() -> None:
    """As Python 3.11 says it, and as 3.10 did."""
    for message in (
        "cannot access local variable 's' where it is not associated with a value",
        "local variable 's' referenced before assignment",
    ):
        raised = Traceback(type="UnboundLocalError", message=message, frames=())
        record = RunRecord(status=RunStatus.RUNTIME_ERROR, traceback=raised)
        found = _findings(_called(record))["RUN003"]
        assert (found.case, found.params["variable"]) == ("unbound", "s")


def test_the_line_where_time_ran_out_is_shown() -> None:
    """As the program said; without it, none is."""
    late = RunRecord(status=RunStatus.TIMEOUT, stood=("kadai1.py", 7))
    found = _findings(_called(late))["RUN004"]
    assert (found.verdict, found.case) == (Verdict.FAILED, "stood")
    assert found.locations == (Location(file="kadai1.py", line=7),)
    assert _findings(_called(replace(late, stood=None)))["RUN004"].case == ""


def test_the_whole_program_explains_more_than_its_definitions() -> None:
    """When both fail the same way, the first failure is shown."""
    later = replace(RAISED, traceback=replace(RAISED.traceback, message="later"))  # type: ignore[type-var]
    found = _findings(replace(CLEAN, load=later, whole_load=RAISED))["RUN003"]
    assert found.params["text"] == "list index out of range"


def test_a_name_that_was_left_out_is_for_a_person() -> None:
    """Where only definitions were loaded, a missing name may be our doing: never a failure."""
    missing = replace(
        RAISED, traceback=Traceback(type="NameError", message="name 'tool'", frames=())
    )
    partly = replace(_called(missing), load_mode=LoadMode.DEFINITIONS, whole_load=RAISED)
    found = _findings(partly)["RUN003"]
    assert (found.verdict, found.case) == (Verdict.UNDECIDED, "left-out")
    assert _findings(_called(missing))["RUN003"].verdict is Verdict.FAILED
    assert (
        _findings(replace(partly, comparisons=_called(RAISED).comparisons))["RUN003"].verdict
        is Verdict.FAILED
    )


@pytest.mark.parametrize(
    ("names", "verdict"),
    [
        (("matmul", "tool"), Verdict.UNDECIDED),  # made by a statement that was left out
        (("*", "matmul"), Verdict.UNDECIDED),  # a star import may have brought it
        (("matmul",), Verdict.FAILED),  # no statement makes it: the whole program fails as well
    ],
)
def test_a_name_that_nothing_makes_is_missing(names: tuple[str, ...], verdict: Verdict) -> None:
    """A missing name is our doing only if the program binds it somewhere."""
    error = Traceback(type="NameError", message="name 'tool' is not defined", frames=())
    partly = replace(
        _called(replace(RAISED, traceback=error)),
        load_mode=LoadMode.DEFINITIONS,
        source=SourceFacts(status=ParseStatus.OK, names=names),
    )
    assert _findings(partly)["RUN003"].verdict is verdict


@pytest.mark.parametrize("status", [RunStatus.TIMEOUT, RunStatus.MEMORY])
@pytest.mark.parametrize(
    ("kind", "rank", "verdict"),
    [
        (CaseKind.LARGE, 1, Verdict.UNDECIDED),
        (CaseKind.LARGE, 2, Verdict.FAILED),  # on a GPU
        (CaseKind.INTEGERS, 1, Verdict.FAILED),  # what no computer is too slow for
    ],
)
def test_what_is_too_much_for_the_cpu_is_no_failure_of_a_gpus_function(
    status: RunStatus, kind: CaseKind, rank: int, verdict: Verdict
) -> None:
    """Where there is no GPU, a large case may take longer, and more memory, than it may."""
    evidence = _called(RunRecord(status=status))
    (comparison,) = evidence.comparisons
    large = replace(comparison, case=Case(size=1024, kind=kind))
    asked = replace(exercise(), device=DeviceKind.GPU)
    evidence = replace(evidence, comparisons=(large,), rank=rank)
    findings = list(runs_to_its_end(evidence, asked))
    for finding in findings:
        assert_worded(finding)
    code = next(code for code, of in CODES.items() if of is status)
    assert {one.verdict for one in findings if one.check == code} == {verdict}


@pytest.mark.parametrize(
    ("needed", "verdict"),
    [("3.98 TiB", Verdict.FAILED), ("16 GiB", Verdict.UNDECIDED), ("", Verdict.UNDECIDED)],
)
def test_what_fits_into_no_gpu_is_too_much_on_the_cpu(needed: str, verdict: Verdict) -> None:
    """An array of n⁴ numbers fails wherever it is graded."""
    evidence = _called(RunRecord(status=RunStatus.MEMORY, detail=needed))
    (comparison,) = evidence.comparisons
    large = replace(comparison, case=Case(size=1024, kind=CaseKind.LARGE))
    asked = replace(exercise(), device=DeviceKind.GPU)
    found = runs_to_its_end(replace(evidence, comparisons=(large,), rank=1), asked)
    assert {one.verdict for one in found if one.check == "RUN005"} == {verdict}


def test_tampering_is_never_decided_alone() -> None:
    """A violation of the protocol leaves everything undecided for a person."""
    record = RunRecord(status=RunStatus.PROTOCOL, detail="a reply that nobody asked for")
    findings = _findings(_called(OK, record, RAISED))
    assert {finding.verdict for finding in findings.values()} == {Verdict.UNDECIDED}
    assert findings["RUN009"].params == {"what": "a reply that nobody asked for"}
    assert (
        "(a reply that nobody asked for)" in load_wording("en").finding(findings["RUN009"]).message
    )
    assert "(求めていない応答)" in load_wording("ja").finding(findings["RUN009"]).message


@pytest.mark.parametrize(
    "evidence",
    [
        replace(CLEAN, trouble="Traceback …"),
        replace(CLEAN, load=RunRecord(status=RunStatus.SANDBOX_ERROR)),
        _called(RAISED, RunRecord(status=RunStatus.SANDBOX_ERROR)),
    ],
)
def test_our_own_fault_is_broken(evidence: ExerciseEvidence) -> None:
    """What went wrong on our side is never the student's failure."""
    assert {finding.verdict for finding in _findings(evidence).values()} == {Verdict.BROKEN}


USE = Use(
    check="POL002",
    what="exec",
    certainty=Certainty.SURE,
    reason="exec",
    location=Location(file="kadai1.py", line=1),
)


@pytest.mark.parametrize(
    ("source", "because"),
    [
        (None, "RUN001"),
        (SourceFacts(status=ParseStatus.SYNTAX_ERROR), "RUN001"),
        (SourceFacts(status=ParseStatus.OK, uses=(USE, replace(USE, check="POL001"))), "POL001"),
    ],
)
def test_what_was_not_run_is_skipped(source: SourceFacts | None, because: str) -> None:
    """An earlier check that failed is named, and nothing here is decided."""
    for finding in _findings(replace(CLEAN, source=source, load=None)).values():
        assert (finding.verdict, finding.params) == (Verdict.SKIPPED, {"because": because})


def test_waiting_for_input_is_told_as_such() -> None:
    """A program that asks for input at its top level has not failed; it is told why it stopped."""
    asked = RunRecord(
        status=RunStatus.RUNTIME_ERROR,
        traceback=Traceback(type="EOFError", message="EOF when reading a line", frames=()),
    )
    evidence = replace(CLEAN, whole_load=asked, load_mode=LoadMode.DEFINITIONS)
    found = _findings(evidence)["RUN003"]
    assert (found.verdict, found.case) == (Verdict.PASSED, "top-level-input")


TOO_DEEP = replace(RAISED, traceback=Traceback(type="RecursionError", message="", frames=()))


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (RunRecord(status=RunStatus.TIMEOUT), "RUN004"),
        (RunRecord(status=RunStatus.MEMORY), "RUN005"),
        (RunRecord(status=RunStatus.OUTPUT), "RUN007"),
        (RunRecord(status=RunStatus.SIGNAL, exit_signal=11), "RUN006"),
        (TOO_DEEP, "RUN003"),
    ],
)
def test_what_a_secret_size_used_up_is_for_a_person(record: RunRecord, code: str) -> None:
    """The same at a listed size fails: that one everybody could try."""
    listed = _called(OK, OK, record)
    *right, last = listed.comparisons
    secret = replace(last, case=replace(last.case, secret=True))
    found = _findings(replace(listed, comparisons=(*right, secret)))
    assert (found[code].verdict, found[code].case) == (Verdict.UNDECIDED, "secret")
    assert found[code].params["size"] == 7
    assert {one.verdict for one in found.values() if one.check != code} == {Verdict.PASSED}
    assert _findings(listed)[code].verdict is Verdict.FAILED


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (RAISED, "RUN003"),
        (RunRecord(status=RunStatus.SIGNAL, exit_code=1), "RUN006"),
        (RunRecord(status=RunStatus.SIGNAL, exit_signal=11, detail="behind: b"), "RUN006"),
    ],
)
def test_a_mistake_at_a_secret_size_fails(record: RunRecord, code: str) -> None:
    """An error, ending the program, and touching what is no matrix need no larger machine."""
    listed = _called(OK, OK, record)
    *right, last = listed.comparisons
    secret = replace(last, case=replace(last.case, secret=True))
    assert _findings(replace(listed, comparisons=(*right, secret)))[code].verdict is Verdict.FAILED


OPENMP = "\nlibgomp: Thread creation failed: Resource temporarily unavailable\n"
NOT_OUR_LIMIT = [
    RunRecord(status=RunStatus.SIGNAL, exit_code=1),
    RunRecord(status=RunStatus.SIGNAL, exit_code=3, stderr_tail="libgomp: Invalid value"),
    RunRecord(status=RunStatus.SIGNAL, exit_signal=11, stderr_tail=OPENMP),
]


@pytest.mark.parametrize("record", NOT_OUR_LIMIT)
def test_who_ends_the_program_himself_is_told_so(record: RunRecord) -> None:
    """Nothing of it says that threads were wanting, or it died of something else."""
    finding = _findings(_called(OK, record, record))["RUN006"]
    assert (finding.verdict, finding.case != "threads") == (Verdict.FAILED, True)


TOO_MANY = {
    "RUN005": RunRecord(status=RunStatus.MEMORY, detail=MORE_THREADS),
    "RUN006": RunRecord(status=RunStatus.SIGNAL, exit_code=1, stderr_tail=OPENMP),
}


@pytest.mark.parametrize("code", TOO_MANY)
def test_more_threads_than_we_allow_are_for_a_person(code: str) -> None:
    """The limit is ours: on the student's own computer they start."""
    findings = _findings(_called(OK, TOO_MANY[code], TOO_MANY[code]))
    finding = findings.pop(code)
    assert (finding.verdict, finding.case) == (Verdict.UNDECIDED, "threads")
    assert_worded(finding)
    assert {other.verdict for other in findings.values()} == {Verdict.PASSED}


@pytest.mark.parametrize("code", TOO_MANY)
def test_more_threads_than_we_allow_while_loading_are_for_a_person(code: str) -> None:
    """The same where nothing could be called."""
    finding = _findings(replace(CLEAN, load=TOO_MANY[code], comparisons=()))[code]
    assert (finding.verdict, finding.case) == (Verdict.UNDECIDED, "load-threads")
    assert_worded(finding)


def test_more_memory_than_we_allow_is_the_programs_doing() -> None:
    """The host ends both; which limit it was, it says."""
    record = RunRecord(status=RunStatus.MEMORY, detail="more memory than allowed")
    assert _findings(_called(OK, record))["RUN005"].verdict is Verdict.FAILED


def test_too_many_threads_of_the_measurement_are_no_lack_of_memory() -> None:
    """The function is graded, and the note names the limit that it was."""
    evidence = replace(CLEAN, whole_load=TOO_MANY["RUN005"], load_mode=LoadMode.DEFINITIONS)
    finding = _findings(evidence)["RUN005"]
    assert (finding.verdict, finding.case) == (Verdict.PASSED, "top-level-threads")
    assert_worded(finding)


NO_GPU_HERE = [
    ("AssertionError", "Torch not compiled with CUDA enabled"),
    ("RuntimeError", "Found no NVIDIA driver on your system. Please check that you have one"),
]
NOT_ABOUT_A_GPU = [
    ("AssertionError", "a tensor on the GPU: Torch not compiled with CUDA enabled"),
    ("RuntimeError", "CUDA error: device-side assert triggered"),
    ("RuntimeError", "Expected all tensors to be on the same device"),
]


def _raising(kind: str, text: str) -> RunRecord:
    raised = Traceback(type=kind, message=text, frames=(("a.py", 3, "f"),), lines=("x.cuda()",))
    return RunRecord(status=RunStatus.RUNTIME_ERROR, traceback=raised)


@pytest.mark.parametrize(("kind", "text"), NO_GPU_HERE)
def test_who_asks_for_a_gpu_where_the_cpu_is_graded_is_for_a_person(kind: str, text: str) -> None:
    """It may be right where its author has one: what is missing is missing here."""
    finding = _findings(_called(_raising(kind, text)))["RUN003"]
    assert (finding.verdict, finding.case) == (Verdict.UNDECIDED, "no-gpu")
    assert_worded(finding)


@pytest.mark.parametrize(("kind", "text"), NOT_ABOUT_A_GPU)
def test_what_else_is_said_of_a_gpu_is_a_mistake(kind: str, text: str) -> None:
    """Such errors come of the program, wherever it is run."""
    finding = _findings(_called(_raising(kind, text)))["RUN003"]
    assert (finding.verdict, finding.case) == (Verdict.FAILED, "")


def test_an_exercise_for_the_gpu_has_one() -> None:
    """What finds none there took it away itself; without one the exercise waits (cases_run)."""
    gpu = replace(exercise(), device=DeviceKind.GPU)
    found = runs_to_its_end(_called(_raising(*NO_GPU_HERE[0])), gpu)
    finding = next(finding for finding in found if finding.check == "RUN003")
    assert (finding.verdict, finding.case) == (Verdict.FAILED, "")


BUSY = {
    (CaseKind.LARGE, 9.0): "busy",
    (CaseKind.LARGE, 5.1): "busy",
    (CaseKind.LARGE, 4.9): "",
    (CaseKind.LARGE, 0.0): "",
    (CaseKind.INTEGERS, 9.5): "busy",
    (CaseKind.INTEGERS, 8.5): "",
    (CaseKind.INTEGERS, 0.0): "",
}


@pytest.mark.parametrize(("kind", "kept_waiting"), BUSY)
def test_time_that_others_had_is_not_the_programs(kind: CaseKind, kept_waiting: float) -> None:
    """A busy computer is for a person; a program that slept, or had time enough, is not."""
    late = RunRecord(status=RunStatus.TIMEOUT, wall_seconds=10.0, kept_waiting=kept_waiting)
    evidence = _called(late)
    comparisons = tuple(
        replace(comparison, case=replace(comparison.case, kind=kind))
        for comparison in evidence.comparisons
    )
    finding = _findings(replace(evidence, comparisons=comparisons))["RUN004"]
    case = BUSY[kind, kept_waiting]
    assert (finding.verdict, finding.case) == (
        Verdict.UNDECIDED if case else Verdict.FAILED,
        case,
    )
    assert_worded(finding)


def test_loading_on_a_busy_computer_is_for_a_person() -> None:
    """As for a call."""
    late = RunRecord(status=RunStatus.TIMEOUT, wall_seconds=10.0, kept_waiting=8.0)
    evidence = ExerciseEvidence(exercise="matmul", source=None, load=late)
    finding = _findings(evidence)["RUN004"]
    assert (finding.verdict, finding.case) == (Verdict.UNDECIDED, "load-busy")
    assert_worded(finding)


LATE = RunRecord(status=RunStatus.TIMEOUT, stood=("kadai1.py", 7))


def _endless(last: int) -> ExerciseEvidence:
    place = Location(file="kadai1.py", line=5, text="while i < n:")
    mark = Mark(
        name=ENDLESS, location=place, text="while i < n", names={"variable": "i"}, last=last
    )
    marked = SourceFacts(status=ParseStatus.OK, marks={"matmul": (mark,)})
    return replace(_called(LATE), source=marked)


def test_an_endless_loop_names_what_does_not_change() -> None:
    """Where the time ran out inside it; elsewhere the loop is not blamed."""
    found = _findings(_endless(last=9))["RUN004"]
    assert (found.case, found.params["loop"], found.params["variable"]) == (
        "endless",
        "while i < n",
        "i",
    )
    assert [place.line for place in found.locations] == [5]
    assert _findings(_endless(last=6))["RUN004"].case == "stood"


def test_a_large_size_alone_is_too_slow() -> None:
    """Smaller ones ended; a size that ended beside a smaller one that did not shows nothing."""
    found = _findings(_called(OK, OK, LATE))["RUN004"]
    assert (found.case, found.params["done"]) == ("slow", 5)
    assert _findings(_called(OK, LATE, LATE))["RUN004"].case == "stood"


@pytest.mark.parametrize(("seconds", "case"), [(4.0, "dear"), (0.9, "")])
def test_what_took_dozens_of_times_as_long_is_a_note(seconds: float, case: str) -> None:
    """It passes all the same."""
    found = _findings(_called(OK, OK, replace(OK, cpu_seconds=seconds)))["RUN004"]
    assert (found.verdict, found.case) == (Verdict.PASSED, case)


def _deep(*lines: tuple[int, str, str]) -> RunRecord:
    frames = tuple(("kadai1.py", number, function) for number, function, _ in lines)
    texts = tuple(text for _, _, text in lines)
    error = Traceback(type="RecursionError", message="deep", frames=frames, lines=texts)
    return replace(RAISED, traceback=error)


def test_a_function_that_calls_itself_is_told_once() -> None:
    """The one line in which it does; where several take part, all lines are shown."""
    again = (9, "matmul", "c = matmul(a, b)")
    found = _findings(_called(_deep(again, again, again, (7, "matmul", "n = len(a)"))))["RUN003"]
    assert (found.case, found.params["function"]) == ("calls-itself", "matmul")
    assert [place.line for place in found.locations] == [9]
    other = (4, "row", "return matmul(a, b)")
    found = _findings(_called(_deep(again, other, again, other)))["RUN003"]
    assert found.case == "too-deep"


def test_a_recursion_that_ends_for_smaller_sizes_is_not_called_endless() -> None:
    """It has more calls than Python allows; those of a 1×1 product may end where others do not."""
    again = (9, "matmul", "c = matmul(a, b, i + 1)")
    found = _findings(_called(OK, OK, _deep(again, again, again)))["RUN003"]
    assert found.case == "too-deep"


def test_one_element_is_shown_last() -> None:
    """A matrix of four says more."""
    sizes = (1, 3, 2)
    comparisons = tuple(
        replace(each, case=Case(size=size, kind=CaseKind.INTEGERS))
        for each, size in zip(_called(RAISED, RAISED, RAISED).comparisons, sizes, strict=True)
    )
    assert _findings(replace(CLEAN, comparisons=comparisons))["RUN003"].params["size"] == 2


def test_a_module_that_is_not_allowed_is_named() -> None:
    """In words of ours, where the stand-in for it raised."""
    message = "'kadai1' may not be used in this exercise (kadai1.matmul)"
    raised = Traceback(type="ImportError", message=message, frames=())
    record = RunRecord(status=RunStatus.RUNTIME_ERROR, traceback=raised)
    found = _findings(_called(record))["RUN003"]
    assert (found.case, found.params["module"]) == ("not-allowed", "kadai1")
    assert "may not be used" not in load_wording("ja").finding(found).message


def test_a_size_from_outside_is_told_with_its_line() -> None:
    """What the loading of definitions alone left out, if it is the end of a range."""
    program = "n = int(input())\n\n\ndef matmul(a, b):\n    return [0 for _ in range(n)]\n"
    for text, case in (("return [0 for _ in range(n)]", "left-out-size"), ("n + 1", "left-out")):
        raised = Traceback(
            type="NameError",
            message="name 'n' is not defined",
            frames=(("kadai1.py", 5, "matmul"),),
            lines=(text,),
        )
        record = RunRecord(status=RunStatus.RUNTIME_ERROR, traceback=raised)
        evidence = replace(_called(record), source=read(program), load_mode=LoadMode.DEFINITIONS)
        found = _findings(evidence)["RUN003"]
        assert (found.verdict, found.case) == (Verdict.UNDECIDED, case)
        assert case == "left-out" or found.params["bound"] == 1
