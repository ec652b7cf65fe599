"""C functions are called on matrices between guards, and programs are run whole."""

import platform
from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace

from grader.model.calling import Call, Convention, Edge, Target, ValueKind
from grader.model.course import Compilation, Form, Limits
from grader.model.run import RunStatus
from grader.sandbox import IsolationLevel, Sandbox
from tests.exercises.c.programs import (
    EXERCISE,
    NO_COMPILER,
    RIGHT,
    TARGET,
    WHY,
    answer,
    compile_in,
    is_right,
    pair,
)
from tests.sandbox.places import levels, skip_unless_holds

pytestmark = pytest.mark.skipif(NO_COMPILER, reason=WHY)


@pytest.fixture(
    scope="module",
    params=levels(
        IsolationLevel.A_PLUS,
        IsolationLevel.A,
        IsolationLevel.B,
        IsolationLevel.C,
    ),
)
def place(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox on each level that holds C programs."""
    with Sandbox(request.param.choose()) as sandbox:
        yield sandbox


def called(place: Sandbox, text: str, size: int = 3) -> Call:
    """Calls it once."""
    session = place.open_program("matmul.c", {"matmul.c": text}, EXERCISE).start()
    try:
        return session.call(TARGET, pair(size))
    finally:
        session.close()


@pytest.mark.parametrize("size", [1, 2, 3, 5, 16, 33, 130])
def test_a_right_program_is_right(place: Sandbox, size: int) -> None:
    """Whatever the size, and as often as it is asked."""
    session = place.open_program("matmul.c", {"matmul.c": RIGHT}, EXERCISE).start()
    assert session.load.status is RunStatus.OK
    assert all(is_right(session, size) for _ in range(3))
    assert session.alive
    session.close()


def test_matrices_that_are_large_are_laid_out_in_one_way_a_call(place: Sandbox) -> None:
    """The answer is right in each of them."""
    session = place.open_program("matmul.c", {"matmul.c": RIGHT}, EXERCISE).start()
    assert all(is_right(session, 600) for _ in range(2))
    session.close()


@pytest.mark.parametrize(
    ("signature", "convention", "form"),
    [
        ("const double *a, const double *b, double *c, int n", Convention.ABCN, Form.C_DOUBLE),
        ("double *c, const double *a, const double *b, int n", Convention.CABN, Form.C_DOUBLE),
        ("size_t n, double *c, double *a, double *b", Convention.NCAB, Form.C_DOUBLE),
        ("int n, float *a, float *b, float *c", Convention.NABC, Form.C_FLOAT),
        ("int l, int m, long n, double *a, double *b, double *c", Convention.NNNABC, Form.C_DOUBLE),
        ("int n, double a[n][n], double b[n][n], double c[n][n]", Convention.NABC, Form.C_DOUBLE),
        ("int n, double **a, double **b, double **c", Convention.NABC, Form.C_ROWS),
    ],
)
def test_ways_to_call(place: Sandbox, signature: str, convention: Convention, form: Form) -> None:
    """Order, element type and rows are the target's."""
    nested = "**" in signature or "[n]" in signature
    text = RIGHT.replace("int n, const double *a, const double *b, double *c", signature)
    if nested:
        for name, row, column in (("a", "i", "k"), ("b", "k", "j"), ("c", "i", "j")):
            text = text.replace(f"{name}[{row} * n + {column}]", f"{name}[{row}][{column}]")
    files = {"matmul.c": "#include <stddef.h>\n" + text}
    session = place.open_program("matmul.c", files, EXERCISE).start()
    assert is_right(session, 4, replace(TARGET, convention=convention, form=form))
    session.close()


RETURNED = {
    "double *": (
        Form.C_DOUBLE,
        "double *c = malloc(8 * n * n); for (int e = 0; e < n * n; e++) c[e] = a[e] + b[e];",
    ),
    "float *": (
        Form.C_FLOAT,
        "float *c = malloc(4 * n * n); for (int e = 0; e < n * n; e++) c[e] = a[e] + b[e];",
    ),
    "int **": (
        Form.C_INT_ROWS,
        "int **c = malloc(8 * n); for (int i = 0; i < n; i++) { c[i] = malloc(4 * n); ADD }",
    ),
}


@pytest.mark.parametrize("kind", RETURNED)
def test_a_result_that_is_returned(place: Sandbox, kind: str) -> None:
    """It is read where the function says, flat or row by row; also while it is timed."""
    form, body = RETURNED[kind]
    add = "for (int j = 0; j < n; j++) c[i][j] = a[i][j] + b[i][j];"
    head = f"#include <stdlib.h>\n#define ADD {add}\n"
    text = f"{head}{kind}add({kind}a, {kind}b, int n) {{ {body} return c; }}"
    session = place.open_program("add.c", {"add.c": text}, EXERCISE).start()
    target = Target(name="add", convention=Convention.ABN, form=form)
    given = pair(3)
    assert np.array_equal(answer(session.call(target, given)), given[0] + given[1])
    found = session.measure(target, given)
    assert found.result is not None
    assert found.result.shape == (3, 3)
    session.close()


def test_a_null_pointer_is_no_matrix_and_a_wild_one_is_the_programs_end(place: Sandbox) -> None:
    """Neither is the grader's."""
    for given, status in (("0", RunStatus.OK), ("(double *)8", RunStatus.SIGNAL)):
        text = f"double *add(double *a, double *b, int n) {{ return {given}; }}"
        session = place.open_program("add.c", {"add.c": text}, EXERCISE).start()
        found = session.call(Target(name="add", convention=Convention.ABN, form=FORM), pair(2))
        assert found.run.status is status
        assert found.result is None or found.result.kind is ValueKind.NONE
        session.close()


FORM = Form.C_DOUBLE


def test_shapes_need_not_be_square(place: Sandbox) -> None:
    """The result is as large as the target says."""
    text = """
void add(const double *a, const double *b, double *c) {
    for (int i = 0; i < 6; i++) c[i] = a[i] + b[i];
}
"""
    session = place.open_program("add.c", {"add.c": text}, EXERCISE).start()
    target = replace(TARGET, name="add", convention=Convention.ABC, shape=(2, 3))
    given = [np.arange(6.0).reshape(2, 3), np.ones((2, 3))]
    assert np.array_equal(answer(session.call(target, given)), given[0] + given[1])
    session.close()


BESIDE = {
    "c[n * n] = 0;": Edge.BEHIND,
    "sink = a[n * n];": Edge.BEHIND,
    "c[-1] = 0;": Edge.BEFORE,
    "sink = b[-1];": Edge.BEFORE,
    "double kept = a[0]; ((volatile double *)a)[0] = 7; ((double *)a)[0] = kept;": Edge.FIXED,
}


@pytest.mark.parametrize(("line", "edge"), BESIDE.items())
@pytest.mark.parametrize("size", [3, 4])
def test_one_element_beside_a_matrix_shows(
    place: Sandbox, line: str, edge: Edge, size: int
) -> None:
    """The process dies, and where its matrices lay says what it did."""
    text = "static volatile double sink;\n" + RIGHT.replace("{\n", f"{{\n    {line}\n", 1)
    run = called(place, text, size).run
    assert (run.status, run.exit_signal) == (RunStatus.SIGNAL, 11)
    assert run.detail.partition(":")[0] == edge


def test_inputs_without_a_promise_may_be_written_for_a_while(place: Sandbox) -> None:
    """A function whose parameters are not const may use them, if they are as before."""
    line = "double kept = a[0]; ((volatile double *)a)[0] = 7; ((double *)a)[0] = kept;"
    text = RIGHT.replace("{\n", f"{{\n    {line}\n", 1)
    session = place.open_program("matmul.c", {"matmul.c": text}, EXERCISE).start()
    assert is_right(session, 3, replace(TARGET, constant=False))
    session.close()


def test_other_bad_accesses_blame_no_edge(place: Sandbox) -> None:
    """A null pointer has nothing to do with the matrices."""
    run = called(place, RIGHT.replace("{\n", "{\n    *(volatile int *)8 = n;\n", 1)).run
    assert (run.status, run.exit_signal, run.detail) == (RunStatus.SIGNAL, 11, "")


@pytest.mark.skipif(platform.machine() != "x86_64", reason="AVX is x86's")
def test_vectors_that_want_whole_lines_are_no_overrun(place: Sandbox) -> None:
    """A program that relies on aligned matrices passes no bound; malloc would give it those."""
    aligned = """
typedef double four __attribute__((vector_size(32)));
static volatile double sink;
"""
    line = "four first = *(const volatile four *)a; sink = first[0];"
    text = aligned + RIGHT.replace("{\n", f"{{\n    {line}\n", 1)
    session = place.open_program("matmul.c", {"matmul.c": text}, EXERCISE_AVX).start()
    assert is_right(session, 3)
    session.close()


EXERCISE_AVX = replace(EXERCISE, compilation=Compilation(flags=("-O1", "-mavx"), seconds=20.0))


def test_changed_inputs_are_shown(place: Sandbox) -> None:
    """The call ends well, and what it left of its inputs comes back."""
    text = RIGHT.replace("{\n", "{\n    ((double *)b)[1] = 99;\n", 1)
    found = called(place, text)
    assert found.run.status is RunStatus.OK
    first, second = (after.data for after in found.inputs_after if after)
    assert np.frombuffer(second)[1] == 99
    assert first == pair(3)[0].tobytes()


def test_elements_that_are_never_written_are_no_numbers(place: Sandbox) -> None:
    """What was in c before is nothing to build on."""
    found = called(place, "void matmul(int n, double *a, double *b, double *c) { c[1] = a[0]; }")
    got = answer(found)
    left = np.delete(got.ravel(), 1)
    assert np.isnan(left).sum() == 5
    assert set(left[~np.isnan(left)]) == {5.0, -7.0}  # or clearing only NaN would be enough


def test_calls_are_measured(place: Sandbox) -> None:
    """Each has its own inputs and result; the kernel's account is there beside the clock."""
    session = place.open_program("matmul.c", {"matmul.c": RIGHT}, EXERCISE).start()
    for a, b in (pair(size=8), [np.eye(8), np.ones((8, 8))]):
        found = session.measure(TARGET, [a, b])
        assert found.run.status is RunStatus.OK
        assert found.result is not None
        assert np.array_equal(np.frombuffer(found.result.data).reshape(8, 8), a @ b)
        assert found.go.wall > 0
        assert found.go.cpu is None or found.go.cpu > 0
    assert session.plots() == ()
    session.close()


def test_threads_are_as_many_as_allowed(place: Sandbox) -> None:
    """OpenMP starts with what the limits leave, not with what the machine has."""
    text = """
#include <omp.h>
void matmul(int n, double *a, double *b, double *c) {
    for (int i = 0; i < n * n; i++) c[i] = omp_get_max_threads();
}
"""
    exercise = replace(EXERCISE, limits=replace(EXERCISE.limits, threads=2))
    session = place.open_program("matmul.c", {"matmul.c": text}, exercise).start()
    assert set(answer(session.call(TARGET, pair(2))).ravel()) == {1.0}
    session.close()


def test_more_threads_than_allowed_are_told_from_an_exit(place: Sandbox) -> None:
    """OpenMP ends the program itself, and says why; or the host does, if it is sooner."""
    text = """
#include <omp.h>
#include <stdlib.h>
void matmul(int n, double *a, double *b, double *c) {
    if (n == 1) exit(1);
    omp_set_num_threads(500);
    #pragma omp parallel for
    for (int i = 0; i < n * n; i++) c[i] = a[i] + b[i];
}
"""
    exercise = replace(EXERCISE, limits=replace(EXERCISE.limits, threads=8))
    runs = {}
    for size in (1, 2):
        session = place.open_program("matmul.c", {"matmul.c": text}, exercise).start()
        runs[size] = session.call(TARGET, pair(size)).run
        session.close()
    assert (runs[1].status, runs[1].lacks_threads) == (RunStatus.SIGNAL, False)
    assert runs[2].status in {RunStatus.SIGNAL, RunStatus.MEMORY}
    assert runs[2].lacks_threads


def test_what_does_not_compile_does_not_load(place: Sandbox) -> None:
    """The load says where, and every call says so again."""
    program = place.open_program("matmul.c", {"matmul.c": "int f(void) {\n  return x; }"}, EXERCISE)
    session = program.start()
    assert session.load.status is RunStatus.RUNTIME_ERROR
    assert session.load.traceback is not None
    assert session.load.traceback.type == "CompileError"
    assert session.load.traceback.frames == (("matmul.c", 2, ""),)
    assert not session.alive
    assert session.call(TARGET, pair(2)).run is session.load
    assert session.measure(TARGET, pair(2)).run is session.load
    assert session.plots() == ()
    session.close()
    assert program.run_script([], 1.0).run.run.status is RunStatus.RUNTIME_ERROR


def test_a_missing_function_is_an_error(place: Sandbox) -> None:
    """As a missing name is in Python."""
    run = called(place, "void other(void) {}").run
    assert run.status is RunStatus.RUNTIME_ERROR
    assert run.traceback is not None
    assert "matmul" in run.traceback.message


def test_own_headers_are_found(place: Sandbox) -> None:
    """Those that were handed in with it, and nothing under another kind of name."""
    files = {"src/matmul.c": f'#include "size.h"\n{RIGHT}', "src/size.h": "#define N 3\n"}
    assert compile_in(place, "src/matmul.c", files, EXERCISE).run.status is RunStatus.OK
    files["src/matmul.c"] = f'#include "size.txt"\n{RIGHT}'
    files["src/size.txt"] = "#define N 3\n"
    refused = compile_in(place, "src/matmul.c", files, EXERCISE)
    assert refused.run.status is RunStatus.RUNTIME_ERROR


PRINTS = """
#include <stdio.h>
int main(int count, char **words) {
    int n = 0;
    scanf("%d", &n);
    printf("%d %s n=%d\\n", count, words[0], n);
    END
}
"""


@pytest.mark.parametrize("end", ["return 0;", "return 3;", "fflush(stdout); _Exit(0);"])
def test_a_program_with_main_is_run_whole(place: Sandbox, end: str) -> None:
    """What it prints is kept, and reading input gives what it is given."""
    text = "#include <stdlib.h>\n" + PRINTS.replace("END", end)
    whole = place.open_program("main.c", {"main.c": text}, EXERCISE).run_script(["7"], 5.0)
    assert whole.run.run.status is RunStatus.OK, whole
    assert whole.run.run.exit_code == (3 if "3" in end else 0)
    assert whole.run.output == "1 ./a.out n=7\n"
    assert not whole.run.cut


def test_a_program_that_takes_too_long_is_cut(place: Sandbox) -> None:
    """What it printed until then is kept."""
    text = PRINTS.replace("END", "for (volatile int i = 0;; i++);")
    whole = place.open_program("main.c", {"main.c": text}, EXERCISE).run_script([], 1.0)
    assert whole.run.run.status is RunStatus.TIMEOUT
    assert whole.run.cut
    assert whole.run.output == "1 ./a.out n=0\n"


def test_a_program_that_dies_says_by_which_signal(place: Sandbox) -> None:
    """An abort is no end."""
    text = "#include <stdlib.h>\n" + PRINTS.replace("END", "abort();")
    run = place.open_program("main.c", {"main.c": text}, EXERCISE).run_script([], 2.0).run.run
    assert (run.status, run.exit_signal) == (RunStatus.SIGNAL, 6)


def test_limits_are_the_exercise_s(place: Sandbox) -> None:
    """Static arrays may be beyond the memory that is allowed only while nobody uses them."""
    small = replace(EXERCISE, limits=Limits(memory_mib=64, load_seconds=2.0))
    text = """
static double all[100000000];
void matmul(int n, double *a, double *b, double *c) {
    for (int i = 0; i < 100000000; i++) all[i] = n;
    c[0] = all[n];
}
"""
    session = place.open_program("matmul.c", {"matmul.c": text}, small).start()
    run = session.call(TARGET, pair(2)).run if session.alive else session.load
    session.close()
    assert run.status in (RunStatus.RUNTIME_ERROR, RunStatus.MEMORY, RunStatus.SIGNAL), run


@pytest.mark.skipif(NO_COMPILER, reason=WHY)
def test_what_c_programs_come_from_is_begun_as_well() -> None:
    """Both what compiles and what calls: nothing else is started for a program."""
    skip_unless_holds(IsolationLevel.B)
    with Sandbox(IsolationLevel.B) as place:
        place.begin(EXERCISE)
        begun = [*place._zygotes.values()]
        assert len(begun) == 2
        session = place.open_program("matmul.c", {"matmul.c": RIGHT}, EXERCISE).start()
        try:
            assert session.call(TARGET, pair(3)).run.status is RunStatus.OK
        finally:
            session.close()
        assert [*place._zygotes.values()] == begun
