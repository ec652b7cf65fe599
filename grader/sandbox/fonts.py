"""Find a font with Japanese glyphs on this machine, for programs that draw."""

import re
import unicodedata
from functools import cache
from pathlib import Path

FOLDERS = (
    *("/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts"),
    "C:/Windows/Fonts",
)
# File names, best first; only upright fonts of regular weight.
NAMES = (
    r"NotoSansCJK(jp)?-Regular\.(ttc|otf)",
    r"NotoSansJP-(Regular|VF)\.(otf|ttf)",
    r"SourceHanSans(JP)?-Regular\.(otf|ttc)",
    r"ipaexg\.ttf",
    r"ipag\.ttf",
    r"TakaoP?Gothic\.ttf",
    r"VL-Gothic-Regular\.ttf",
    r"fonts-japanese-gothic\.ttf",
    r"DroidSansFallback(Full)?\.ttf",
    r"ヒラギノ角ゴシック W3\.ttc",
    r"(meiryo|YuGothR|YuGothM|msgothic)\.ttc",
)


@cache
def japanese_font(folders: tuple[str, ...] = FOLDERS) -> str:
    """Return the path of the font; "" if there is none."""
    files = sorted(
        path.resolve()
        for folder in folders
        for path in Path(folder).rglob("*")
        if path.suffix.lower() in {".ttf", ".otf", ".ttc"} and path.is_file()
    )
    for name in NAMES:
        for path in files:
            composed = unicodedata.normalize("NFC", path.name)
            if re.fullmatch(name, composed, re.IGNORECASE):
                return str(path)
    return ""
