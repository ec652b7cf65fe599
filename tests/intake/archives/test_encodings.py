"""Which encoding names were in, decided for all of them together."""

import pytest

from grader.intake.archives.encodings import decide, read_name, unscramble

# Names that are deceiving alone, as Windows (NEC's or IBM's codes), macOS and others write them.
RIGHT = {
    "NEC's 﨑 is Hangul in UTF-8": (["_﨑山.py"], "cp932"),
    "NEC's 德 too": (["_德田.py"], "cp932"),
    "half-width katakana": (["ﾚﾎﾟｰﾄ.py", "課題.py"], "cp932"),
    "circled digits": (["課題①.py"], "cp932"),
    "second byte is a backslash": (["表.py", "ソ.py", "能.py", "予.py"], "cp932"),
    "one kanji outside JIS X 0208": (["彅.py"], "cp932"),
    "UTF-8 that is valid CP932": (["山"], "utf-8"),
    "decomposed": (["か\u3099き\u3099"], "utf-8"),
    "Korean": (["한글.py"], "utf-8"),
    "Chinese": (["张伟.py"], "utf-8"),
    "accents": (["naïve café.py"], "utf-8"),
    "a picture": (["🙂.py"], "utf-8"),
    "EUC-JP": (["課題.py", "レポート.txt"], "euc_jp"),
    "nothing foreign": (["kadai1.py"], "utf-8"),
}


@pytest.mark.parametrize(("names", "encoding"), RIGHT.values(), ids=RIGHT)
def test_decides(names: list[str], encoding: str) -> None:
    """Every name comes out as it was written."""
    raws = [name.encode(encoding) for name in names]
    assert decide(raws) == encoding
    assert [read_name(raw, encoding).text for raw in raws] == names


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (b"\xfb\xfc\xfa\xb1.py", "髙﨑.py"),
        (b"\xee\xe0\xed\x95.py", "髙﨑.py"),
        (b"\x95\\\x83\\.py", "表ソ.py"),
        (b"\x81\x60.py", "～.py"),
    ],
)
def test_reads_what_windows_writes(raw: bytes, name: str) -> None:
    """IBM's codes as well as NEC's, which Python's encoder writes."""
    encoding = decide([raw])
    assert read_name(raw, encoding).text == name


def test_names_are_decided_together() -> None:
    """A name that is valid in both is what its neighbours are."""
    deceiving = "_﨑山.py".encode("cp932")
    assert deceiving.decode("utf-8")
    assert decide([deceiving, *("田中".encode("cp932") for _ in range(3))]) == "cp932"
    hangul = "핎.py".encode()
    assert decide([hangul, "課題.py".encode(), "山田.py".encode()]) == "utf-8"


def test_a_damaged_name_does_not_decide() -> None:
    """One name that nothing explains leaves the others as they are, and is shown somehow."""
    names = [f"課題{at}.py".encode() for at in range(5)]
    cut = "山田太郎".encode()[:-1]
    assert decide([*names, cut, b"\xff\xfe"]) == "utf-8"
    assert read_name(cut, "utf-8").text == "山田太�"
    assert read_name(cut, "utf-8").unknown
    assert read_name(b"\xff\xfe\xfd", "utf-8").unknown


def test_one_name_of_another_encoding_is_read() -> None:
    """A file that was added to the archive by another tool."""
    read = read_name("課題提出.py".encode("cp932"), "utf-8")
    assert (read.text, read.encoding) == ("課題提出.py", "cp932")


def test_unscrambles_only_what_is_sure() -> None:
    """Letters of Western languages stay, whatever else they could be."""
    name = "山田 太郎_課題"
    scrambled = name.encode("cp932").decode("cp437")
    assert unscramble([scrambled, "kadai"]).keys() == {scrambled}
    assert unscramble([scrambled])[scrambled].text == name
    assert unscramble(["élève", "Zoë", "Ångström"]) == {}
