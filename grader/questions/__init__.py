"""Questions for a talk about one's own program: `grader questions`.

In: a class that was graded, and its files. Out: a page for each student with three to five
questions of two minutes, and the answers for the examiner. Every answer was executed in the sandbox
or measured, and was the same when repeated. Not here: points; whether a student copied. Other
plugins ask about what they know through `protocols.Examines`.
"""
