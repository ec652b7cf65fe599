"""Report what this computer can do, and how to fix what it cannot: `grader machine`.

In: the available isolation levels, device files, drivers, builds of libraries, the plugins. Out:
lines for a person or one JSON document. Not here: what a batch needs to know of devices, which is
`sandbox.machine`.
"""
