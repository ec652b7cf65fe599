"""The sentences of checks, per code and case, and the texts of the UI, in Japanese and English.

In: a Finding, or the key of a UI text. Out: text in the chosen language. Not here: any decision, or
the layout of the text.

This room knows no check. Sentences are stored beside their subject: `ja.toml` and `en.toml` of each
room and plugin are merged into one table, and a duplicate key is an error. Each check has a page in
both languages there, `checks/CODE.md`. Both files have the same keys and the same placeholders:

    [checks.COR003]
    title = "…"                     # a noun phrase
    passed = "…"                    # when the check passed; no placeholders

    [checks.COR003.cases.plain]     # Finding.case "" is "plain"
    message = "… {size} …"          # placeholders are Finding.params
    hint = "…"                      # what to do next; may be ""

    [ui.sheet]                      # Wording.text("sheet.total", points=…), or a LazyText in params
    total = "… {points} …"          # a word chosen by a number, in English: "{n:day|days}"

    [awards]                        # Award.reason of the grader's own awards
    failed = "… {checks} …"

    [plugins.reports]               # or the name of another plugin, or of a room
    title = "…"

    [messages]                      # say(message, lang): Japanese, by the English text raised
    "{path}: is a link" = "…"

`help_ja.toml` has the help of the command line and click's own texts, by their English texts;
`keys_ja.toml` the descriptions of the keys of the course's files, by the texts of their schemas.
"""

from grader.model.language import ENGLISH, JAPANESE, LANGUAGES, Language
from grader.wording.pages import check_html, check_markdown, check_page
from grader.wording.sentences import (
    Wording,
    choose_language,
    commands_as_called,
    in_each_language,
    is_japanese,
    load_help,
    load_keys,
    load_wording,
    say,
    visible,
)

__all__ = [
    "ENGLISH",
    "JAPANESE",
    "LANGUAGES",
    "Language",
    "Wording",
    "check_html",
    "check_markdown",
    "check_page",
    "choose_language",
    "commands_as_called",
    "in_each_language",
    "is_japanese",
    "load_help",
    "load_keys",
    "load_wording",
    "say",
    "visible",
]
