"""The words that chapters of a report are called by."""

import re
from functools import lru_cache

from msgspec import Struct

from grader.patterns import lazy_regex
from grader.prose.folding import squeeze

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
_LONGEST = 100  # characters that are looked at
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
    """What a title says."""

    chapter: float  # how much it is what chapters are called: 1.0 a chapter's name, 0.4 maybe
    references: bool  # it is that of the list of references
    contents: bool  # it is that of the table of contents


@lru_cache(maxsize=4096)
def title_words(title: str) -> TitleWords:
    """Compares a title with the names that chapters have; only its first 100 characters count."""
    squeezed = squeeze(title[:_LONGEST])
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
    """Says whether a part of a title is a chapter's name, or what is studied."""
    return text in _WORDS or without_prefix(text) in _WORDS or bool(_PREFIX.fullmatch(text))


def without_prefix(text: str) -> str:
    """Leaves out what of: 実験の目的 is 目的."""
    return _PREFIX.sub("", text, count=1)
