"""Which headings are the chapters that the assignment asks for, whatever they are called."""

import re
from collections.abc import Iterable, Iterator, Sequence

from grader.model.course import RequiredChapter
from grader.model.report import Chapter
from grader.report.folding import fold, squeeze
from grader.report.vocabulary import without_prefix

_AND = re.compile(
    r"と|・|,|、|，|/|&|\+|及び|および|並びに|ならびに|(?<=[a-z])and(?=[a-z])|\(|\)|\[|\]|:|;|~|-|\s"
)
_OF = re.compile(r"(?<=[^0-9])の|における|に関する|についての|に対する")
_ENDINGS = re.compile(r"(?:について|に関して|など|等|編|[0-9]+|その[0-9一二三]+)$")
_ENGLISH_AND = re.compile(r"\band\b|[&,/:()]")
_ARTICLES = frozenset({"the", "a", "an", "our", "my"})
_FEW = 3  # words of a title whose last one says what it is
_NUMBER = re.compile(r"^(?:第?[0-9]+(?:[.\-][0-9]+)*[章節]?[.:)]?|[ivx]+\.)")


def heading_of(
    wanted: Iterable[RequiredChapter], chapters: Sequence[Chapter]
) -> dict[str, Chapter | None]:
    """Finds the heading of every required chapter, by id; of several the one that is no more."""
    return {one.id: _best(one.synonyms, chapters) for one in wanted}


def _best(synonyms: Sequence[str], chapters: Sequence[Chapter]) -> Chapter | None:
    """Picks the heading that says a chapter's name most plainly, the highest, the first."""
    meant = [one for one in chapters if matching(one, synonyms)]
    return min(
        meant, key=lambda one: (not is_exactly(one, synonyms), one.level, one.line), default=None
    )


def matching(chapter: Chapter, synonyms: Iterable[str]) -> bool:
    """Says whether a chapter is called by one of some names, alone or together with others.

    「実験の目的」 is 目的, 「実行結果と考察」 is 結果 and 考察; 「目的地」 is neither.
    """
    wanted = {squeeze(name) for name in synonyms} - {""}
    return not wanted.isdisjoint(_names(chapter.text))


def is_exactly(chapter: Chapter, synonyms: Iterable[str]) -> bool:
    """Says whether a chapter is called by one of some names and by nothing else."""
    return squeeze(chapter.text) in {squeeze(name) for name in synonyms}


def _names(title: str) -> set[str]:
    """Gives everything that a title may be taken for."""
    whole = squeeze(title).strip(":：.。・-~*#[]<>()【】\"' ")
    whole = _NUMBER.sub("", whole)
    names = {whole}
    for part in [whole, *_AND.split(whole)]:
        core = _ENDINGS.sub("", part)
        names |= {part, core, without_prefix(core), _OF.split(core)[-1]}
        names.add(without_prefix(without_prefix(_OF.split(core)[-1])))
    return (names | set(_english(title))) - {""}


def _english(title: str) -> Iterator[str]:
    """Gives what an English title is about: "The experimental results" are results."""
    for part in _ENGLISH_AND.split(_NUMBER.sub("", fold(title))):
        words = [word for word in part.split(" of ")[0].split() if word not in _ARTICLES]
        yield "".join(words)
        if words and len(words) <= _FEW:
            yield words[-1]
