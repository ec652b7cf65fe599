"""Folds names and ids for comparing. What is stored never passes through here."""

import re
import unicodedata
from functools import lru_cache

_FAMILY_AND_GIVEN = 2
_KEPT = 10_000  # of the latest: a class is compared with itself many times

# Forms of one character that people and registers use side by side: the same person may be written
# with either, and so may two people. Good for a proposal, never for a decision.
_VARIANTS = (
    "高髙 崎﨑嵜碕 辺邊邉 斎齋斉齊 浜濱濵 徳德 広廣 国國圀 沢澤 桜櫻 島嶋嶌 恵惠 竜龍 "
    "滝瀧 関關 塩鹽 真眞 実實 寿壽 栄榮 学學 会會 円圓 蔵藏 条條 静靜 豊豐 万萬 与與 "
    "亀龜 吉𠮷 富冨 隣鄰 曽曾 弥彌 巌巖 宝寶 峰峯 秋穐 船舩 館舘 角⻆ 芦蘆 鉄鐵 鶴靏靍 "
    "黒黑 緑綠 青靑 清淸 穂穗 来來 礼禮 兎兔 遥遙 薫薰 桧檜 柳栁 藤籐 沖冲 梅楳 剣劍 "
    "郎郞 彦彥 尭堯 槙槇 瑶瑤 凛凜 巣巢 稲稻 覚覺 頼賴 瀬瀨"
)
_ONE_FORM = {ord(form): group[0] for group in _VARIANTS.split() for form in group}


@lru_cache(_KEPT)
def id_key(student: str) -> str:
    """Folds an id: width, case, spaces and hyphens go."""
    folded = unicodedata.normalize("NFKC", student).upper()
    return "".join(character for character in folded if character.isalnum())


@lru_cache(_KEPT)
def name_key(name: str) -> str:
    """Folds a name: width, case and everything that is no letter go. Kanji stay as they are."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    kept = (c for c in folded if unicodedata.category(c)[0] in "LMN")
    return unicodedata.normalize("NFC", "".join(kept))


@lru_cache(_KEPT)
def variant_key(name: str) -> str:
    """Folds kanji variants too (髙 and 高): for proposals alone."""
    return name_key(name).translate(_ONE_FORM)


@lru_cache(_KEPT)
def name_forms(name: str) -> frozenset[str]:
    """Folds a name as it stands and with its two parts the other way round."""
    parts = [part for part in re.split(r"[\s,，、]+", name) if part]
    forms = {name_key(name)}
    if len(parts) == _FAMILY_AND_GIVEN:
        forms.add(name_key("".join(reversed(parts))))
    return frozenset(forms - {""})


@lru_cache(_KEPT)
def variant_forms(name: str) -> frozenset[str]:
    """Folds kanji variants in the forms of a name: for proposals alone."""
    return frozenset(map(variant_key, name_forms(name)))
