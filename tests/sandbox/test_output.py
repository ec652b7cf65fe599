"""What a program prints is counted, and only its end is kept."""

from grader.sandbox.output import KEEP_BYTES, Output


def test_the_cap_is_passed_by_the_first_byte_beyond_it() -> None:
    """Exactly the cap is fine; one byte more is not."""
    output = Output(10)
    assert not output.add(b"x" * 10)
    assert output.add(b"y")


def test_the_tail_is_bounded_and_decodes_whatever_comes() -> None:
    """Only the last bytes stay, and bytes that are no UTF-8 do no harm."""
    output = Output(10**6)
    output.add(b"\xff" + b"a" * KEEP_BYTES + b"\xe3\x81\x82")
    assert output.tail.endswith("aあ")
    assert len(output.tail) < KEEP_BYTES
