"""Asks the review page of a class of three for its pages; told in one line of JSON.

python -m tests.review.without_likeness FOLDER
"""

import json
import re
import sys
from pathlib import Path

from tests.review.page.asked_app import asking, make_desk


def main(folder: Path) -> None:
    """Prints, by address, the status and the text of what was answered."""
    with asking(make_desk(folder)) as client:
        found = re.search(r"/student/([\w-]+)", client.get("/").text)
        assert found is not None
        handle = found[1]
        pages = ("/", "/criterion/form", f"/student/{handle}", "/export", "/neighbours")
        answers = {page.replace(handle, "HANDLE"): client.get(page) for page in pages}
        told = {page: (answer.status_code, answer.text) for page, answer in answers.items()}
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
