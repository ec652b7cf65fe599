"""Decoding as the interpreter does, and as the author meant when that fails."""

import ast
import codecs

import pytest

from grader.intake.refusal import FileRefused
from grader.intake.sources import as_interpreter, decode_source
from grader.model.submission import Trouble

TEXT = "def f():\n    return '行列の積'  # 表示\n"


@pytest.mark.parametrize(
    ("raw", "encoding"),
    [
        (TEXT.encode(), "utf-8"),
        (codecs.BOM_UTF8 + TEXT.encode(), "utf-8"),
        (TEXT.replace("\n", "\r\n").encode(), "utf-8"),
        (TEXT.replace("\n", "\r").encode(), "utf-8"),
    ],
)
def test_what_the_interpreter_reads_is_not_noted(raw: bytes, encoding: str) -> None:
    """Marks and line ends change nothing and are no trouble."""
    found, as_is = decode_source(raw)
    assert (found.text, found.encoding, as_is) == (TEXT, encoding, True)


@pytest.mark.parametrize("cookie", ["cp932", "euc-jp", "iso-2022-jp", "shift_jis", "utf-8"])
def test_a_coding_line_is_believed(cookie: str) -> None:
    """A coding line that is right is how the interpreter reads the file."""
    source = f"# -*- coding: {cookie} -*-\n{TEXT}"
    found, as_is = decode_source(source.encode(cookie))
    assert (found.text, as_is) == (source, True)


@pytest.mark.parametrize(
    "cookie", ["", "# coding: utf-8\n", "# coding: ascii\n", "# coding: x-y\n"]
)
@pytest.mark.parametrize("encoding", ["cp932", "euc_jp", "iso2022_jp", "utf-16", "utf-32"])
def test_a_wrong_or_missing_coding_line_is_mended(cookie: str, encoding: str) -> None:
    """The text is recovered, and the student can be told the encoding."""
    source = cookie + TEXT
    found, as_is = decode_source(source.encode(encoding))
    assert (found.text, found.encoding, as_is) == (source, encoding, False)


@pytest.mark.parametrize("cookie", ["nonsense", "ascii", "punycode", "idna", "hex", "utf-16-le"])
def test_a_coding_line_that_cannot_be_is_overruled(cookie: str) -> None:
    """UTF-8 under a coding line that does not work is still UTF-8."""
    source = f"# coding: {cookie}\n{TEXT}"
    found, as_is = decode_source(source.encode())
    assert (found.text, as_is) == (source, False)


@pytest.mark.parametrize("cookie", ["utf-7", "unicode_escape", "raw_unicode_escape"])
def test_a_coding_line_hides_nothing(cookie: str) -> None:
    """The text that is judged is the text that the interpreter would run."""
    hidden = {"utf-7": b"+AGkAbQBwAG8AcgB0- numpy"}.get(cookie, b"\\u0069mport numpy")
    raw = f"# coding: {cookie}\n".encode() + hidden + b"\n"
    found, as_is = decode_source(raw)
    assert as_is
    assert "import numpy" in found.text
    assert "numpy" in ast.dump(ast.parse(found.text))


@pytest.mark.parametrize(
    ("raw", "trouble", "line"),
    [
        (b"", Trouble.EMPTY, 0),
        (b" \n\t\r\n", Trouble.EMPTY, 0),
        (codecs.BOM_UTF8, Trouble.EMPTY, 0),
        ("　\n".encode("utf-16"), Trouble.EMPTY, 0),
        (b"a = 1\nb\0 = 2", Trouble.NUL_BYTES, 2),
        (TEXT.encode("utf-16-le"), Trouble.OTHER_KIND, 0),
        ("a\nb\0".encode("utf-16"), Trouble.NUL_BYTES, 2),
        (b"a = 1\n# \xff\xfe\xfd", Trouble.UNDECODABLE, 2),
        (b"# coding: unicode_escape\nx = '\\ud800'", Trouble.UNDECODABLE, 0),
        (b"\x7fELF\x02\x01\x01" + bytes(100), Trouble.OTHER_KIND, 0),
        (b"GIF = 1\nb\0 = 2", Trouble.NUL_BYTES, 2),
    ],
)
def test_what_has_no_text_is_one_trouble(raw: bytes, trouble: Trouble, line: int) -> None:
    """Empty files, NUL bytes and other files than text are told apart."""
    with pytest.raises(FileRefused) as caught:
        decode_source(raw)
    assert (caught.value.trouble, caught.value.line) == (trouble, line)


@pytest.mark.parametrize("source", [TEXT, "x = 'ü'\n", "# coding: latin-1\nx = 'é'\n"])
def test_the_interpreter_agrees(source: str) -> None:
    """The syntax tree of the bytes is that of the text."""
    raw = source.encode("latin-1" if "latin-1" in source else "utf-8")
    found = as_interpreter(raw)
    assert found is not None
    assert ast.dump(ast.parse(raw)) == ast.dump(ast.parse(found.text))
