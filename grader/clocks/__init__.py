"""What a student's own clocks measure: the program run once more, where a GPU is played.

In: a program that reads a clock and names a GPU's library. Out: pairs of reads with the work
between them, and from these TIM002 and TIM006. They teach: they cost points only where a rubric
names them.
`guest/` runs inside the sandbox: clocks know which read they are, PyTorch's FakeTensorMode plays a
GPU, CuPy is stood in for, and NumPy computes nothing that nobody looks at. What a stand-in does not
know is a gap, which counts as if the program had waited. Switched off, TIM002 and TIM006 are not
told, and no point changes: RESULTS.md has what that is worth.
"""
