"""Exercises in C: the source is compiled by gcc in the sandbox, read, and loaded as a library.

In: a source and its headers. Out: SourceFacts and a CSource from compiling it; Programs whose
functions are called with matrices beside guard pages; the sentences specific to C.

`kind` answers the engine's questions. `compiling` compiles a source in a child of its own.
`reading` derives facts from the result, in the reader's process: `text` finds the student's own
lines in the preprocessor's output, `functions` what can be called, `rule` what is forbidden,
`foreign` what only another compiler has. `program` loads the library in children. `guest/` runs
inside the sandbox.
"""
