"""Telling CP932 from EUC-JP in short sources, where it is hardest."""

import random
from collections.abc import Sequence

import pytest

from grader.tables import decode_iso2022, decode_japanese, japanese_score, printable

# What first-year students write into comments and strings.
PHRASES = """\
行列積を計算する関数|実行時間を測定|サイズを変えて繰り返す|結果を表示する|入力は正方行列とする
三重ループで計算|グラフを描く|横軸は行列のサイズ、縦軸は実行時間（秒）|値が残るので注意|転置しない
要素ごとの積ではない|乱数で行列を作成|時間計測開始|終了|合計|行|列|積|値|データ|テスト|配列の確保
次元数|添字|戻り値|引数|確認用|平均|変数|回数|凡例|対数目盛|です|はい|全角スペース　を含む|課題１
「表」をソートする能力|計算量はＯ（ｎ＾３）|貼り付けて申請する予定|齋藤と渡邊の例|※注意|→次へ
①行目、②列目|半角のｱｲｳ""".replace("\n", "|").split("|")
WINDOWS_ONLY = ("髙橋と﨑山", "㈱例", "№１", "～から～まで", "－１倍")


def encodable(text: str, encoding: str) -> bool:
    """Says whether an encoding knows every character."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def written(phrases: Sequence[str], *encodings: str) -> list[tuple[str, str]]:
    """Pairs each phrase with the encodings that can write it."""
    return [(text, code) for text in phrases for code in encodings if encodable(text, code)]


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp"])
def test_short_sources_come_back_exactly(encoding: str) -> None:
    """Programs with one to eight Japanese comments are recovered character by character."""
    draw = random.Random(1)
    texts = [phrase for phrase in PHRASES if encodable(phrase, encoding)]
    for count in (1, 2, 4, 8) * 100:
        chosen = draw.sample(texts, count)
        source = "\n".join(f"x{i} = '{text}'  # {text}" for i, text in enumerate(chosen))
        found = decode_japanese(source.encode(encoding))
        assert found is not None
        assert (found.text, found.encoding) == (source, encoding)


def test_one_comment_alone_comes_back() -> None:
    """Even a single word is enough, also with characters that only Windows knows."""
    lost = []
    for phrase, encoding in written([*PHRASES, *WINDOWS_ONLY], "cp932", "euc_jp", "euc_jis_2004"):
        found = decode_japanese(f"n = 3  # {phrase}\n".encode(encoding))
        if found is None or found.text != f"n = 3  # {phrase}\n":
            lost.append((phrase, encoding, found))
    assert not lost


def test_jis_comes_back() -> None:
    """7-bit JIS is known by its escape sequences."""
    lost = []
    for phrase, encoding in written(PHRASES, "iso2022_jp", "iso2022_jp_ext"):
        source = f"print('{phrase}')  # {phrase}\n"
        found = decode_iso2022(source.encode(encoding))
        if found is None or found.text != source:
            lost.append((phrase, encoding, found))
    assert not lost


@pytest.mark.parametrize(
    "raw", [b"print(1)", b"print('\x1b[31mred\x1b[0m')", "# 行列".encode(), b"\x1b$B", b""]
)
def test_what_is_no_jis_is_left_alone(raw: bytes) -> None:
    """Plain ASCII, terminal colours and cut sequences are not JIS."""
    assert decode_iso2022(raw) is None


@pytest.mark.parametrize("raw", [b"# \xff\xff", b"\x80\x00\xfd", b"# caf\xe9 \xe8 la"])
def test_what_is_not_japanese_is_not_decoded(raw: bytes) -> None:
    """Bytes that fit no Japanese encoding have no text."""
    assert decode_japanese(raw) is None


def test_a_text_without_japanese_scores_nothing() -> None:
    """ASCII says nothing about the encoding."""
    assert japanese_score("x = 1") == 0.0
    assert japanese_score("行列を") > 0.9
    assert japanese_score("ｱｲｳ") < 0


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("山田 太郎", "山田 太郎"),
        ("山田\u3000太郎", "山田\u3000太郎"),
        ("か\u3099", "が"),
        ("=cmd|' !A0", "=cmd|' !A0"),
        ("a\nb", "a\N{REPLACEMENT CHARACTER}b"),
        ("a\u202eb", "a\N{REPLACEMENT CHARACTER}b"),
        ("課題".encode("cp932").decode("utf-8", "surrogateescape"), "課題"),
        ("\udcff", "\N{REPLACEMENT CHARACTER}"),
    ],
)
def test_what_is_shown(name: str, shown: str) -> None:
    """Japanese bytes are decoded, what moves text about is blotted out, the rest stays."""
    assert printable(name) == shown
