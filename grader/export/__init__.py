"""The grader's outputs: score sheets (JSON, HTML), the class summary, grades.csv.

In: score sheets, evidence, wording. Out: files under OUT, written whole or not at all. Not here:
grading, points, the terminal. The same sheet and evidence give the same bytes, always.

Who uses it names the module: a command that shows a finding loads no page and no gradebook.
"""
