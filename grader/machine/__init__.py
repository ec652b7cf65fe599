"""What this computer can do, and how to mend what it cannot: `grader machine`.

In: the levels of isolation that hold, device files, drivers, builds of libraries, the plugins. Out:
lines for a person or one JSON document. Not here: what a batch needs to know of devices, which is
`sandbox.machine`.
"""
