"""Zip files from strangers: read under caps, never written, never fetched."""

import io
import zipfile

import pytest

from grader.guest.documents import zipped as caps
from grader.guest.documents.zipped import Refused, Zipped, tree
from tests.guest.documents.word_files import zipped


def refusal(data: bytes, name: str = "a") -> tuple[str, str]:
    """The trouble and detail of reading a member."""
    with pytest.raises(Refused) as caught:
        Zipped(data).read(name)
    return caught.value.trouble, caught.value.detail


def test_names_are_only_names() -> None:
    """However they try to leave their folder."""
    found = Zipped(zipped({"../../up.xml": "1", "/Abs/A.xml": "2", "w\\d.xml": "3"}))
    assert found.read("abs/a.xml") == b"2"
    assert found.read("../../up.xml") == b"1"
    assert found.read("W/d.xml") == b"3"
    assert "none" not in found


def test_too_many_members_are_refused() -> None:
    """By the count at the end, or by the list itself when the count lies."""
    data = zipped({f"m{n}": "" for n in range(2_001)})
    with pytest.raises(Refused, match="2001 members") as caught:
        Zipped(data)
    assert caught.value.trouble == "too-large"
    at = data.rfind(b"PK\5\6")
    lying = data[: at + 8] + bytes([1, 0, 1, 0]) + data[at + 12 :]
    with pytest.raises(Refused, match="2001 members"):
        Zipped(lying)


def test_a_long_list_is_not_read() -> None:
    """Its size is looked at before."""
    with pytest.raises(Refused, match="bytes of directory"):
        Zipped(zipped({f"{n}".ljust(60_000, "x"): "" for n in range(40)}))


def test_a_large_member_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """By what it says, and by what comes out of it when it lies."""
    monkeypatch.setattr(caps, "CHUNK", 1_000)
    data = zipped({"a": b"x" * 50_000})
    honest = pytest.raises(Refused, match="50000 bytes")
    with honest:
        Zipped(data).read("a", most=49_999)
    at = data.find(b"PK\1\2") + 24
    lying = data[:at] + (10).to_bytes(4, "little") + data[at + 4 :]
    with pytest.raises(Refused):
        Zipped(lying).read("a", most=49_999)


def test_members_together_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time that one is read."""
    monkeypatch.setattr(caps, "MOST_OF_ALL", 25_000)
    found = Zipped(zipped({"a": b"x" * 10_000}))
    assert len(found.read("a") + found.read("a")) == 20_000
    with pytest.raises(Refused, match="over"):
        found.read("a")


def test_a_bomb_is_seen_by_its_ratio() -> None:
    """Ten megabytes of nothing are enough."""
    assert refusal(zipped({"a": bytes(30_000_000)}))[0] == "too-large"
    assert len(Zipped(zipped({"a": bytes(9_000_000)})).read("a")) == 9_000_000


def test_trees_are_bounded_by_their_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a file together, since each tag costs more than its letters."""
    monkeypatch.setattr(caps, "MOST_TAGS", 100)
    found = Zipped(zipped({"a": "<d>" + "<e/>" * 60 + "</d>"}))
    assert len(found.tree("a")) == 60
    with pytest.raises(Refused, match="over 100 tags") as caught:
        found.tree("a")
    assert caught.value.trouble == "too-large"


def test_damage_is_told() -> None:
    """Nothing but Refused comes out."""
    data = zipped({"a": b"abc" * 100})
    assert refusal(data, "b") == ("damaged", "no member b")
    broken = bytearray(data)
    broken[35] ^= 0xFF
    assert refusal(bytes(broken))[0] == "damaged"
    with pytest.raises(Refused, match="the end is missing"):
        Zipped(data[:-30])
    with pytest.raises(Refused):
        Zipped(b"PK\3\4" + b"PK\5\6".ljust(22, b"\xff"))


def test_other_methods_and_passwords_are_refused() -> None:
    """No Office program writes them."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a", b"abc")
    assert refusal(file.getvalue()) == ("damaged", "zip: method 14")
    locked = bytearray(zipped({"a": b"abc"}))
    locked[locked.find(b"PK\1\2") + 8] |= 1
    assert refusal(bytes(locked))[0] == "encrypted"


LAUGHS = '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><d>&b;</d>'
BAD_XML: dict[str, str | bytes] = {
    "an entity": LAUGHS,
    "a file": '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><d>&a;</d>',
    "an empty DTD": "<!DOCTYPE d><d/>",
    "in UTF-16": f'<?xml version="1.0" encoding="utf-16"?>{LAUGHS}'.encode("utf-16"),
    "in UTF-7": b'<?xml version="1.0" encoding="utf-7"?>+ADwAIQ-DOCTYPE d><d/>',
    "unclosed": "<d>",
    "nothing": "",
    "no XML": "報告",
    "deep": "<d>" * 5_000 + "</d>" * 5_000,
    "an unknown entity": "<d>&nbsp;</d>",
}


@pytest.mark.parametrize("case", BAD_XML)
def test_bad_xml_is_refused(case: str) -> None:
    """Any DTD, any damage, and nesting that no program writes."""
    text = BAD_XML[case]
    with pytest.raises(Refused) as caught:
        tree(text if isinstance(text, bytes) else text.encode())
    assert caught.value.trouble == "damaged"


def test_good_xml_is_read() -> None:
    """Comments and instructions are left out; a DTD in the text is text."""
    found = tree(b"<?xml version='1.0'?><d><!-- c --><?p i?>&lt;!DOCTYPE&gt; &amp; more</d>")
    assert found.text == "<!DOCTYPE> & more"


def test_strict_names_become_the_usual_ones() -> None:
    """So that one reader does for both."""
    found = tree(b'<w:d xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"/>')
    assert found.tag == "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}d"
