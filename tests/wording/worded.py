"""For the tests of every room: a finding must have its sentence in both languages."""

from grader.model.errors import GraderError
from grader.model.finding import Finding
from grader.wording import load_wording, say


def assert_worded(finding: Finding) -> None:
    """Expects a title, a message and no missing placeholder, in Japanese and in English."""
    for lang in ("ja", "en"):
        sentence = load_wording(lang).exactly(finding)
        assert sentence.title, (lang, finding)
        assert sentence.message, (lang, finding)
        assert "{" not in sentence.title, (lang, finding)
        for param in finding.params.values():  # a sheet's JSON has those that no sentence shows
            load_wording(lang)._in_full(param)


def in_japanese(error: GraderError) -> str:
    """Says an error in Japanese, a line for each of its messages."""
    return "\n".join(say(message, "ja") for message in error.messages)
