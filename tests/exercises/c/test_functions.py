"""Functions of C tokens, and how their types let them be called."""

import pytest

from grader.exercises.c.functions import Function, functions, has_fixed_size, loop_depth, ways
from grader.model.calling import Convention
from grader.model.course import Form
from tests.exercises.c.sources import plain

A, R, F, INT = Form.C_DOUBLE, Form.C_ROWS, Form.C_FLOAT, Form.C_INT
C = Convention


def read(text: str) -> list[Function]:
    """Reads functions off a source without directives."""
    own = plain(text)
    return list(functions(own.parse(), own))


def told(text: str) -> list[tuple[Form, Convention]]:
    """The ways to call the last function."""
    return [(way.form, way.convention) for way in ways(read(text)[-1])]


SURE = {
    "void m(int n, const double *a, const double *b, double *c)": (A, C.NABC),
    "void m(int n, const double *restrict a, const double *restrict b, double *restrict c)": (
        A,
        C.NABC,
    ),
    "static inline void q(void); void m(const double a[], const double b[], double c[], long n)": (
        A,
        C.ABCN,
    ),
    "void m(double *c, const double *a, const double *b, size_t n)": (A, C.CABN),
    "void m(size_t n, double *out, const double *x, const double *y)": (A, C.NCAB),
    "void m(int n, double const *a, double const *b, double *c)": (A, C.NABC),
    "int m(unsigned n, const float *a, const float *b, float *c)": (F, C.NABC),
    "double **m(double **a, double **b, int n)": (R, C.ABN),
    "double *m(int n, const double *a, const double *b)": (A, C.NAB),
    "void m(int n, const int *a, const int *b, int *c)": (INT, C.NABC),
    "typedef double *row; row m(row a, row b, int n)": (A, C.ABN),
}
LIKELY = {
    "void m(int n, double *a, double *b, double *c)": (A, C.NABC),
    "void m(double *c, double *a, double *b, int n)": (A, C.CABN),
    "void m(double **a, double **b, double **c, int n)": (R, C.ABCN),
    "void m(double *a[], double *b[], double *c[], int n)": (R, C.ABCN),
    "void m(int n, double a[n][n], double b[n][n], double c[n][n])": (A, C.NABC),
    "void m(int n, double (*a)[n], double (*b)[n], double (*c)[n])": (A, C.NABC),
    "typedef double real; void m(int n, real *a, real *b, real *c)": (A, C.NABC),
    "void m(n, a, b, c) int n; double *a, *b; double *c;": (A, C.NABC),
    "void m(int **a, int **b, int **c, int n)": (Form.C_INT_ROWS, C.ABCN),
    "void m(int m, int n, int k, double *a, double *b, double *c)": (A, C.NNNABC),
}
NEVER = [
    "void m(void)",
    "void m()",
    "static void m(int n, const double *a, const double *b, double *c)",
    "double **m(double *a, double *b, int n)",
    "double *m(int n, const double *a)",
    "void m(double a[100][100], double b[100][100], double c[100][100])",
    "void m(int n, double a[][64], double b[][64], double c[][64])",
    "void m(int n, unsigned *a, unsigned *b, unsigned *c)",
    "void m(int n, const double *a, const double *b, float *c)",
    "void m(struct matrix *a, struct matrix *b, struct matrix *c)",
    "void m(int n, int bs, const double *a, const double *b, double *c)",
    "void m(int n, long double *a, long double *b, long double *c)",
    "double m(double x, double y)",
    "void m(int n, ...)",
]


@pytest.mark.parametrize(("head", "wanted"), SURE.items())
def test_const_says_what_is_filled(head: str, wanted: tuple[Form, Convention]) -> None:
    """There is one way, and no other is tried."""
    assert told(f"{head} {{ }}") == [wanted]


@pytest.mark.parametrize(("head", "wanted"), LIKELY.items())
def test_names_say_what_is_tried_first(head: str, wanted: tuple[Form, Convention]) -> None:
    """Without const, the names decide what comes first."""
    assert told(f"{head} {{ }}")[0] == wanted


@pytest.mark.parametrize("head", NEVER)
def test_what_is_never_called(head: str) -> None:
    """Called wrongly, C would do anything."""
    assert told(f"{head} {{ }}") == []


def test_heads_of_long_ago_are_functions_and_prototypes_are_not() -> None:
    """Nobody says that there is none; how to call it is for a person to see."""
    text = """
int declared(size_t) __asm__("other") __attribute__((nothrow));
int also(int);
void old(n, a, b) int n; double *a, *b; { b[0] = a[0]; }
int kept(int n) { return n; }
"""
    found = read(text)
    assert [one.name for one in found] == ["old", "kept"]
    assert ways(found[0]) == ()


def test_what_is_no_function() -> None:
    """Tables, structs, declarations and statements at the top are none."""
    text = """
static const int T[] = {1, 2, 3};
struct s { int a; };
struct s one = { 1 };
enum { A, B };
union u { double d; };
int declared(int n);
int (*pointer)(int) = 0;
__attribute__((noinline)) int defined(int n) { if (n) { return 1; } for (;;) { } }
"""
    assert [one.name for one in read(text)] == ["defined"]


FIXED = {
    "void m(double a[8][8], double b[8][8], double c[8][8]) { }": True,
    "void m(int n, double a[][8], double b[][8], double c[][8]) { }": True,
    "int n; void m(double *a, double *b, double *c) { }": True,
    "double **m(double **a, double **b) { }": True,
    "static void m(double a[8][8], double b[8][8], double c[8][8]) { }": False,
    "void m(int n, double a[n][n], double b[n][n], double c[n][n]) { }": False,
    "void m(double a[8][8]) { }": False,
    "void m(void) { }": False,
}


@pytest.mark.parametrize(("text", "fixed"), FIXED.items())
def test_a_size_of_its_own_is_not_called(text: str, *, fixed: bool) -> None:
    """Which takes the matrices of a product is told from what has nothing to do with one."""
    assert has_fixed_size(read(text)[-1]) is fixed
    assert bool(told(text)) is ("a[n][n]" in text)


def test_loops_are_counted_as_deep_as_they_are_nested() -> None:
    """Of any kind, with braces or without."""
    text = "void m(int n) { for (;;) while (n) { do n--; while (n); } for (;;) { } }"
    assert loop_depth(read(text)[0].body) == 3


@pytest.mark.parametrize("text", ["{{{{", "}}}}", "f(", "f() {", "(" * 500, "void f(int a[", ";{}"])
def test_torn_text_is_survived(text: str) -> None:
    """The compiler would refuse it; reading it ends all the same."""
    read(text)
