"""What pypdf says about a file before pdfium sees it: it never crashes, and keeps to limits."""

import io
import logging
from typing import Any, NamedTuple

from .pdf_forms import Forms, TooMuch

MOST_PAGES = 200
MOST_NODES = 3_000  # of the page tree
MOST_NAME = 200
DEEPEST = 40
LIMITS: dict[str, Any] = {
    "zlib_maximum_output_length": 75_000_000,
    "lzw_maximum_output_length": 40_000_000,
    "run_length_maximum_output_length": 40_000_000,
    "array_based_stream_maximum_output_length": 40_000_000,
    "stream_decoding_work_maximum_length": 120_000_000,
    "outline_maximum_entries": 2_000,
    "outline_maximum_depth": 16,
    "page_tree_maximum_entries": 3_000,
    "page_tree_maximum_depth": DEEPEST,
}


class Preflight(NamedTuple):
    """What is known of a file before it is read."""

    trouble: str | None = None  # in the words of model.document.ReadTrouble
    detail: str = ""
    producer: str = ""
    pages: int = 0
    fatal: bool = False  # pdfium is not to see it


def look_ahead(data: bytes) -> Preflight:
    """Looks through a file for what keeps it from being read."""
    from pypdf import PdfReader
    from pypdf.errors import LimitReachedError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        with _limits():
            return _look(PdfReader(io.BytesIO(data), strict=False))
    except TooMuch as error:
        return Preflight(error.trouble, str(error), fatal=True)
    except (LimitReachedError, MemoryError) as error:
        return Preflight("too-large", _said(error), fatal=True)
    except RecursionError:
        return Preflight("damaged", "objects that hold each other", fatal=True)
    except Exception as error:  # noqa: BLE001 - a damaged file may raise anything at all
        return Preflight("damaged", _said(error))


def _limits() -> Any:
    from pypdf import apply_configuration

    return apply_configuration(**LIMITS)


def _look(reader: Any) -> Preflight:
    if reader.is_encrypted and not _opens(reader):
        return Preflight("encrypted", "a password is needed to open it", fatal=True)
    root = reader.trailer["/Root"]
    producer = _producer(reader)
    pages, forms = 0, Forms()
    for page, resources in _pages(root):
        pages += 1
        if pages > MOST_PAGES:
            detail = f"more than {MOST_PAGES} pages"
            return Preflight("too-large", detail, producer, pages)
        forms.check_page(page, resources)
    if not pages:
        return Preflight("damaged", "no pages", producer)
    return Preflight(None, "", producer, pages)


def _opens(reader: Any) -> bool:
    """Tries the empty password, which opens files that are only kept from being changed."""
    from pypdf.errors import DependencyError

    try:
        return bool(reader.decrypt(""))
    except (DependencyError, ImportError):
        return True  # pypdf cannot tell without a library; pdfium can


def _pages(root: Any) -> Any:
    """Walks the page tree; gives each page with the resources that it has or inherits."""
    seen: set[int] = set()
    left = [(root["/Pages"], None, 0)]
    while left:
        node, inherited, depth = left.pop()
        if (
            not isinstance(node, dict)
            or id(node) in seen
            or depth > LIMITS["page_tree_maximum_depth"]
        ):
            continue
        seen.add(id(node))
        if len(seen) > MOST_NODES:
            raise TooMuch("too-large", f"more than {MOST_NODES} nodes in the page tree")
        resources = node.get("/Resources", inherited)
        resources = resources.get_object() if resources is not None else None
        if "/Kids" not in node:
            yield node, resources
            continue
        kids = node["/Kids"]
        nearest = reversed(list(kids)[: MOST_NODES + 1])
        left += [(kid.get_object(), resources, depth + 1) for kid in nearest]


def _producer(reader: Any) -> str:
    try:
        info = reader.metadata or {}
        names = [str(info.get(key) or "").strip() for key in ("/Creator", "/Producer")]
    except Exception:  # noqa: BLE001 - nothing hangs on it
        return ""
    return " / ".join(name for name in dict.fromkeys(names) if name)[:MOST_NAME]


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:MOST_NAME]
