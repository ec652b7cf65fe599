r"""How Moodle reads an uploaded worksheet, written from what PHP does, apart from grader's own.

PHP's fgetcsv: inside quotes a backslash takes away the meaning of the next character, and stays.
Moodle reads the upload so, refuses it when one row is longer or shorter than the first, writes all
rows to a file of its own with fputcsv, and reads that again, row by row.
"""


def fgetcsv(text: str) -> list[list[str]]:
    """Splits a text, cell by cell."""
    rows: list[list[str]] = []
    at = 0
    while at < len(text):
        row: list[str] = []
        rows.append(row)
        end = ","
        while end == ",":
            cell, at = _cell(text, at)
            row.append(cell)
            end = text[at : at + 1]
            at += 1
    return rows


def _cell(text: str, at: int) -> tuple[str, int]:
    """Reads one cell; gives where its end stands."""
    opened = at + len(text[at:]) - len(text[at:].lstrip(" \t"))
    cell = ""
    if text[opened : opened + 1] == '"':
        cell, at = _quoted(text, opened + 1)
    while at < len(text) and text[at] not in ",\n":
        cell, at = cell + text[at], at + 1
    return cell, at


def _quoted(text: str, at: int) -> tuple[str, int]:
    """Reads up to behind the closing quote, or to the end of everything."""
    cell, escaped = "", False
    while at < len(text):
        if text[at] == '"' and not escaped:
            if text[at + 1 : at + 2] != '"':
                return cell, at + 1
            at += 1
        escaped = text[at] == "\\" and not escaped
        cell, at = cell + text[at], at + 1
    return cell, at


def fputcsv(cells: list[str]) -> str:
    """Writes a row as PHP does: no second quote for one that follows a backslash."""
    parts = []
    for cell in cells:
        if not set(cell) & set(', "\\\n\r\t'):
            parts.append(cell)
            continue
        text, escaped = "", False
        for one in cell:
            if one == "\\":
                escaped = True
            elif one == '"' and not escaped:
                text += '"'
            else:
                escaped = False
            text += one
        parts.append(f'"{text}"')
    return ",".join(parts) + "\n"


def moodle_reads(content: bytes) -> list[list[str]]:
    """Gives what Moodle has in the end; nothing at all when it refuses."""
    text = content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n").strip()
    first = [row for row in fgetcsv(text) if row != [""]]
    if len({len(row) for row in first}) != 1:
        return []
    return fgetcsv("".join(map(fputcsv, first)))
