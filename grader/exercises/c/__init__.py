"""Exercises in C: a source compiled by gcc inside the sandbox, read, and called as a library.

In: a source and its headers. Out: SourceFacts and a CSource from what compiling it showed; Programs
whose functions are called with matrices against guard pages; the sentences that only C needs.
`kind` answers the engine's questions. `compiling` has a source compiled, in a child of its own;
`reading` makes facts of that, in the reader's process: `text` finds the student's own lines in what
the preprocessor gave, `functions` what can be called, `rule` what is forbidden, `foreign` what only
another compiler has. `program` loads the library in children. `guest/` runs inside the sandbox.
"""
