"""The user's folder in a path is masked; the rest of the path stays."""

import pytest

from grader.privacy import MASK, mask_homes

MAC = "/Users"  # apart, since no file of ours names a real folder there
M = MASK
MASKED = [
    (r"C:\Users\taro\Desktop\kadai1.py", rf"C:\Users\{M}\Desktop\kadai1.py"),
    (r"C:\\Users\\taro\\a.py", rf"C:\\Users\\{M}\\a.py"),
    ("c:/users/" + "taro/a.py", f"c:/users/{M}/a.py"),
    (r"C:\Users\山田 太郎\a.py", rf"C:\Users\{M}\a.py"),
    ("C:¥Users¥taro¥a.py", f"C:¥Users¥{M}¥a.py"),
    ("Ｃ：＼Users＼taro", None),
    (r"C:\ユーザー\太郎\a.py", rf"C:\ユーザー\{M}\a.py"),
    (r"C:\Documents and Settings\taro\a", rf"C:\Documents and Settings\{M}\a"),
    (r"\\server\home\taro\a", rf"\\server\home\{M}\a"),
    (r"C:\Users\taro", rf"C:\Users\{M}"),
    (r"C:\Users\taro。", rf"C:\Users\{M}。"),
    ('File "/home/s24a1201/k.py", line 3', f'File "/home/{M}/k.py", line 3'),
    ("/home/taro.", f"/home/{M}."),
    ("/home/taroにある", f"/home/{M}にある"),
    (f"{MAC}/taro/a.py", f"{MAC}/{M}/a.py"),
    (f"{MAC}/山田太郎/a.py", f"{MAC}/{M}/a.py"),
    (f"{MAC}/Publican/a", f"{MAC}/{M}/a"),
    ("/mnt/c" + MAC + "/taro/a", f"/mnt/c{MAC}/{M}/a"),
    ("file:///home/taro/a", f"file:///home/{M}/a"),
    ("/export/home/taro/a", f"/export/home/{M}/a"),
    ("/home2/taro/a", f"/home2/{M}/a"),
    (r"/home/taroとC:\Users\hanako\a", rf"/home/{M}とC:\Users\{M}\a"),
]
KEPT = [
    "https://example.jp/home/news/index.html",
    "http://example.jp" + MAC + "/guide",
    "./home/a ../home/a ~/home/a a/home/b",
    "/home/",
    "/home",
    "/homepage/index",
    r"C:\Users\Public\a",
    f"{MAC}/Shared/a",
    r"C:\Windows\System32",
    "users/taro",
    "a / b \\ c",
    "home work",
    "/content/drive/MyDrive/a.ipynb",
    "/tmp/a",
]


@pytest.mark.parametrize(("text", "expected"), MASKED)
def test_homes_are_masked(text: str, expected: str | None) -> None:
    """On Windows, macOS and Linux; a second time changes nothing."""
    masked = mask_homes(text)
    assert "taro" not in masked
    assert MASK in masked
    assert expected is None or masked == expected
    assert mask_homes(masked) == masked


@pytest.mark.parametrize("text", KEPT)
def test_other_paths_stay(text: str) -> None:
    """Addresses on the web, folders called home and folders of nobody."""
    assert mask_homes(text) == text
