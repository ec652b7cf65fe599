"""Plain Python: lists of lists, and only the standard library."""

from grader.backends.library import (
    ORDINARY_MODULES,
    SMALL_CASES,
    BackendLibrary,
    Baseline,
)

PYTHON = BackendLibrary(
    name="python",
    printed="Python",
    forms=("lists",),
    in_reports=(
        r"(?:純粋な|生の|素の|標準の?|pure |plain |vanilla |native )?python|パイソン"
        r"|for[ 文]*(?:文|ループ)|for[- ]loops?"
        r"|(?:[三二四五3245六6]重の?|多重の?|入れ子の?|nested |triple )(?:for)?(?:文|ループ"
        r"|loops?)|リスト(?:のみ|だけ|による|を用い|を使|の?実装|版|で(?:は|の|計算|実装))"
        r"|list implementation|自作(?:関数|の)"
    ),
    in_labels=(
        r"python|パイソン|(?<![a-z])(?:py|pure|loops?|for|lists?|naive|native)(?![a-z])"
        r"|ループ|リスト|自作|三重|3重|手書き|内包|for文"
    ),
    baselines=(
        Baseline(
            name="python",
            look="python",
            drawn="Python",
            mark=("^", 9.0, "▲"),
            colour="green",
            dashes="9 4",
            worded_in_findings=True,
        ),
        Baseline(
            name="python-ikj",
            look="ikj",
            drawn="Python i-k-j",
            mark=("<", 8.0, "◀"),
            colour="green",
            dashes="9 3 3 3",
            quoted=False,
        ),
        Baseline(
            name="python-fast",
            look="fast",
            drawn="fast Python",
            mark=("^", 8.0, "△"),
            colour="green",
            dashes="3 3",
            hollow=True,
            worded_in_findings=True,
        ),
    ),
    new_exercise={
        "allowed_imports": [*ORDINARY_MODULES],
        "gives": ["lists"],
        "cases": SMALL_CASES,
        "limits": {"call_seconds": 5, "cpu_seconds": 20, "load_seconds": 10, "memory_mib": 512},
        "sweep": {"first": 8, "last": 128, "factor": 1.25, "seconds": 3},
    },
)
