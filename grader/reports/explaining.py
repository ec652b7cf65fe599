"""Sentences that say what a graph shows, and those that only repeat what the assignment asks for.

They are pointed at; nothing is denied.
"""

from collections.abc import Iterable, Sequence
from itertools import islice

from grader.model.report import Quote
from grader.patterns import lazy_regex
from grader.prose.folding import squeeze
from grader.reports.sentences import ReportSentence

MOST_EXPLANATIONS = 200
_FAR = 3  # sentences after which "from it" no longer means the figure
_AXIS = lazy_regex(r"[横縦]軸|\baxis\b|\baxes\b")

_FIGURE = lazy_regex(
    r"図(?:表)?[.\-(\[〔]?(?:\d|[a-z]\.)|第\d+図|[上下左右次同本]図|この図|これらの図|図(?:から|より"
    r"|を見)"
    r"|グラフ|プロット|散布図|曲線|折れ線|近似線|直線|(?:赤|青|緑|橙|黄|黒|紫|オレンジ)(?:色の?"
    r"|い)?(?:の?線|の?点)"
    r"|傾き|勾配|立ち上がり|右肩上がり|\b(?:fig(?:ure)?s?\.? ?\d|graphs?\b|plots?\b|curves?\b"
    r"|slopes?\b|lines? (?:is|are|has|have|ris|lie|grow|bend))"
    r"|\bfigures? (?:above|below|shows?)|\bthis figure"
)
_SEEN = lazy_regex(
    r"(?:[分わ]か[りるっ]|判[るっ]|読み取[れるりっ]|読みと[れるりっ]|見て取[れるりっ]"
    r"|見てと[れるりっ]|見受けられ|うかがえ|伺え|窺え|確認でき|確認され"
    r"|観察でき|観察され|明らか(?!に(?:する|し(?:たい|よう|ていく)))|[言い]える|[言い]えま"
    r"|見られ(?!な)|みられ(?!な)|見え|気づ|気付|判断(?:でき|した|され)|直線性|(?:則|関係"
    r"|乗)に従[うっ]"
    r"|推測でき|考えられ|示唆"
    r"|ことを示|傾向を示|様子を示|傾向[がに]|特徴[がは]|一致し|重な[っり])"
    r"|\b(?:shows? (?:that|a |an |how)|showing|indicat|suggest|reveal|can be seen"
    r"|we (?:can )?(?:see|observe|find|found|read)|it is (?:clear|evident|obvious|apparent)"
    r"|clear(?:ly)?\b|evident)"
)
_CHANGE = lazy_regex(
    r"増加し|増え|増大し|急増|減少し|減[っり]|大き(?:く|な)[なっ]|長く[なっ]|小さく[なっ]"
    r"|短く[なっ]|伸び|比例|上が[っり]|上昇し|下が[っり]|急激|緩やか|なだらか"
    r"|単調|急に|一定(?:で|と|に[なっ]|の値)|横ばい|変化し|変わら|直線(?:的|状|に(?:な|乗|近)"
    r"|と(?:な|み))|右肩上がり|交差|逆転|上回|下回|速[いくかさ]|遅[いくかさ]|最も|ほぼ同じ|\d乗"
    r"|(?:傾き|勾配)[がはも].{0,20}\d|放物線|曲線を描|差が(?:開|広|大|縮)|乖離|ばらつ|外れ"
    r"|頭打ち|収束"
    r"|\b(?:increas(?:es|ed|ing)|grow(?:s|n|ing)?\b|grew|rises?\b|rising|rose\b|decreas|declin"
    r"|drops?\b|fall(?:s|ing)?\b|fell\b|straight line|linear|cubic|quadratic|proportional"
    r"|constant\b|flat\b|steep|slope (?:is|was|of)|faster|slower|longer|larger|highest|lowest"
    r"|fastest|slowest|close to \d)"
)
_COMPARED = lazy_regex(
    r"小さ[いくか]|大き[いくか]|大きな(?:差|違|値)|多[いくか]|少な[いくか]|高[いくか]|低[いくか]"
    r"|長[いくか]|短[いくか]"
    r"|離れ|近[いくづ]|差が|倍|桁|秒(?:程度|ほど|近く|かか|だった|であった|でした)|位置|水平|影響を受け|沿[いっう]"
    r"|乗[っり]|飛び抜け|跳ね上|伸び|増[えし]"
    r"|減[りっ少]|凸|越え|超え|逆に|増す|なめらか|滑らか|平ら|横一直線|徐々|だんだん|次第に|途中"
    r"|常に|どの.{1,8}でも|目立|顕著|似た"
    r"|同様|違い|異な|次(?:曲線|関数)"
    r"|\b(?:lies?|lay|above|below|jump|near(?:ly)?|closer?|least|most|than|bends?|cross|widen"
    r"|narrow|differ"
    r"|overlap|coincid|converg|explod|flatten"
    r"|similar|same (?:as|time)|almost|sharp|slight|rapid|higher|lower|follow)"
)
_MADE = lazy_regex(
    r"作[成っり]|描[いく画]|(?:描き|書き|作り|つくり)方|[にくと]し(?:た|ました|ている)$|変更|用い[たてる]|使[用っいう]|利用|置い|出力|プログラム|フローチャート|流れ"
    r"|手順|環境|入力画像|凡例|目盛り?(?:に|を)|スケールに|グラフ化した"
    r"|matplotlib|plt\b|excel|エクセル|\b(?:made|drawn?|created|draw|code|flow ?chart|legend"
    r"|screen ?shot)\b|スクリーンショット|実行画面|ソースコード"
    r"|の(?:通り|とおり)(?:である|です)?$|見やすく|記し|付録|付け[たる]|を得た|参照(?:のこと"
    r"|され|して(?:くだ|ほし)|する|$)|表示し(?:て"
    r"|た|ま)|(?<!こと)を(?:表|意味)(?:す|し(?:て"
    r"|た|ます))"
    r"|(?:とった|取った)グラフ|の(?:値|結果)である$|given below|\bwe (?:plot|show|present|draw)"
    r"|\bsee fig|blue line is"
    r"|red line is|produced"
)
_ONLY_SHOWN = lazy_regex(
    r"(?:図\d*(?:\.\d+)?|グラフ|表\d*|以下|次|下図|上図)(?:の(?:グラフ|図))?に(?:結果を|は"
    r"|その)?[^、]{0,30}(?:示(?:す|した|して(?:い|お)|され)|まとめ|載せ|掲載|あらわ|表(?:す"
    r"|した))"
    r"|(?:を|に|で)(?:示す|示した|示します|示しました|表す|表した|表示(?:する|した)|まとめた"
    r"|まとめる|描いた|描く|描画した|作成した|作成する|作成し(?:まし|ます)|プロットした"
    r"|プロットする)$"
    r"|(?:^|[、はがと])(?:次|以下|下|図\d[\d.]*)の(?:(?:よう|とおり|通り)に|ような(?:グラフ|曲線|図|結果)"
    r"(?:が|に|と))(?:な(?:った|りま(?:す|した)|る)|得られた|得た|できた|描けた)$"
    r"|(?:の(?:関係|結果|グラフ|推移|変化|測定値|比較)|時間|もの)を示(?:し(?:た(?:もの)?|ている"
    r"|てい(?:ます|た)|ます|ました)|す)(?:もの)?(?:である|です|だ)?$"
    r"|(?:図\d*(?:\.\d+)?|グラフ)(?:の(?:グラフ|図))?は(?:この)?(?:[上下左右次前後]|以下|末尾|最後)"
    r"(?:の(?:ページ|頁|節|章|図))?に(?:あ(?:る|りま)|載|貼|付|添|示)"
    r"|\b(?:graphs?|figures?(?: \d+)?|plots?) (?:is|are)"
    r" (?:below|above|on the next page|at the end)$"
    r"|\b(?:is|are|was|were) (?:shown|plotted|drawn|given|displayed|presented|summari[sz]ed)"
    r" (?:in|below|above)\b|\bcan be found in\b"
    r"|\bshows? (?:the|our) (?:result|relation|execution|measured|time"
    r"|graph|comparison|plot|measurement)"
)
_FRAME = lazy_regex(
    r"(?:図[.\-]?\d[\d.]*|[上下左右次同本]図|この図|グラフ\d?|プロット|曲線|両者"
    r"|\d[)）])(?:の(?:グラフ|結果|図|比較|形))?(?:から|より|の通り、|のとおり、|を見|をみ"
    r"|によ(?:ると|れば)|では"
    r"|において"
    r"|を(?:比べ|比較する|比較した|求める|求めた)|の特徴は|で見ると|から(?:は|も)|に(?:は|注目))"
    r"|図\d[\d.]*[^、]{0,16}(?:ると|見れば|みれば|たところ|した結果)、|図\d[\d.]*が(?:示す"
    r"|表す)(?:よう|とおり|通り)"
    r"|(?:傾き|勾配)(?:を求め|を計算|を調べ|[はがも])|(?:グラフ|曲線|折れ線"
    r"|[線点])(?:の[^、]{1,12})?[はがも](?!同じデータ)"
    r"|\b(?:in|from|at|by|according to|as (?:seen|shown) in) (?:the |this )?(?:fig|graph|plot"
    r"|curve)|\b(?:graphs?|fig[a-z.]* ?\d|curves?|plots?|lines?) (?:tells?|makes?|stays?|looks?"
    r"|has|have|bends?|overlaps?|and|goes|is (?!a |the |made|drawn))"
)
_AS_SHOWN = lazy_regex(
    r"(?:通り|とおり|る?よう|が、|ところ|結果(?:から|より|では)|グラフ(?:から|より|では))"
)
_STRONG = lazy_regex(
    r"[分わ]か[りるっ]|読み取|見て取|うかがえ|明らか|ことを示|ことが確認|確認でき|[言い]える"
    r"|見られ|that\b|can be seen|we (?:can )?(?:see|observe)"
    r"|増加し|増え|比例|急激|長く|大きく|倍に[なっ]|increas|grow"
)
_AXES = lazy_regex(
    r"(?:横|縦)軸(?:[はがをにも]|の(?:単位|ラベル|範囲))[^、]{0,24}?"
    r"(?:である|です|だ$|と(?:する|した|し|り|っ)|[取表示]|対数|ラベル|単位|設定|時間$|サイズ$)"
    r"|[xy]軸|(?:horizontal|vertical|x|y)[- ]?axis"
)
_TO_DO = lazy_regex(
    r"[?]$|だろうか|でしょうか|かどうか|今後|次回|したい|予定|つもり|目的(?:は[^、]*$"
    r"|は.*(?:こと|ため)(?:である|です|だ)?$|と(?:する|し)|で(?:ある|す)$)|(?:調べ"
    r"|確かめ)(?:る$|ます$|ていく|よう$)"
    r"|(?:測定|計測|検証|確認|考察|比較|評価|解析|分析|作成|説明|検討)(?:する|します|を行う"
    r"|を行います|していく|しよう|せよ|しなさい|してください|すること)(?:$|、|ため)"
    r"|(?:^|、)[^、差違]*(?:読み取れ|読みとれ|[分わ]から|確かめられ|判断でき)(?:な(?:い|かった)|ません(?:でした)?)$"
    r"|読み(?:取|と)る$|(?:読み取れる|[分わ]かる)こと(?:を|について|は何)|グラフ(?:に|を)(?:する|して|作|描(?:く"
    r"|いて)|プロット)(?:$|くださ|。)|\bwill\b|would like|purpose|in order to|please"
)


def find_explanations(
    sentences: Sequence[ReportSentence], left_over: Iterable[Quote] = ()
) -> tuple[Quote, ...]:
    """Find the sentences that say what a graph shows, in order; at most 200.

    Sentences in `left_over` belong to a template and say nothing.
    """
    quotes: list[Quote] = []
    unfilled = {quote.text for quote in left_over}
    last = -_FAR  # the sentence that spoke of a figure or of its axes
    for place, sentence in enumerate(sentences):
        text = sentence.spelled
        told = sentence.quote.text not in unfilled
        if told and explains(text, of_figure=place - last < _FAR):
            quotes.append(sentence.quote)
        if _FIGURE.search(text) or _AXIS.search(text):
            last = place
        if len(quotes) >= MOST_EXPLANATIONS:
            break
    return tuple(quotes)


def explains(text: str, *, of_figure: bool = False) -> bool:
    """Return whether a spelled sentence says what a graph shows.

    `of_figure` says whether the sentence before spoke of a figure: "これから…が分かる" then does.
    Without a word of a figure, a value or a change has to be read off it.
    """
    if _TO_DO.search(text):
        return False
    read_off = _CHANGE.search(text) or _VALUE.search(text)
    if _FIGURE.search(text) is None:
        told = of_figure and _TOLD.search(text) and _QUANTITY.search(text)
        from_it = told or (of_figure and _FROM_IT.search(text))
        return bool((from_it or _FROM_RESULTS.search(text)) and read_off)
    shown = _ONLY_SHOWN.search(text)
    if shown and _AS_SHOWN.match(text, shown.end()):
        text = text[shown.end() :]
    elif shown or _AXES.search(text):
        return bool(_STRONG.search(_ONLY_SHOWN.sub(" ", text)))
    if _LESSON.search(text) and not read_off:
        return False
    compared = _COMPARED.search(text) or _FRAME.search(text)
    seen = _SEEN.search(text) or _CHANGE.search(text)
    return bool(seen or (compared and not _MADE.search(text.rpartition("、")[2])))


_VALUE = lazy_regex(r"\d ?(?:秒|倍|乗|%|割|ms|s\b|times|seconds?)")
_LESSON = lazy_regex(
    r"大切|大事|重要|難し|大変|面白|おもしろ|楽し|勉強|学[んびべ]|身につ|便利|必要"
    r"|\b(?:important|difficult|hard to|learn|useful|interesting)"
)
_QUANTITY = lazy_regex(
    r"時間|サイズ|大きさ|次数|(?:増え|伸び)方|秒|(?<![a-z])n(?![a-z])|\btime\b|\bsize"
)
_FROM_RESULTS = lazy_regex(
    r"(?:測定|計測|実験|実行|得られた|以上の|上記の)の?(?:結果|値|データ)(?:から|より|を見|をみ"
    r"|を比較|によ(?:ると|れば))"
    r"|\b(?:from|looking at|according to) (?:the|our|these) (?:results?|measurements?|data)"
)
_FROM_IT = lazy_regex(
    r"^(?:こ(?:れ|の結果|のこと|こ)|それ|結果)(?:から|より|によ|を見)|^(?:この結果|結果)から"
    r"|^(?:this|it|from this|these results?) (?:shows?|suggests?|means?|indicates?|we)"
)
_TOLD = lazy_regex(r"[分わ]か[りるっ]|読み取[れるりっ]|見て取[れるりっ]")


MOST_RESTATED = 100

_ASKED = lazy_regex(
    r"時間|サイズ|グラフ|行列|関係|畳み込み|たたみ込み|time|size|graph|matri|relation"
    r"|convolution|performance"
)
_AIM = lazy_regex(
    r"目的(?:は|と(?:する|して|した|し$)|で(?:ある|す))|(?:調べ|確かめ|比べ)(?:る|ます|ていく"
    r"|ること(?!が?でき)|よう)(?:$|、|を|が目|で(?:あ|す)|とす|。)"
    r"|(?:測定|計測|比較|考察|検証|評価|分析|解析|検討|実装|作成|説明|確認|観察|調査|プロット"
    r"|可視化)(?:する|します|を行う|を行います|していく|すること(?!が?(?:でき|で))|を目的|せよ"
    r"|しなさい)(?:$|、|を目|が目|で|ことを|とと|。)"
    r"|明らかに(?:する|します|すること)|(?:調べ|確かめ|比べ)て(?:みよう|みる|みます)"
    r"|グラフに(?:する|します|まとめる|表す|せよ)"
    r"|関係を(?:調べた|求める|求めよ|述べる|述べよ|示せ|まとめる)(?:$|。)"
    r"|(?:purpose|aim|goal|objective)s? (?:of|is|was|are)|(?:in this (?:report|assignment"
    r"|experiment|exercise)|this (?:report|experiment)|we|i)(?: will)? (?:examines?"
    r"|investigates?|measures?|stud(?:y|ies)|compares?|explores?|implements?|discuss(?:es)?)\b"
)
_RESULT = lazy_regex(
    r"[分わ]か[りるっ]|読み取れ(?!ること(?:を|について|$))|見て取|明らかにな|明らかと|[言い]える"
    r"|得られ|となった|になった"
    r"|でき(?:た|ました)|\d乗|\^\d|(?:増加|減少)し(?:た|て)|増えた|比例し|速かった|遅かった|達成"
    r"|found|shows? that|result(?:s|ed) (?:in|show)|increased|grew|was (?:faster|slower)"
)


def find_restated(
    sentences: Sequence[ReportSentence], task: Iterable[str] = ()
) -> tuple[Quote, ...]:
    """Find the sentences that repeat the task and add no result, in order; at most 100.

    `task` are phrases of the handout, compared without width, case and gaps.
    """
    phrases = [squeezed for phrase in task if (squeezed := squeeze(phrase))]
    quotes = (each.quote for each in sentences if restates(each.spelled, phrases))
    return tuple(islice(quotes, MOST_RESTATED))


def restates(text: str, phrases: Sequence[str] = ()) -> bool:
    """Return whether a spelled sentence only says what is to be done."""
    if _RESULT.search(text):
        return False
    if _ASKED.search(text) and _AIM.search(text):
        return True
    bare = text.replace(" ", "") if phrases else ""
    return any(phrase in bare for phrase in phrases)
