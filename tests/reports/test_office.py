"""Word files written as PDF by LibreOffice, inside the fence: pages, or a reason; and no more."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from grader.model.document import FileKind
from grader.model.errors import SandboxUnavailable
from grader.reports.office import LIMITS, find_office, write_pages
from grader.reports.reading import DocumentReader
from grader.sandbox import IsolationLevel, Sandbox, probe
from tests.hostile.word_attacks import ATTACKS, SECRET
from tests.hostile.word_files import paragraph, word

pytestmark = pytest.mark.skipif(
    not find_office() or not probe(IsolationLevel.A).holds,
    reason="LibreOffice Writer is not installed, or nothing holds it",
)
URN = "urn:oasis:names:tc:opendocument:xmlns"
FLAT = f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="{URN}:office:1.0" xmlns:text="{URN}:text:1.0"
 xmlns:script="{URN}:script:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"
 xmlns:ooo="http://openoffice.org/2004/office" office:version="1.3"
 office:mimetype="application/vnd.oasis.opendocument.text">
<office:scripts><office:script script:language="ooo:Basic">
<ooo:libraries><ooo:library-embedded ooo:name="Standard"><ooo:module ooo:name="M"><ooo:source-code>
Sub Run()
ThisComponent.Text.String = "it ran"
End Sub
</ooo:source-code></ooo:module></ooo:library-embedded></ooo:libraries></office:script>
<office:event-listeners><script:event-listener script:language="ooo:script"
 script:event-name="dom:load" xlink:type="simple"
 xlink:href="vnd.sun.star.script:Standard.M.Run?language=Basic&amp;location=document"/>
</office:event-listeners></office:scripts>
<office:body><office:text><text:p>still here</text:p></office:text></office:body>
</office:document>""".encode()
REPORT = word(paragraph("1. Aim") + paragraph("The time grows as n^3."))


@pytest.fixture(scope="module")
def place() -> Iterator[Sandbox]:
    """The best sandbox of this machine."""
    level = next(level for level in IsolationLevel if probe(level).holds)
    with Sandbox(level) as opened:
        yield opened


@pytest.mark.parametrize("level", [IsolationLevel.A_PLUS, IsolationLevel.A, IsolationLevel.C])
def test_pages_are_made_on_every_level_with_a_folder_of_its_own(level: IsolationLevel) -> None:
    """A PDF with the report's words; behind the wall of that level."""
    if not probe(level).holds:
        pytest.skip(f"level {level} does not hold here")
    with Sandbox(level) as opened:
        written = write_pages(opened, REPORT)
        assert (written.why, written.detail) == ("", "")
        document = DocumentReader(opened).read_document("report.pdf", written.pdf)
    assert document.kind is FileKind.PDF
    assert "The time grows as n^3." in [line.text for line in document.lines]


def test_without_walls_nothing_is_converted() -> None:
    """LibreOffice meets no hostile file where it could reach ours."""
    for level in (IsolationLevel.B, IsolationLevel.D):
        with Sandbox(level) as opened, pytest.raises(SandboxUnavailable, match="bubblewrap"):
            write_pages(opened, REPORT)


def test_what_takes_too_long_is_cut(place: Sandbox) -> None:
    """A file that keeps LibreOffice at work is ended at the limit, and the next one is well."""
    limits = replace(LIMITS, call_seconds=4.0)
    heavy = ATTACKS["word: 400,000 runs"]()
    assert write_pages(place, heavy, limits).why == "time"
    assert write_pages(place, REPORT).pdf.startswith(b"%PDF-")


def test_memory_ends_at_its_limit(place: Sandbox) -> None:
    """What wants more memory than allowed has no pages, for whatever reason it then gives."""
    written = write_pages(place, REPORT, replace(LIMITS, memory_mib=24))
    assert written.pdf == b""
    assert written.why in {"memory", "failed"}


@pytest.mark.parametrize("name", ["word: things to fetch", "word: an entity from a file"])
def test_nothing_is_fetched(place: Sandbox, name: str) -> None:
    """No file of the machine, and nothing from a network, comes into the pages."""
    written = write_pages(place, ATTACKS[name]())
    if written.pdf:
        document = DocumentReader(place).read_document("report.pdf", written.pdf)
        text = "\n".join(line.text for line in document.lines)
        assert SECRET.read_text(encoding="utf-8").splitlines()[0] not in text
        assert "root:" not in text


def test_only_word_is_opened(place: Sandbox) -> None:
    """A text of another format under Word's name brings its macros along for nothing."""
    written = write_pages(place, FLAT)
    document = (
        DocumentReader(place).read_document("report.pdf", written.pdf) if written.pdf else None
    )
    assert document is None or not any("it ran" in line.text for line in document.lines)


# One for each way to tire it: by text, entities, addresses, depth, members, pixels, metafiles.
FIRST = {
    "word: a text of 1 GB that says it is small",
    "word: billion laughs",
    "word: things to fetch",
    "word: 200 tables in each other",
    "word: 65,000 members",
    "word: a JPEG of 65500 x 65500",
    "word: a WMF without end",
}


@pytest.mark.hostile
@pytest.mark.parametrize(
    "name",
    [
        name
        if name in FIRST
        else pytest.param(
            name,
            marks=pytest.mark.repetition(
                "one for each way to tire LibreOffice; all are read as reports"
            ),
        )
        for name in ATTACKS
        if name.startswith("word: ")
    ],
)
def test_every_attack_ends_as_pages_or_a_reason(place: Sandbox, name: str) -> None:
    """Within its limits, and the sandbox goes on."""
    assert ATTACKS.keys() >= FIRST
    limits = replace(LIMITS, call_seconds=4.0, cpu_seconds=4.0)
    written = write_pages(place, ATTACKS[name](), limits)
    assert bool(written.pdf) != bool(written.why)
