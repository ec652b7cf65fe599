"""Checks in repositories on GitHub: a workflow, and points for what collects them there.

In: what `grader check` found, and the points of the rubric that a kit may hold. Out: Classroom 50's
result.json, the autograding reporter's results, and the files that `grader init --github` writes.
Not here: annotations at lines of a commit, which are a format of the engine; downloads.
"""
