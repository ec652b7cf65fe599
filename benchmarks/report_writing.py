"""Puts reports together out of sentences, so that what each of them says is known."""

import random
import tomllib
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from report_blocks import (
    Block,
    Break,
    Code,
    Drawing,
    Figure,
    Heading,
    Items,
    Prose,
    Report,
    Sentence,
    Table,
    Unseen,
)
from report_drawings import CODE

HERE = Path(__file__).parent
EXPONENTS = {"power": 3.0, "square": 2.0, "linear": 1.0}
GROWTHS = {"power": "power", "square": "power", "linear": "linear",
           "exponential": "exponential", "increases": "increases"}  # fmt: skip
HEADINGS = {
    "ja": {
        "purpose": ("目的", "はじめに", "背景", "緒言", "課題の目的", "序論"),
        "method": ("方法", "実験方法", "プログラムの説明", "手法", "実装", "計測方法"),
        "result": ("結果", "実験結果", "計測結果", "実行結果"),
        "discussion": ("考察", "結果と考察", "検討", "議論"),
        "closing": ("まとめ", "おわりに", "結論", "感想"),
        "sub": ("計測条件", "プログラム", "使用した環境"),
        "sources": ("参考文献", "参考資料", "引用文献"),
        "task": ("課題1", "課題2"),
    },
    "en": {
        "purpose": ("Introduction", "Purpose", "Objective"),
        "method": ("Method", "Methods", "Implementation"),
        "result": ("Results", "Experimental results"),
        "discussion": ("Discussion", "Considerations"),
        "closing": ("Conclusion", "Summary"),
        "sub": ("Conditions", "Program", "Environment"),
        "sources": ("References", "Bibliography"),
        "task": ("Task 1", "Task 2"),
    },
}


class Plan(Struct, frozen=True, kw_only=True):
    """What a report is to contain, and what it is to lack."""

    half: str = "tune"
    seed: int = 0
    language: str = "ja"
    lacks: tuple[str, ...] = ()  # "headings", a role, "graph", "caption", "reference", "explain"
    relation: str = "power"  # a key of GROWTHS, or ""
    drawings: tuple[str, ...] = ("line",)
    kind: str = "raster"  # of the graphs
    extras: tuple[str, ...] = ()  # "code", "listing", "items", "table", "sub", "left-over", …
    backends: tuple[str, ...] = ()
    pages: int = 1  # roughly: how often method and discussion are said in other words
    student: str = "24A1201"
    cover: bool = False
    contents: bool = False
    above: bool = False
    together: bool = False  # all graphs side by side


class Author:
    """Writes one report."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.rng = plan, random.Random(plan.seed)
        pools = tomllib.loads((HERE / "report_sentences.toml").read_text(encoding="utf-8"))
        self.pool: dict[str, Any] = pools[plan.half][plan.language]
        self.used: dict[str, int] = {}
        self.figures = 0

    def next(self, key: str) -> str:
        """Takes the next sentence of a kind, beginning at one that the seed picks."""
        first = self.used.setdefault(key, random.Random(f"{self.plan.seed}{key}").randrange(99))
        self.used[key] += 1
        texts = self.pool[key]
        return str(texts[first % len(texts)])

    def say(self, *keys: str, label: str = "") -> list[Sentence]:
        """Writes one sentence of each kind."""
        said = []
        for key in keys:
            text = self.next(key).replace("{fig}", label)
            said.append(Sentence(
                text=text,
                explains=self.explains(key),
                growth=GROWTHS.get(key, "either" if key == "explain" else ""),
                exponent=EXPONENTS.get(key),
                restated=key == "purpose",
            ))  # fmt: skip
        return said

    def explains(self, key: str) -> str:
        """Says whether a sentence explains a graph; one that names none may be taken either way."""
        if key == "explain" and "reference" not in self.plan.lacks:
            return "yes"
        return "either" if key == "explain" or key in GROWTHS else "no"

    def heading(self, role: str, level: int = 1) -> list[Block]:
        """Writes a heading, unless the report has none."""
        if "headings" in self.plan.lacks:
            return []
        texts = HEADINGS[self.plan.language][role]
        text = texts[self.rng.randrange(len(texts))]
        asked = role in {"purpose", "method", "result", "discussion"}
        return [Heading(text, level, role if asked else "")]

    @property
    def word(self) -> str:
        """Says what a figure is called."""
        if self.plan.language == "ja":
            return "図"
        return ("Figure ", "Fig. ")[self.plan.seed % 2]

    def figure(self, names: tuple[str, ...], *, caption: str) -> Figure:
        """Draws the next figure."""
        numbers = tuple(str(self.figures + k + 1) for k in range(len(names)))
        self.figures += len(names)
        bare = "caption" in self.plan.lacks
        titles = () if bare else tuple(self.next(caption) for _ in names)
        drawings = tuple(
            Drawing(name=name, seed=self.rng.randrange(10_000), kind=self.kind(name))
            for name in names
        )
        return Figure(drawings=drawings, titles=titles, numbers=() if bare else numbers,
                      word=self.word, above=self.plan.above)  # fmt: skip

    def kind(self, name: str) -> str:
        """Says of what a drawing is made: only graphs are vectors."""
        return self.plan.kind if Drawing(name=name).graph else "raster"

    def label(self, figure: Figure, index: int = 0) -> str:
        """Says how the text speaks of a figure."""
        japanese = self.plan.language == "ja"
        if "reference" in self.plan.lacks:
            return "測定の結果" if japanese else "The result"
        if figure.numbers:
            return f"{self.word}{figure.numbers[index]}"
        return "グラフ" if japanese else "The graph"

    def write(self, title: str = "") -> Report:
        """Writes the report."""
        plan = self.plan
        blocks: list[Block] = []
        by_task = "tasks" in plan.extras
        for role in ("purpose", "method", "result", "discussion", "closing"):
            if by_task and role in {"purpose", "result"}:
                tasks = HEADINGS[plan.language]["task"]
                blocks.append(Heading(tasks[role == "result"], 1))
            if role not in plan.lacks:
                blocks += self.heading(role, 1 + (by_task and role != "closing"))
                blocks += getattr(self, f"_{role}")()
        if "sources" in plan.extras:
            blocks += [*self.heading("sources"), Items(tuple(self.pool["sources"]), numbered=True)]
        ways = ("pale", "tiny", "invisible")
        if "hidden" in plan.extras:
            blocks.insert(len(blocks) // 2, Unseen(self.next("hidden"), ways[plan.seed % 3]))
        for how in ways:
            if f"hidden-{how}" in plan.extras:
                blocks.insert(len(blocks) // 2, Unseen(self.next("hidden"), how))
        return Report(
            title=title or self.next("titles"), student=plan.student, blocks=tuple(blocks),
            english=plan.language == "en", cover=plan.cover, contents=plan.contents,
        )  # fmt: skip

    def _purpose(self) -> list[Block]:
        prose = Prose(tuple(self.say("purpose")))
        if "logo" not in self.plan.extras:
            return [prose]
        emblem = Drawing(name="logo", seed=self.plan.seed)
        return [Figure(drawings=(emblem,)), prose]

    def _method(self) -> list[Block]:
        blocks: list[Block] = [Prose(tuple(self.say("method", "method", "method")))]
        if "sub" in self.plan.extras:
            blocks += [*self.heading("sub", 2), Prose(tuple(self.say("method", "method")))]
        for key in ("dates", "formula"):
            if key in self.plan.extras:
                either = "either" if key == "formula" else ""
                blocks.append(Prose((Sentence(text=self.pool[key], growth=either),)))
        if "items" in self.plan.extras:
            blocks.append(Items(tuple(self.pool["items"]), numbered=True))
        if "listing" in self.plan.extras:
            blocks.append(Code(CODE, numbered=True))
        for name in ("code", "terminal", "photo", "flow", "sketch", "table-picture"):
            if name in self.plan.extras:
                figure = self.figure((name.removesuffix("-picture"),), caption="other_captions")
                spoken = self.say("result", label=self.label(figure))
                blocks += [Prose(tuple(spoken)), figure]
        return blocks + self._more("method")

    def _result(self) -> list[Block]:
        plan, blocks = self.plan, list[Block]()
        if "table" in plan.extras:
            blocks.append(self._table())
        groups = [plan.drawings] if plan.together else [(name,) for name in plan.drawings]
        for names in groups if "graph" not in plan.lacks else []:
            figure = self.figure(names, caption="captions")
            shown = () if "reference" in plan.lacks else ("result",)
            said = self.say(*shown, label=self.label(figure))
            for index in range(len(names)):
                if "explain" not in plan.lacks:
                    said += self.say("explain", label=self.label(figure, index))
            blocks += [*([Prose(tuple(said))] if said else []), figure]
        if "discussion" in plan.lacks and plan.relation:
            blocks.append(Prose(tuple(self.say(plan.relation))))
        if not blocks:
            blocks.append(Prose(tuple(self.say("method"))))
        return blocks

    def _table(self) -> Table:
        times = [
            (str(n), f"{6e-8 * n**3 * self.rng.uniform(0.9, 1.1):.4f}") for n in (32, 64, 128, 256)
        ]
        japanese = self.plan.language == "ja"
        head = ("n", "時間 [s]") if japanese else ("n", "time [s]")
        caption = "表1 計測した時間" if japanese else "Table 1 Measured times"
        return Table(rows=(head, *times), caption=caption)

    def _discussion(self) -> list[Block]:
        said = self.say(*filter(None, (self.plan.relation, "discussion", "discussion")))
        if "left-over" in self.plan.extras:
            said.append(Sentence(text=self.next("left_over"), left_over=True))
        blocks: list[Block] = [Prose(tuple(said))]
        for name in self.plan.backends:
            text = self.pool["backends"][name]
            blocks.append(
                Prose((Sentence(text=text, backend=name, explains="either", growth="either"),))
            )
        return blocks + self._more("discussion")

    def _closing(self) -> list[Block]:
        return [Prose(tuple(self.say("closing", "closing")))]

    def _more(self, key: str) -> list[Block]:
        more: list[Block] = []
        for page in range(1, self.plan.pages):
            more += [Prose(tuple(self.say(key, key, "discussion", "closing"))) for _ in range(4)]
            if page % 2 == 0:
                more.append(Break())
        return more


def written(plan: Plan, title: str = "", **changes: object) -> Report:
    """Writes the report of a plan."""
    return replace(Author(plan).write(title), **changes)  # type: ignore[arg-type]
