"""What timings teach: how work on a GPU is measured.

In: what the source says about clocks (SourceFacts.timed) and how runs on a GPU went. Out: the
findings TIM002 and TIM006. Not here: reading the source (policy), running it (sandbox). They
teach: they cost points only where a rubric names them.
"""

from grader.timing.checks import ALL, EXERCISE_CHECKS

__all__ = ["ALL", "EXERCISE_CHECKS"]
