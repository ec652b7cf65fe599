"""Functions of C tokens, and how their types let them be called."""

import pytest

from grader.model.course import Form
from grader.model.run import Convention
from grader.policy.c_functions import Function, Sizes, functions, own_loops, sizes, ways
from grader.policy.c_rule import CFiles
from tests.policy.c_sources import plain
from tests.policy.c_sources import source as a_source

A, R, F, INT = Form.C_DOUBLE, Form.C_ROWS, Form.C_FLOAT, Form.C_INT
C = Convention


def read(text: str) -> list[Function]:
    """Reads functions off a source without directives."""
    own = plain(text)
    return list(functions(own.parse(), own))


def told(text: str, original: str = "") -> list[tuple[Form, Convention, str]]:
    """The ways to call the last function; `original` is as the preprocessor was given it."""
    own = plain(text)
    top, main = own.parse(), a_source(original or text)
    known = sizes(top, own, CFiles(main, {"matmul.c": main}))
    found = list(functions(top, own))[-1]
    listed = [(way.form, way.convention, way.size) for way in ways(found, known)]
    return [(form, convention, size.name if size else "") for form, convention, size in listed]


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
    assert told(f"{head} {{ }}") == [(*wanted, "")]


@pytest.mark.parametrize(("head", "wanted"), LIKELY.items())
def test_names_say_what_is_tried_first(head: str, wanted: tuple[Form, Convention]) -> None:
    """Without const, the names decide what comes first."""
    assert told(f"{head} {{ }}")[0] == (*wanted, "")


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
    assert ways(found[0], Sizes(())) == ()


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


FLAT = "void m(double *a, double *b, double *c) { for (int i = 0; i < %s; i++) c[i] += a[i]; }"
FIXED = "void m(double a[8][8], double b[8][8], double c[8][8]) { }"
OWN_SIZES = {
    "a macro": (FLAT % 8, "#define N 8 // rows\n#define BS 4\n", "N"),
    "a macro in brackets": (FLAT % 8, "# define SIZE (8)\n", "SIZE"),
    "arrays": (FIXED, "#define N 8\n", "N"),
    "rows of arrays": (
        "void m(int n, double a[][8], double b[][8], double c[][8]) { }",
        "#define MAX 8\n",
        "MAX",
    ),
    "a variable": (f"int n = 8; {FLAT % 'n'}", "", "n"),
    "a variable without a value": (f"int n; {FLAT % 'n'}", "", "n"),
    "an enumerator": (f"enum {{ N = 8 }}; {FIXED.replace('8', 'N')}", "", "N"),
    "two macros of one value": (FIXED, "#define N 8\n#define BS 8\n", None),
    "a macro that is defined twice": (FIXED, "#define N 8\n#undef N\n#define N 4\n", None),
    "a number alone": (FIXED, "", None),
    "in a comment": (FIXED, "/*\n#define N 8\n*/\n", None),
    "two bounds": (FLAT % 8 + FLAT.replace("m(", "q(") % 4, "#define N 9\n", None),
}


@pytest.mark.parametrize("name", OWN_SIZES)
def test_a_size_of_its_own_is_found_or_it_is_not_called(name: str) -> None:
    """Only where one name can be meant."""
    text, directives, wanted = OWN_SIZES[name]
    found = told(text, directives + text)
    assert {one[2] for one in found} == ({wanted} if wanted else set())


@pytest.mark.parametrize("text", ["{{{{", "}}}}", "f(", "f() {", "(" * 500, "void f(int a[", ";{}"])
def test_torn_text_is_survived(text: str) -> None:
    """The compiler would refuse it; reading it ends all the same."""
    read(text)


NEST = "for (i = 0; i < 8; i++) for (j = 0; j < 8; j++) for (k = 0; k < 8; k++)"
ARRAYS = "double a[8][8], b[8][8], c[8][8];\n"
SUM = "c[i][j] += a[i][k] * b[k][j];"
LOOPS = {
    "main": (f"{ARRAYS}int main(void) {{ int i, j, k;\n{NEST}\n{SUM}\n}}", ("a", "b", "c"), (3, 4)),
    "a function without arguments": (
        f"{ARRAYS}static void m() {{ int i, j, k;\n{NEST} {SUM} }}",
        ("a", "b", "c"),
        (3, 3),
    ),
    "a sum, flat, with a pragma": (
        """double x[8 * 8], y[8 * 8], z[8 * 8];
void m(void) {
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            double s = 0;
            for (int k = 0; k < 8; k++) s += x[i * 8 + k] * y[k * 8 + j];
            z[i * 8 + j] = s;
        }
}""",
        ("x", "y", "z"),
        (3, 9),
    ),
    "blocks": (
        f"""{ARRAYS}int main(void) {{ for (int ii = 0; ii < 8; ii += 4)
for (int i = ii; i < ii + 4; i++) for (int j = 0; j < 8; j++)
for (int k = 0; k < 8; k++) {SUM} }}""",
        ("a", "b", "c"),
        (2, 4),
    ),
    "pointers": (f"double *a, *b, *c; void m(void) {{ int i, j, k; {NEST} {SUM} }}", None, None),
    "one array twice": (
        f"{ARRAYS}void m(void) {{ int i, j, k; {NEST} c[i][j] += a[i][k] * a[k][j]; }}",
        None,
        None,
    ),
    "an argument": (f"{ARRAYS}void m(double x) {{ int i, j, k; {NEST} {SUM} }}", None, None),
    "elements of int": (
        f"int a[8][8], b[8][8], c[8][8]; void m(void) {{ int i, j, k; {NEST} {SUM} }}",
        None,
        None,
    ),
}


@pytest.mark.parametrize("name", LOOPS)
def test_loops_over_the_programs_own_arrays(name: str) -> None:
    """With a pragma before them, and from the outermost loop that belongs to them."""
    text, matrices, lines = LOOPS[name]
    own, main = plain(text), a_source("#define N 8\n" + text)
    top, of_it = own.parse(), CFiles(main, {"matmul.c": main})
    (function,) = functions(top, own)
    found = own_loops(function, top, own, of_it, sizes(top, own, of_it))
    loops = [way.loops for way in found if way.loops]
    assert [one.matrices for one in loops] == ([matrices] if matrices else [])
    assert [one.lines for one in loops] == ([lines] if lines else [])
