"""Add the options of a cluster to `grader grade`, and open it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

import click

from grader.commands.exits import ExitCode

if TYPE_CHECKING:
    from grader.batch import ClassJob, Elsewhere
    from grader.observing import Setup

EXAMPLE = "\n      grader grade kadai1 inbox --cluster slurm:20"
OPTIONS = (
    click.Option(
        ["--cluster"],
        metavar="ADDRESS",
        help="Grade on the workers of a Dask scheduler at ADDRESS; slurm:20 or pbs:20 starts 20 "
        "jobs, local:2 two workers on this machine.",
    ),
    click.Option(
        ["--cluster-unencrypted"],
        is_flag=True,
        help="Send submissions to the workers over an open network, without encryption.",
    ),
)


def extend(command: click.Command) -> None:
    """Add the options of a cluster to `grader grade`."""
    grade = command.callback
    assert grade is not None

    @wraps(grade)
    def here_or_there(
        *, cluster: str | None, cluster_unencrypted: bool, **options: Any
    ) -> ExitCode:
        """Call the engine's command, with a function that opens the cluster if one is requested."""
        if cluster is not None:
            opened = partial(_opened, cluster, unencrypted=cluster_unencrypted)
            options["open_elsewhere"] = opened
        code: ExitCode = grade(**options)
        return code

    command.callback = here_or_there
    command.epilog = (command.epilog or "") + EXAMPLE
    names = [param.name for param in command.params]
    place = names.index("only") + 1
    command.params[place:place] = OPTIONS


@contextmanager
def _opened(  # noqa: PLR0913 - one parameter per setting of the batch
    address: str,
    job: "ClassJob",
    setup: "Setup",
    libraries: tuple[str, ...],
    device: str,
    *,
    unsafe: bool,
    unencrypted: bool,
) -> "Iterator[Elsewhere]":
    from msgspec.structs import replace

    from grader.cluster.workers import RemoteWorkplace, open_cluster

    workplace = RemoteWorkplace(
        root=job.course.root.resolve(),
        folder=job.folder.resolve(),
        setup=replace(setup, references={}),
        libraries=libraries,
        device=device,
        accepted=job.accepted,
        unsafe=unsafe,
    )
    private = job.out.resolve()
    with open_cluster(address, workplace, private, unencrypted=unencrypted) as cluster:
        yield cluster
