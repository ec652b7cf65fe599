"""A new assignment from a few answers, or a new operation's reference to fill in: `grader new`.

In: options or answers, and the course. Out: the folder of the assignment, whole or not at all.
Not here: proving that the assignment can say yes and no, which is `grader verify`.
"""
