"""The clauses of a sentence: what each speaks of, of which backend, and in whose voice.

A clause is set aside, never the sentence: 「要素数は n^2 個だが、時間は n^3 に比例した」 says
something about the time, and 「ネットでは n^2 だったが、実測では n^3 だった」 something of its own.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.model.report import RelationStanding
from grader.patterns import lazy_regex
from grader.report.backends import named

# Where a clause ends.
_BREAK = lazy_regex(
    r"[、;]|(?<=[^a-z]が)(?=一方)|(?<=[たるいだすん]が)(?=[一-龠ァ-ヶa-z])"
    r"|(?<=ので)(?!は|あ)|(?<=ため)(?=[実時計処全])|(?<=けれど)(?!も)|(?<=けど)|(?<=から)(?=[実時計処])"
    r"|(?=\b(?:but|while|whereas|although|though|however|because|since|so)\b)"
)
_TURNS_AT_END = lazy_regex(
    r"[^の]が$|けれども?$|けど$|ものの$|対して?$|一方で?$"
    r"|とは?(?:異な|違)(?:り|って|い)$"
)
_TURNS_AT_START = lazy_regex(
    r"\s*(?:しかし|一方|ただ|だが|実際|but|while|whereas|although|though|however)"
)

# What a clause speaks of.
SIZE = lazy_regex(
    r"(?:サイズ|大きさ|次数|次元|行数|列数|要素の?数|画素数|一辺|画像|行列|入力|データ|規模"
    r"|(?<![a-z])n(?![a-z])|\bsizes?\b|dimension|matri(?:x|ces)|input|image|problem|\brows\b"
    r"|columns|elements|entries|pixels)"
)
_TIMES = (  # no factor, as in "four times"
    r"(?<!\d )(?<!two )(?<!three )(?<!four )(?<!eight )(?<!nine )(?<!ten )(?<!many )\btimes?\b"
)
TIME = lazy_regex(
    r"時間(?!割)|じかん|タイム|秒|速度|計算量|計算コスト|処理コスト|所要|遅く|\b(?:run|execution "
    rf"|elapsed |running |computation |processing )?{_TIMES}"
    r"|runtime|duration|complexity|(?<![a-z])t(?:\(n\))?(?=[=≈∝はが ])|slower|slow(?:s|ed)? down"
    r"|\bcosts?\b|took|takes|as long\b(?! as)"
)
_TIME_ITSELF = lazy_regex(rf"時間|\bruntimes?\b|{_TIMES}")
_OTHER = lazy_regex(
    r"メモリ|記憶|容量|バイト|\bbytes?\b|要素数|要素の数|画素数は|回数|個数|データ量|精度|誤差|正解率|損失|memory"
    r"|\bspace\b|number of|elements|flop|総数|accuracy|error"
    r"|(?:乗算|加算|演算|掛け算|足し算)の?(?:数|回)|高速化率|スレッド|電力"
)
_COUNTED = lazy_regex(
    r"\^\d ?(?:個|(?:entries|elements|outputs|cells|values|numbers|pixels|products)\b)"
)
_COST = lazy_regex(r"(?<![a-z])o\(|オーダ")
_SIZES_CHOSEN = lazy_regex(
    r"(?:サイズ|大きさ|次数)(?:は|も|n?=)|(?:サイズ|大きさ|次数)を.{0,16}?(?:とし(?!て)|に(?:し|設定)|変え|選)"
    r"|\b(?:sizes?|dimensions?) (?:was|were|is|are)\b|\bsizes? (?:of|that|from)\b"
)
_OTHER_WORK = lazy_regex(
    r"(?:初期化|生成|作成|作る|作り|つく[るり]|用意|準備|読み込み|読込|書き込み|描画|描く|表示|転送|転置|加算|足し算"
    r"|コピー|複製|確保|インポート|要素ごとの積|アダマール積|内積)(?:する|した)?(?:こと|処理|部分)?"
    r"(?:の(?!行列積)|に(?!よ)|は|も|が|なら|だけ|自体|時間|コスト)"
    r"(?:[^、]{0,16}?(?:時間|コスト|計算量|o\()|(?![^、]*時間))"
    r"|\b(?:building|creating|making|generating|initiali[sz]ing|initiali[sz]ation|allocating|filling"
    r"|reading|loading|copying|transposing|plotting|drawing|printing|adding|addition|transfer)\b"
    r"[^、]{0,24}?\b(?:is|are|takes?|costs?|needs?|requires?|time)\b"
)

# In whose voice.
_SOURCE = (
    r"(?:ネット|ウェブ|web|サイト|ブログ|記事|ウィキ(?:ペディア)?|wikipedia|qiita|zenn|文献|教科書|参考書"
    r"|書籍|(?<!本)(?<!この)論文|資料|講義|授業|先生|教授|友人|友達|知人|先輩|クラスメート|chatgpt|生成ai"
    r"|copilot|gemini|(?:他|ほか|別|隣|前)の(?:班|グループ|学生|人|チーム|受講者|メンバー?)"
    r"|[a-zァ-ヶ一-龠]班)"
)
_ANOTHERS = lazy_regex(
    rf"{_SOURCE}[^、]{{0,8}}?(?:によ[るれっ]|では|には|にも|から|に聞|で調べ|の(?:プログラム|結果|コード))"
    r"|(?:[a-zァ-ヶ一-龠]班|(?:他|ほか|別|隣|前)の(?:班|グループ|学生|人|チーム|受講者|メンバー?))(?:は|で|の)"
    r"|(?<!たく)(?:さん|くん|君)(?:の(?:プログラム|グラフ|結果|測定|計測|レポート|データ|コード)"
    r"(?!を(?:参考|もと|元に|見|借))|は|では|によ)"
    r"|同じ(?:班|グループ|研究室)の(?:学生|人|メンバー?)"
    r"|友人|友達|\b(?:friend|classmate|partner|neighbou?r)s?['’]s?\b"
    r"|\baccording to (?!(?:the|our|my) (?:graph|figure|plot|result|measure|fit))"
    r"|\b(?:web(?: ?(?:page|site))?|tutorial|internet|wikipedia|blog|article|paper|text ?book|book"
    r"|lecture|teacher|professor|friend|chatgpt|(?:another|other|second)"
    r" (?:group|student|team|report))s?\b[^、]{0,20}?\b(?:sa(?:y|id)|claim|state|write"
    r"|wrote|read|told|tell|give|gave|explain|mention|suggest|describe|teach|report)"
    r"|textbook|\bthey (?:claim|sa(?:y|id))|\bclaim(?:s|ed)?\b|strassen|シュトラッセン|winograd"
)
_HEARSAY = lazy_regex(
    r"(?:と|って)(?:書かれ|書いて|あった|ある(?=が|$)|され(?:て|る)|[言い]われ|聞い"
    r"|[言い]って(?!も?(?:よ[いく]|い[いく]|良[いく]|差し?支え|構わ|かまわ|過言))|述べ"
    r"|紹介|説明され|答え|のこと|主張|報告|習)|(?:だ|る|た)そう(?:だ|で)|らし[いか]"
    r"|\b(?:it is|is) (?:said|claimed|known|believed) (?:that|to)"
)
WRONG_TO = (
    r"(?:wrong|incorrect|misleading|mistake|exaggeration) to"
    r" (?:say|claim|think|conclude|call|describe|state|believe|assert|consider)"
)
"""What denies the growth that follows it; of a factor ("doubles") it is not read."""
_SUPPOSED = lazy_regex(
    r"(?<!か)もし(?![くか])|仮に|と仮定|(?:使え|使用すれ|用いれ|利用すれ|適用すれ|であれ)ば|だったら"
    rf"|\bwould(?! (?:say|like|be (?:an? )?{WRONG_TO}\b(?!.*(?:doubl|tripl|quadrupl|halv|times))))"
    r"|\bsuppos(?:e|ing)\b|\bassum(?:e|ing)\b"
)
_EXPECTED = lazy_regex(
    r"(?:予想|予測|期待)(?!と(?:違|異|は)|に反|外|以上|値)|はず(?!れ)"
    r"|(?<!than )\b(?:expect|predict|guess|thought)(?:ed|s)?\b"
)
_THEORY = lazy_regex(r"理論|論理的|本来|一般(?:に|的に)|机上|theor|\bshould\b|in general|ideally")
EVIDENCE = lazy_regex(
    r"実測|実際|測定|計測|測(?:る|った)と|グラフ(?!の描|を描)|結果|実験|今回|(?:私|自分)の|[図表]\d"
    r"|近似|フィット|measure|observ|\b(?:our|my|we|i)\b|graph|plot|figure|\bfit"
)
_CONFIRMED = lazy_regex(
    r"(?:通|どお|とお)り(?!なら|であれば|だとすれば)|一致|に(?:近|沿|従|よく合)|と同じ|と合[いうっ]|裏付|確認|確かめられ"
    r"|agree|as (?:expected|predicted)|consistent|match|confirm|close to|follows? the"
)

# How plainly.
_HEDGED = lazy_regex(
    r"かもし|かも知|もしか|可能性|見え[るたま]"
    r"|と(?:は|も|まで)?(?:読み取れ|見なせ|みなせ|[言い]え|[言い]い切れ|断[言定]でき|判断でき|思え)(?:な|ず|ませ)"
    r"|\b(?:might|may|perhaps|seems?|seemed|appears?|looks? like)\b"
    r"|\b(?:can ?not|can['’]t|could not|couldn['’]t) (?:be )?(?:sa(?:y|id)|tell|told|read|conclude)"
)
_PART_OF_SIZES = lazy_regex(
    r"(?:小さ|大き)[いな](?:うち|とき|時|間|サイズ|範囲|場合|領域|行列|n)(?:は|では|には|で|、|$)"
    r"|(?:以上|以下|未満|まで|付近|あたり|以降)(?:で)?は|[<>≤≥≦≧]=?\s?\d|(?:最初|初め|はじめ|途中)(?:のうち)?は"
    r"|\bfor (?:very )?(?:small|large|big|larger|smaller)\b|\bwhen\b.{0,12}\b(?:small|large|big)\b"
    r"|\b(?:up to|until|beyond)\b|\b(?:above|below) \d"
)
_ELEMENTS = r"(?:要素の?個?数|画素数|ピクセル数|面積|回数|演算量|計算量|データ量"
_OTHER_MEASURE = lazy_regex(
    rf"{_ELEMENTS}|これ|それ)(?:に(?:ほぼ|だいたい|正)?比例|の(?:約|およそ)?[\d.二三四]+乗)"
    rf"|{_ELEMENTS})(?:(?:に|と|の)対し|(?:が|を)[^、]{{0,4}}倍|\(?[^、]{{0,8}}に(?:とる|とっ|取る|取っ|する))"
    r"|(?:proportional|linear) (?:to|in) (?:the )?(?:number|amount|this|that|it\b)"
)

RENAMED = lazy_regex(r"(?<![a-z)])(?![tyf])[a-z]=[nmk](?:\^2|\*[nmk])(?![\d*^])")
"""N = n^2: what is said of N from here on is not said of the size."""


class Clause(Struct, frozen=True):
    """A piece of a sentence with what the pieces before it speak of."""

    text: str
    of_time: bool | None  # None = nothing is said about what it speaks of
    backend: str
    standing: RelationStanding  # of what it states about the time


def clauses_of(text: str) -> list[Clause]:
    """Gives the clauses of a spelled sentence."""
    pieces = [piece for piece in _BREAK.split(text) if piece.strip()]
    of_time: bool | None = None
    backend = ""
    clauses: list[Clause] = []
    for piece, voice in zip(pieces, _voices(pieces), strict=True):
        of_time = _speaks_of_time(piece, of_time)
        backend = only_backend(piece) if named(piece) else backend
        plain = _HEDGED, _PART_OF_SIZES, _OTHER_MEASURE
        if voice is RelationStanding.OWN and any(pattern.search(piece) for pattern in plain):
            clauses.append(Clause(piece, of_time, backend, RelationStanding.VAGUE))
        else:
            clauses.append(Clause(piece, of_time, backend, voice))
    return [
        _scoped(clause, before) for clause, before in zip(clauses, [None, *clauses], strict=False)
    ]


def only_backend(text: str) -> str:
    """The backend that a text speaks of, when it is one."""
    names = named(text)
    return names[0] if len(names) == 1 else ""


def _scoped(clause: Clause, before: Clause | None) -> Clause:
    """Lets 「サイズが小さいとき、」 restrict the clause that follows it."""
    leads = (
        before is not None
        and (before.of_time is None or _OTHER_MEASURE.search(before.text))
        and before.standing is RelationStanding.VAGUE
    )
    if leads and clause.standing is RelationStanding.OWN:
        return replace(clause, standing=RelationStanding.VAGUE)
    return clause


def _speaks_of_time(piece: str, before: bool | None) -> bool | None:  # noqa: FBT001 -- as the clause before
    counts = _COUNTED.search(piece) and not _TIME_ITSELF.search(piece)
    if counts or _OTHER_WORK.search(piece):
        return False
    if TIME.search(piece):
        return True
    if _OTHER.search(piece) or _SIZES_CHOSEN.search(piece):
        return False
    return before is not False if _COST.search(piece) else before


def _voices(pieces: Sequence[str]) -> list[RelationStanding]:
    """Tells own words from others': a source speaks on until the sentence turns."""
    voices: list[RelationStanding] = []
    voice = RelationStanding.OWN
    for at, piece in enumerate(pieces):
        if at and (_TURNS_AT_END.search(pieces[at - 1]) or _TURNS_AT_START.match(piece)):
            voice = RelationStanding.OWN
        voice = _voice(piece, voice)
        voices.append(voice)
        before = at - 1
        if _HEARSAY.search(piece):  # 「時間は n^2 に比例し、急に増えると書いてあった」
            while before >= 0 and not _TURNS_AT_END.search(pieces[before]):
                voices[before] = voice
                before -= 1
    return voices


def _voice(piece: str, before: RelationStanding) -> RelationStanding:
    if _CONFIRMED.search(piece):
        return RelationStanding.OWN
    if any(pattern.search(piece) for pattern in (_ANOTHERS, _HEARSAY, _SUPPOSED)):
        return RelationStanding.ASIDE
    if _EXPECTED.search(piece):
        return RelationStanding.THEORY
    if EVIDENCE.search(piece):
        return RelationStanding.OWN
    return RelationStanding.THEORY if _THEORY.search(piece) else before
