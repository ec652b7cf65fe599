"""How many programs run side by side: as many as there are CPUs for us, if there is memory."""

import os
from functools import partial
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from grader.batch import JobFit
    from grader.observing import Setup
    from grader.wording import Wording


def cpus() -> int:
    """Counts the CPUs that this process may use, which in a container are not all there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def fitted(wanted: int, setup: "Setup", words: "Wording") -> "JobFit":
    """Lowers the jobs to what the memory here holds, and says so on stderr."""
    from grader.batch import fit, needed_mib
    from grader.sandbox import find_headroom

    headroom = find_headroom()
    needed = needed_mib(setup.assignment, setup.capabilities)
    job_fit = fit(wanted, needed, headroom)
    if headroom is None:
        return job_fit
    where = words.text("batch.memory_group" if headroom.grouped else "batch.memory_machine")
    tell = partial(words.text, needed=needed, free=headroom.mib, where=where)
    if job_fit.jobs < wanted:
        text = tell("batch.fewer_jobs", jobs=job_fit.jobs, wanted=wanted)
        click.secho(text, fg="yellow", err=True)
    if not job_fit.enough:
        click.secho(tell("batch.short_of_memory"), fg="yellow", err=True)
    return job_fit
