"""A fictional class whose names are as awkward as real ones."""

from grader.model.collection import Person

TARO = Person(
    student="24A1201",
    name="山田 太郎",
    other_name="Taro Yamada",
    mail="s24a1201@example.ac.jp",
    user="s24a1201",
    participant="31201",
)
HAYASHI = Person(
    student="24A1202",
    name="林 森",
    other_name="ハヤシ シン",
    mail="test@example.ac.jp",
    user="test",
    participant="31202",
)
HANAKO = Person(student="24A1203", name="佐藤 花子", user="5001")
MINORU = Person(student="24A1204", name="髙橋 実", mail="minoru@example.com", user="minoru2024")
TANAKA = Person(student="20241205", name="田中実", user="main")
MORI = Person(student="123456", name="森 一郎", other_name="Ichiro Mori")
SHORT = Person(student="77", name="Li An")
CLASS = (TARO, HAYASHI, HANAKO, MINORU, TANAKA, MORI, SHORT)
