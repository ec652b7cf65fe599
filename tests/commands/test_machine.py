"""`grader machine` says what this machine can do."""

from pathlib import Path

from tests.commands.conftest import Say


def test_ladder_in_words(course: Path, say: Say) -> None:
    """Every level is listed with its answer."""
    said = say("machine", "--lang", "en")
    assert said.code == 0
    ladder = said.out.split("safest first")[1].split("GPU:")[0].splitlines()[1:]
    levels = [line.split()[0] for line in ladder if line.strip()]
    assert [level for level in levels if level in {"A+", "A", "B", "C", "D"}] == [
        "A+",
        "A",
        "B",
        "C",
        "D",
    ]


def test_ladder_as_json(course: Path, say: Say) -> None:
    """One document: versions, CPUs, memory, and each level with the attacks it stopped."""
    document = say("machine", "--json").document
    assert document["schema"] == 1
    assert document["cpus"] >= 1
    assert [level["rung"] for level in document["ladder"]] == ["A+", "A", "B", "C", "D"]
    assert all(level["holds"] or level["reason"] for level in document["ladder"])


def test_gpu_in_words(course: Path, say: Say) -> None:
    """The diagnosis has its own section, each line with its level."""
    for lang, levels in (("en", {"ok", "warning", "problem"}), ("ja", {"正常", "注意", "問題"})):
        said = say("machine", "--lang", lang)
        lines = said.out.split("GPU:\n")[1].splitlines()
        assert {line.split()[0] for line in lines if not line.startswith("      ")} <= levels


def test_gpu_as_json(course: Path, say: Say) -> None:
    """Each line has a level, a key, a sentence and a command; packages have their versions."""
    document = say("machine", "--json").document
    assert document["gpu"]
    assert all({"level", "key", "message", "command"} <= set(line) for line in document["gpu"])
    assert document["packages"]["numpy"]
    assert document["selftest"] is None


def test_self_test_on_the_cpu(course: Path, say: Say) -> None:
    """The known answers come out, or there is no library to try; the exit code says which."""
    said = say("machine", "--selftest", "--device", "cpu", "--json")
    test = said.document["selftest"]
    assert test["device"] == "cpu"
    assert said.code == (0 if test["holds"] else 3)
    assert test["holds"] == bool(test["answers"])
    assert all(answer["holds"] for answer in test["answers"])
