"""Split a title into its mark and the words that name chapters.

The mark is a number, a bullet or brackets, and is read before folding.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from grader.patterns import lazy_regex
from grader.prose.folding import FoldedText, squeeze, width

LONGEST_TITLE = 1_000  # characters; a heading has less
_TITLE_LENGTH, _TITLE_WIDTH = 60, 30.0


class LineTitle(Struct, frozen=True, kw_only=True):
    """A line, read as a title."""

    marker: "Marker | None"
    words: "TitleWords"
    is_title: bool  # it is short, and a usual chapter title


def read_titles(texts: Iterable[FoldedText]) -> list[LineTitle]:
    """Read every line of a document as if it were a title."""
    titles: list[LineTitle] = []
    for folded in texts:
        text = folded.text
        is_short = width(text[:_TITLE_LENGTH]) <= _TITLE_WIDTH
        mark = read_marker(text) if is_short else None  # as it is printed
        title = mark.rest if mark else text
        titles.append(
            LineTitle(
                marker=read_marker(folded.plain),
                words=title_words(text),
                is_title=is_short and title_words(title).chapter == 1.0,
            )
        )
    return titles


_BULLETS = "■□◆◇●○◎▼▽▲△▶►▷★☆※▪▫◾◼❖✦✓➢➤・•‣⦿\uf06c\uf06e\uf0a7\uf0b7\uf0d8\uf076"
_BRACKETS = ["【】", "［］", "[]", "＜＞", "<>", "〈〉", "《》", "≪≫", "〔〕", "「」", "『』", "{}"]
_BRACKETED = {
    pair[0]: (
        pair,
        lazy_regex(
            rf"{re.escape(pair[0])}{{1,2}}([^{re.escape(pair)}]+){re.escape(pair[1])}{{1,2}}[:：]?(.*)",
            re.DOTALL,
        ),
    )
    for pair in _BRACKETS
}
_RULES = "-–—―─━=＝~～〜*＊_#♯"
_RULED = lazy_regex(rf"([{_RULES}]+)\s*([^{_RULES}\s][^{_RULES}]*[^{_RULES}\s])\s*([{_RULES}]+)$")
_D = r"[0-9０-９]{1,2}"
_KANJI = "一二三四五六七八九十"
_ROMAN = lazy_regex(r"(?:x{0,2})(?:ix|iv|v?i{0,3})", re.IGNORECASE)
_TASKS = (
    r"課題|問題|問い?|設問|例題|演習|実験|基礎課題|発展課題|応用課題|必須課題|追加課題|小課題|実習|テーマ"
    r"|演習課題|提出課題|報告課題|検証|ステップ|レポート課題"
)
_TASKS_IN_ENGLISH = r"task|problem|exercise|question|experiment|part|step|assignment|kadai|q"

_PARENTHESES = r"[(（]\s*{}\s*[)）]"
_PATTERNS = [
    ("章", lazy_regex(rf"第\s*([0-9０-９]+|[{_KANJI}]+|[Ⅰ-ⅿIVX]+)\s*[章部](?![でのにをはが])")),
    ("章", lazy_regex(rf"({_D})\s*章(?![でのにをはが])")),
    ("章", lazy_regex(rf"(?:chapter|part)\s+({_D}|[IVX]+)\b\s*[:：.．]?", re.IGNORECASE)),
    ("節", lazy_regex(rf"第\s*([0-9０-９]+|[{_KANJI}]+)\s*節(?![でのにをはが])")),
    ("項", lazy_regex(rf"第\s*([0-9０-９]+|[{_KANJI}]+)\s*項(?![でのにをはが目])")),
    ("§", lazy_regex(rf"[§＄]\s*({_D}(?:[.．]{_D})*)[.．]?")),
    ("§", lazy_regex(rf"section\s+({_D}(?:[.．]{_D})*)\b[:：.．]?", re.IGNORECASE)),
    (
        "課題",
        lazy_regex(
            rf"(?:{_TASKS})\s*[(（]?\s*"
            rf"({_D}(?:[.．\-‐–−ー－][0-9０-９]{{1,2}})*|[①-⑳]|[{_KANJI}]|[A-ZＡ-Ｚ](?![a-z]))"
            r"\s*[)）]?\s*[:：.．、]?(?![でのにをはがともや、かへ]|から|より|まで)"
        ),
    ),
    ("課題", lazy_regex(rf"(?:{_TASKS_IN_ENGLISH})\s*({_D})\b\s*[:：.．]?", re.IGNORECASE)),
    ("付録", lazy_regex(r"(?:付録|appendix)\s*([A-Z0-9Ａ-Ｚ０-９])\b\s*[:：.．]?", re.IGNORECASE)),
    (
        "n",
        lazy_regex(rf"({_D}(?:\s?[.．・\-‐–−ー－]\s?[0-9０-９]{{1,2}}){{1,3}})[.．:：、]?(?=\D|$)"),
    ),
    ("n", lazy_regex(rf"({_D})\s?[.．:：、,，](?![0-9０-９])")),
    ("n", lazy_regex(rf"({_D})(?=\s)")),
    ("I", lazy_regex(r"([Ⅰ-Ⅻⅰ-ⅻ]+)\s*[.．:：、)）]?")),
    ("I", lazy_regex(r"((?=[IVX])X{0,2}(?:IX|IV|V?I{0,3}))(?:\s?[.．:：、)）]|(?=\s+[^\sa-z]))")),
    ("i", lazy_regex(r"((?=[ivx])x{0,2}(?:ix|iv|v?i{0,3}))(?:\s?[.．:：)）])")),
    ("(1)", lazy_regex(_PARENTHESES.format(rf"({_D}(?:[.\-]{_D})?)"))),
    ("1)", lazy_regex(rf"({_D})\s?[)）]")),
    ("<1>", lazy_regex(rf"[<＜〈]\s*({_D})\s*[>＞〉]")),
    ("[1]", lazy_regex(rf"[\[［]\s*({_D})\s*[\]］]")),
    ("(a)", lazy_regex(_PARENTHESES.format("([a-zａ-ｚ])"))),
    ("(A)", lazy_regex(_PARENTHESES.format("([A-ZＡ-Ｚ])"))),
    ("(ア)", lazy_regex(_PARENTHESES.format("([ア-オカ-コあいうえおｱ-ｵ])"))),
    ("(一)", lazy_regex(_PARENTHESES.format(f"([{_KANJI}])"))),
    ("(i)", lazy_regex(_PARENTHESES.format("([ivx]{1,4}|[ⅰ-ⅻⅠ-Ⅻ])"))),
    ("①", lazy_regex("([①-⑳❶-❿➀-➓㉑-㉟⓪-⓿⓵-⓾])\\s*[.．:：、]?")),
    ("㈠", lazy_regex("([㈠-㈩])")),
    ("⑴", lazy_regex("([⑴-⒇⒈-⒛])")),
    ("A", lazy_regex(r"([A-ZＡ-Ｚ])\s?[.．:：)）](?=\s|[^\x00-\x7f])")),
    ("a", lazy_regex(r"([a-zａ-ｚ])\s?[.．)）](?=\s|[^\x00-\x7f])")),
    ("ア", lazy_regex(r"([ア-コｱ-ｺ])\s?[.．)）、]")),
    ("一", lazy_regex(rf"([{_KANJI}]{{1,2}})(?:\s*[.．、:：]|[ 　]+(?=\S))")),
]
# Units that make a number a quantity or a date.
_COUNTED = lazy_regex(
    r"(?:文字|ビット|バイト|ミリ|マイクロ|ナノ|コア|スレッド|番|次元|種類|単位|通り|ページ(?![ァ-ヶー])"
    r"|[かカヶ箇](?:所|月|国)|[つ乗])"
    r"|(?:時間|時(?!間)|[月日年分秒個回倍行列種人台件点層枚桁本頁章節割位度組名円進項段週重])(?=$|ごと|ずつ|から|まで|より|ほど"
    r"|[\s0-9０-９のでをにはがともや、。，．・:：()（）～〜程以目間前後分か])"
    r"|[xX×✕]\s?[0-9]"
    r"|(?:ms|µs|μs|us|ns|s|sec|min|h|GB|MB|KB|kB|GHz|MHz|Hz|bit|byte|px|pt|mm|cm|m|W|V|%|％|x|times"
    r"|GFLOPS|FLOPS|loops?|runs?)\b"
)
_DATE = lazy_regex(
    r"\d{1,4}\s?(?:[/／年]\s?\d|月\s?\d)|\d{4}\s?[.\-]\s?\d{1,2}\s?[.\-]\s?\d|\d{1,2}[:：]\d\d"
)
_UNEVEN = 2  # characters by which one rule next to a title may be longer than the other
_WIDE_GAPS = ("　", "  ")  # no unit follows one
_HIGHEST = 40  # no report has more chapters; larger numbers are quantities


class Marker(Struct, frozen=True, kw_only=True):
    """A mark at the start of a line."""

    style: str  # kind: "n", "章", "■", "【】", …; marks of one kind have one level
    number: str  # as printed
    ordinal: tuple[int, ...] = ()  # its numbers: (1, 2) of "1.2"; () = it has none
    rest: str = ""  # what follows it
    run_in: str = ""  # what follows the closing bracket
    depth: int = 1  # how many numbers it has
    key: str = ""  # style and depth in one


@lru_cache(maxsize=4096)
def read_marker(text: str) -> Marker | None:
    """Read the mark at the start of a line; None if there is none."""
    text = text.strip()
    marker = _hashes(text) or _brackets(text) or _bullet(text) or _counted(text)
    if marker is None:
        return None
    style, depth = marker.style, max(1, len(marker.ordinal))
    deeper = style in {"n", "§"} or (style == "課題" and depth > 1)
    return replace(marker, depth=depth, key=f"{style}{depth}" if deeper else style)


def _hashes(text: str) -> Marker | None:
    """Read a Markdown heading typed as text; a number after the hashes is split off."""
    hashes = re.match(r"(#{1,6}|＃{1,6})[\s　]+(?=\S)", text)
    if hashes is None:
        return None
    inner = _counted(text[hashes.end() :])
    rest = inner.rest if inner else text[hashes.end() :].rstrip("# ")
    style = "#" * len(hashes[1])
    ordinal = inner.ordinal if inner else ()
    return Marker(style=style, number=inner.number if inner else style, rest=rest, ordinal=ordinal)


def _brackets(text: str) -> Marker | None:
    """Read a title in brackets or between rules; a bullet may precede it."""
    start = text.lstrip(_BULLETS + " ")
    style, pattern = _BRACKETED.get(start[:1], ("", None))
    match = pattern.match(start) if pattern else None
    if match and not match[1].strip().isdigit():
        inner = _counted(match[1])
        return Marker(
            style=style,
            number=inner.number if inner else style,
            ordinal=inner.ordinal if inner else (),
            rest=inner.rest if inner else match[1].strip(),
            run_in=match[2].strip(),
        )
    ruled = _RULED.match(text)
    if ruled and len(ruled[2]) > 1 and abs(len(ruled[1]) - len(ruled[3])) <= _UNEVEN:
        return Marker(style=ruled[1][0] * 2, number=ruled[1][0], rest=ruled[2])
    return None


def _bullet(text: str) -> Marker | None:
    """Read a bullet, with or without a number after it."""
    if not text[1:] or text[0] not in _BULLETS + "*＊-":
        return None
    if text[0] in "*＊-" and not re.match(r"[*＊-]{1,2}\s+\S", text):
        return None
    rest = text.strip(text[0]).strip("　 ")
    inner = _counted(rest)
    if inner is None:
        return Marker(style=text[0], number=text[0], rest=rest)
    return replace(inner, style=text[0], number=text[0] + inner.number)


def _counted(text: str) -> Marker | None:
    """Read a numbered mark."""
    if _DATE.match(unicodedata.normalize("NFKC", text)):
        return None
    for style, pattern in _PATTERNS:
        match = pattern.match(text)
        if match is None:
            continue
        after = text[match.end() :]
        rest = after.lstrip(" 　\t")
        mark, ordinal = match[0].strip(), _values(match[1])
        if not ordinal or max(ordinal) > _HIGHEST or _is_quantity(style, mark, ordinal, after):
            continue
        return Marker(style=style, number=mark, ordinal=ordinal, rest=rest)
    return None


def _is_quantity(style: str, mark: str, ordinal: tuple[int, ...], after: str) -> bool:
    """Return whether a number is a quantity, not a heading's number."""
    if style != "n":
        return False
    rest = after.lstrip(" 　\t")
    if rest[:1] and rest[0] in "=+*/<>≦≧≤≥±^,)]}%％~〜～":
        return True
    beside = not after.startswith(_WIDE_GAPS)
    if beside and (mark[-1].isdigit() or len(ordinal) > 1) and _COUNTED.match(rest):
        return True
    if len(ordinal) > 1 and 0 in ordinal:
        return True
    # Numbers and units only: ticks of an axis, a row of a table.
    return bool(rest) and not re.search(r"[^\W\d_]{2,}", re.sub(r"\s|[xX×e]?\s?10\^?", "", rest))


def _values(text: str) -> tuple[int, ...]:
    """Return the numbers of a mark; () if it has none."""
    plain = unicodedata.normalize("NFKC", text)
    parts = re.findall(r"\d+", plain)
    if parts:
        return tuple(map(int, parts))
    if set(text) <= set(_KANJI):
        return (_kanji_value(text),)
    if "㈠" <= text[0] <= "㈩":
        return (ord(text[0]) - ord("㈠") + 1,)
    if plain and _ROMAN.fullmatch(plain):
        return (_roman_value(plain.upper()),)
    for first in "aAアあ":
        if len(plain) == 1 and 0 <= ord(plain) - ord(first) < (26 if first in "aA" else 20):
            step = 1 if first in "aA" else 2
            return ((ord(plain) - ord(first)) // step + 1,)
    value = unicodedata.numeric(text[0], 0.0)
    return (int(value),) if value else ()


def _kanji_value(text: str) -> int:
    """Read 一 to 九十九."""
    tens, ten, ones = text.rpartition("十")
    unit = _KANJI.index(ones[0]) + 1 if ones else 0
    if not ten:
        return unit
    return (_KANJI.index(tens[0]) + 1 if tens else 1) * 10 + unit


def _roman_value(text: str) -> int:
    """Read I to XXXIX."""
    values = [{"I": 1, "V": 5, "X": 10}[letter] for letter in text]
    pairs = zip(values, [*values[1:], 0], strict=True)
    return sum(-value if value < after else value for value, after in pairs)


_WORDS = frozenset(
    squeeze(word)
    for word in re.findall(
        r"\S+",
        """
    目的 目標 ねらい 狙い 背景 はじめに 初めに 始めに まえがき 前書き 序論 序章 序文 序 緒言
    緒論 導入 概要 要旨 要約 あらまし 梗概 動機 問題設定 課題設定 課題内容 課題 課題文
    課題概要 課題の概要 課題の内容 課題説明 設問 問題 問題文 趣旨 主題 テーマ 前提 前提条件
    前提知識 予備知識 仮説 予想 準備 事前準備 事前調査 調査 関連研究 先行研究 従来研究
    関連技術 原理 理論 理論的背景 基礎理論 基本原理 基礎知識 解説 説明 定義 用語 アルゴリズム
    計算量 理論値 手法 提案手法 方式 方針 アプローチ 数式 方法 手順 手続き 実験 実験方法
    実験手順 実験内容 実験概要 実験条件 実験設定 実験環境 実験準備 実験装置 実験器具 実験計画
    検証方法 調査方法 解析方法 分析方法 評価方法 測定方法 計測方法 作業手順 作業内容 作業 操作
    流れ 処理の流れ 進め方 使用機器 使用器具 使用装置 装置 器具 機材 材料 環境 実行環境
    開発環境 動作環境 測定環境 計測環境 使用環境 計算機環境 計算環境 設定 条件 パラメータ 仕様
    データ データセット 使用データ 構成 設計 実装 実装方法 実装内容 実装の詳細 プログラム
    プログラミング 作成したプログラム プログラムの説明 プログラム説明 プログラムリスト
    ソースコード ソースプログラム コード コードの説明 プログラムコード スクリプト 工夫 工夫点
    工夫した点 解答 回答 解法 解き方 内容 本論 本文 詳細 実行 動作確認 実行例 実行方法 計測
    測定 検証 評価 解析 分析 実験1 実験2 結果 実験結果 実行結果 測定結果 計測結果 出力結果
    計算結果 検証結果 評価結果 解析結果 調査結果 処理結果 結果と比較 出力 出力例 グラフ 図表
    図 表 性能評価 性能比較 速度比較 実行時間 実行時間の比較 比較 考察 検討 議論 討論 所見
    分析と考察 誤差 誤差の検討 問題点 改善点 課題と展望 今後の課題 今後の展望 今後 展望 まとめ
    結論 結言 結語 総括 おわりに 終わりに 終りに むすび 結び あとがき 後書き 総論 感想 反省
    反省点 所感 振り返り ふりかえり 感想と反省 意見 参考文献 引用文献 参考資料 参考 文献
    参考サイト 参照文献 参考url 参考webサイト 出典 引用 引用元 文献一覧 参考文献一覧 謝辞 付録
    補足 補遺 付記 備考 追記 付録プログラム 巻末資料 添付資料 質問 疑問点
    検討事項 研究課題 考察課題 調査課題 検討課題 演習課題 予習課題 設問に対する解答 実験経過
    データ処理 整理 使用機材 使用計算機 使用言語 使用ライブラリ 使用ツール その他
    解答例 改良 改良点 今後の方針
    使ったプログラム プログラムについて 測定した結果 やったこと 思ったこと whatimeasured whatidid
    学んだこと わかったこと 分かったこと 難しかった点 苦労した点 ファイル構成 関数の説明
    処理内容 処理手順 理論計算量 時間計算量
    グラフの説明 グラフからわかること
    abstract summary
    overview introduction background motivation purpose purposes aim aims goal goals objective
    objectives theory principle principles preliminaries relatedwork previouswork problem
    problemstatement problemdescription task method methods methodology procedure procedures
    approach algorithm algorithms materials materialsandmethods experiment experiments
    experimentalsetup setup experimentalmethod experimentalmethods experimentalconditions
    environment experimentalenvironment implementation program sourcecode code listing data
    dataset apparatus equipment configuration result results experimentalresults evaluation
    measurement measurements performance performanceevaluation analysis dataanalysis benchmark
    benchmarks discussion discussions consideration considerations comparison observations
    findings limitations futurework conclusion conclusions concludingremarks
    summaryandconclusion closing reference references bibliography acknowledgement
    acknowledgements acknowledgment acknowledgments appendix appendices supplement impression
    impressions thoughts reflection reflections
    """,
    )
)
REFERENCES = frozenset(
    squeeze(word)
    for word in re.findall(
        r"\S+",
        """
    参考文献 引用文献 参考資料 文献 参考サイト 参照文献 参考URL 参考 文献一覧 参考文献一覧 出典
    参考文献・資料 references reference bibliography
    """,
    )
)
_CONTENTS = frozenset(
    {"目次", "もくじ", "contents", "tableofcontents", "図目次", "表目次", "listoffigures"}
)
_LOOKED_AT = 100  # characters that are looked at
_REMARK = lazy_regex(r"(?<=.)\([^()]*\)?$")  # 「目的(5行程度)」
_SHORT = 14  # characters of a title
_PREFIX = lazy_regex(
    r"^(?:本|今回の|この|各)?(?:実験|課題|演習|レポート|研究|実習|プログラム|測定|計測|実行|検証|調査"
    r"|評価|処理|シミュレーション|計算|全体|数値実験|性能|課題[0-9]+|実験[0-9]+|問題?[0-9]+)(?:の|に関する|における|についての|に対する|から)?"
)
_AND = lazy_regex(
    r"と|・|,|、|/|&|\+|及び|および|並びに|ならびに|かつ|または|(?<=[a-z])and(?=[a-z])|\(|\)|:|-|の"
)
_LAST_NOUN = lazy_regex(
    r"(?:方法|手順|結果|考察|実装|環境|概要|説明|比較|検証|評価|測定|計測|解析|分析|検討|まとめ|について"
    r"|課題|問題|理論|原理|構成|設計|仕様|準備|条件|装置|内容|背景|目的|予想|仮説|感想|反省|展望|改善"
    r"|高速化|最適化|実行|プログラム|コード|アルゴリズム|手法|データ|関係|影響|時間|速度|計算量|精度"
    r"|性能|違い|効果|特徴|定義|処理|関数|行列積|畳み込み|場合|の作成|版|編|式|モデル|学習|グラフ)$"
)


class TitleWords(Struct, frozen=True, kw_only=True):
    """The meaning of a title."""

    chapter: float  # 1.0: a usual chapter title; 0.6 or 0.4: perhaps one; 0.0: none
    references: bool  # it heads the list of references
    contents: bool  # it heads the table of contents


@lru_cache(maxsize=4096)
def title_words(title: str) -> TitleWords:
    """Compare a title with usual chapter titles; only its first 100 characters count."""
    squeezed = squeeze(title[:_LOOKED_AT])
    return TitleWords(
        chapter=_chapter(squeezed),
        references=squeezed.strip(":：.・-") in REFERENCES,
        contents=squeezed.strip(":：.・-[]<>【】") in _CONTENTS,
    )


def _chapter(squeezed: str) -> float:
    plain = squeezed.strip(":：.。・-~*#[]<>()\"' ")
    plain = _REMARK.sub("", plain) or plain
    if not plain:
        return 0.0
    if plain in _WORDS or plain in REFERENCES or without_prefix(plain) in _WORDS:
        return 1.0
    parts = [part for part in _AND.split(plain) if part]
    if len(parts) > 1 and all(_is_word(part) for part in parts):
        return 1.0
    if parts and _is_word(parts[-1]) and len(plain) <= _SHORT:
        return 0.6
    return 0.4 if _LAST_NOUN.search(plain) else 0.0


def _is_word(text: str) -> bool:
    """Return whether a part of a title is a chapter's name, or the subject of study."""
    return text in _WORDS or without_prefix(text) in _WORDS or bool(_PREFIX.fullmatch(text))


def without_prefix(text: str) -> str:
    """Remove "of what" from a title: 実験の目的 becomes 目的."""
    return _PREFIX.sub("", text, count=1)
