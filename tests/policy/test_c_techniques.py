"""What makes a C program faster, where its tokens show it surely."""

import pytest

from grader.policy.c_functions import functions, techniques
from tests.policy.c_sources import plain

HEAD = "void m(int n, const double *a, const double *b, double *c) {\n"


def seen(body: str, head: str = HEAD) -> list[str]:
    """The techniques, as `loop-order ikj`."""
    text = plain(f"{head}{body}\n}}")
    top = text.parse()
    found = techniques(top, text, list(functions(top, text)))
    return [f"{one.technique} {one.detail}" for one in found]


def loops(*variables: str) -> str:
    """Nested loops from 0 to n."""
    return " ".join(f"for (int {one} = 0; {one} < n; {one}++)" for one in variables)


@pytest.mark.parametrize("order", ["ijk", "ikj", "jik", "jki", "kij", "kji"])
@pytest.mark.parametrize(
    "statement",
    [
        "c[i * n + j] += a[i * n + k] * b[k * n + j];",
        "c[i*n+j] = c[i*n+j] + a[i*n+k] * b[k*n+j];",
        "c[i][j] += a[i][k] * b[k][j];",
        "c->v[((i) * n) + (j)] += a->v[((i) * n) + (k)] * b->v[((k) * n) + (j)];",
        "C[n * i + j] += B[n * k + j] * A[n * i + k];",
    ],
)
def test_the_order_of_the_loops(order: str, statement: str) -> None:
    """By the roles of the variables, whatever the order of the factors."""
    assert seen(loops(*order) + statement) == [f"loop-order {order}"]


def test_variables_of_other_names() -> None:
    """The roles decide, not the letters."""
    assert seen(loops("row", "t", "col") + "r[row*n+col] += p[row*n+t] * q[t*n+col];") == [
        "loop-order ikj"
    ]


def test_an_element_kept_in_a_variable() -> None:
    """As most write the order i, k, j."""
    body = loops("i", "k") + "{ double x = a[i*n+k];" + loops("j") + "c[i*n+j] += x * b[k*n+j]; }"
    assert seen(body) == ["loop-order ikj"]


def test_blocks() -> None:
    """Loops that step, at whose variables others begin; the order is that of the inner ones."""
    outer = " ".join(f"for (int {v} = 0; {v} < n; {v} += 32)" for v in ("ii", "kk", "jj"))
    inner = " ".join(
        f"for (int {v} = {v}{v}; {v} < min({v}{v} + 32, n); {v}++)" for v in ("i", "k", "j")
    )
    assert seen(outer + inner + "c[i*n+j] += a[i*n+k] * b[k*n+j];") == [
        "loop-order ikj",
        "blocking ii, kk, jj",
    ]


def test_a_transposed_copy() -> None:
    """And the product with it."""
    copy = loops("i", "j") + "t[j*n+i] = b[i*n+j];"
    product = loops("i", "j", "k") + "c[i*n+j] += a[i*n+k] * t[j*n+k];"
    assert seen(copy + product) == ["transposition t = bᵀ", "loop-order ijk"]


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("#pragma omp parallel for\n;", ["openmp #pragma omp parallel for"]),
        ("#pragma omp simd\n;", ["simd #pragma omp simd", "openmp #pragma omp simd"]),
        ("#pragma GCC unroll 4\n;", ["unrolling #pragma GCC unroll 4"]),
        ("__m256d x = _mm256_setzero_pd();", ["simd __m256d"]),
        ("float64x2_t x = vld1q_f64(a);", ["simd float64x2_t"]),
        ("pthread_create(0, 0, 0, 0);", ["threads pthread_create"]),
        ("double *restrict p = c;", ["restrict restrict"]),
        ('__asm__("nop");', ["assembly __asm__"]),
    ],
)
def test_words_and_pragmas(body: str, wanted: list[str]) -> None:
    """Each is told once, with the first place."""
    assert seen(body + body) == wanted


@pytest.mark.parametrize(
    "body",
    [
        "",
        loops("i", "j") + "c[i*n+j] = a[i*n+j];",
        loops("i", "j") + "c[i*n+j] += a[i*n+j] * b[i*n+j];",
        loops("i", "j", "k") + "c[i*n+j] += a[i*n+k];",
        loops("i") + "sum += a[i] * b[i];",
        loops("i", "j", "k") + "c[i*n+j] = a[i*n+k] * b[k*n+j];",
        loops("i", "j", "k") + "c[f(i,j)] += get(a, i, k) * get(b, k, j);",
        "for (int i = 0; i < n; i += 4) c[i] += a[i] * b[i];",
        loops("i", "j") + "c[i*n+j] = b[j];",
        "int omp = 1; int restricted = 2; /* pragma omp */",
    ],
)
def test_what_is_not_told(body: str) -> None:
    """Nothing is guessed."""
    assert seen(body) == []
