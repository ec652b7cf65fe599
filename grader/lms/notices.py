"""What a person has to know of a file of an LMS that was filled; see Notice."""

from enum import StrEnum


class NoticeKind(StrEnum):
    """What the user has to know or to do with the file."""

    LANGUAGE = "language"  # {language}: upload it in the UI language it was downloaded in
    OVERRIDE = "override"  # Moodle: tick the box that lets older sheets overwrite newer grades
    NO_FEEDBACK_COLUMN = "no-feedback-column"  # comments could not be written
    GUESSED_PEOPLE = "guessed-people"  # {header}: participants found by cells, not by the heading
    GUESSED_POINTS = "guessed-points"  # {header}: the same of the points
    HEADING = "heading"  # {header}: has blanks that Moodle did not write, and will not take
    MENDED = "mended"  # {rows}: a blank was put behind a backslash that would swallow a row
    UNKNOWN_MAX = "unknown-max"  # the file does not say out of how many points
    FIRST_ROW = "first-row"  # {row} {last}: paste the column from this row on
    ENCODING = "encoding"  # {encoding}: choose it when uploading
