"""The fictional class, graded anywhere in one command: `grader demo`.

In: the first course's definitions, out of the wheel or of the tree. Out: a course with results, as
a folder to look around in. Not here: grading, which is `grader grade`.
"""
