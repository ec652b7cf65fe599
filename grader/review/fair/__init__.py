"""Assign marking, have works marked twice, and measure whether the marking was fair.

In: the class as the page has it, decisions, and notes of the kinds `review.parts` and
`review.second`. Out: parts, second marks, figures about them, three pages and two options of
`grader review`. Not here: points. A second mark is a note; what comes of it is a decision that a
person makes as any other. Figures are no verdict, and nothing is computed from them.

The figures need no more than the standard library, but for Student's distribution, which is
scipy's.
"""
