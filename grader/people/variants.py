"""Variant forms of characters in Japanese names.

Two spellings may belong to one person, but 斉藤 and 斎藤 may also be two people. So equal folds
are a reason to ask, or to mask, but never to treat two people as one.
"""

import re
import unicodedata
from functools import lru_cache

CACHE_SIZE = 8192  # cache size in characters; a text has few different ones

# All forms in a group are folded to the first, the modern Japanese one.
_SURNAMES = (
    "高髙 崎﨑嵜碕㟢 辺邊邉𨘢 斉斎齋齊亝齐 浜濱濵 広廣 国國圀囯囻 沢澤泽 桜櫻 島嶋嶌㠀 "
    "竜龍⻯龙 滝瀧 関關𨵿 塩鹽 館舘 峰峯 秋穐龝 船舩 富冨 吉𠮷 橋𣘺 槙槇 柳栁桺 桑桒 桧檜 "
    "松枩柗 梅楳 藤籐 淵渕渊 浅淺 瀬瀨 薮藪籔 曽曾 荘莊庄 黒黑 横橫 増增 角⻆ 芦蘆 鉄鐵鉃銕 "
    "鶴靏靍鸖 亀龜⻲ 岳嶽 坂阪 野埜 村邨 栃杤 柏栢 柿柹 刈苅 磯礒 雁鴈 鴎鷗 鴬鶯 鯵鰺 蛎蠣 "
    "桝枡 壷壺 蝉蟬 園薗 裡裏 鎌鐮 脇脅 俣俁 竈竃 麹麴 驒騨 欅﨔 穂穗 稲稻 郷鄕鄉 西⻄ 長⻑ "
    "鬼⻤ 麦麥⻨ 本夲 籠篭 隣鄰 呉吳吴 蒋蔣 莱萊 頴穎 涌湧 岩嵒 頬頰 檪櫟 糸絲 万萬 与與 杉杦 "
    "猪豬 宜冝 留畄 緒緖 "
)
_GIVEN_NAMES = (
    "徳德悳 恵惠 真眞 実實 寿壽 栄榮 学學斈 静靜 豊豐 弥彌 巌巖 宝寶寳 緑綠 青靑⻘ 清淸 来來 "
    "礼禮 兎兔莵 遥遙 薫薰 沖冲 剣劍劒劔釼 郎郞 彦彥 尭堯 瑶瑤 凛凜 覚覺 頼賴 昇曻 寛寬 円圓 "
    "条條 蔵藏 会會 聡聰 亘亙 晃晄 涼凉 晋晉 昂昻 暁曉 恒恆 萌萠 禄祿 祢禰 祷禱 穣穰 勲勳勛 "
    "叡睿 哲喆 喜㐂憘 肇肈 耀燿 翠翆 皐皋 煕熙凞 濤涛 栖棲 隆﨩 尚尙 姉姊 姫姬 珍珎 児兒 歩步 "
    "毎每 鋭銳 悦悅 説說 研硏 温溫 内內 教敎 強强 巻卷 産產 顔顏 録錄 弐貳 壱壹 参參 蛍螢 仙僊 "
    "鎮鎭 慎愼 奨奬獎 将將 奥奧 為爲 衛衞 満滿 歳歲 戸戶户 双雙 仏佛 絵繪 継繼 経經 茎莖 径徑 "
    "軽輕 楽樂 譲讓 嬢孃 黄黃⻩ 爾尓 応應 鳳鳯 証證 誉譽 党黨 鉱鑛礦 図圖 冴冱 灯燈 映暎 迪廸 "
    "糾糺 晩晚 妍姸 絶絕 峨峩 決决 "
)
_OTHERS = (  # the remaining old forms of characters in general use
    "亜亞 悪惡 圧壓 囲圍 医醫 隠隱 営營 駅驛 縁緣 艶艷 欧歐 殴毆 穏穩 仮假 価價 画畫 壊壞 懐懷 "
    "拡擴 殻殼 缶罐 陥陷 勧勸 歓歡 観觀 気氣 既旣 帰歸 偽僞 戯戲 犠犧 旧舊 拠據 挙擧舉 虚虛 "
    "峡峽 挟挾 狭狹 区區 駆驅駈 掲揭 渓溪 鶏鷄雞 芸藝 撃擊 欠缺 県縣 倹儉 険險 圏圈 検檢 献獻 "
    "権權 顕顯 験驗 厳嚴严 娯娛 効效 号號 砕碎 済濟 剤劑 雑雜 桟棧 蚕蠶 惨慘 賛贊 残殘 歯齒⻭ "
    "辞辭 湿濕 写寫 釈釋 収收 従從 渋澁 獣獸 縦縱 粛肅 処處 叙敍敘 称稱 渉涉 焼燒 状狀 乗乘 "
    "浄淨 剰剩 畳疊疉 縄繩 壌壤 醸釀 触觸 嘱囑 寝寢 尽盡 粋粹 酔醉 随隨 髄髓 枢樞 数數 声聲 "
    "窃竊 摂攝 専專 戦戰 践踐 銭錢钱 潜潛 繊纖 禅禪 壮壯 争爭 捜搜 挿插 巣巢 痩瘦 装裝 総總 "
    "騒騷 臓臟 即卽 属屬 続續 堕墮 対對 体體 帯帶 滞滯 台臺 択擇 担擔 単單 胆膽 団團 断斷 弾彈 "
    "遅遲 痴癡 虫蟲 昼晝 鋳鑄 庁廳 徴徵 聴聽 勅敕 逓遞 点點 転轉 伝傳 当當 盗盜 独獨 読讀 届屆 "
    "悩惱 脳腦 覇霸 拝拜 杯盃 売賣 発發 髪髮 抜拔 蛮蠻 秘祕 瓶甁 払拂 併倂 並竝 変變 弁辨瓣辯 "
    "褒襃 翻飜 麺麵 黙默 訳譯 薬藥 予豫 余餘 揺搖 様樣 謡謠 乱亂 覧覽 両兩 猟獵 涙淚 塁壘 励勵 "
    "戻戾 霊靈 齢齡 暦曆 歴歷 恋戀 炉爐 労勞 楼樓 湾灣 回囘 冊册 舎舍 舗舖 飲飮 剥剝 脱脫 税稅 "
    "閲閱 掴摑 噛嚙 焔焰 侠俠 倶俱 填塡 顛顚 醤醬 潅灌 兌兑 食⻝ 畔畒 蝿蠅 箪簞 "
)
_OF_CHINA = (  # Chinese forms of family names, in addition to those of Japanese registers
    "張张 陳陈 劉刘 楊杨 趙赵 孫孙 馬马 羅罗 鄭郑 謝谢 韓韩 許许 鄧邓 馮冯 蕭萧 陸陆 譚谭 鄒邹 "
    "鐘钟 賈贾 蘇苏 盧卢 華华 湯汤 賀贺 龔龚 顧顾 閻阎 聶聂 呂吕 "
)
_GROUPS = f"{_SURNAMES}{_GIVEN_NAMES}{_OTHERS}{_OF_CHINA}".split()
_ONE_FORM = {ord(form): group[0] for group in _GROUPS for form in group}
_ONE_FORM |= dict.fromkeys(map(ord, "‐‑‒–—―−─"), "-")
# Old systems' half-width kana have no small letters.
_ONE_FORM |= {ord(small): chr(ord(small) + 1) for small in "ァィゥェォッャュョヮ"}
_SELECTORS = frozenset({*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)})

HAN = "\u3400-\u9fff\uf900-\ufaff々〆\U00020000-\U0003ffff"
"""The kanji, for use inside the brackets of a pattern."""


def fold(text: str) -> str:
    """Normalise width, case, composition and variants, and remove invisible characters.

    Only context-free rules are applied; rules that depend on neighbours are in `names.spellings`.
    """
    shown = "".join(character for character in text if not is_unseen(character))
    return unicodedata.normalize("NFKC", shown).casefold().translate(_ONE_FORM)


@lru_cache(maxsize=CACHE_SIZE)
def is_unseen(character: str) -> bool:
    """Return whether a character only selects a glyph, as in 葛城, or controls the layout."""
    return ord(character) in _SELECTORS or unicodedata.category(character) == "Cf"


@lru_cache(maxsize=CACHE_SIZE)
def is_kanji(character: str) -> bool:
    """Return whether a character is a kanji or the iteration mark."""
    return re.fullmatch(f"[{HAN}]", character) is not None
