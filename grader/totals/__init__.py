"""Everybody's grade in the course, by [grading] of course.toml: `grader export --course`.

In: the gradebooks of all assignments, and the attendance. Out: where each student stands, with the
path to each number, as csv or as a sheet of a workbook. Not here: [grading] itself, which is read
with the rest of course.toml; points of single assignments.
"""
