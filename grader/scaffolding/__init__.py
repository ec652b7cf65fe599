"""Create a course, an assignment, or the template of a reference: `grader init`, `grader new`.

In: options or answers, and the course. Out: the folder of the assignment, complete or not at all;
or the folder of a course, beside the files that exist.

Not here: proving that the assignment can pass and fail programs, which `grader verify` does.
"""
