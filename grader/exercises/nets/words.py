"""The words under `calls` for nets, and the reasons why something is no net."""

MODEL = "model"  # a torch.nn.Module, or a function that returns one; the host sets its parameters
STEP = "step"  # a function that takes a net and trains it by one step
INFERENCE = "inference"  # a function that takes a net, and does not change it

NO_NET, NOT_AS_ASKED = "no-net", "not-as-asked"
"""Reasons for rejection, besides the engine's own: keys of `[ui.net.reasons]`."""
