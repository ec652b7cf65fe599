"""Grade programming assignments and the reports that go with them."""

import sys

__version__ = "0.1.0"

if sys.version_info < (3, 11):  # noqa: UP036  pip asks; a Python that finds us by PYTHONPATH does not
    HERE = sys.version.split()[0]
    sys.stderr.write(
        "grader: Python 3.11 以上が必要です (これは " + HERE + ")。"
        "python3.12 -m grader のように、新しい Python で実行してください。\n"
        "grader needs Python 3.11 or later (this is " + HERE + "). "
        "Run it with a newer one, such as python3.12 -m grader.\n"
    )
    sys.exit(2)


def load_ipython_extension(shell: object) -> None:
    """Add the magics of all plugins to a notebook: `%load_ext grader`."""
    from grader.plugins import installed, load

    for plugin in installed().values():
        if plugin.ipython:
            load(plugin.ipython)(shell)
