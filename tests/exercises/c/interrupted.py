"""A grader that is interrupted while it has to do with C; see tests/sandbox/interrupted.py.

python -m tests.exercises.c.interrupted LEVEL WHAT
"""

import sys
from collections.abc import Callable

from msgspec.structs import replace

from grader.model.course import Backend, Compilation
from grader.sandbox import IsolationLevel, Sandbox
from tests.exercises.c.programs import TARGET, compile_in
from tests.sandbox.interrupted import EXERCISE, PAIR, SECONDS, say

ENDLESS_C_CALL = "void matmul(int n, double *a, double *b, double *c) { for (;;) ; }\n"
# Each line has twice the letters of the one before: nothing comes to the end of that.
ENDLESS_C = "#define A0 x x\n" + "".join(
    f"#define A{number} A{number - 1} A{number - 1}\n" for number in range(1, 40)
)
IN_C = replace(
    EXERCISE, backend=Backend.C, compilation=Compilation(flags=("-O1",), seconds=SECONDS)
)


def compile_c(place: Sandbox) -> None:
    """Compiles what keeps the preprocessor busy."""
    say()
    compile_in(place, "k.c", {"k.c": f"{ENDLESS_C}int y = A39;\n"}, IN_C)


def call_c(place: Sandbox) -> None:
    """Calls a C function that does not come back."""
    session = place.open_program("k.c", {"k.c": ENDLESS_C_CALL}, IN_C).start()
    say()
    session.call(TARGET, PAIR)


WORK: dict[str, Callable[[Sandbox], None]] = {work.__name__: work for work in (compile_c, call_c)}

if __name__ == "__main__":
    with Sandbox(IsolationLevel(sys.argv[1])) as place:
        WORK[sys.argv[2]](place)
