"""What people decide: the gradebook, confirmations, edited tables, and what changed since.

In: the store, the collected submissions, tables that people edited. Out: a Gradebook, Decisions,
Confirmations, differences. Not here: the files that are exported, points by rubric.
"""
