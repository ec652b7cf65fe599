"""Find text of a template that was not filled in, and students' ids on the cover."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from grader.model.document import Hidden, Line, Place
from grader.model.report import Quote
from grader.patterns import lazy_regex
from grader.prose.folding import squeeze
from grader.prose.splitting import spans
from grader.reports.captions import widths
from grader.reports.sentences import shortened

MOST_LEFT_OVER = 50
SHORTEST_PHRASE = 4
MOST_OF_A_LINE = 2_000

_OPEN, _CLOSE = r"[(（\[［【<＜〈《]", r"[)）\]］】>＞〉》]"
_INSIDE = r"[^()（）\[\]【】<>＜＞]"
_PLEASE = r"(?:ください|下さい|みましょう)"
_FIELD = (
    r"(?:氏名|名前|学籍番号|学生番号|題名|タイトル|サブタイトル|日付|所属|学部|学科|年月日|提出日)"
)
_PART = (
    r"(?:図|グラフ|表|写真|画像|スクリーンショット|考察|感想|結果|目的|方法|説明|本文|文章"
    r"|結論|まとめ|参考文献)"
)
_PUT = r"(?:書|記入|記載|記述|入力|挿入|貼り?付?け?|入れ|述べ|説明)"
_TO_DO = rf"(?:く|る|け|せよ|する|すること|ること|くこと|し?て{_PLEASE}|い?て{_PLEASE}|$)"
_KANJI_NUMBER = "一二三四五六七八九〇十百千"
_SIGNS = (
    # "ここに目的を書く", "（考察を書く）", "※この行は消してください"
    lazy_regex(rf"(?:^|[(（。:：※【<＜\[]|^[図表]\s?\d{{1,3}})\s*(?:以下|この下)?ここ[にへ].{{0,30}}?"
               rf"{_PUT}{_TO_DO}"),
    lazy_regex(rf"をここ[にへ]{_PUT}(?:する(?:こと)?|し?て{_PLEASE}|ること)?。?$"),
    lazy_regex(
        rf"{_OPEN}{_INSIDE}{{0,20}}?(?:要?記入|要?追記|未記入|書いてください|記載)"
        rf"(?:する|すること|のこと|し?て{_PLEASE}|欄)?[。．]?{_CLOSE}"
    ),
    lazy_regex(
        rf"{_OPEN}(?:ここ[にへ])?{_INSIDE}{{0,12}}?{_PART}(?:を|について|の説明を)(?:ここ[にへ])?"
        rf"(?:書く|述べる|貼る|貼り?付け(?:る)?|挿入(?:する)?|入れる|記述(?:する)?|説明する"
        rf"|まとめる)(?:こと)?。?{_CLOSE}"
    ),
    lazy_regex(rf"{_OPEN}(?:ここ[にへ])?{_FIELD}?を?要?入力(?:して{_PLEASE}|すること|欄)?{_CLOSE}"),
    lazy_regex(rf"{_OPEN}(?:ここ[にへ])?{_FIELD}(?:を書く)?{_CLOSE}|{_OPEN}[図表]の(?:タイトル"
               rf"|題名|説明){_CLOSE}"),
    lazy_regex(rf"{_OPEN}\d{{2,4}}字(?:以上|以内|程度)(?:で|を目安に)?(?:書|述|記|説|ま|{_CLOSE})"),
    lazy_regex(rf"^\s*{_FIELD}を?(?:ここに)?入力(?:して{_PLEASE})?。?\s*$"),
    lazy_regex(r"※.{0,24}(?:削除|消す|消し|書き換え|置き換え)"),
    lazy_regex(rf"(?:を|に)(?:貼り?付け|書き換え|置き換え|差し替え)て{_PLEASE}"
               rf"|自分の言葉で.{{0,10}}て{_PLEASE}"),
    lazy_regex(rf"(?:を|に|は)(?:記入|記載|貼り付け|挿入|削除)して{_PLEASE}|を(?:書いて"
               rf"|消して){_PLEASE}"),
    lazy_regex(rf"(?:ここ|{_FIELD}|テキスト|本文).{{0,8}}入力して{_PLEASE}"
               rf"|に.{{0,20}}を記入すること。?$"),
    # "※ 考察は200字以上で書くこと。"
    lazy_regex(rf"^\s*※.{{0,80}}?(?:{_PUT}|まとめ|載せ)(?:く|る|する)?こと(?:[。．]|$)"),
    lazy_regex(rf"\d{{2,4}}\s?字(?:以上|以内|程度|前後)で.{{0,8}}?{_PUT}(?:く|る|する)?こと[。．]?$"),
    # "あとで書く", "作成中", "この文章はサンプルです"
    lazy_regex(r"(?:後|あと)で(?:書く|書きます|追記|記入|追加する)|(?:要|未)(?:追記|記入|加筆)"
               r"|書きかけ|執筆中|^.{0,4}作成中.{0,2}$"),
    lazy_regex(r"(?:サンプル|ダミー)(?:の)?テキスト|この文(?:章)?は(?:サンプル|ダミー)"
               r"|^記入例\s*[:：]"),
    # what word processors put in
    lazy_regex(r"クリックまたはタップして|文書のタイトル(?:を入力)?$|\[(?:文書|作成者|日付"
               r"|会社)[^\]]{0,12}\]"),
    lazy_regex(r"click (?:or tap )?(?:here )?to (?:enter|add|insert)|lorem ipsum"
               r"|dolor sit amet", re.IGNORECASE),
    lazy_regex(r"[<\[(](?:insert|your|enter|type|write|student"
               r"|author)\b[^>\])]{1,40}[>\])]", re.IGNORECASE),
    lazy_regex(r"\b(?:insert|write|put|type|enter|paste) (?:your|the|an?) [a-z ]{2,40}\bhere\b"
               r"|^\s*(?:insert|write|put|type|enter|paste) [a-z ]{2,40}\bhere\.?\s*$"
               r"|^\s*your name(?: here)?\.?\s*$", re.IGNORECASE),
    lazy_regex(r"(?<![A-Za-z#_\"'])(?<!# )(?:TODO|FIXME|TBD|T\.B\.D\.)(?![A-Za-z_]|\s?(?:アプリ"
               r"|リスト|管理))"),
    # "○○", "XX", "___"
    lazy_regex(
        rf"(?<![{_KANJI_NUMBER}○×△\s])(?:[○〇◯]{{2,6}}|[△▲]{{2,6}}|[□■]{{2,6}}"
        rf"|[●]{{2,6}})(?![{_KANJI_NUMBER}○×△\s]|年代)"
    ),
    lazy_regex(rf"(?<=\s)[○〇◯]{{2,6}}(?=[ぁ-ヶ一-龠])(?![{_KANJI_NUMBER}])"
               rf"|(?<![*＊])[*＊]{{2,6}}(?=について|に関する|の関係)"),
    lazy_regex(r"20(?:[xX×]{2}|[○〇◯]{2}|\*\*)\s?年|(?:令和|平成)\s?(?:[xX×○〇◯]{1,2})\s?年"
               r"|[○〇◯xX×]{1,2}月[○〇◯xX×]{1,2}日"),
    lazy_regex(r"(?<![A-Za-z^_*第])(?:X{3,6}|x{4,8}|X{2}(?=[ぁ-ヶ一-龠]))(?![A-Za-z^_*章節部]"
               r"|[TtＴ⊤])"),
    lazy_regex(r"^\s*(?:X{3,99}|x{4,99})\s*$"),
    lazy_regex(r"(?:には|は|間に)[、,]?\s{0,3}[〜～~＿_…]{1,6}という|\?{3}|？{3}"),
    lazy_regex(r"(?<![・…_])(?:・{2,80}|…{1,80}|_{4,80})(?:を書く|を記入)"),
)  # fmt: skip
_MARKS = r"(?:[○〇◯△□×xX●＊*]{2,12}|[_＿]{3,12})"
_FORM = lazy_regex(  # "学籍番号：○○○○○○ 氏名：○○ ○○"
    rf"{_FIELD}\s*[:：]?\s*(?:{_MARKS}(?:\s{_MARKS}){{0,2}}|[_＿]{{3,}}|[(（]\s*[)）])\s*"
    rf"(?:$|(?={_FIELD}\s*[:：]))"
)
_ONLY_SIGNS = lazy_regex(r"(?:[○〇◯●△▲□■◇◆☆★＊×✕]|\s)+")
_LABEL = lazy_regex(rf"\s*{_FIELD}\s*[:：]?\s*")
_BLANK = lazy_regex(r"\s*(?:[○〇◯]{2,12}|[xX×]{2,12}|[_＿]{3,})\s*")


def find_left_over(lines: Sequence[Line], phrases: Iterable[str] = ()) -> tuple[Quote, ...]:
    """Find template text that the student should have replaced; at most 50 lines.

    `phrases` are the template's own, compared without width, case, gaps and signs.
    """
    wanted = [squeezed for phrase in phrases if len(squeezed := _bare(phrase)) >= SHORTEST_PHRASE]
    return tuple(islice(_left_over(lines, wanted), MOST_LEFT_OVER))


def _left_over(lines: Sequence[Line], wanted: Sequence[str]) -> Iterator[Quote]:
    before = ""
    for line in lines:
        if line.hidden is not Hidden.NO or line.place in {Place.CONTENTS, Place.PICTURE}:
            continue
        text = line.text[:MOST_OF_A_LINE]
        unfilled = _LABEL.fullmatch(before) and _BLANK.fullmatch(text)
        before = text
        if unfilled or says_unfilled(text) or _has_phrase(text, wanted):
            pieces = (text[start:end] for start, end in spans(text))
            quoted = next(filter(says_unfilled, pieces), text)
            yield Quote(text=shortened(quoted), page=line.page)


def _has_phrase(text: str, wanted: Sequence[str]) -> bool:
    bare = _bare(text) if wanted else ""
    return any(phrase in bare for phrase in wanted)


def _bare(text: str) -> str:
    return re.sub(r"\W", "", squeeze(text))


def says_unfilled(text: str) -> bool:
    """Return whether a text looks as templates do before they are filled in."""
    if _FORM.search(text):
        return True
    if _ONLY_SIGNS.fullmatch(text):
        return False  # marks in the cell of a table
    return any(sign.search(text) for sign in _SIGNS)


MOST_STUDENTS = 20
MOST_LINES = 4_000
FEWEST_DIGITS = 3
MOST_OF_A_COVER_LINE = 300

_ID_LABEL = lazy_regex(
    r"(?:学籍|学生証?|学修|受験|出席)\s*(?:番号|no\.?|id)|student\s*(?:id|no\.?|number|#)"
    r"|\bid\s*(?:no\.?|number)",
    re.IGNORECASE,
)
_DIGIT = lazy_regex(r"\d")
_VALUE = lazy_regex(r"[\s:：=は|）)\]】]*(?P<id>[A-Za-z0-9][A-Za-z0-9\-]{3,13}(?![A-Za-z0-9]))")


def find_students(lines: Sequence[Line], pattern: str = "") -> tuple[str, ...]:
    """Find students' ids, each once, in order; at most 20.

    `pattern` is the course's regular expression of an id, for ordinary width; without one, only ids
    next to 学籍番号 or "student id" count. Full-width ids are found and given as printed.
    """
    wanted = _whole(pattern) if pattern else None
    students: dict[str, str] = {}
    labelled = False  # the previous line holds only "学籍番号"
    for line in lines[:MOST_LINES]:
        if line.hidden is not Hidden.NO or line.place is Place.PICTURE:
            continue
        text = line.text[:MOST_OF_A_COVER_LINE]
        if not _DIGIT.search(text) and not _ID_LABEL.search(text):
            labelled = labelled and not text.strip()
            continue
        plain, places = _plain(text)
        for start, end in _ids(plain, wanted, labelled=labelled):
            students.setdefault(plain[start:end].upper(), text[places[start] : places[end - 1] + 1])
        if plain.strip():
            label = _ID_LABEL.search(plain)
            labelled = label is not None and not plain[label.end() :].strip(" :=()")
    return tuple(students.values())[:MOST_STUDENTS]


def pattern_like(student: str) -> str:
    """Make the pattern of ids that look like this one; "" where any number would look like it."""
    plain = widths(student).strip()
    digits = sum(character.isdigit() for character in plain)
    if not plain.isalnum() or digits < FEWEST_DIGITS or digits == len(plain):
        return ""
    return "".join(r"\d" if each.isdigit() else "[A-Za-z]" for each in plain)


def _whole(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9])(?:{pattern})(?![A-Za-z0-9])", re.IGNORECASE)


def _plain(text: str) -> tuple[str, list[int]]:
    """Return a text in ordinary width, and the original index of each character."""
    plain = widths(text)
    if len(plain) == len(text):
        return plain, list(range(len(text)))
    pieces = [(widths(character), place) for place, character in enumerate(text)]
    return "".join(piece for piece, _ in pieces), [place for piece, place in pieces for _ in piece]


def _ids(
    plain: str, wanted: re.Pattern[str] | None, *, labelled: bool
) -> Iterator[tuple[int, int]]:
    """Find the ids in a line: the course's, or, without a pattern, labelled ones."""
    if wanted is not None:
        yield from (match.span() for match in wanted.finditer(plain) if match[0])
        return
    starts = [label.end() for label in _ID_LABEL.finditer(plain)] + ([0] if labelled else [])
    for start in starts:
        value = _VALUE.match(plain, start)
        if value and sum(character.isdigit() for character in value["id"]) >= FEWEST_DIGITS:
            yield value.span("id")
