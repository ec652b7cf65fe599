"""What timings teach: how the time grows, and how work on a GPU is measured.

In: what the source says about clocks (SourceFacts.timed), how runs on a GPU went, and what was
measured (Timing). Out: the findings TIM001 to TIM006, sweeps and fits. Not here: reading the source
(policy), running it (sandbox). They teach: they cost points only where a rubric names them.
"""
