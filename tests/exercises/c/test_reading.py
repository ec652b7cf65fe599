"""What a C source may do, by the output of the preprocessor and the object that came of it."""

import platform
from pathlib import Path

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from grader.exercises.c.kind import READ
from grader.exercises.c.record import Compiled
from grader.model.run import RunRecord, RunStatus
from grader.model.static import ParseStatus, SourceFacts
from grader.model.submission import Submission
from grader.source import SourceReader
from tests.exercises.c.sources import (
    RIGHT,
    about,
    compiled,
    exercise,
    facts,
    handed_in,
    marks,
    needs_gcc,
)
from tests.exercises.c.sources import source as a_source

pytestmark = needs_gcc

SURE = {
    "a header that is not here": ("#include <cblas.h>\n", "POL001 cblas.h c-blas"),
    "a header named by a macro": (
        "#define H <cuda_runtime.h>\n#include H\n",
        "POL001 cuda_runtime.h c-gpu",
    ),
    "OpenCL": ("#include <CL/cl.h>\n", "POL001 CL/cl.h c-gpu"),
    "HIP": ('#include "hip/hip_runtime.h"\n', "POL001 hip/hip_runtime.h c-gpu"),
    "a path": ('#include "/usr/include/stdio.h"\n#include </etc/hostname>\n', ""),
    "a header outside the list": ("#include <netdb.h>\n", "POL001 netdb.h c-header"),
    "a symbol declared by hand": (
        "void dgemm_(); void f(void) { dgemm_(); }\n",
        "POL001 dgemm_ c-blas",
    ),
    "a pasted name": (
        "#define P(x, y) x##y\nint P(cblas_, dgemm)(); int f() { return P(cblas_, dgemm)(); }\n",
        "POL001 cblas_dgemm c-blas",
    ),
    "an asm label": (
        'extern int plain(const char *) __asm__("system"); int f(void) { return plain("ls"); }\n',
        "POL002 system c-runs",
    ),
    "system": ('#include <stdlib.h>\nvoid f(void) { system("ls"); }\n', "POL002 system c-runs"),
    "popen": ('#include <stdio.h>\nvoid f(void) { popen("ls", "r"); }\n', "POL002 popen c-runs"),
    "fork": ("#include <unistd.h>\nint f(void) { return fork(); }\n", "POL002 fork c-runs"),
    "exec": (
        '#include <unistd.h>\nint f(void) { return execlp("ls", "ls", 0); }\n',
        "POL002 execlp c-runs",
    ),
    "dlopen": (
        '#include <dlfcn.h>\nvoid *f(void) { return dlopen("x", 1); }\n',
        "POL003 dlopen c-loads",
    ),
    "a constructor": (
        "static __attribute__((constructor)) void f(void) {}\n",
        "POL002 constructor c-constructor",
    ),
    "an array of constructors": (
        'static void f(void) {}\n__attribute__((section(".init_array"), used)) void (*g)() = f;\n',
        "POL002 .init_array c-constructor",
    ),
    "incbin": ('__asm__(".data\\n.incbin \\"/dev/null\\"\\n.text");\n', "POL002 .incbin c-incbin"),
    "offloading": (
        "void f(void) {\n#pragma omp target\n  {}\n}\n",
        "POL001 GOMP_target_ext c-gpu",
    ),
    "a syscall": ('void f(void) { __asm__ volatile("syscall"); }\n', "POL002 syscall c-syscall"),
    "a syscall in pieces": (
        'void f(void) { __asm__ volatile("sys" "\\143all"); }\n',
        "POL002 syscall c-syscall",
    ),
    "an old syscall": ('void f(void) { __asm__("int $0x80"); }\n', "POL002 syscall c-syscall"),
}
UNSURE = {
    "a section": (
        '__attribute__((section(".text"))) const char f[] = "x";\n',
        "POL002? section c-section",
    ),
    "bytes": ('void f(void) { __asm__(".byte 0x0f, 0x05"); }\n', "POL002? asm c-directive"),
    "a label": ('#line 1 "/usr/include/stdio.h"\nint x;\n', "POL002? #line c-line"),
    "a split label": ('/* */ # \\\nline 7 "other.c"\nint x;\n', "POL002? #line c-line"),
    "a function of the system": (
        "#include <stddef.h>\nvoid *malloc(size_t n) { return (void *)n; }\n",
        "POL002? malloc c-takes-over",
    ),
}
INNOCENT = {
    "nothing else": "",
    "the library": (
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n"
    ),
    "clocks": "#include <time.h>\n#include <sys/time.h>\n#include <sys/resource.h>\n",
    "threads": "#include <pthread.h>\n#include <omp.h>\n#include <stdatomic.h>\n",
    "words in comments": (
        '/* cblas_dgemm, cuda, #line 3 "x", dlopen, system("ls") */\n// #include <cblas.h>\n'
    ),
    "words in texts": 'const char *f(void) { return "system dlopen cblas_dgemm syscall"; }\n',
    "a header that is left out": "#if 0\n#include <cblas.h>\n#endif\n",
    "a header only if it is there": "#if __has_include(<cuda.h>)\n#include <cuda.h>\n#endif\n",
    "names of one's own": (
        "static int clock_rate, cuts; int culmination(void) { return clock_rate + cuts; }\n"
    ),
    "its own dgemm": (
        "void dgemm(int n, double *a) { a[n] = 0; }\nvoid f(double *a) { dgemm(0, a); }\n"
    ),
    "waiting for a key": '#include <stdlib.h>\nint main(void) { system("pause"); return 0; }\n',
    "another code page": (
        '#include <stdlib.h>\nint main(void) { system("chcp 65001"); return 0; }\n'
    ),
    "attributes that compute": (
        '__attribute__((noinline, optimize("O3"))) int f(void) { return 1; }\n'
    ),
    "aligned": "static double t[64] __attribute__((aligned(64))); double *f(void) { return t; }\n",
    "assembly that computes": 'int f(int x) { __asm__("addl $1, %0" : "+r"(x)); return x; }\n',
    "a prefetch": "void f(double *a) { __builtin_prefetch(a); }\n",
}


@pytest.mark.parametrize("name", SURE)
def test_what_is_forbidden(tmp_path: Path, name: str) -> None:
    """It is found whatever it hides behind."""
    text, wanted = SURE[name]
    found = marks(facts(tmp_path, text + RIGHT))
    assert wanted in found if wanted else not found or "c-path" in found[0]


@pytest.mark.parametrize("name", UNSURE)
def test_what_a_person_looks_at(tmp_path: Path, name: str) -> None:
    """It is told, and proves nothing."""
    text, wanted = UNSURE[name]
    assert marks(facts(tmp_path, text + RIGHT)) == [wanted]


@pytest.mark.parametrize("name", INNOCENT)
def test_what_is_allowed(tmp_path: Path, name: str) -> None:
    """Nothing is said about it."""
    found = facts(tmp_path, INNOCENT[name] + RIGHT)
    assert found.status is ParseStatus.OK
    assert marks(found) == []


X86 = ("mm", "xmm", "emm", "pmm", "tmm", "smm", "nmm", "wmm", "amm", "imm", "x86", "x86gpr")
TARGET = """
#include <immintrin.h>
__attribute__((target("avx2,fma"))) double one(const double *a) {
    __m256d x = _mm256_loadu_pd(a);
    return _mm256_cvtsd_f64(_mm256_fmadd_pd(x, x, _mm256_set1_pd(1)));
}
double f(const double *a) { return __builtin_cpu_supports("avx2") ? one(a) : a[0] * a[0] + 1; }
"""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the instructions are this processor's")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=()
            if name in {"imm", "x86"}
            else pytest.mark.repetition(
                "immintrin.h, which includes most of them, and x86intrin.h"
            ),
        )
        for name in X86
    ],
)
def test_every_header_of_vector_instructions_is_allowed(tmp_path: Path, name: str) -> None:
    """Alone, as the first of the file, for one function with a target of its own."""
    header = f"{name}intrin.h"
    if not any(Path("/usr/lib/gcc").glob(f"*/*/include/{header}")):
        pytest.skip(f"this compiler has no {header}")
    found = facts(tmp_path, f"#include <{header}>\n" + TARGET + RIGHT)
    assert found.status is ParseStatus.OK
    assert marks(found) == []


def test_an_instructor_may_allow_less(tmp_path: Path) -> None:
    """With a list, what is not in it is forbidden; what a header includes itself is not."""
    text = "#include <stdlib.h>\n#include <math.h>\n" + RIGHT
    assert marks(facts(tmp_path, text, ("stdlib.h",))) == ["POL001 math.h c-header"]


def test_a_place_is_the_students(tmp_path: Path) -> None:
    """The line of the #include, and the headers that the text names itself."""
    text = "\n#include <stdio.h>\n#include <netdb.h>\n" + RIGHT
    found = facts(tmp_path, text)
    assert found.uses[0].location.line == 3
    assert found.uses[0].location.text == "#include <netdb.h>"
    assert about(tmp_path, text).headers == ("netdb.h", "stdio.h")


PARALLEL = {
    "#include <omp.h>\nint f(void) { return omp_get_max_threads(); }\n": True,
    "void f(int *a) {\n#pragma omp parallel for\nfor (int i = 0; i < 9; i++) a[i] = 0; }\n": True,
    "#include <pthread.h>\nint f(void *g(void *)) {\n"
    "    pthread_t t; return pthread_create(&t, 0, g, 0); }\n": True,
    "void f(int *a) {\n#pragma omp simd\nfor (int i = 0; i < 9; i++) a[i] = 0; }\n": False,
    "#include <pthread.h>\n/* omp_get_max_threads */\n": False,
}


@pytest.mark.parametrize(("text", "parallel"), PARALLEL.items())
def test_whether_it_starts_threads(tmp_path: Path, text: str, *, parallel: bool) -> None:
    """By what the object calls, not by what the source names."""
    found = facts(tmp_path, text + RIGHT)
    assert found.parallel is parallel


ERRORS = {
    "int f(void) { return 1 }\n": "c-semicolon",
    "int f(void) { return x; }\n": "c-undeclared",
    "int f(void) {\n": "c-brace",
    '#include "mine.h"\n': "c-no-header",
    "real f(void) { return 1; }\n": "c-type",
    "int f(void); double f(void) { return 1; }\n": "c-conflict",
    "int f(void) { return 1 +; }\n": "c-error",
}


@pytest.mark.parametrize(("text", "lesson"), ERRORS.items())
def test_what_does_not_compile(tmp_path: Path, text: str, lesson: str) -> None:
    """It has a place and a lesson."""
    found = facts(tmp_path, text)
    assert found.status is ParseStatus.SYNTAX_ERROR
    assert found.syntax is not None
    assert found.syntax.lesson == lesson
    assert found.syntax.location.line >= 1


def test_a_full_width_character_is_named(tmp_path: Path) -> None:
    """Not one in a comment or a text before it."""
    found = facts(tmp_path, 'int f(void) { /* 。 */ char *s = "、";\u3000return s != 0; }\n')
    assert found.syntax is not None
    assert found.syntax.character == "\u3000"


@pytest.mark.parametrize(
    "header",
    ["windows.h", "conio.h", "stdafx.h", "pch.h", "arm_neon.h", "arm_sve.h", "mach/mach_time.h"],
)
def test_another_systems_header_is_no_mistake(tmp_path: Path, header: str) -> None:
    """It cannot be compiled here; a person has to."""
    found = facts(tmp_path, f"#include <{header}>\n" + RIGHT)
    assert found.status is ParseStatus.FOREIGN
    assert header in found.detail


def read_by(reader: SourceReader, compiled: Compiled, submission: Submission) -> SourceFacts:
    """Has the reader's process read it."""
    request = (compiled, submission.main, submission.helpers, exercise().allowed_imports)
    return reader.read_with(READ, to_builtins(request))[0]


def test_own_headers_are_read_as_the_program(tmp_path: Path) -> None:
    """What they include counts, and is placed in them."""
    (tmp_path / "own.h").write_text("#include <netdb.h>\n", encoding="utf-8")
    text = '#include "own.h"\n' + RIGHT
    own = a_source("#include <netdb.h>\n", "own.h")
    with SourceReader() as reader:
        found = read_by(reader, compiled(tmp_path, text), handed_in(text, [own]))
    assert marks(found) == ["POL001 netdb.h c-header"]
    assert (found.uses[0].location.file, found.uses[0].location.line) == ("own.h", 1)


TIRING = {
    "braces": "{" * 400_000,
    "brackets": "int x = " + "(" * 400_000,
    "stars": "void f(int " + "*" * 400_000 + "a) { }",
    "loops": "void f(void) { " + "for (;;) " * 40_000 + "x += a[i] * b[i]; }",
    "attributes": "__attribute__((" * 40_000,
    "too long": "int x;\n" * 200_000,
}


@pytest.mark.parametrize("name", TIRING)
def test_tiring_texts_end(name: str) -> None:
    """In the reader's process, within its limits; and the next one is read."""
    ended = {ParseStatus.OK, ParseStatus.TOO_COMPLEX}
    made = Compiled(run=RunRecord(status=RunStatus.OK), preprocessed='# 1 "matmul.c"\n')
    with SourceReader(cpu_seconds=1) as reader:
        found = [
            read_by(reader, replace(made, preprocessed=made.preprocessed + text), handed_in(text))
            for text in (TIRING[name], RIGHT)
        ]
    assert found[0].status in ended
    assert [one.name for one in found[1].definitions] == ["matmul"]
