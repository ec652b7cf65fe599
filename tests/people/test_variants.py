"""One table of the ways to write a name, tried both ways by everybody who compares people."""

import re
import sys
from collections.abc import Sequence

import pytest

from grader.intake.joining import join
from grader.model.collection import Identity, Person
from grader.people import fold, name_key, variant_key
from grader.privacy import MASK, redact
from tests.intake.joining.callers import PATTERN, piece

# Typed from lists of old and popular forms, not from the table; the form of today stands last.
CHARACTERS = re.findall(
    r"\S+",
    "邊辺 邉辺 邊邉 齋斎 齊斉 斎斉 齋斉 齊斎 齋齊 髙高 﨑崎 嵜崎 碕崎 﨑嵜 濵浜 濱浜 濵濱 "
    "龍竜 瀧滝 廣広 澤沢 國国 圀国 眞真 惠恵 櫻桜 嶋島 嶌島 嶋嶌 栁柳 桒桑 冨富 槇槙 渕淵 "
    "渊淵 條条 榮栄 壽寿 圓円 應応 來来 禮礼 萬万 與与 豐豊 藏蔵 驛駅 關関 鹽塩 實実 學学 "
    "會会 靜静 龜亀 𠮷吉 鄰隣 曾曽 彌弥 巖巌 寶宝 峯峰 穐秋 舩船 舘館 蘆芦 鐵鉄 靏鶴 靍鶴 "
    "黑黒 綠緑 靑青 淸清 穗穂 兔兎 遙遥 薰薫 檜桧 籐藤 冲沖 楳梅 劍剣 劒剣 郞郎 彥彦 堯尭 "
    "瑤瑶 凜凛 巢巣 稻稲 覺覚 賴頼 瀨瀬 德徳 藪薮 籔薮 曻昇 莊荘 庄荘 寬寛 淺浅 增増 橫横 "
    "﨔欅 杤栃 埜野 邨村 嶽岳 礒磯 苅刈 鴈雁 鷗鴎 鶯鴬 枡桝 薗園 萠萌 晄晃 亙亘 聰聡 祿禄 "
    "禰祢 穰穣 勳勲 睿叡 喆哲 㐂喜 肇肈 燿耀 翆翠 皋皐 煕熙 凉涼 晉晋 昻昂 曉暁 恆恒 棲栖 "
    "﨩隆 尙尚 姬姫 珎珍 兒児 步歩 每毎 銳鋭 悅悦 溫温 內内 敎教 强強 卷巻 顏顔 錄録 貳弐 "
    "壹壱 參参 螢蛍 鎭鎮 愼慎 將将 奧奥 爲為 衞衛 滿満 戶戸 雙双 佛仏 繪絵 繼継 經経 莖茎 "
    "徑径 輕軽 樂楽 讓譲 孃嬢 黃黄 爾尓 證証 譽誉 黨党 鑛鉱 圖図 燈灯 暎映 廸迪 糺糾 亞亜 "
    "醫医 營営 緣縁 歐欧 穩穏 畫画 壞壊 懷懐 觀観 氣気 歸帰 舊旧 擧挙 峽峡 狹狭 驅駆 溪渓 "
    "鷄鶏 藝芸 縣県 權権 顯顕 驗験 嚴厳 效効 號号 齒歯 寫写 收収 從従 縱縦 處処 敍叙 稱称 "
    "燒焼 狀状 乘乗 淨浄 疊畳 繩縄 觸触 晝昼 廳庁 聽聴 點点 轉転 傳伝 當当 盜盗 獨独 讀読 "
    "惱悩 腦脳 拜拝 賣売 發発 竝並 變変 辯弁 豫予 餘余 樣様 謠謡 亂乱 覽覧 兩両 獵猟 淚涙 "
    "勵励 靈霊 齡齢 曆暦 歷歴 戀恋 爐炉 勞労 樓楼 灣湾 吳呉 頰頬 悳徳 栢柏 猪豬 冝宜 "
    "\ufa19神 \ufa1b福 \ufa1a祥 \ufa16猪 \ufa26都 \ufa10塚 \uf929朗 \ufa12晴 \uf9dc隆 "
    "\ufa1e羽 \ufa1d精 \ufa1c靖 \ufa22諸 \ufa25逸 \ufa2d鶴 \ufa4f祐 葛\U000e0100葛 "
    "辻\U000e0101辻 邉\U000e0104邉 葛\ufe00葛 ⻯竜 ⻆角 ⻑長 ⽥田 张張 陈陳 刘劉 杨楊 赵趙 "
    "马馬 ",
)
NAMES = (
    ("渡邊 龍", "渡辺 竜"),
    ("渡邉 龍", "渡邊 竜"),
    ("齋藤 眞", "斉藤 真"),
    ("髙﨑 惠", "高崎 恵"),
    ("一ノ瀬 健", "一之瀬 健"),
    ("一の瀬 健", "一乃瀬 健"),
    ("木ノ下 廣", "木の下 広"),
    ("関ヶ原 守", "関ケ原 守"),
    ("關が原 守", "関ヶ原 守"),
    ("三ヵ島 実", "三ケ島 實"),
    ("三箇島 実", "三ヶ島 実"),
    ("佐々木 優", "佐佐木 優"),
    ("野々村 桜", "野野村 櫻"),
    ("ワタナベ ﾘﾕｳ", "ワタナベ リュウ"),
    ("ｻｲﾄｳ ﾏｺﾄ", "サイトウ マコト"),
    ("ジョ－ンズ エマ", "ジョーンズ エマ"),
    ("ジョ‐ンズ エマ", "ジョーンズ エマ"),
    ("葛\U000e0100城 一", "葛城 一"),
    ("Anne–Marie Dupont", "Anne-Marie Dupont"),
)


def written(pair: str) -> tuple[str, str]:
    """A name with each form of a character; a selector belongs to the one before it."""
    return f"小{pair[:-1]}塚 花枝", f"小{pair[-1]}塚 花枝"


PAIRS = (*map(written, CHARACTERS), *NAMES)
BOTH_WAYS = (*PAIRS, *((other, name) for name, other in PAIRS))
GROUP = 40  # of pairs in one test: a test for each takes longer than what it looks at
GROUPS = [BOTH_WAYS[at : at + GROUP] for at in range(0, len(BOTH_WAYS), GROUP)]

# Other people: whatever looks alike, they are never taken for one.
APART = (
    ("渡辺 竜", "渡部 竜"),
    ("太田 実", "大田 実"),
    ("荻原 健", "萩原 健"),
    ("木村 仁", "本村 仁"),
    ("網野 一", "綱野 一"),
    ("島田 祐", "鳥田 祐"),
    ("川合 裕", "河合 裕"),
    ("畠山 薫", "畑山 薫"),
    ("山田 祐介", "山田 佑介"),
    ("阿部 守", "安部 守"),
    ("伊東 誠", "伊藤 誠"),
    ("土田 健", "士田 健"),
    ("オノ ケン", "オオノ ケン"),
    ("アベ マリ", "アペ マリ"),
    ("ケガワ ノノ", "ガケワ ノノ"),
    ("のの か", "ノノ カ"),
    ("一瀬 健", "一ノ瀬 健"),
    ("上田 実", "植田 実"),
)


def test_there_are_enough() -> None:
    """The demand was 150 pairs of forms, each of them two different texts."""
    assert len({frozenset(pair) for pair in PAIRS}) == len(PAIRS) >= 150
    assert all(name != other for name, other in PAIRS)


@pytest.mark.parametrize("pairs", GROUPS, ids=lambda pairs: pairs[0][0])
def test_forms_are_alike(pairs: Sequence[tuple[str, str]]) -> None:
    """Whichever of them is asked about."""
    for name, other in pairs:
        assert variant_key(name) == variant_key(other)


@pytest.mark.parametrize("pairs", GROUPS, ids=lambda pairs: pairs[0][0])
def test_redacting_either_form_takes_out_the_other(pairs: Sequence[tuple[str, str]]) -> None:
    """The whole name, with a gap and without, and each part of it that an honorific shows."""
    for name, other in pairs:
        people = (Person(student="24A9901", name=name),)
        family, *_, given = other.split()
        for text in (other, other.replace(" ", "\u3000"), f"共同実験者: {other}", f"({other})"):
            assert MASK in redact(text, people)
            assert not {family, given} & set(redact(text, people).replace(MASK, " ").split())
        if not other.isascii() and "–" not in other:
            assert redact(other.replace(" ", "") + "さん", people) == f"{MASK}さん"
            for title in ("さん", "くん", "氏", "先生", " さん"):
                assert redact(f"{family}{title}に聞いた", people) == f"{MASK}{title}に聞いた"
            assert redact(f"24A9901_{family}.docx", people) == f"{MASK}_{MASK}.docx"


@pytest.mark.parametrize("pairs", GROUPS, ids=lambda pairs: pairs[0][0])
def test_the_other_form_is_proposed_and_not_joined(pairs: Sequence[tuple[str, str]]) -> None:
    """A person says that they are one; only what is no form but the same text is joined."""
    for name, other in pairs:
        roster = (Person(student="24A9901", name=name), Person(student="24A9902", name="山本 晴子"))
        found = join([piece(Identity(name=other, participant="1"))], roster, (), PATTERN)
        if name_key(name) == name_key(other):
            assert list(found.students) == ["24A9901"]
        else:
            assert found.students == {}
            assert [one.reason for one in found.unassigned] == ["variant"]
            assert found.unassigned[0].proposals[:1] == ("24A9901",)


@pytest.mark.parametrize("pairs", GROUPS, ids=lambda pairs: pairs[0][0])
def test_two_students_apart_by_a_form_are_asked_about(pairs: Sequence[tuple[str, str]]) -> None:
    """One folder may be either one's, whichever of the two names it shows."""
    for name, other in pairs:
        roster = (Person(student="24A9901", name=name), Person(student="24A9902", name=other))
        found = join([piece(Identity(name=other, participant="1"))], roster, (), PATTERN)
        assert found.students == {}
        assert set(found.unassigned[0].proposals) == {"24A9901", "24A9902"}


@pytest.mark.parametrize(("name", "other"), APART)
def test_other_names_stay_apart(name: str, other: str) -> None:
    """They are nobody's form, and neither is masked for the other."""
    assert variant_key(name) != variant_key(other)
    family = other.split(maxsplit=1)[0]
    if family != name.split(maxsplit=1)[0]:
        people = (Person(student="24A9901", name=name),)
        assert redact(f"{family}さん", people) == f"{family}さん"


def test_folding_is_done_at_once() -> None:
    """No form leads to another that leads further, and none to nothing."""
    han = [chr(code) for code in range(0x3400, sys.maxunicode) if 0x3400 <= code < 0x2A6E0]
    assert [one for one in han if one.isalpha() and fold(fold(one)) != fold(one)] == []
    assert [one for one in han if one.isalpha() and not fold(one)] == []
