"""Paths that name whose computer it was: the user's folder in them is masked."""

import re

MASK = "■■■"
"""What stands for everything removed; every encoding of Japan has it, and no language needs it."""

_BREAK = r"\\/¥￥＼"  # what stands between folders; a Japanese Windows shows a yen sign
_STOP = rf"""\s{_BREAK}:*?"'<>|`,;()\[\]{{}}。、，）」』"""
_SHARED = r"(?! (?: public | shared | default | all[ ]users ) (?! [^\s/\\¥￥＼\"'] ) )"  # nobody's
_ALONE = rf"[A-Za-z0-9_.+@$\-]*[A-Za-z0-9_] | [^{_STOP}]+"  # Japanese may follow without a gap
_WINDOWS = re.compile(
    rf"""
    (?P<before> (?: [A-Za-zＡ-Ｚａ-ｚ] [:：] | [\\¥￥＼]{{2,4}} [\w.$-]+ )   # C:  or  \\server
        [{_BREAK}]+ (?: users | ユーザー | documents\ and\ settings | home s? ) [{_BREAK}]+ )
    {_SHARED} (?!■)
    (?P<name> [^{_BREAK}:*?"'<>|`\r\n,;()]{{1,60}} (?=[{_BREAK}]) | {_ALONE} )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_POSIX = re.compile(
    rf"""
    (?P<before> (?: (?<![\w.\-/~]) | (?<=file://) )
        (?: /mnt/[a-z] | /cygdrive/[a-z] | /[a-z] | /export | /var | /usr | /nfs | /net
          | /Volumes/[\w.-]+ | /System/Volumes/Data )?
        / (?: home\d* | Users ) / )
    {_SHARED} (?!■)
    (?P<name> [^{_STOP}]+ (?=/) | {_ALONE} )
    """,
    re.VERBOSE | re.IGNORECASE,
)


def mask_homes(text: str) -> str:
    r"""Masks the user in C:\Users\USER, /home/USER and /Users/USER; the rest of a path stays."""
    if not any(one in text for one in "/\\¥￥＼"):
        return text
    for pattern in (_WINDOWS, _POSIX):
        text = pattern.sub(lambda found: found["before"] + MASK, text)
    return text
