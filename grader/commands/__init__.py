"""One file per command: parse, call one function, say the answer.

In: the command line. Out: text or one JSON document, and the exit code. Not here: anything that a
program without a terminal would want to use.
"""
