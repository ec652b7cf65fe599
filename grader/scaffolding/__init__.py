"""A new course, a new assignment, or a new operation's reference to fill in: `grader init`, `new`.

In: options or answers, and the course. Out: the folder of the assignment, whole or not at all; or
that of a course, beside what is there.
Not here: proving that the assignment can say yes and no, which is `grader verify`.
"""
