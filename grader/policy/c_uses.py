"""What of a compiled C source touches the rule: headers, symbols, assembly, attributes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.model.finding import Location
from grader.model.run import Compiled
from grader.model.static import Certainty, Use
from grader.model.submission import SourceFile
from grader.policy.c_assembly import Found, in_assembly, in_attributes, in_sections
from grader.policy.c_names import header_reason, is_standard, symbol_reason, takes_over
from grader.policy.c_text import Text, relabelled
from grader.policy.c_tokens import Token

_HARMLESS = frozenset({"pause", "cls", "clear", "date", "time", "ver"})
_GPU_PRAGMAS = ("#pragma omp target", "#pragma acc", "#pragma omp declare target")


@dataclass(frozen=True, slots=True)
class Source:
    """The submission's texts, by what the compiler calls their last part."""

    main: SourceFile
    files: Mapping[str, SourceFile]

    def place(self, file: str, line: int) -> Location:
        """Names a line as the student knows it."""
        found = self.files.get(file.rpartition("/")[2], self.main)
        return found.location(line) if line else Location(file=found.name, line=0)


def uses(compiled: Compiled, text: Text, source: Source, allowed: Sequence[str]) -> tuple[Use, ...]:
    """Lists every place that touches the rule; of symbols the first place that names each."""
    return (
        *_of_headers(text, source, allowed),
        *_of_symbols(compiled, text, source),
        *_of_pragmas(text, source),
        *_of_found(in_assembly(text.tokens), source),
        *_once(_of_found(in_attributes(text.tokens), source), compiled, source),
        *_of_labels(source),
    )


def _of_headers(text: Text, source: Source, allowed: Sequence[str]) -> Iterator[Use]:
    for header in text.headers.values():
        reason = header_reason(header.name)
        known = header.name in allowed if allowed else is_standard(header.name)
        outside = header.direct and not known
        if reason or outside:
            check = "POL003" if reason == "c-leads-out" else "POL001"
            case = reason or ("c-path" if header.name.startswith("/") else "c-header")
            if header.direct:
                place = source.place(header.file, header.line)
                yield _use(check, header.name, case, place)


def absent_header(name: str, place: Location) -> Use | None:
    """Judges a header that is not here; None when it only is not here."""
    reason = header_reason(name)
    if not reason:
        return None
    return _use("POL003" if reason == "c-leads-out" else "POL001", name, reason, place)


def _of_symbols(compiled: Compiled, text: Text, source: Source) -> Iterator[Use]:
    words: dict[str, Token] = {}
    for token in text.tokens:
        if token.is_word:
            words.setdefault(token.text, token)
    for name in compiled.undefined:
        check, reason, sure = symbol_reason(name)
        if check and not (name == "system" and _only_waits(text.tokens)):
            yield _use(check, name, reason, _where(words.get(name), source), sure=sure)
    for name in compiled.defined:
        if takes_over(name):
            place = _where(words.get(name), source)
            yield _use("POL002", name, "c-takes-over", place, sure=False)


def _only_waits(tokens: Sequence[Token]) -> bool:
    """Says whether every system() only waits for a key or clears the screen, as on Windows."""
    calls = [at for at, one in enumerate(tokens) if one.text == "system" and one.is_word]
    given = [[one.text for one in tokens[at + 1 : at + 4]] for at in calls]
    return bool(calls) and all(
        len(one) == 3  # noqa: PLR2004  a bracket, a text, a bracket
        and one[0] == "("
        and one[2] == ")"
        and (one[1].strip('"').lower() in _HARMLESS or one[1].lower().startswith('"chcp '))
        for one in given
    )


def _of_pragmas(text: Text, source: Source) -> Iterator[Use]:
    for token in text.tokens:
        if token.kind == "pragma" and " ".join(token.text.split()).startswith(_GPU_PRAGMAS):
            place = source.place(token.file, token.line)
            yield _use("POL001", token.text[:60], "c-gpu", place, sure=False)


def _of_found(found: Iterable[Found], source: Source) -> Iterator[Use]:
    for one in found:
        place = _where(one.token, source)
        yield _use("POL002", one.what, one.reason, place, sure=one.sure)


def _once(found: Iterable[Use], compiled: Compiled, source: Source) -> list[Use]:
    """Adds what only the object shows: a part that runs by itself, without an attribute for it."""
    listed = list(found)
    if any(one.reason == "c-constructor" for one in listed):
        return listed
    return listed + list(_of_found(list(in_sections(compiled.sections))[:1], source))


def _of_labels(source: Source) -> Iterator[Use]:
    found = relabelled({name: one.text for name, one in source.files.items()})
    if found is not None:
        yield _use("POL002", "#line", "c-line", source.place(*found), sure=False)


def _where(token: Token | None, source: Source) -> Location:
    return source.place(token.file, token.line) if token else source.place("", 0)


def _use(check: str, what: str, reason: str, place: Location, *, sure: bool = True) -> Use:
    certainty = Certainty.SURE if sure else Certainty.UNSURE
    return Use(check=check, what=what, certainty=certainty, reason=reason, location=place)
