"""Why a callable was not taken as the function to grade, in both languages."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Reason(StrEnum):
    """Stored behind the callable's signature in the evidence: "multiply(x, y): none"."""

    ARGUMENTS = "arguments"
    MORE_ARGUMENTS = "more-arguments"
    TYPES = "types"
    FIXED = "fixed"
    OTHER_LIBRARY = "other-library"
    CONSTRUCTOR = "constructor"
    OBJECT = "object"
    SELF = "self"
    ONE_INPUT = "one-input"
    MISSING = "missing"
    STAR = "star"
    REPLACED = "replaced"
    RAISED = "raised"
    NO_GPU = "no-gpu"
    STOPPED = "stopped"
    NONE = "none"
    NOT_A_MATRIX = "not-a-matrix"
    WRONG = "wrong"
    NO_PRODUCT = "no-product"
    NOT_TRIED = "not-tried"
    OUR_FAULT = "our-fault"
    TAMPERING = "tampering"
    RIGHT = "right"  # it was taken, or would have done


TEXTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        Reason.ARGUMENTS: {
            "ja": "行列 2 つを渡して呼べません",
            "en": "cannot be called with two matrices",
        },
        Reason.MORE_ARGUMENTS: {
            "ja": "行列のほかに何を渡せばよいかわかりません",
            "en": "wants something besides the matrices that nobody can guess",
        },
        Reason.TYPES: {
            "ja": "呼び方が分かりません (static か、a、b、c、n と違う引数)",
            "en": "cannot be called (static, or arguments unlike a, b, c, n)",
        },
        Reason.FIXED: {
            "ja": "行列のサイズが引数にないので、ほかのサイズで呼べません",
            "en": "has no argument for the size of its matrices, so it has one size only",
        },
        Reason.OTHER_LIBRARY: {
            "ja": "この設問のものとは違うライブラリで書かれています",
            "en": "is written with other libraries than this exercise's",
        },
        Reason.CONSTRUCTOR: {
            "ja": "クラスを引数なしで作れません",
            "en": "its class cannot be made without arguments",
        },
        Reason.OBJECT: {
            "ja": "クラスへの行列の渡し方がわかりません(大きさや属性でも試しました)",
            "en": "nobody can tell how its class gets the matrices (sizes, attributes were tried)",
        },
        Reason.SELF: {
            "ja": "引数が 2 つのメソッドで、クラスから直接呼んでも正しい結果になりません",
            "en": "has two parameters, self included, and is not right when its class calls it",
        },
        Reason.ONE_INPUT: {
            "ja": "入力を 1 つしか受け取りません",
            "en": "takes one input only",
        },
        Reason.MISSING: {
            "ja": "実行時に見つかりません",
            "en": "is not there when the program runs",
        },
        Reason.STAR: {
            "ja": "`import *` でライブラリから来た名前です",
            "en": "is the library's own, by `import *`",
        },
        Reason.REPLACED: {
            "ja": "あとで同じ名前の関数が定義され、呼べません",
            "en": "cannot be called, because a later function has its name",
        },
        Reason.RAISED: {"ja": "エラーで止まりました", "en": "stopped with an error"},
        Reason.NO_GPU: {"ja": "GPU が必要です", "en": "wants a GPU"},
        Reason.STOPPED: {
            "ja": "時間内に終わらないか、途中で終了しました",
            "en": "did not end in time, or ended the program",
        },
        Reason.NONE: {
            "ja": "何も返しません(return がありません)",
            "en": "returns nothing (there is no return)",
        },
        Reason.NOT_A_MATRIX: {
            "ja": "正しい大きさの行列を返しません",
            "en": "does not return a matrix of the right size",
        },
        Reason.WRONG: {
            "ja": "正しい答えとは違う値を返します",
            "en": "returns something else than the right answer",
        },
        Reason.NO_PRODUCT: {
            "ja": "掛け算をしていません",
            "en": "multiplies nothing",
        },
        Reason.NOT_TRIED: {"ja": "試していません", "en": "was not tried"},
        Reason.OUR_FAULT: {
            "ja": "採点側の障害で試せません",
            "en": "could not be tried by our fault",
        },
        Reason.TAMPERING: {"ja": "不正な応答をしました", "en": "gave a forged reply"},
        Reason.RIGHT: {"ja": "正しい答えを返します", "en": "gives the right answer"},
    }
)


def join_probe(callable_shown: str, reason: str) -> str:
    """Joins a signature and its reason, which may be a plugin's own word, for the evidence."""
    return f"{callable_shown}: {reason}"


def split_probe(probe: str) -> tuple[str, Reason | None, Mapping[str, str]]:
    """Splits what `join_probe` joined: the signature, the reason, and the reason in words."""
    shown, _, reason = probe.rpartition(": ")
    named_reason = Reason(reason) if reason in TEXTS else None
    return shown, named_reason, TEXTS.get(reason, {"ja": reason, "en": reason})
