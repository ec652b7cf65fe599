"""Writes a cell of a workbook as Excel shows it: leading zeros stay, ".0" never comes."""

import re
from datetime import date, datetime, time

_TOKEN = re.compile(r'"([^"]*)"|\\(.)|_.|\*.|\[[^\]]*\]|(General)|([0#?])|(.)', re.IGNORECASE)
_NOT_WHOLE = re.compile(r"[.%/eymdhs@,]", re.IGNORECASE)
_DECIMALS = re.compile(r"[0#](?:,##)?0?\.(0+)$")
_ERRORS = frozenset({"#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!"})


def cell_text(value: object, number_format: str) -> str:
    """Writes a value under a number format of Excel. Errors of formulas and blanks are ""."""
    match value:
        case None:
            text = ""
        case bool():
            text = "TRUE" if value else "FALSE"
        case int() | float():
            text = _number(value, number_format)
        case datetime():
            midnight = value.time() == time() and "h" not in number_format.lower()
            text = value.strftime("%Y-%m-%d" if midnight else "%Y-%m-%d %H:%M:%S")
        case date() | time():
            text = value.isoformat()
        case _:
            text = str(value)
    return "" if text in _ERRORS else text


def _number(value: float, number_format: str) -> str:
    shown = number_format.split(";", maxsplit=1)[0]
    if value == int(value) and abs(value) < 10**20:
        whole = int(value)
        if whole >= 0 and (found := _digits(whole, shown)) is not None:
            return found
        if not (decimals := _DECIMALS.search(shown)):
            return str(whole)
        return f"{value:.{len(decimals[1])}f}"
    return f"{value:.15g}"


def _digits(value: int, shown: str) -> str | None:
    """Lays whole digits into a format as `00000000`, `"s"0000` or `00-0000`; None for others."""
    literal = [found[1] or found[2] or found[5] or "" for found in _TOKEN.finditer(shown)]
    places = [found[4] for found in _TOKEN.finditer(shown)]
    if "0" not in places or any(
        _NOT_WHOLE.match(found[5] or "") for found in _TOKEN.finditer(shown)
    ):
        return None
    left = str(value).zfill(places.count("0"))
    out = []
    for at in range(len(places) - 1, -1, -1):
        if not places[at]:
            out.append(literal[at])
            continue
        more = any(places[:at])
        out.append(left[-1:] if more else left)
        left = left[:-1] if more else ""
    return "".join(reversed(out))
