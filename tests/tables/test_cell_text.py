"""Cells of workbooks as text."""

from datetime import date, datetime, time

import pytest

from grader.tables.workbook import cell_text


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (None, "General", ""),
        ("24A1201", "General", "24A1201"),
        ("0012345", "@", "0012345"),
        (12345, "00000000", "00012345"),
        (123456789, "00000000", "123456789"),
        (1201, '"s"0000', "s1201"),
        (241201, "00-0000", "24-1201"),
        (1, "000_ ", "001"),
        (5, "0;[Red]-0", "5"),
        (20241201.0, "General", "20241201"),
        (12345, "#,##0", "12345"),
        (24000, "0.00E+00", "2.40000000000000E+04"),
        (7.5, "0.00E+00", "7.5"),
        (7.5, "0.00", "7.5"),
        (7, "0.00", "7.00"),
        (0.1 + 0.2, "General", "0.3"),
        (-3, "00", "-3"),
        (True, "General", "TRUE"),
        ("#N/A", "General", ""),
        (
            datetime.fromisoformat("2025-04-17 21:05:33"),
            "yyyy-mm-dd hh:mm:ss",
            "2025-04-17 21:05:33",
        ),
        (datetime.fromisoformat("2025-04-17"), "yyyy/m/d", "2025-04-17"),
        (datetime.fromisoformat("2025-04-17"), "yyyy/m/d h:mm", "2025-04-17 00:00:00"),
        (date(2025, 4, 17), "General", "2025-04-17"),
        (time(21, 5), "h:mm", "21:05:00"),
    ],
)
def test_a_cell_reads_as_it_is_shown(value: object, number_format: str, text: str) -> None:
    """Zeros of the format stay; nothing gets a ".0"."""
    assert cell_text(value, number_format) == text
