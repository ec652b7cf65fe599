"""A font with Japanese letters is found by its name, the best first."""

from pathlib import Path

from grader.sandbox.fonts import japanese_font


def test_the_best_font_is_found(tmp_path: Path) -> None:
    """Wherever it lies below the folders; others are left alone, and so are bold ones."""
    places = (str(tmp_path / "one"), str(tmp_path / "two"))
    assert japanese_font((*places, "no such folder")) == ""
    for name in ("one/DejaVuSans.ttf", "one/deep/ipaexg.ttf", "two/NotoSansCJK-Bold.ttc"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert japanese_font((*places, "nor this one")) == str(tmp_path / "one/deep/ipaexg.ttf")
    (tmp_path / "two/NotoSansCJK-Regular.ttc").touch()
    assert japanese_font(places) == str(tmp_path / "two/NotoSansCJK-Regular.ttc")
