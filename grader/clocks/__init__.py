"""Measure how students time their own code: run the program once more with a simulated GPU.

In: a program that reads a clock and names a GPU's library. Out: pairs of clock reads with the work
between them, and from these TIM002 and TIM006. These findings teach: they cost points only where a
rubric names them.

`guest/` runs inside the sandbox. It records each clock read; PyTorch's FakeTensorMode simulates the
GPU, a stand-in replaces CuPy, and NumPy computes only what is inspected. An operation that no
stand-in knows is a gap, which counts as if the program had waited. Without this plugin TIM002 and
TIM006 are missing, and no points change (RESULTS.md, "Prices").
"""
