"""What the parameters of a function that is given a net stand for."""

from collections.abc import Mapping
from types import MappingProxyType

from grader.model.course import Calls
from grader.model.static import Definition

MODEL, X, Y, RATE, LOSS, OPTIMIZER = "model", "x", "y", "lr", "loss", "optimizer"
BATCH, LOADER, DEVICE, EPOCHS = "batch", "loader", "device", "epochs"

WORDS: Mapping[str, str] = MappingProxyType(
    {
        MODEL: "model net network module m cnn mlp nn_model convnet classifier",
        X: """
            x xb bx inputs input inp data image images img imgs batch_x x_batch x_train train_x
            features xs samples sample input_data input_tensor x_data
        """,
        Y: """
            y yb by target targets label labels lab t tgt batch_y y_batch y_train train_y y_true
            answer answers ys teacher gt ground_truth correct output_data y_data
        """,
        RATE: "lr learning_rate learningrate eta alpha step_size rate lrate",
        LOSS: """
            loss_fn criterion loss_function lossfn loss_func lossfunc lossfun loss_f loss crit cost
            cost_fn objective loss_fun
        """,
        OPTIMIZER: "optimizer opt optim optimiser sgd solver",
        BATCH: "batch minibatch mini_batch pair",
        LOADER: """
            dataloader loader data_loader train_loader trainloader train_dataloader batches
            training_loader train_dl dl train_data_loader
        """,
        DEVICE: "device dev",
        EPOCHS: "epochs epoch n_epochs num_epochs steps n_steps num_steps",
    }
)
NAMES = {role: frozenset(words.split()) for role, words in WORDS.items()}
"""What learners call each, in small letters."""

BY_PLACE: Mapping[Calls, Mapping[int, tuple[str, ...]]] = MappingProxyType(
    {
        Calls.STEP: {
            4: (MODEL, X, Y, RATE),
            5: (MODEL, X, Y, LOSS, OPTIMIZER),
        },
        Calls.INFERENCE: {2: (MODEL, X)},
    }
)
"""What is meant where the names do not say."""

NEEDED = {
    Calls.STEP: ((MODEL,), (X, BATCH, LOADER), (Y, BATCH, LOADER)),
    Calls.INFERENCE: ((MODEL,), (X,)),
}
Roles = tuple[tuple[str, str], ...]


def roles(definition: Definition, calls: Calls) -> Roles | None:
    """Pairs parameters with what they are given; None where nobody can tell.

    A parameter with a default of the student's choice keeps it, but for the learning rate and what
    the exercise gives.
    """
    found: list[tuple[str, str]] = []
    for place, name in enumerate(definition.parameters):
        role = _role(name, calls)
        if role is None and place < definition.required:
            return _by_place(definition, calls)
        if role is not None and not (role == EPOCHS and place >= definition.required):
            found.append((name, role))
    named = {role for _, role in found}
    if len(named) != len(found) or not all(named & {*any_of} for any_of in NEEDED[calls]):
        return _by_place(definition, calls)
    return tuple(found)


def _role(name: str, calls: Calls) -> str | None:
    low = name.lower().strip("_")
    role = next((role for role, names in NAMES.items() if low in names), None)
    inference = calls is Calls.INFERENCE
    return None if inference and role not in {MODEL, X, DEVICE} else role


def _by_place(definition: Definition, calls: Calls) -> Roles | None:
    """Takes the order of the handout where as many are asked for."""
    meant = BY_PLACE[calls].get(definition.required)
    if meant is None or len(definition.parameters) < len(meant):
        return None
    return tuple(zip(definition.parameters, meant, strict=False))
