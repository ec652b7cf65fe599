"""Automatic numbers, as Word shows them."""

from tests.reports.documents.word_files import p, told, word_file


def level(at: int, kind: str, text: str, more: str = "") -> str:
    """One level of a list."""
    return (
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/>{more}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


def numbers(
    levels: str, *paragraphs: tuple[int, int], nums: str = "", styles: str = ""
) -> list[str]:
    """The numbers of paragraphs given as list and level; lists 1 and 2 share a definition."""
    one = '<w:num w:numId="{}"><w:abstractNumId w:val="0"/>{}</w:num>'.format
    restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    lists = one(1, "") + one(2, "") + one(3, restart) + nums
    body = "".join(
        p("字", f'<w:numPr><w:ilvl w:val="{at}"/><w:numId w:val="{key}"/></w:numPr>')
        for key, at in paragraphs
    )
    numbering = f'<w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum>{lists}'
    data = word_file(body, numbering=numbering, styles=styles)
    return [line["number"] for line in told(data).lines]


def test_levels_count_within_each_other() -> None:
    """A chapter begins its sections anew."""
    levels = level(0, "decimal", "%1.") + level(1, "decimal", "%1.%2") + level(2, "decimal", "(%3)")
    shown = numbers(levels, (1, 0), (1, 1), (1, 1), (1, 2), (1, 0), (1, 1))
    assert shown == ["1.", "1.1", "1.2", "(1)", "2.", "2.1"]


def test_lists_of_one_definition_count_on() -> None:
    """Unless a list is told to begin anew."""
    assert numbers(level(0, "decimal", "%1"), (1, 0), (2, 0), (3, 0), (3, 0)) == [
        "1",
        "2",
        "1",
        "2",
    ]


def test_a_level_may_count_through() -> None:
    """Exercises that go on over chapters."""
    levels = level(0, "decimal", "%1") + level(1, "decimal", "問%2", '<w:lvlRestart w:val="0"/>')
    assert numbers(levels, (1, 0), (1, 1), (1, 0), (1, 1)) == ["1", "問1", "2", "問2"]


def test_a_missing_upper_level_is_taken_for_its_start() -> None:
    """As Word does."""
    levels = level(0, "upperRoman", "%1") + level(1, "decimal", "%1.%2")
    assert numbers(levels, (1, 1)) == ["I.1"]
    plain = level(0, "upperRoman", "%1") + level(1, "decimal", "%1.%2", "<w:isLgl/>")
    assert numbers(plain, (1, 0), (1, 1)) == ["I", "1.1"]


def test_chapters_in_japanese() -> None:
    """The number stands in the middle of the words."""
    levels = level(0, "japaneseCounting", "第%1章") + level(1, "decimalFullWidth", "%1．%2")
    assert numbers(levels, (1, 0), (1, 0), (1, 1)) == ["第一章", "第二章", "二．１"]


def test_bullets_are_marks_without_a_number() -> None:
    """And unknown lists are nothing."""
    assert numbers(level(0, "bullet", "●"), (1, 0), (9, 0), (0, 0)) == ["", "", ""]
    body = p("字", '<w:numPr><w:numId w:val="1"/></w:numPr>')
    numbering = (
        f'<w:abstractNum w:abstractNumId="0">{level(0, "bullet", "●")}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    )
    assert told(word_file(body, numbering=numbering)).lines[0]["listed"] is True


def test_styles_bring_their_numbers() -> None:
    """The level is the one that names the style; a paragraph may take the number away."""
    levels = level(0, "decimal", "%1.", '<w:pStyle w:val="h1"/>') + level(
        1, "decimal", "%1.%2", '<w:pStyle w:val="h2"/>'
    )
    numbering = (
        f'<w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    )
    style = (
        '<w:style w:type="paragraph" w:styleId="{0}"><w:name w:val="{0}"/><w:pPr><w:numPr>'
        '<w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    ).format
    use = '<w:pStyle w:val="{}"/>'.format
    none = '<w:numPr><w:numId w:val="0"/></w:numPr>'
    body = p("a", use("h1")) + p("b", use("h2")) + p("c", use("h1") + none) + p("d", use("h2"))
    data = word_file(body, numbering=numbering, styles=style("h1") + style("h2"))
    assert [line["number"] for line in told(data).lines] == ["1.", "1.1", "", "1.2"]


def test_a_definition_may_stand_behind_a_style() -> None:
    """Which is what list styles are."""
    one = '<w:num w:numId="{}"><w:abstractNumId w:val="{}"/></w:num>'.format
    numbering = (
        '<w:abstractNum w:abstractNumId="0"><w:numStyleLink w:val="L"/></w:abstractNum>'
        f'<w:abstractNum w:abstractNumId="1">{level(0, "aiueoFullWidth", "(%1)")}</w:abstractNum>'
        + one(1, 0)
        + one(2, 1)
    )
    styles = (
        '<w:style w:type="numbering" w:styleId="L"><w:name w:val="L"/><w:pPr><w:numPr>'
        '<w:numId w:val="2"/></w:numPr></w:pPr></w:style>'
    )
    body = p("字", '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')
    assert told(word_file(body, numbering=numbering, styles=styles)).lines[0]["number"] == "(ア)"


NUMERALS = {
    "decimal": (12, "12"),
    "decimalZero": (3, "03"),
    "decimalFullWidth": (10, "１０"),
    "japaneseCounting": (21, "二十一"),
    "japaneseDigitalTenThousand": (10, "一〇"),
    "japaneseLegal": (3, "参"),
    "aiueo": (2, "ｲ"),
    "aiueoFullWidth": (46, "ン"),
    "irohaFullWidth": (2, "ロ"),
    "upperRoman": (14, "XIV"),
    "lowerRoman": (9, "ix"),
    "upperLetter": (28, "BB"),
    "lowerLetter": (26, "z"),
    "decimalEnclosedCircle": (21, "㉑"),
    "decimalEnclosedParen": (2, "⑵"),
    "decimalEnclosedFullstop": (30, "30"),
    "ideographTraditional": (2, "乙"),
    "ordinal": (12, "12th"),
    "numberInDash": (1, "- 1 -"),
    "none": (1, ""),
    "unheard-of": (7, "7"),
}


def test_numerals() -> None:
    """Each as Word writes it."""
    shown = {kind: numeral(kind, number) for kind, (number, _) in NUMERALS.items()}
    assert shown == {kind: text for kind, (_, text) in NUMERALS.items()}


def test_no_number_is_too_odd() -> None:
    """Numbers come out of a stranger's file."""
    for kind in NUMERALS:
        for number in (-1, 0, 51, 99_999, 10**9):
            assert len(numeral(kind, number)) < 200


def numeral(kind: str, number: int) -> str:
    """A number as a list of this kind shows it."""
    begun = level(0, kind, "%1").replace('w:start w:val="1"', f'w:start w:val="{number}"')
    (shown,) = numbers(begun, (1, 0))
    return shown
