"""Format cells of a CSV file so that Excel neither executes nor changes them.

A text that Excel would read as a formula, a number or a date gets a leading apostrophe, and so does
a text that begins with one; all other texts stay unchanged. To read such a file with a program,
drop one leading apostrophe from a text cell (`bare`). Ordinary ids such as 24A1201 never have one.
"""

import re
import unicodedata

from grader.wording import visible

GUARD = "'"
STARTS_FORMULA = "=+-@−|%"
MONTHS = (
    "JAN(UARY)?|FEB(RUARY)?|MAR(CH)?|APR(IL)?|MAY|JUNE?|JULY?|AUG(UST)?|SEPT?(EMBER)?"
    "|OCT(OBER)?|NOV(EMBER)?|DEC(EMBER)?"
)
CHANGED = re.compile(
    rf"""
      0\d+                                          # 0123 loses its zero
    | \d{{12,}}                                      # shown as 1.23E+11
    | (?=.*\d) (?=.*\W) [\d\W]+                     # 1-2, 1/2, 1:30, 1.50, 12%, $5
    | \d+ (\.\d*)? E [+-]? \d+                      # 1E5
    | (?=.*\d) [\d\W]* ({MONTHS}) [\d\W]*          # MAR1, 24-Dec
    | [\d:\s]+ [AP]M?                              # 12:30 PM
    | [MTSHR] \d+ \W [\d\W]*                       # R6.4.1
    | (?=.*\d) [\d\W年月日時分秒元明治大正昭和平成令]+  # 4月17日
    | TRUE | FALSE
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""What Excel would convert, after NFKC; if in doubt, a text is guarded."""

PLAIN_NUMBER = re.compile(r"0|[1-9][0-9]{0,10}")


def cell(text: str) -> str:
    """Join a text to one line, and guard it if Excel would execute or change it."""
    return guarded(visible(text))


def guarded(shown: str) -> str:
    """Guard a text that may have several lines and is not changed otherwise."""
    return GUARD + shown if _needs_guard(shown) else shown


def bare(cell_text: str) -> str:
    """Remove the guard."""
    return cell_text.removeprefix(GUARD)


def number(value: float | None) -> str:
    """Format a number in the shortest way; "" for None."""
    return "" if value is None else f"{round(value, 4):.10g}"


def _needs_guard(text: str) -> bool:
    if not text or PLAIN_NUMBER.fullmatch(text):
        return False
    plain = unicodedata.normalize("NFKC", text)
    return (
        plain != plain.strip()
        or plain[:1] in STARTS_FORMULA + GUARD
        or CHANGED.fullmatch(plain) is not None
    )
