"""The words that exercises have for nets under `calls`, and why something is no net."""

MODEL = "model"  # a torch.nn.Module, or what makes one; its parameters are set by the host
STEP = "step"  # a function that is given a net and trains it by one step
INFERENCE = "inference"  # a function that is given a net, and leaves it as it is

NO_NET, NOT_AS_ASKED = "no-net", "not-as-asked"
"""Why something was not taken, beside the engine's own reasons: keys of `[ui.net.reasons]`."""
