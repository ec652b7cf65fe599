"""Exercises with nets, and programs observed for them."""

from functools import cache
from pathlib import Path

from msgspec.structs import replace

from grader.course import load_assignment, load_course, load_references
from grader.exercises.arrays.observing import observe
from grader.model.course import Exercise
from grader.model.evidence import ExerciseEvidence
from grader.model.reference import Reference
from tests import late_torch as torch
from tests.cases.course import ROOT, SEED
from tests.fakes.program import FakeProgram, facts_of


@cache
def exercises() -> dict[str, tuple[Exercise, Reference]]:
    """The exercises with nets of this course, with few cases."""
    found: dict[str, tuple[Exercise, Reference]] = {}
    for name in ("convnet", "training"):
        assignment = load_assignment(load_course(ROOT), name)
        references = load_references(load_course(ROOT), assignment)
        found |= {
            one.id: (replace(one, cases=one.cases[1:3]), references[one.id])
            for one in assignment.exercises
        }
    return found


def watch(source: str, asked: str = "net_cpu", *, names: tuple[str, ...] = ()) -> ExerciseEvidence:
    """Observes a program; `names` are what its statements bind besides functions and classes."""
    torch.set_num_threads(1)  # the nets are tiny: threads would only wait for each other
    exercise, reference = exercises()[asked]
    facts = replace(facts_of(source), names=names)
    return observe(facts, exercise, reference, FakeProgram(source), SEED)


def examples(assignment: str, prefix: str) -> list[Path]:
    """The examples whose names begin so."""
    folder = ROOT / "assignments" / assignment / "examples"
    return sorted(path for path in folder.glob(f"{prefix}*/{assignment}.py"))


def example_id(path: Path) -> str:
    """The example's name."""
    return path.parent.name


HEAD = "import torch\nfrom torch import nn\n"
LAYERS = "nn.Conv2d(1, 1, 3, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(16, 2)"
STEP = """
def train_step({signature}):
    optimizer = torch.optim.SGD({model}.parameters(), lr={rate})
    optimizer.zero_grad()
    loss = nn.CrossEntropyLoss()({model}({x}), {y})
    loss.backward()
    optimizer.step()
"""
