"""Kinds of notices about a filled file of an LMS."""

from enum import StrEnum


class NoticeKind(StrEnum):
    """What the user has to know about the file or to do with it."""

    LANGUAGE = "language"  # {language}: upload it in the UI language of the download
    OVERRIDE = "override"  # Moodle: tick the box that lets older sheets overwrite newer grades
    NO_FEEDBACK_COLUMN = "no-feedback-column"  # comments could not be written
    GUESSED_PEOPLE = "guessed-people"  # {header}: participants found by cells, not by the heading
    GUESSED_POINTS = "guessed-points"  # {header}: points found by cells, not by the heading
    HEADING = "heading"  # {header}: contains blanks that Moodle did not write and will not accept
    MENDED = "mended"  # {rows}: a blank was appended to a backslash that would swallow a row
    UNKNOWN_MAX = "unknown-max"  # the file does not contain the maximum
    FIRST_ROW = "first-row"  # {row} {last}: paste the column from this row on
    ENCODING = "encoding"  # {encoding}: choose it when uploading
