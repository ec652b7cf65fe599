"""`grader explain`: what a check means, with its examples."""

import difflib
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from grader.commands.exits import ExitCode
from grader.commands.mistakes import (
    DIGITS,
    VALUES,
    called,
    listed,
    mistakes_here,
    mistakes_if_here,
    page_of,
)
from grader.commands.options import json_option, lang_option, open_wording, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.commands.mistakes import Known
    from grader.wording import Wording


def complete_mistake(
    context: click.Context, _: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Offer the shell the mistakes of the course that begin so; none outside of a course."""
    code = str(context.params.get("check", "")).upper()
    known = {each.key for each in mistakes_if_here() if code in {each.check, ""}}
    return [CompletionItem(key) for key in sorted(known) if key.startswith(begun)]


@click.command(
    epilog="""\b
    Example:
      grader explain
      grader explain COR002
      grader explain COR002 b-transposed
      grader explain known-mistake --lang en"""
)
@click.argument("check", metavar="[CODE]", default="")
@click.argument("mistake", metavar="[MISTAKE]", default="", shell_complete=complete_mistake)
@lang_option
@json_option
def explain(*, check: str, mistake: str, lang: str | None, as_json: bool) -> ExitCode:
    """Explain a check with a wrong and a right example. Without CODE, list all checks.

    CODE is the code shown on a score sheet (COR002) or the short name of the check (known-mistake).

    MISTAKE is one of the common mistakes that the course knows (b-transposed): what went wrong, and
    a small example. Without it, they are listed below the page of the check that names them.
    """
    from grader.plugins import slugs
    from grader.wording import check_page

    words = open_wording(lang)
    if not check and as_json:
        shown = (
            {"code": code, "slug": slug, "title": words.title(code)}
            for code, slug in slugs().items()
        )
        print_json({"checks": list(shown)})
        return ExitCode.DONE
    if not check:
        width = max(map(len, slugs().values()))
        for code, slug in slugs().items():
            click.echo(f"{code}  {slug:<{width}}  {words.title(code)}")
        return ExitCode.DONE
    code = _code(check)
    if mistake:
        return _explain_mistake(code, mistake, words, as_json=as_json)
    title, passed = words.title(code), words.data["checks"][code]["passed"]
    page = check_page(code, words.lang)
    if as_json:
        document = {
            "code": code,
            "slug": slugs()[code],
            "title": title,
            "passed": passed,
            "page": page,
        }
        print_json(document)
        return ExitCode.DONE
    click.secho(f"{code} {slugs()[code]}: {title}", bold=True)
    click.echo(f"{words.text('explain.passes', text=passed)}\n")
    click.echo(words.as_called(page))
    if code in {VALUES, DIGITS} and (known := [m for m in mistakes_if_here() if m.check == code]):
        click.echo()
        for line in listed(code, [each for each in known if each.near], words):
            click.echo(line)
        if others := tuple(dict.fromkeys(each.operation for each in known if not each.near)):
            first = others[0]
            click.echo(words.text("explain.others", operations=others, check=code, first=first))
    return ExitCode.DONE


def _explain_mistake(code: str, name: str, words: "Wording", *, as_json: bool) -> ExitCode:
    """Show one mistake's page, for each operation that has it."""
    from grader.model.errors import GraderError

    if code not in {VALUES, DIGITS}:
        raise GraderError(
            "{check} names no common mistakes; {values} and {digits} do. What another check names "
            "is explained in its finding",
            check=code,
            values=VALUES,
            digits=DIGITS,
        )
    here = [each for each in mistakes_here() if each.check == code]
    if of_operation := [each for each in here if each.operation == name.casefold()]:
        return _list_mistakes(code, of_operation, words, as_json=as_json)
    known = {each.key.casefold(): each.key for each in here}
    if name.casefold() not in known:
        near = difflib.get_close_matches(name.casefold(), known, cutoff=0.5)
        if not near:
            raise GraderError(
                "this course knows no mistake {name}; run `grader explain {check}` to list all",
                name=name,
                check=code,
            )
        shown = ", ".join(known[each] for each in near)
        raise GraderError(
            "this course knows no mistake {name}; similar names: {near}", name=name, near=shown
        )
    pages = [each for each in here if each.key == known[name.casefold()]]
    texts = ["\n".join(page_of(each, words)) for each in pages]
    key, title = pages[0].key, words.of(called(pages[0].lookalike.name))
    if as_json:
        page = "\n\n".join(texts)
        print_json({"code": code, "mistake": key, "title": title, "page": page})
        return ExitCode.DONE
    click.secho(f"{code} {key}: {title}", bold=True)
    click.echo(words.as_called("\n\n".join(texts)))
    return ExitCode.DONE


def _list_mistakes(
    code: str, known: "Sequence[Known]", words: "Wording", *, as_json: bool
) -> ExitCode:
    """List the mistakes of one operation."""
    page = "\n".join(listed(code, known, words))
    if as_json:
        print_json({"code": code, "mistake": known[0].operation, "title": "", "page": page})
    else:
        click.echo(page)
    return ExitCode.DONE


def _code(name: str) -> str:
    """Return the code of a check, given its code or slug in any case."""
    from grader.model.errors import GraderError
    from grader.plugins import slugs

    codes = {known.casefold(): code for code, slug in slugs().items() for known in (code, slug)}
    if code := codes.get(name.strip().casefold()):
        return code
    begun = [known for known in codes if known.startswith(name.casefold())]
    near = begun or difflib.get_close_matches(name.casefold(), codes, cutoff=0.5)
    if not near:
        raise GraderError(
            ("there is no check {name}; run `grader explain` to list all checks"), name=name
        )
    shown = ", ".join(word.upper() if word.upper() in slugs() else word for word in near)
    raise GraderError("there is no check {name}; similar names: {near}", name=name, near=shown)
