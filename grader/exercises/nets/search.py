"""Find the net, or the function that takes one: by name, alias, or behaviour."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import cast

from msgspec.structs import replace

from grader.cases.probing import (
    Discovery,
    Probed,
    Probing,
    Rank,
    found_in,
    last_of_each_name,
    last_part,
)
from grader.cases.reasons import Reason
from grader.exercises.nets.guest.nets_protocol import Calls, NetRequest
from grader.exercises.nets.words import INFERENCE, MODEL, NO_NET, NOT_AS_ASKED, STEP
from grader.model.calling import Convention, Target
from grader.model.course import Exercise, Form
from grader.model.evidence import EntryHow
from grader.model.reference import Reference
from grader.model.static import Definition, Requirement, SourceFacts

MAKER = "nets"  # the module inside the sandbox
SHOWN = {MODEL: "()(x)", STEP: "(model, …)", INFERENCE: "(model, x)"}
MODULES = frozenset({"torch", "nn"})
LIBRARIES = frozenset({"torch", "nn", "F", "np", "numpy", "plt", "optim", "time", "math", "*"})
"""Names that programs bind to modules, never to a net."""
Roles = tuple[tuple[str, str], ...]


def find_net(
    facts: SourceFacts, exercise: Exercise, probing: Probing, passed_over: Collection[str] = ()
) -> Discovery:
    """Search for the entry's name, then for aliases, then for anything that may be meant.

    A callable with the entry's name is graded even if it is wrong. Otherwise a right one comes
    first, then one with a known mistake, then an alias or a class.
    """
    left_alone = {*exercise.others, *passed_over}
    ours = [
        candidate for candidate in _candidates(facts, exercise) if candidate.name not in left_alone
    ]
    named = [our for our in ours if our.name == exercise.entry]
    aliases = _named_like([definition for definition in ours if definition not in named], exercise)
    others = [
        definition for definition in ours if definition not in named and definition not in aliases
    ]
    trials: list[Probed] = []
    for group, how in ((named, EntryHow.NAME), (aliases, EntryHow.ALIAS)):
        for definition in group:
            trials.append(_tried(definition, exercise, probing))
            taken = trials[-1].rank
            if taken is Rank.RIGHT or (how is EntryHow.NAME and _counts(trials[-1])):
                return found_in(trials, trials[-1], how)
    trials += [_tried(other, exercise, probing) for other in others if _is_likely(other, exercise)]
    return replace(_best(trials, aliases), hidden=_is_used(facts))


def _is_used(facts: SourceFacts) -> bool:
    """Return whether the program does what the exercise requires, although it cannot be called."""
    if facts.requirement is Requirement.NOT_ASKED:
        return not facts.definitions and not MODULES.isdisjoint(facts.names)  # a plain script
    return facts.requirement in {Requirement.MET, Requirement.UNSURE}


def _best(trials: Sequence[Probed], aliases: Sequence[Definition]) -> Discovery:
    for rank in (Rank.RIGHT, Rank.LOOKALIKE):
        taken = next((trial for trial in trials if trial.rank is rank), None)
        if taken is not None:
            return _how(trials, taken, aliases)
    called = [trial for trial in trials if _counts(trial)]
    nearest = max(called, key=lambda trial: (trial.definition in aliases, trial.rank), default=None)
    return _how(trials, nearest, aliases)


def _how(
    trials: Sequence[Probed],
    taken: Probed | None,
    aliases: Sequence[Definition],
) -> Discovery:
    alias = taken is not None and taken.definition in aliases
    return found_in(trials, taken, EntryHow.ALIAS if alias else EntryHow.PROBE)


def _counts(trial: Probed) -> bool:
    """Return whether a candidate could be called at all, with whatever result."""
    return trial.target is not None and trial.rank > Rank.UNREACHED


def _named_like(definitions: Iterable[Definition], exercise: Exercise) -> list[Definition]:
    names = [name.lower() for name in (exercise.entry, *exercise.aliases)]
    alike = [definition for definition in definitions if last_part(definition) in names]
    return sorted(alike, key=lambda definition: names.index(last_part(definition)))


def _candidates(facts: SourceFacts, exercise: Exercise) -> list[Definition]:
    """Return the candidates, most likely first."""
    defined = last_of_each_name(facts.definitions)
    if exercise.calls != MODEL:
        return defined
    classes = {
        definition.name.partition(".")[0]: definition
        for definition in reversed(defined)
        if "." in definition.name
    }
    makers = [
        definition
        for definition in defined
        if "." not in definition.name and definition.required == 0
    ]
    nets = [replace(definition, name=name) for name, definition in classes.items()]
    taken = {definition.name for definition in (*nets, *defined)} | LIBRARIES
    return [*nets, *makers, *(_unseen(name) for name in facts.names if name not in taken)]


def _unseen(name: str) -> Definition:
    """Return a definition for a name of no class or function: perhaps an instance of a net."""
    return Definition(
        name=name, file="", line=0, parameters=(), required=0, accepts=0, loops=0, multiplies=True
    )


def _is_likely(definition: Definition, exercise: Exercise) -> bool:
    """Return whether the exercise can supply a function's arguments."""
    return exercise.calls == MODEL or roles(definition, exercise.calls) is not None


def _tried(definition: Definition, exercise: Exercise, probing: Probing) -> Probed:
    target = _target(definition, exercise, probing.reference)
    if target is None:
        return Probed(
            definition=definition, target=None, rank=Rank.UNREACHED, reason=Reason.MORE_ARGUMENTS
        )
    if not probing.left:
        return Probed(
            definition=definition, target=None, rank=Rank.UNREACHED, reason=Reason.NOT_TRIED
        )
    trial = probing.ask(definition, target)
    if trial.reason not in {Reason.ARGUMENTS, Reason.MISSING}:
        return trial
    return replace(trial, reason=NO_NET if exercise.calls == MODEL else NOT_AS_ASKED)


def _target(definition: Definition, exercise: Exercise, reference: Reference) -> Target | None:
    pairs = () if exercise.calls == MODEL else roles(definition, exercise.calls)
    return None if pairs is None else target_of(definition.name, exercise.calls, reference, pairs)


def target_of(name: str, calls: str, reference: Reference, pairs: Roles) -> Target:
    """Return what to call, and how: `pairs` are its parameters and their roles."""
    request: NetRequest = {
        "call": cast("Calls", calls),
        "net": [*reference.constants.get("NET", ())],
        "loss": str(reference.constants.get("LOSS", "")),
        "roles": list(pairs),
        "times": 1,  # repetitions for timing; the last result counts
        "profiled": False,  # whether PyTorch reports which libraries do the work
    }
    return Target(
        name=name,
        convention=Convention.OWN,
        form=Form.TORCH,
        by=MAKER,
        request=dict(request),
        shown=SHOWN[calls],
    )


def asking(target: Target, **more: object) -> Target:
    """Change the request to the guest module."""
    return replace(target, request={**target.request, **more})


X, Y, RATE, LOSS, OPTIMIZER = "x", "y", "lr", "loss", "optimizer"
BATCH, LOADER, DEVICE, EPOCHS = "batch", "loader", "device", "epochs"

WORDS: Mapping[str, str] = MappingProxyType(
    {
        MODEL: """
            model net network module m cnn mlp nn_model convnet classifier
            モデル ネット ネットワーク
        """,
        X: """
            x xb bx inputs input inp data image images img imgs batch_x x_batch x_train train_x
            features xs samples sample input_data input_tensor x_data
            画像 入力 入力データ 画像データ
        """,
        Y: """
            y yb by target targets label labels lab t tgt batch_y y_batch y_train train_y y_true
            answer answers ys teacher gt ground_truth correct output_data y_data ラベル 正解
            正解ラベル 教師 教師データ 目標
        """,
        RATE: "lr learning_rate learningrate eta alpha step_size rate lrate 学習率",
        LOSS: """
            loss_fn criterion loss_function lossfn loss_func lossfunc lossfun loss_f loss crit cost
            cost_fn objective loss_fun 損失関数 損失 誤差関数
        """,
        OPTIMIZER: """
            optimizer opt optim optimiser sgd solver 最適化 最適化手法 最適化関数 オプティマイザ
            オプティマイザー
        """,
        BATCH: "batch minibatch mini_batch pair バッチ",
        LOADER: """
            dataloader loader data_loader train_loader trainloader train_dataloader batches
            training_loader train_dl dl train_data_loader データローダ データローダー
        """,
        DEVICE: "device dev デバイス",
        EPOCHS: "epochs epoch n_epochs num_epochs steps n_steps num_steps エポック エポック数",
    }
)
NAMES = {role: frozenset(words.split()) for role, words in WORDS.items()}
"""Learners' names for each, in lower case."""

BY_PLACE: Mapping[str, Mapping[int, tuple[str, ...]]] = MappingProxyType(
    {
        STEP: {
            4: (MODEL, X, Y, RATE),
            5: (MODEL, X, Y, LOSS, OPTIMIZER),
        },
        INFERENCE: {2: (MODEL, X)},
    }
)
"""Roles by position, if the names are inconclusive."""

NEEDED = {
    STEP: ((MODEL,), (X, BATCH, LOADER), (Y, BATCH, LOADER)),
    INFERENCE: ((MODEL,), (X,)),
}


def roles(definition: Definition, calls: str) -> Roles | None:
    """Pair parameters with roles; None if undetermined.

    A parameter with a student's default keeps it, except the learning rate and what the exercise
    supplies.
    """
    pairs: list[tuple[str, str]] = []
    for place, name in enumerate(definition.parameters):
        role = _role(name, calls)
        if role is None and place < definition.required:
            return _by_place(definition, calls)
        if role is not None and not (role == EPOCHS and place >= definition.required):
            pairs.append((name, role))
    named = {role for _, role in pairs}
    if len(named) != len(pairs) or not all(named & {*any_of} for any_of in NEEDED[calls]):
        return _by_place(definition, calls)
    return tuple(pairs)


def _role(name: str, calls: str) -> str | None:
    low = name.lower().strip("_")
    role = next((role for role, names in NAMES.items() if low in names), None)
    inference = calls == INFERENCE
    return None if inference and role not in {MODEL, X, DEVICE} else role


def _by_place(definition: Definition, calls: str) -> Roles | None:
    """Assume the handout's order if the number fits, or if only the rate has a default."""
    meant = BY_PLACE[calls].get(definition.required)
    if meant is None and len(definition.parameters) == definition.required + 1:
        last = _role(definition.parameters[-1], calls)
        meant = BY_PLACE[calls].get(len(definition.parameters)) if last in {None, RATE} else None
        meant = meant if meant is not None and meant[-1] == RATE else None
    if meant is None or len(definition.parameters) < len(meant):
        return None
    return tuple(zip(definition.parameters, meant, strict=False))
