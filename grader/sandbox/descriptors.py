"""How many files this process may have open: every child takes some descriptors."""

from grader.model.errors import SandboxUnavailable

NEEDED, PER_JOB = 96, 16  # for ourselves and a child that arranges its own; for each more
ENOUGH = 4096


def ensure_descriptors(jobs: int = 1) -> None:
    """Raises our own limit as far as the machine allows; SandboxUnavailable when that is too low.

    Short of descriptors, children fail in ways that look like a machine without any sandbox.
    """
    try:
        import resource
    except ImportError:  # a platform without such limits
        return
    needed = NEEDED + PER_JOB * jobs
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited or soft >= max(needed, ENOUGH):
        return
    wanted = max(needed, ENOUGH) if hard == unlimited else min(hard, max(needed, ENOUGH))
    if wanted > soft:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (ValueError, OSError):  # a system may have a lower limit of its own
            wanted = soft
    if max(wanted, soft) < needed:
        raise SandboxUnavailable(
            f"only {max(wanted, soft)} files may be open at once here (ulimit -n), and {needed} "
            f"are needed; raise the limit (ulimit -n {ENOUGH}), or give a smaller --jobs"
        )
