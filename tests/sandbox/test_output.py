"""What a program prints is counted, and only its two ends are kept."""

from grader.sandbox.output import KEEP_BYTES, LEFT_OUT, SHOWN_LETTERS, Output


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


def test_a_short_output_is_shown_whole() -> None:
    """What fits is shown as it came, however it came."""
    output = Output(10**6)
    for piece in ("始め\n".encode(), b"x" * 30_000, b"\n", "終わり\n".encode()):
        output.add(piece)
    assert output.ends == "始め\n" + "x" * 30_000 + "\n終わり\n"


def test_of_a_long_output_both_ends_are_shown() -> None:
    """The first lines and the last stay, and a mark says that there was more."""
    output = Output(10**9)
    output.add("初".encode() * 200_000)
    output.add(b"y" * 500_000)
    output.add("終".encode() * 30_000)
    assert output.ends == "初" * SHOWN_LETTERS + LEFT_OUT + "終" * SHOWN_LETTERS
    assert output.tail.endswith("終")


def test_the_tail_reaches_back_into_the_beginning() -> None:
    """A short output's tail is all of it, wherever it is kept."""
    output = Output(10**6)
    output.add(b"a" * 80_000)
    output.add(b"b" * 10)
    assert output.tail == "a" * (KEEP_BYTES - 10) + "b" * 10
