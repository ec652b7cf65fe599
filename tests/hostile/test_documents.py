"""Every attack by a document ends within its limits, as a Document, and the host stays small."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from msgspec.structs import replace

from grader.model.course import Limits
from grader.model.document import Document, ReadTrouble
from grader.reports.outline import outline
from grader.sandbox import IsolationLevel, Sandbox, document_libraries_missing, probe
from grader.sandbox.documents import LIMITS
from tests.hostile import odd_attacks, pdf_attacks, tiring_texts, word_attacks
from tests.hostile.arena import Arena
from tests.hostile.growth import MOST_MIB, grown
from tests.hostile.word_attacks import SECRET

pytestmark = [
    pytest.mark.hostile,
    pytest.mark.skipif(bool(document_libraries_missing()), reason="nothing reads documents here"),
]
TABLES = (word_attacks, pdf_attacks, odd_attacks, tiring_texts)
ATTACKS = {name: build for table in TABLES for name, build in table.ATTACKS.items()}
# Less than a report gets: what is bounded by time ends by the same wall, only sooner.
SHORT = replace(LIMITS, cpu_seconds=1.0, call_seconds=30.0)
LONGER = replace(LIMITS, cpu_seconds=6.0, call_seconds=60.0)
OUTLINE_MIB = 300  # what understanding it may add
PATIENCE = 120  # seconds, after which something on the host hangs
TROUBLES = (None, *ReadTrouble)


@pytest.fixture(scope="module")
def reader() -> Iterator[Sandbox]:
    """The best sandbox of this machine, for all documents."""
    level = next(level for level in IsolationLevel if probe(level).holds)
    with Sandbox(level) as place:
        yield place


@contextmanager
def _patience() -> Iterator[None]:
    """Ends what hangs on the host."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _expect_no_secret(document: Document) -> None:
    """No document may bring home what is in a file of the host."""
    secret = SECRET.read_text(encoding="utf-8").splitlines()[0]
    assert not any(secret in line.text for line in document.lines)


def _expect_outline(document: Document) -> None:
    """What is made of it on the host, outside every wall, stays small and ends, too."""
    with _patience():
        assert grown(lambda: outline(document)) < OUTLINE_MIB


READABLE = (
    "word: things to fetch",
    "word: names that lead elsewhere",
    "word: a picture of 50000 x 50000",
    "word: 400 million pixels, packed",
    "word: a program for a printer",
    "word: an EMF of a million records",
    "word: a Word file in a Word file",
    "word: a chart of a million points",
    "word: styles based on each other",
    "word: a billion as roman",
    "word: parts that belong to each other",
    "pdf: scripts, programs and addresses",
    "pdf: an outline that comes after itself",
    "pdf: a huge page",
    "pdf: a structure below itself",
    "pdf: letters drawn with themselves",
    "pdf: a Word file, too",
    "odd: styles of noise",
    "odd: sixteen bombs in one",
    "odd: a font of noise",
    "odd: 3,000 transparent layers",
    "odd: resources that are their own",
)


AGAIN = [name for name in ATTACKS if name not in READABLE]


@pytest.mark.parametrize(
    ("name", "limits"),
    [
        *(pytest.param(name, LIMITS if name in READABLE else SHORT, id=name) for name in ATTACKS),
        *(
            pytest.param(
                name,
                LONGER,
                id=f"{name}, longer",
                marks=pytest.mark.repetition("each for a second of processor time"),
            )
            for name in AGAIN
        ),
    ],
)
def test_it_ends_as_a_document(reader: Sandbox, arena: Arena, name: str, limits: Limits) -> None:
    """In time, on a host that stays small, with nothing harmed; and the outline is made of it.

    One odd thing in a report does not cost its text: what can be read is read.
    """
    data = ATTACKS[name]()
    found: list[Document] = []
    with _patience():
        more = grown(lambda: found.append(reader.read_document("report.docx", data, limits)))
    assert found[0].trouble in TROUBLES
    assert more < MOST_MIB
    assert arena.damage() == []
    _expect_no_secret(found[0])
    _expect_outline(found[0])
    if name in READABLE:
        text = "".join(line.number + line.text for line in found[0].lines)
        assert "Purpose" in text or "目的" in text, found[0]


def test_what_is_readable_is_an_attack() -> None:
    """No name of the list is misspelt."""
    assert ATTACKS.keys() >= {*READABLE}


@pytest.mark.parametrize("name", ["word: 300,000 paragraphs", "pdf: 4^30 forms"])
def test_small_limits_end_it_too(reader: Sandbox, name: str) -> None:
    """Whatever the reader would do by itself: the walls hold."""
    data = ATTACKS[name]()
    limits = replace(LIMITS, memory_mib=16, cpu_seconds=2, call_seconds=3)
    with _patience():
        found = reader.read_document("report.docx", data, limits)
    assert found.trouble in TROUBLES


def test_enough_attacks_are_kept() -> None:
    """The list may grow."""
    assert len(ATTACKS) >= 100
