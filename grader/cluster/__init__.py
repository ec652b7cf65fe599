"""A class graded by the workers of a Dask cluster: `grader grade --cluster`.

In: an address, or what to start. Out: an `Elsewhere` for `grade_class`: other machines' executor,
and what times a class there. Not here: what a worker does with a submission, which is the pool's.
"""
