"""Cases drawn from a reference, put to a program, and its numbers compared: words of many plugins.

In: a Reference, an Exercise and a seed; a Program that was loaded. Out: questions with fresh inputs
and their right answers (`questions`, `examples`); calls in children that are renewed (`children`);
results as arrays, trusted in nothing (`values`), which are right, wrong or imprecise (`comparing`)
or what a known mistake gives (`lookalikes`); definitions that were probed (`probing`, `reasons`);
what plugins say whose exercises call something in their own way (`own_calls`). Not here: which
function counts, which cases are put to it and which findings follow, which is for the plugin that
grades functions of arrays; starting processes, limits, points.
"""
