"""Grade a class on the workers of a Dask cluster: `grader grade --cluster`.

In: an address, or what to start. Out: an `Elsewhere` for `grade_class`: an executor on other
machines, and a way to time a class there. Not here: what a worker does with a submission, which is
the pool's.
"""
