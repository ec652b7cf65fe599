"""Writes everything that is generated, in one go: `make anew`, after a change of words or classes.

    schemas          JSON Schemas of what we write and read, and the list of stored fields
    pages            options, keys and checks in docs/ja and docs/en
    troubleshooting  the messages that docs/*/troubleshooting.md explains
    tutorials        what the commands of the tutorials print, typed in a fresh copy: some minutes
    corpora          the figures of tests/data/corpora, where they got better
    twins            the record that both languages say the same; a twin that is behind is named

`make anew PARTS="pages twins"` writes some of them.
"""

import os
import sys

from grader.course.schemas import write_schemas
from tests import corpora, docs_pages, docs_twins, schemas, troubleshooting, tutorials


def write_all_schemas() -> None:
    """Writes the schemas of what we write, and those of the files of a course."""
    schemas.write()
    write_schemas()


PARTS = {
    "schemas": write_all_schemas,
    "pages": docs_pages.write_pages,
    "troubleshooting": troubleshooting.write,
    "tutorials": tutorials.write,
    "corpora": corpora.write,
    "twins": docs_twins.write,
}


def main() -> None:
    """Writes the parts that were asked for, in the order in which one goes into the next."""
    wanted = os.environ.get("PARTS", "").split() or list(PARTS)
    if unknown := set(wanted) - PARTS.keys():
        sys.exit(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    for name, write in PARTS.items():
        if name in wanted:
            sys.stdout.write(f"{name} …\n")
            sys.stdout.flush()
            write()


if __name__ == "__main__":
    main()
