"""Entries that share bytes."""

from pathlib import Path

from grader.model.collection import Refusal
from tests.intake.archives.making import STORED, STREAMED, Entry, archive, deflated, local
from tests.intake.archives.opened import contents, opened, refusals

DATA = b"print(1)\n" * 40


def test_one_of_those_that_share_a_header_is_read(tmp_path: Path) -> None:
    """A thousand names for the same bytes are one file and 999 refusals."""
    first = Entry(name="0000", data=DATA)
    others = [Entry(name=f"{at:04}", data=DATA, offset=0, no_local=True) for at in range(1, 1000)]
    download = opened(tmp_path, archive(first, *others))
    assert contents(download) == {"0000": DATA}
    assert list(refusals(download).values()) == [Refusal.OVERLAP] * 999


def test_an_entry_inside_another_is_refused(tmp_path: Path) -> None:
    """Of a file and what is listed inside its bytes only one is read."""
    inner = Entry(name="b/inner.py", data=DATA)
    outer = Entry(name="a/outer.bin", data=local(inner), method=STORED)
    at = len(local(outer)) - len(local(inner))
    hidden = Entry(name="b/inner.py", data=DATA, offset=at, no_local=True)
    download = opened(tmp_path, archive(outer, hidden))
    assert contents(download) == {"b/inner.py": DATA}
    assert refusals(download) == {"a/outer.bin": Refusal.OVERLAP}


def test_quoted_headers_are_refused(tmp_path: Path) -> None:
    """Entries that each run to the same end, over the next one's header, are one entry."""
    stream = deflated(DATA)
    kernel = Entry(name="k", stream=stream, data=DATA)
    quoting = Entry(name="q", stream=b"\x00" * 5 + local(kernel), size=99, crc=0)
    at = len(local(quoting)) - len(local(kernel))
    download = opened(
        tmp_path, archive(quoting, Entry(name="k", data=DATA, offset=at, no_local=True))
    )
    assert len(download.members) + len(download.refused) == 2
    assert refusals(download)["q"] is Refusal.OVERLAP


def test_one_wrong_size_costs_no_neighbour(tmp_path: Path) -> None:
    """An entry that claims the rest of the archive loses, not those after it."""
    liar = Entry(name="a/x.py", data=DATA, packed=120, local_extra=b"")
    good = {f"b/{at}.py": bytes([at]) * 60 for at in range(3)}
    right = local(Entry(name="a/x.py", data=DATA))
    raw = archive(liar, *(Entry(name=name, data=data) for name, data in good.items()))
    download = opened(tmp_path, right + raw[len(right) :])
    assert contents(download) == good
    assert refusals(download) == {"a/x.py": Refusal.OVERLAP}


def test_data_descriptors_belong_to_their_entry(tmp_path: Path) -> None:
    """An entry may not begin in another's descriptor."""
    streamed = Entry(name="a/x.py", data=DATA, flags=STREAMED)
    raw = archive(streamed, Entry(name="b/y.py", offset=len(local(streamed)) - 8, no_local=True))
    assert "b/y.py" in refusals(opened(tmp_path, raw))


def test_entries_that_touch_do_not_overlap(tmp_path: Path) -> None:
    """One entry's end is the next one's beginning, with descriptors and without."""
    entries = [
        Entry(name=f"{at}.py", data=DATA, flags=STREAMED if at % 2 else 0, signed=at % 3 > 0)
        for at in range(9)
    ]
    assert opened(tmp_path, archive(*entries)).refused == ()
