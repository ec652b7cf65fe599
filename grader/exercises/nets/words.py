"""The words that exercises have for nets under `calls`, and why something is no net."""

from collections.abc import Mapping
from types import MappingProxyType

MODEL = "model"  # a torch.nn.Module, or what makes one; its parameters are set by the host
STEP = "step"  # a function that is given a net and trains it by one step
INFERENCE = "inference"  # a function that is given a net, and leaves it as it is

NO_NET, NOT_AS_ASKED = "no-net", "not-as-asked"
REASONS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        NO_NET: {
            "ja": "モデルではないか、引数なしでは作れません",
            "en": "is no model, or cannot be made without arguments",
        },
        NOT_AS_ASKED: {
            "ja": "課題で決められた引数では呼べません",
            "en": "cannot be called with the arguments that the assignment names",
        },
    }
)
"""Why something was not taken, beside the engine's own reasons."""
