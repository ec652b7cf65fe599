"""Runs the programs of one data file, one after another, and prints how each of them ended.

python run_matplotlib_programs.py FILE [FOLDER OF THE STAND-INS]

Without a folder the installed matplotlib is used, which shows that the table is honest; do that
by hand after every change of the data, in an environment with matplotlib.
"""

import json
import sys
import warnings


def programs(text: str) -> list[tuple[str, str]]:
    """Splits a data file into (title, program)."""
    parts = ("\n" + text).split("\n#: ")[1:]
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]


def outcome(title: str, program: str) -> str:
    """Returns "" or the exception, as `TypeName: message (line n)`."""
    import matplotlib.pyplot as plt  # type: ignore[import-not-found]  # real or stand-in

    plt.close("all")
    plt.rcdefaults()
    try:
        exec(compile(program, title, "exec"), {"__name__": "__main__"})
    except Exception as error:  # noqa: BLE001 - any end of a program is an answer
        frame = error.__traceback__.tb_next if error.__traceback__ else None
        line = frame.tb_lineno if frame else 0
        return f"{type(error).__name__}: {error} (line {line})"
    return ""


def main() -> None:
    """Prints one JSON object: title -> outcome."""
    if len(sys.argv) > 2:
        sys.path.insert(0, sys.argv[2])
    else:
        import matplotlib as mpl  # the real one, by hand only

        mpl.use("Agg")
        warnings.simplefilter("ignore")
    with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123 - imports as little as a guest
        table = programs(file.read())
    print(json.dumps({title: outcome(title, program) for title, program in table}))  # noqa: T201


if __name__ == "__main__":
    main()
