"""How numbered figures and tables are called: "図1", "Fig. 2-1", "第3図", "表1"."""

import re
import unicodedata

MOST_CHARACTERS = 600
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−─━﹘﹣－", "-") | dict.fromkeys("〜～∼", "~"))

FIGURE = r"図表|図|グラフ|写真|画像|スクリーンショット|fig(?:ures?|s)?|graph|photo|plot|chart|image"
TABLE = r"表|table|tab|tbl"
COUNTED = (
    r"次元|次関数|次式|乗|倍|つ|枚|種|個|層|重|年|月|日(?!本)|回(?!帰|路|転)|秒|分(?!布|類|割|散"
    r"|か)|本(?!文|実|課)"
    r"|点(?!線|群|列)|行(?!列)|列(?!挙)|桁|%|×|x\d"
)
"""What follows a number that counts something, and names no figure: "図2枚", "図1.3次元"."""
NUMBER = rf"(?:\d{{1,3}}|[A-Z](?=[.\-]\d))(?:[.\-]\d{{1,3}}(?!\d|(?:{COUNTED}))){{0,3}}"


def widths(text: str) -> str:
    """Makes widths and dashes ordinary and keeps case and gaps; what is too long is cut."""
    return unicodedata.normalize("NFKC", text[:MOST_CHARACTERS]).translate(_DASHES)


def number_of(text: str) -> str:
    """Writes a number one way: "2-1" and "2・1" are "2.1"."""
    return re.sub(r"[\-・]", ".", text).upper()
