"""The words of the project as frozen values.

In: nothing. Out: the types every other room speaks. Not here: reading, running, judging, showing.
This room imports nothing of grader.
"""
