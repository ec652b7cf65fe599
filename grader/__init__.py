"""Grade programming assignments and the reports that go with them."""

__version__ = "0.1.0"


def load_ipython_extension(shell: object) -> None:
    """Add the magics of all plugins to a notebook: `%load_ext grader`."""
    from grader.plugins import installed, load

    for plugin in installed().values():
        if plugin.ipython:
            load(plugin.ipython)(shell)
