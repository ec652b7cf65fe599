"""Convert a file's bytes to a SourceFile: decode them, and extract a notebook's code."""

import codecs
import io
import re
import tokenize
import warnings

from grader.intake.kinds import kind_of
from grader.intake.names import matching
from grader.intake.notebook import NotebookText, looks_like_notebook, read_notebook
from grader.intake.refusal import FileRefused
from grader.intake.saved_cells import read_saved_cells
from grader.model.submission import FileTrouble, SourceFile, SourceKind, Trouble
from grader.tables import Decoded, decode_iso2022, decode_japanese

NOTEBOOK_FACTOR = 16  # a notebook with pictures may exceed the limit on its code by this factor


_MARKS = (  # longest first: UTF-32's mark begins with UTF-16's
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Encodings in which no source is written. Decoding the first two takes quadratic time; in the
# others a coding line cannot be read.
_NEVER = frozenset(
    {"punycode", "idna"}
    | {f"utf-{width}{order}" for width in (16, 32) for order in ("", "-le", "-be")}
)
_NEWLINE = re.compile(r"\r\n?")


def is_notebook(name: str) -> bool:
    """Return whether a file is a notebook by its name."""
    return matching(name).endswith((".ipynb", ".ipynb.txt"))


def size_cap(name: str, cap: int) -> int:
    """Return the maximum number of bytes to read of a file."""
    return cap * NOTEBOOK_FACTOR if is_notebook(name) else cap


def read_source(name: str, raw: bytes, cap: int) -> tuple[SourceFile, tuple[FileTrouble, ...]]:
    """Return the source, and a note if the interpreter would decode it differently.

    Raises FileRefused if there is no text, no code, or more than `cap` bytes of code.
    """
    decoded, as_is = decode_source(raw)
    if is_notebook(name) or looks_like_notebook(decoded.text):
        source = _of_cells(name, read_notebook(decoded.text), decoded, cap)
    elif (saved := read_saved_cells(decoded.text)) is not None:
        source = _of_cells(name, saved, decoded, cap)
    else:
        source = SourceFile(
            name=name, kind=SourceKind.SCRIPT, text=decoded.text, raw=raw, encoding=decoded.encoding
        )
    if as_is:
        return source, ()
    note = FileTrouble(
        file=name,
        trouble=Trouble.REDECODED,
        detail=decoded.encoding,
        location=source.location(_first_foreign_line(source.text)),
    )
    return source, (note,)


def _of_cells(name: str, notebook: NotebookText, decoded: Decoded, cap: int) -> SourceFile:
    text = checked(Decoded(text=notebook.text, encoding="utf-8")).text
    raw = text.encode("utf-8")
    if len(raw) > cap:
        raise FileRefused(Trouble.TOO_LARGE, str(len(raw)))
    return SourceFile(
        name=name,
        kind=SourceKind.NOTEBOOK,
        text=text,
        raw=raw,
        encoding=decoded.encoding,
        cells=notebook.cells,
    )


def _first_foreign_line(text: str) -> int:
    """Return the first line with a non-ASCII character; 1 if there is none."""
    before = next((at for at, character in enumerate(text) if not character.isascii()), 0)
    return text.count("\n", 0, before) + 1


def decode_source(raw: bytes) -> tuple[Decoded, bool]:
    """Return the text, and whether the interpreter would decode the bytes the same way.

    Line ends are normalised to LF. Raises FileRefused for an empty file, a file of another kind,
    NUL bytes, and bytes that no encoding explains.
    """
    if not raw.strip():
        raise FileRefused(Trouble.EMPTY)
    wide = _wide(raw)
    if wide is None and (kind := kind_of(raw)):
        raise FileRefused(Trouble.OTHER_KIND, kind)
    if wide is None and b"\0" in raw:
        raise FileRefused(Trouble.NUL_BYTES, line=_line(raw, raw.index(b"\0")))
    plain = None if wide else as_interpreter(raw)
    jis = decode_iso2022(raw) if plain is None or "\x1b" in plain.text else None
    decoded = wide or jis or plain or _as_meant(raw)
    if decoded is None:
        raise FileRefused(Trouble.UNDECODABLE, line=_first_foreign(raw))
    return checked(decoded), decoded is plain


def as_interpreter(raw: bytes) -> Decoded | None:
    """Decode by BOM and coding line, else as UTF-8 (PEP 263); None if that fails."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        if codecs.lookup(encoding).name in _NEVER:
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # unicode_escape warns about odd escapes
            return Decoded(text=raw.decode(encoding), encoding=_short(encoding))
    except (SyntaxError, UnicodeError, LookupError, ValueError):
        return None


def checked(decoded: Decoded) -> Decoded:
    """Normalise line ends. Raises FileRefused for a text that cannot be a program."""
    text = _NEWLINE.sub("\n", decoded.text.removeprefix("\ufeff"))
    if not text.strip():
        raise FileRefused(Trouble.EMPTY)
    if "\0" in text:
        raise FileRefused(Trouble.NUL_BYTES, line=text.count("\n", 0, text.index("\0")) + 1)
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise FileRefused(Trouble.UNDECODABLE)
    return Decoded(text=text, encoding=decoded.encoding)


def _wide(raw: bytes) -> Decoded | None:
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            try:
                return Decoded(text=raw.decode(encoding), encoding=encoding)
            except UnicodeDecodeError:
                return None
    return None


def _as_meant(raw: bytes) -> Decoded | None:
    try:
        return Decoded(text=raw.decode("utf-8-sig"), encoding="utf-8")
    except UnicodeDecodeError:
        return decode_japanese(raw)


def _short(encoding: str) -> str:
    """Return the encoding with utf-8-sig shown as utf-8: the interpreter reads both."""
    return "utf-8" if encoding == "utf-8-sig" else encoding


def _line(raw: bytes, position: int) -> int:
    return raw.count(b"\n", 0, position) + 1


def _first_foreign(raw: bytes) -> int:
    """Return the line of the first byte that is not UTF-8."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return _line(raw, error.start)
    return 0
