"""Time programs: how the time grows, and how GPU work is measured.

In: what a run showed of the program's own clocks (ClockLog), how runs on a GPU went, and what was
measured (Timing). Out: the findings TIM001 to TIM006, sweeps and fits. Not here: running programs
(sandbox). They teach: they cost points only where a rubric names them.
"""
