"""Forty sentences that no rule was written by.

35 are answered truly; of the others too little is found in four, and one contradiction is missed. A
sentence moves to student_claims.py, and a new one takes its place, when a rule is changed for it.
"""

from tests.report.claim_reports import (
    AGREES,
    ASIDE,
    CLASHES,
    DIFFERS,
    EXPONENTIAL,
    NOTHING,
    UNCLEAR,
)

CLAIMS: tuple[tuple[str, str], ...] = (
    (AGREES, "表1を見ると、Nが2倍になるたびに時間が7.9倍、8.1倍と増えている。"),
    (AGREES, "サイズを1/3にしたら、かかった時間は27分の1近くまで短くなった。"),
    (AGREES, "Cutting the size in half made the program about eight times faster."),
    (AGREES, "512から256に下げると実行時間は8分の1になることが確認できた。"),
    (AGREES, "両対数にとったときの直線の傾きは3.04で、予想どおりだった。"),
    (AGREES, "最初は2次関数かと思っていたが、実際には3次関数に近い形で時間が増えていった。"),
    (AGREES, "要するに、時間はNの三乗に比例して膨らむという関係が見えた。"),
    (AGREES, "N^2個の成分それぞれにN回の積が要るため、実行時間はN^3に比例して長くなった。"),
    (AGREES, "My timing data fit a cubic polynomial in N very well."),
    (AGREES, "予想の2乗よりも3乗のほうが実測の時間によく合っていた。"),
    (AGREES, "メモリはN²でしか増えないのに、実行時間の方はN³で増えていた。"),
    (AGREES, "Wikipediaの値とは違い、自分の測定では時間はNの3乗に比例した。"),
    (AGREES, "三重ループの回数がN^3回なので、それに合わせて実行時間もN^3で増えた。"),
    (DIFFERS, "サイズを半分に落とすと、実行時間も約半分で済んだ。"),
    (DIFFERS, "グラフがまっすぐなので、実行時間はNに比例しているといえる。"),
    (DIFFERS, "行列サイズが4倍になると、時間は16倍になっていた。"),
    (DIFFERS, "When the size was halved, the run time also halved."),
    (DIFFERS, "理論上はO(N^3)だが、得られたグラフの時間はN^2で増えていた。"),
    (DIFFERS, "From Figure 2 the run time is obviously proportional to the square of N."),
    (DIFFERS, "実行時間とサイズの関係は二次関数で表せることがわかった。"),
    (DIFFERS, "傾きが1なので（両対数）、時間はサイズに正比例している。"),
    (EXPONENTIAL, "図からわかるように、サイズの増加に対して時間は指数関数的に跳ね上がる。"),
    (EXPONENTIAL, "Execution time shows an exponential increase with N."),
    (CLASHES, "時間はNの3乗に比例した。よって、時間とサイズは比例関係にある。"),
    (CLASHES, "実行時間はNの3乗で増えた。つまりNが10倍になれば時間も10倍である。"),
    (f"{UNCLEAR}|{AGREES}", "要素数をM=N×Nとおくと、時間はMの1.5乗で増えた。"),
    (UNCLEAR, "要素の個数が4倍のとき時間は8倍だった。"),
    (UNCLEAR, "実行時間は2乗でも3乗でもない増え方に見えた。"),
    (UNCLEAR, "The data do not let us decide whether the time is quadratic in N."),
    (f"{UNCLEAR}|{AGREES}", "おそらく時間は3乗で増えるのだろう。"),
    (ASIDE, "友達の測定では傾きが2.0だったらしい。"),
    (ASIDE, "インターネット上の記事では計算時間はO(n^2.8)とされている。"),
    (ASIDE, "According to my classmate's report, time is proportional to N^2."),
    (f"{ASIDE}|{NOTHING}", "行列の要素数は、サイズを2倍にすると4倍になる。"),
    (ASIDE, "理論から考えると実行時間はNの3乗に比例するはずである。"),
    (ASIDE, "ファイルへの書き込み時間はN^2に比例する。"),
    (NOTHING, "サイズを2倍ずつ大きくして時間を測った。"),
    (NOTHING, "NumPyにすると時間が100分の1以下になった。"),
    (NOTHING, "サイズが500のとき、Cは Python の 50 分の1の時間で終わった。"),
    (NOTHING, "It took twice as long on my old laptop, although the size was the same."),
)
