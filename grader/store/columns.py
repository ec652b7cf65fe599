"""A student's id as a column of SQLite."""


def to_column(student: str) -> str | bytes:
    """Spells a student's id for SQLite, which takes no lone surrogates as text."""
    name = student.encode("utf-8", "surrogatepass")
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        return name


def from_column(column: str | bytes) -> str:
    """Reads a student's id as `to_column` spelt it."""
    return column.decode("utf-8", "surrogatepass") if isinstance(column, bytes) else column
