"""What the filter answers, whatever kernel is below: its instructions are worked off here."""

from collections.abc import Callable

import pytest

from grader.guest import seccomp, syscalls
from grader.guest.seccomp import (
    ALLOW,
    AND,
    ANY_BIT,
    ENOSYS,
    EPERM,
    EQUAL,
    GREATER_OR_EQUAL,
    KILL,
    LOAD,
    RETURN,
    X32_BIT,
)

ERRNO = 0x00050000  # SECCOMP_RET_ERRNO, with the number below
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16  # where they stand in struct seccomp_data
FUTEX_WAITV = 449
TESTS: dict[int, Callable[[int, int], bool]] = {
    EQUAL: lambda value, constant: value == constant,
    GREATER_OR_EQUAL: lambda value, constant: value >= constant,
    ANY_BIT: lambda value, constant: bool(value & constant),
}


def answer(number: int, *arguments: int, device: bool = False, tools: str = "") -> int:
    """Works the filter off for one call of the process 1; arguments have 32 bits."""
    data = {NUMBER: number, ARCHITECTURE: syscalls.architecture()}
    data |= {ARGUMENTS + 8 * place: value for place, value in enumerate(arguments)}
    lines, at, value = seccomp.program(1, device=device, tools=tools), 0, 0
    while True:
        code, if_true, if_false, constant = lines[at]
        at += 1
        if code == RETURN:
            return constant
        if code == LOAD:
            value = data.get(constant, 0)
        elif code == AND:
            value &= constant
        else:
            at += if_true if TESTS[code](value, constant) else if_false


@pytest.mark.parametrize("given", [{}, {"device": True}, {"tools": "office"}], ids=str)
@pytest.mark.parametrize("number", [syscalls.FIRST_UNKNOWN, 500, 100_000])
def test_calls_of_newer_kernels_are_not_there(number: int, given: dict[str, object]) -> None:
    """Nobody has looked at them: a program is told what an older kernel says."""
    assert answer(number, **given) == ERRNO | ENOSYS  # type: ignore[arg-type]


def test_listed_calls_are_denied_and_others_are_not() -> None:
    """By number, and by argument where that matters; those of another interface never."""
    known = syscalls.numbers()
    assert answer(known["ptrace"]) == ERRNO | EPERM
    assert answer(known["kill"], 2, 15) == ERRNO | EPERM
    assert answer(known["kill"], 1, 6) == ALLOW
    assert answer(FUTEX_WAITV) == ALLOW
    assert answer(X32_BIT | 1) == ERRNO | EPERM
    assert max(known.values()) < syscalls.FIRST_UNKNOWN
    assert KILL not in {answer(number) for number in range(syscalls.FIRST_UNKNOWN)}


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"device": True},
        {"tools": "office"},
        {"relayed": True, "machine_code": False},
    ],
    ids=str,
)
def test_a_filter_is_written_down_once_for_all_processes(given: dict[str, object]) -> None:
    """Only the number of the process that puts it on is another one."""
    prepared = seccomp.CallFilter(**given)  # type: ignore[arg-type]
    for pid in (2, 1, 4_000_000):
        lines = seccomp.program(pid, **given)  # type: ignore[arg-type]
        assert prepared.of(pid) == b"".join(seccomp.INSTRUCTION.pack(*line) for line in lines)
