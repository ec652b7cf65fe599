"""Course grades by [grading] of course.toml: `grader export --course`.

In: the gradebooks of all assignments, and the attendance. Out: each student's standing, with the
derivation of each number, as csv or as a sheet of a workbook. Not here: [grading] itself, which is
loaded with the rest of course.toml; points of single assignments.
"""
