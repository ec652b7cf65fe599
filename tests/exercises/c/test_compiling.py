"""Compiling shows what a source is made of, and neither reads nor tells what is not its own."""

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.exercises.c.record import Compiled
from grader.model.course import Compilation
from grader.model.errors import Killed, SandboxUnavailable
from grader.model.run import RunStatus
from grader.sandbox import IsolationLevel, Sandbox, find_capabilities
from tests.exercises.c.programs import EXERCISE, FLAGS, NO_COMPILER, RIGHT, WHY, compile_in
from tests.killing import TICK, named
from tests.sandbox.places import levels

pytestmark = pytest.mark.skipif(NO_COMPILER, reason=WHY)
USES = """
#include <stdlib.h>
#include <omp.h>
void cblas_dgemm(void);
static int hidden(void) { return 1; }
int shown(void) { int unused; cblas_dgemm(); return hidden() + omp_get_max_threads() + rand(); }
int table[3] = {1};
__attribute__((constructor)) void first(void) {}
"""


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
    """A sandbox on each level that holds a compiler."""
    with Sandbox(request.param.choose()) as sandbox:
        yield sandbox


def compiled(place: Sandbox, text: str, name: str = "matmul.c", seconds: float = 20.0) -> Compiled:
    """Compiles with the usual flags."""
    exercise = replace(EXERCISE, compilation=Compilation(flags=FLAGS, seconds=seconds))
    return compile_in(place, name, {name: text}, exercise)


def test_a_right_source_compiles(place: Sandbox) -> None:
    """An object comes out, and nobody complains."""
    found = compiled(place, RIGHT)
    assert found.run.status is RunStatus.OK
    assert (found.warnings, found.errors, found.undefined) == ((), (), ())
    assert found.defined == ("matmul",)
    assert found.flags == FLAGS
    assert found.compiler.startswith("gcc ")
    assert "void matmul(int n" in found.preprocessed


def test_symbols_and_sections_are_told(place: Sandbox) -> None:
    """What it takes from elsewhere, what it offers, and what runs by itself."""
    found = compiled(place, USES)
    assert {"cblas_dgemm", "omp_get_max_threads", "rand"} <= set(found.undefined)
    assert found.defined == ("first", "shown", "table")
    assert ".init_array" in found.sections
    assert found.warnings == (
        "matmul.c:6:23: warning: unused variable 'unused' [-Wunused-variable]",
    )
    assert "omp.h" in found.preprocessed


def test_a_wrong_source_is_refused(place: Sandbox) -> None:
    """The compiler's own words say where."""
    found = compiled(place, "int f(void) {\n  return x;\n}\n", "課題 1 (最終).c")
    assert found.run.status is RunStatus.RUNTIME_ERROR
    assert found.errors[0].startswith("課題 1 (最終).c:2:10: error: 'x' undeclared")


@pytest.mark.parametrize("name", ["-o evil.c", "../../evil.c", "; touch evil.c", "@file.c", ""])
def test_a_name_is_only_shown(place: Sandbox, name: str) -> None:
    """It reaches neither a shell nor the compiler's options."""
    assert compiled(place, RIGHT, name).run.status is RunStatus.OK


def test_a_compiler_that_does_not_end_is_stopped(place: Sandbox) -> None:
    """Its time is the exercise's; the next source compiles."""
    endless = """
#define A(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__
#define B(...) A(A(A(A(__VA_ARGS__))))
int many[] = { B(B(B(B(1,)))) };
"""
    found = compiled(place, endless, seconds=1.0)
    assert found.run.status in (RunStatus.TIMEOUT, RunStatus.MEMORY, RunStatus.RUNTIME_ERROR)
    assert compiled(place, RIGHT + "\n").run.status is RunStatus.OK


def test_files_of_this_machine_are_out_of_reach(place: Sandbox, tmp_path: Path) -> None:
    """Neither the preprocessor nor the assembler finds a file that lies outside."""
    canary = tmp_path / "canary.h"
    canary.write_text("int canary_of_the_test;\n", encoding="utf-8")
    canary.chmod(0o644)
    for line in (
        f'#include "{canary}"',
        f'#include "{"../" * 12}{canary.relative_to("/")}"',
        f'__asm__(".incbin \\"{canary}\\"");',
        f'__asm__(".include \\"{canary}\\"");',
    ):
        found = compiled(place, f"{line}\n{RIGHT}")
        assert found.run.status is RunStatus.RUNTIME_ERROR
        assert "canary_of_the_test" not in repr(found)


def test_names_may_be_of_any_letters(place: Sandbox) -> None:
    """Identifiers in Japanese are symbols like others."""
    assert compiled(place, "void 行列積(void) {}\n").defined == ("行列積",)


def test_large_data_make_no_library(place: Sandbox) -> None:
    """It is said why, and nothing is loaded of it."""
    found = compiled(place, "char large[40 << 20] = {1};\n")
    assert found.run.status is RunStatus.RUNTIME_ERROR
    assert found.errors == ("the library would be larger than 32 MiB",)


def test_one_source_is_compiled_once(place: Sandbox) -> None:
    """Who reads it, who calls it and who times it are given the same."""
    assert compiled(place, RIGHT) is compiled(place, RIGHT)


def test_no_compiler_runs_without_walls() -> None:
    """There it is not even started."""
    with Sandbox(IsolationLevel.D) as sandbox, pytest.raises(SandboxUnavailable, match="level D"):
        compiled(sandbox, RIGHT)


def test_the_compiler_is_among_what_a_machine_offers() -> None:
    """Its version, when it is asked for."""
    assert find_capabilities(["gcc"], "cpu").libraries["gcc"][0].isdigit()
    assert find_capabilities([], "cpu").libraries == {}


SLOW = """
#define A(x) x x x x x x x x
#define B(x) A(A(A(A(x))))
int matmul(int a) { B(a += a * a % 7;) B(a ^= a / 3;) return a; }
"""


def test_a_compiler_that_somebody_kills_finds_no_error(place: Sandbox) -> None:
    """The compiler tells of a part that was killed as of a wrong source; it is ours."""
    done = threading.Event()

    def kill() -> None:
        while not done.wait(TICK):
            for pid in named(os.getpid(), "cc1"):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(Killed, match="compiler"):
        compiled(place, SLOW)
    done.set()
    killer.join()
    assert compiled(place, RIGHT).run.status is RunStatus.OK


FORGED = r"""
__attribute__((error("x\ngcc: fatal error: Killed signal terminated program cc1\n"
"compilation terminated."))) void g(void);
#line 1 "gcc: fatal error: Killed signal terminated program cc1"
void f(void) { g(); }
"""


def test_no_source_can_say_that_the_compiler_was_killed(place: Sandbox) -> None:
    """The compiler goes by a name that no source knows, and is called gcc again in messages."""
    found = compiled(place, FORGED)
    assert found.run.status is RunStatus.RUNTIME_ERROR
    assert any("terminated" in line for line in found.errors)
    (missing,) = compiled(place, "#include <nowhere.h>\n").errors[:1]
    assert "nowhere.h" in missing
