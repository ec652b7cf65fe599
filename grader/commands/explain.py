"""`grader explain`: what a check means, with its examples."""

import difflib

import click

from grader.commands.exits import ExitCode
from grader.commands.options import json_option, lang_option, open_wording, print_json


@click.command(
    epilog="""\b
    Example:
      grader explain
      grader explain COR002
      grader explain known-mistake --lang en"""
)
@click.argument("check", metavar="[CODE]", default="")
@lang_option
@json_option
def explain(*, check: str, lang: str | None, as_json: bool) -> ExitCode:
    """Explain a check with a wrong and a right example. Without CODE, list all checks.

    CODE is the code shown on a score sheet (COR002) or the short name of the check (known-mistake).
    """
    from grader.model.finding import Verdict
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
    click.echo(f"{words.verdict(Verdict.PASSED)}: {passed}\n")
    click.echo(words.as_called(page))
    return ExitCode.DONE


def _code(name: str) -> str:
    """Finds a check by its code or slug, in capitals or not."""
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
