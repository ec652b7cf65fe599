"""Matrices for C lie against the guard that they are meant to touch."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.guests import guest_module

if sys.platform != "linux":
    pytest.skip("C programs are called on Linux only", allow_module_level=True)

c_library = guest_module("c_library")
END, LINE, PAGE, READ, START = (
    getattr(c_library, name) for name in ("END", "LINE", "PAGE", "READ", "START")
)
Block, MemoryLayout = c_library.Block, c_library.MemoryLayout
SIZES = st.integers(1, 5 * PAGE)


@settings(max_examples=100)
@given(SIZES)
def test_a_matrix_touches_its_guard(size: int) -> None:
    """The first byte follows one guard, or the last one precedes the other."""
    assert MemoryLayout(against=START).place(size)[1] == 0
    pages, offset = MemoryLayout(against=END).place(size)
    assert pages % PAGE == 0
    assert offset + size == pages


@settings(max_examples=100)
@given(SIZES, st.sampled_from([START, END]))
def test_free_memory_leaves_addresses_as_they_are(size: int, against: str) -> None:
    """With pages apart, both sides are free, and the address is the same within a page."""
    apart = 4 * PAGE
    pages, offset = MemoryLayout(against=against, apart=apart).place(size)
    assert offset >= apart
    assert pages - offset - size >= apart
    assert offset % PAGE == MemoryLayout(against=against).place(size)[1] % PAGE


@settings(max_examples=100)
@given(SIZES)
def test_lines_leave_less_than_a_line_free(size: int) -> None:
    """A matrix that begins a line of the cache is as near to its guard as it can be."""
    pages, offset = MemoryLayout(against=END, lines=True).place(size)
    assert offset % LINE == 0
    assert 0 <= pages - offset - size < LINE


def test_what_is_written_is_read() -> None:
    """The content comes back, also from memory that can no longer be written."""
    content = bytes(range(256)) * 33
    block = Block(len(content), MemoryLayout(against=END))
    block.write(content)
    block.protect(READ)
    assert block.read() == content
    assert (block.address + len(content)) % PAGE == 0
    block.release()
