"""Everything in a submission is listed, within caps."""

from pathlib import Path

from grader.intake.listing import MAX_DEPTH, MAX_ENTRIES, SubmissionListing, list_file, list_tree
from grader.model.submission import Trouble


def listed(root: Path) -> SubmissionListing:
    """Lists a folder."""
    listing = SubmissionListing()
    list_tree(listing, root)
    return listing


def found(listing: SubmissionListing) -> list[tuple[str, Trouble]]:
    """Lists the troubles by name."""
    return [(trouble.file, trouble.trouble) for trouble in listing.troubles]


def test_files_at_any_depth_have_logical_names(tmp_path: Path) -> None:
    """Clutter and virtual environments are passed by."""
    for name in ("a.py", "d/e/f.txt", ".git/x.py", "__pycache__/y.py", "d/._z", "env/pyvenv.cfg"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    (tmp_path / "env" / "lib.py").write_text("")
    assert sorted(listed(tmp_path).entries) == ["a.py", "d/e/f.txt"]


def test_a_name_of_bytes_is_decoded(tmp_path: Path) -> None:
    """A CP932 name from an old zip is shown in Japanese and still found on disk."""
    raw = "行列.py".encode("cp932").decode("utf-8", "surrogateescape")
    (tmp_path / raw).write_text("")
    (entry,) = listed(tmp_path).entries.values()
    assert (entry.name, entry.parts) == ("行列.py", (raw,))


def test_names_that_look_the_same_are_both_kept(tmp_path: Path) -> None:
    """A composed and a decomposed name are two files."""
    (tmp_path / "が.py").write_text("1")
    (tmp_path / "か\u3099.py").write_text("2")
    assert len(listed(tmp_path).entries) == 2


def test_what_is_refused_is_named(tmp_path: Path) -> None:
    """Links, and folders called like sources, are noted; what is in such a folder is found."""
    (tmp_path / "link.txt").symlink_to("/etc/passwd")
    (tmp_path / "kadai1.py").mkdir()
    (tmp_path / "kadai1.py" / "kadai1.py").write_text("x")
    listing = listed(tmp_path)
    assert list(listing.entries) == ["kadai1.py/kadai1.py"]
    assert found(listing) == [("kadai1.py", Trouble.DIRECTORY), ("link.txt", Trouble.LINK)]


def test_sources_are_reached_before_the_cap(tmp_path: Path) -> None:
    """Thousands of other files do not hide the program."""
    for number in range(MAX_ENTRIES + 5):
        (tmp_path / f"a{number:05}").touch()
    (tmp_path / "zzz.py").write_text("x")
    listing = listed(tmp_path)
    assert "zzz.py" in listing.entries
    assert len(listing.entries) == MAX_ENTRIES
    assert found(listing) == [(tmp_path.name, Trouble.TOO_MANY)]


def test_what_is_wanted_is_found_behind_thousands(tmp_path: Path) -> None:
    """Neither a thousand folders nor other programs before it hide it."""
    for number in range(MAX_ENTRIES + 5):
        (tmp_path / "node_modules" / f"m{number:05}").mkdir(parents=True)
        (tmp_path / "node_modules" / f"m{number:05}" / "index.py").touch()
    (tmp_path / "work").mkdir()
    for name in ("kadai1.py", "helper.py", "レポート.pdf"):
        (tmp_path / "work" / name).write_text("x")
    listing = SubmissionListing()
    list_tree(listing, tmp_path, wanted=lambda name: name.endswith(("kadai1.py", ".pdf")))
    assert {"work/kadai1.py", "work/helper.py", "work/レポート.pdf"} <= set(listing.entries)
    assert listing.cut
    assert found(listing) == [(tmp_path.name, Trouble.TOO_MANY)]


def test_sources_go_before_pictures(tmp_path: Path) -> None:
    """A helper in a folder below is what a program imports; pictures are nothing to it."""
    for number in range(MAX_ENTRIES + 5):
        (tmp_path / f"a{number:05}.png").touch()
    (tmp_path / "lib" / "deep").mkdir(parents=True)
    for name in ("helper.py", "deep/more.py", "deep/blocks.h"):
        (tmp_path / "lib" / name).write_text("x")
    listing = listed(tmp_path)
    assert {"lib/helper.py", "lib/deep/more.py", "lib/deep/blocks.h"} <= set(listing.entries)
    assert not listing.cut


def test_depth_has_an_end(tmp_path: Path) -> None:
    """A tower of folders is given up, and said so."""
    tower = tmp_path.joinpath(*"abcdefghijkl")
    tower.mkdir(parents=True)
    (tower / "x.py").write_text("x")
    listing = listed(tmp_path)
    assert not listing.entries
    assert found(listing) == [("/".join("abcdefgh"), Trouble.TOO_MANY)]
    assert MAX_DEPTH == 8


def test_a_linked_or_missing_folder_is_noted_whole(tmp_path: Path) -> None:
    """The submission's own folder is not followed either."""
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "x.py").write_text("x")
    (tmp_path / "alias").symlink_to(tmp_path / "real")
    for name, trouble in (("alias", Trouble.LINK), ("gone", Trouble.UNREADABLE)):
        listing = listed(tmp_path / name)
        assert not listing.entries
        assert found(listing) == [(name, trouble)]
        assert listing.troubles[0].detail == "folder"


def test_loose_files_are_added_one_by_one(tmp_path: Path) -> None:
    """A loose file is listed by its name, a missing one is noted."""
    (tmp_path / "x.py").write_text("x")
    listing = SubmissionListing()
    list_file(listing, tmp_path / "x.py")
    list_file(listing, tmp_path / "y.py")
    assert list(listing.entries) == ["x.py"]
    assert found(listing) == [("y.py", Trouble.UNREADABLE)]
