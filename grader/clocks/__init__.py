"""What a student's own clocks measure: the program run once more, where a GPU is played.

In: a program that reads a clock and names a GPU's library. Out: pairs of reads with the work
between them, and from these TIM002 and TIM006. They teach: they cost points only where a rubric
names them.
`guest/` runs inside the sandbox: each read of a clock is recorded, PyTorch's FakeTensorMode plays a
GPU, a stand-in replaces CuPy, and NumPy computes only what is looked at. An operation that no
stand-in knows is a gap, which counts as if the program had waited. Without this plugin TIM002 and
TIM006 are missing, and no point changes (RESULTS.md, "Prices").
"""
