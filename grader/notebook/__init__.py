"""Checking a program where it is written: `%%check ASSIGNMENT` in a cell of a Jupyter notebook.

In: the cells that ran so far, the cell with the magic, and a kit by URL or file. Out: what
`grader check` says of them as one notebook, run in a process of its own. Not here: reading
notebooks that are submitted, which is the engine's.
"""
