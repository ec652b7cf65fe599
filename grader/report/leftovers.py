"""Text of a template that was not filled in."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from grader.model.document import Hidden, Line, Place
from grader.model.report import Quote
from grader.report.folding import squeeze
from grader.report.quoting import shortened
from grader.report.sentences import split

MOST_LEFT_OVER = 50
SHORTEST_PHRASE = 4
MOST_OF_A_LINE = 2_000

_SIGN = r"[○〇◯●△▲□■◇◆☆★＊×✕]"
_KANJI_NUMBER = "一二三四五六七八九〇十百千"
_SIGNS = (
    re.compile(r"ここに.{0,30}?(?:書|記入|記載|記述|入力|挿入|貼り?付|入れ|載せ)"),
    re.compile(
        r"[(（\[［【<＜〈《][^()（）\[\]【】<>＜＞]{0,20}?(?:要?記入|要?追記|未記入"
        r"|書いてください|記載)"
        r"(?:する|すること|のこと|してください|して下さい|欄)?[。．]?[)）\]］】>＞〉》]"
    ),
    re.compile(r"[(（\[［【<＜〈《](?:ここ[にへ][^()（）]{0,20})?要?入力(?:してください|すること"
               r"|欄)?[)）\]］】>＞〉》]"),
    re.compile(r"(?:を|に)(?:貼り?付け|書き換え|置き換え|差し替え)て(?:ください|下さい)"),
    re.compile(
        r"(?:を|に|は)(?:記入|入力|記載|貼り付け|挿入|書き換え|置き換え|差し替え|削除"
        r"|消)して(?:ください|下さい)"
        r"|を(?:書いて|消して)(?:ください|下さい)"
    ),
    re.compile(r"[(（\[［【<＜〈《](?:氏名|名前|学籍番号|学生番号|タイトル|題名|日付|所属|学部"
               r"|学科|年月日)[)）\]］】>＞〉》]"),
    re.compile(r"クリックまたはタップして|(?:サンプル|ダミー)(?:の)?テキスト"
               r"|文書のタイトル(?:を入力)?$|\[(?:文書|作成者|日付|会社)[^\]]{0,12}\]"),
    re.compile(r"click (?:or tap )?(?:here )?to (?:enter|add|insert)|lorem ipsum"
               r"|dolor sit amet", re.IGNORECASE),
    re.compile(r"[<\[(](?:insert|your|enter|type|write)\b[^>\])]{1,40}[>\])]", re.IGNORECASE),
    re.compile(r"\b(?:insert|write|put|type|enter) (?:your"
               r"|the) [a-z ]{2,40}\bhere\b", re.IGNORECASE),
    re.compile(r"(?<![A-Za-z#_])(?<!# )(?:TODO|FIXME|TBD|T\.B\.D\.)(?![A-Za-z_]|\s?(?:アプリ|リスト"
               r"|管理))"),
    re.compile(r"(?:後|あと)で(?:書く|書きます|追記|記入|追加する)|(?:要|未)(?:追記|記入|加筆)"
               r"|書きかけ|執筆中"),
    re.compile(rf"(?<![{_KANJI_NUMBER}○×△\s])(?:[○〇◯]{{2,6}}|[△▲]{{2,6}}|[□■]{{2,6}}"
               rf"|[●]{{2,6}})(?![{_KANJI_NUMBER}○×△\s]|年代)"),
    re.compile(r"20(?:[xX×]{2}|[○〇◯]{2}|\*\*)\s?年|(?:令和|平成)\s?(?:[xX×○〇◯]{1,2})\s?年"
               r"|[○〇◯xX×]{1,2}月[○〇◯xX×]{1,2}日"),
    re.compile(r"(?<![A-Za-z^_*第])(?:X{3,6}|x{4,8}|X{2}(?=[ぁ-ヶ一-龠]))(?![A-Za-z^_*章節部]"
               r"|[TtＴ⊤])"),
    re.compile(r"(?:\?{3,}|？{3,})|(?:・{2,}|…+|_{4,})(?:を書く|を記入)"),
)  # fmt: skip
_FORM = re.compile(
    r"(?:氏名|名前|学籍番号|学生番号|提出日|題名)\s*[:：]?\s*(?:[○〇◯△□×xX●＊*]{2,12}"
    r"|[_＿]{3,})\s*$"
)
_ONLY_SIGNS = re.compile(rf"(?:{_SIGN}|\s)+")


def find_left_over(lines: Sequence[Line], phrases: Iterable[str] = ()) -> tuple[Quote, ...]:
    """Finds what a template says and the student was to replace; at most 50 lines.

    `phrases` are the template's own, compared without width, case, gaps and signs.
    """
    wanted = [squeezed for phrase in phrases if len(squeezed := _bare(phrase)) >= SHORTEST_PHRASE]
    return tuple(islice(_left_over(lines, wanted), MOST_LEFT_OVER))


def _left_over(lines: Sequence[Line], wanted: Sequence[str]) -> Iterator[Quote]:
    for line in lines:
        if line.hidden is not Hidden.NO or line.place in {Place.CONTENTS, Place.PICTURE}:
            continue
        text = line.text[:MOST_OF_A_LINE]
        if says_unfilled(text) or _has_phrase(text, wanted):
            pieces = [piece for piece in split(text) if says_unfilled(piece)]
            yield Quote(text=shortened(pieces[0] if pieces else text), page=line.page)


def _has_phrase(text: str, wanted: Sequence[str]) -> bool:
    bare = _bare(text) if wanted else ""
    return any(phrase in bare for phrase in wanted)


def _bare(text: str) -> str:
    return re.sub(r"\W", "", squeeze(text))


def says_unfilled(text: str) -> bool:
    """Says whether a text looks as templates do before they are filled in."""
    if _FORM.search(text):
        return True
    if _ONLY_SIGNS.fullmatch(text):
        return False  # marks in the cell of a table
    return any(sign.search(text) for sign in _SIGNS)
