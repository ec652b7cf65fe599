"""What a compiler says names the student's file, and no folder of ours."""

import pytest

from grader.exercises.c.compiling import read_messages

WARNINGS = {
    "program.c:3:5: warning: unused variable 'x' [-Wunused-variable]": (
        "matmul.c:3:5: warning: unused variable 'x' [-Wunused-variable]"
    ),
    "./program.c:3:5: warning: a": "matmul.c:3:5: warning: a",
    "/usr/include/math.h:9:1: warning: b": "math.h:9:1: warning: b",
}
ERRORS = {
    "program.c:1:10: fatal error: /home/x/secret.h: No such file or directory": (
        "matmul.c:1:10: fatal error: secret.h: No such file or directory"
    ),
    "./ccA1b2C3.s:12: Error: file not found: /etc/passwd": (
        "assembler:12: Error: file not found: passwd"
    ),
    "/usr/bin/ld: program.o: in function `f': program.c:(.text+0x1): undefined reference to `g'": (
        "ld: program.o: in function `f': matmul.c:(.text+0x1): undefined reference to `g'"
    ),
    "gcc: fatal error: Killed signal terminated program cc1": (
        "gcc: fatal error: Killed signal terminated program cc1"
    ),
}
NOTHING = (
    "",
    "program.c: In function 'matmul':",
    "program.c:2:3: note: each undeclared identifier is reported only once",
    "In file included from program.c:1:",
    "                 from program.c:2:",
    "compilation terminated.",
    "collect2: error: ld returned 1 exit status",
    "./ccA1b2C3.s: Assembler messages:",
)


@pytest.mark.parametrize(("said", "shown"), WARNINGS.items())
def test_warnings_are_kept(said: str, shown: str) -> None:
    """A warning is no error."""
    found = read_messages(said, "program.c", "folder/matmul.c")
    assert (found.warnings, found.errors) == ((shown,), ())


@pytest.mark.parametrize(("said", "shown"), ERRORS.items())
def test_errors_are_kept(said: str, shown: str) -> None:
    """What is no warning is why there is no library."""
    found = read_messages(said, "program.c", "matmul.c")
    assert (found.warnings, found.errors) == ((), (shown,))


@pytest.mark.parametrize("said", NOTHING)
def test_what_only_leads_to_a_message_is_left_out(said: str) -> None:
    """It would be a message of its own otherwise."""
    found = read_messages(said, "program.c", "matmul.c")
    assert (found.warnings, found.errors) == ((), ())


def test_a_strange_name_is_only_text() -> None:
    """Names may hold what means something to patterns, and what cannot be shown is left out."""
    found = read_messages("program.c:1:1: error: x", "program.c", "a/行列\\1\n(2).c")
    assert found.errors == ("行列\\1(2).c:1:1: error: x",)


def test_messages_are_bounded() -> None:
    """As many and as long as a sheet can show; each once."""
    lines = [f"program.c:{number}:1: error: {'x' * 1000}" for number in range(200)]
    found = read_messages("\n".join(lines * 2), "program.c", "matmul.c")
    assert len(found.errors) == 60
    assert max(map(len, found.errors)) == 400
