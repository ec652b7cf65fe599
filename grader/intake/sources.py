"""Makes a SourceFile of a file's bytes: decoded, and of a notebook the code alone."""

from grader.intake.decoding import checked, decode_source
from grader.intake.names import matching
from grader.intake.notebook import looks_like_notebook, read_notebook
from grader.intake.refusal import Refused
from grader.model.submission import FileTrouble, SourceFile, SourceKind, Trouble
from grader.tables import Decoded

NOTEBOOK_FACTOR = 16  # a notebook's pictures may make it so much larger than its code


def is_notebook(name: str) -> bool:
    """Says whether a file is a notebook by its name."""
    return matching(name).endswith((".ipynb", ".ipynb.txt"))


def size_cap(name: str, cap: int) -> int:
    """Gives how many bytes of a file are read at most."""
    return cap * NOTEBOOK_FACTOR if is_notebook(name) else cap


def read_source(name: str, raw: bytes, cap: int) -> tuple[SourceFile, tuple[FileTrouble, ...]]:
    """Returns the source, and a note when it is not decoded as the interpreter would.

    Raises Refused when there is no text, or no code, or more code than `cap` bytes.
    """
    found, as_is = decode_source(raw)
    if is_notebook(name) or looks_like_notebook(found.text):
        source = _notebook(name, found, cap)
    else:
        source = SourceFile(
            name=name, kind=SourceKind.SCRIPT, text=found.text, raw=raw, encoding=found.encoding
        )
    if as_is:
        return source, ()
    note = FileTrouble(
        file=name,
        trouble=Trouble.REDECODED,
        detail=found.encoding,
        location=source.location(_first_foreign_line(source.text)),
    )
    return source, (note,)


def _notebook(name: str, found: Decoded, cap: int) -> SourceFile:
    notebook = read_notebook(found.text)
    text = checked(Decoded(text=notebook.text, encoding="utf-8")).text
    raw = text.encode("utf-8")
    if len(raw) > cap:
        raise Refused(Trouble.TOO_LARGE, str(len(raw)))
    return SourceFile(
        name=name,
        kind=SourceKind.NOTEBOOK,
        text=text,
        raw=raw,
        encoding=found.encoding,
        cells=notebook.cells,
    )


def _first_foreign_line(text: str) -> int:
    """Finds the first line with a character that is not ASCII; 1 when there is none."""
    before = next((at for at, character in enumerate(text) if not character.isascii()), 0)
    return text.count("\n", 0, before) + 1
