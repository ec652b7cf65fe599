"""The local page on which people read, decide and are done.

In: a Desk, and requests of one browser on this machine. Out: HTML, pictures, JSON; decisions in the
store. Not here: running or opening what students submitted (the fence does), the files of an
export. Nothing that a student wrote is ever active: text is escaped, pictures are made again from
pixels, and the pages carry no script but ours.
"""

from grader.review.page.app import create_app
from grader.review.page.guard import Guard
from grader.review.page.live import LiveGradebook, Wish
from grader.review.page.serving import address_file, is_local, open_server

__all__ = [
    "Guard",
    "LiveGradebook",
    "Wish",
    "address_file",
    "create_app",
    "is_local",
    "open_server",
]
