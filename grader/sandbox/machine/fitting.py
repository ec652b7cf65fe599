"""Which builds of PyTorch and CuPy fit a machine, and the command that installs them. Pure.

CuPy's wheels, from its installation guide and the package index: `cupy-rocm-7-0` for ROCm 7,
`cupy-rocm-5-0` for ROCm 5 (the last is 13.3), nothing for ROCm 6: `cupy-rocm-6-0` was never
published, and AMD gives its own build, `amd-cupy`, from its own index (the `amd-cupy` of the
public index is an empty placeholder). `cupy-cuda12x` and `cupy-cuda13x` for NVIDIA.
"""

import re
from dataclasses import dataclass

from grader.sandbox.machine.facts import MachineFacts

AMD_CUPY = "PIP_EXTRA_INDEX_URL=https://pypi.amd.com/simple pip install amd-cupy"
FROM_SOURCE = "CUPY_INSTALL_USE_HIP=1 ROCM_HOME=/opt/rocm HCC_AMDGPU_TARGET={arch} pip install cupy"
WHEELS = "https://download.pytorch.org/whl"
ROCM_CUPY = {5: "pip install cupy-rocm-5-0", 6: AMD_CUPY, 7: "pip install cupy-rocm-7-0"}
MISSING = re.compile(r"libamdhip64\.so\.(\d+)")
FIRST_CUDA_13 = 580  # the first driver that serves CUDA 13


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """What would put it right; `case` is added to the key of a line's sentence."""

    command: str = ""
    case: str = ""


def torch_for(facts: MachineFacts) -> str:
    """Gives the command that installs the build of PyTorch for this machine's GPU."""
    if facts.vendor == "AMD":
        version = "7.1" if _major(facts.rocm) == 7 else "6.4"  # noqa: PLR2004 - ROCm 7
        return f"pip install --force-reinstall torch -i {WHEELS}/rocm{version}"
    version = "cu130" if _major(facts.driver) >= FIRST_CUDA_13 else "cu128"
    return f"pip install --force-reinstall torch -i {WHEELS}/{version}"


def cupy_for(facts: MachineFacts) -> Remedy:
    """Gives the command that installs the build of CuPy for this machine's GPU."""
    if facts.vendor != "AMD":
        cuda = _major(facts.torch.cuda) or (13 if _major(facts.driver) >= FIRST_CUDA_13 else 12)
        return _after_removal(facts, f"pip install cupy-cuda{cuda}x")
    rocm = _major(facts.rocm)
    if not rocm:
        return Remedy(command="sudo amdgpu-install --usecase=rocm", case="_without_rocm")
    missing = MISSING.search(facts.cupy.error)
    if missing and int(missing[1]) != rocm:
        return _after_removal(facts, ROCM_CUPY.get(rocm, ""), "_for_other_rocm")
    right = ROCM_CUPY.get(rocm, "")
    if facts.cupy.installed and facts.cupy.distributions[0][0] in right:
        # The right wheel, and yet it fails: this device's code may be missing in it.
        arch = next((seen.arch for seen in facts.torch.devices), "gfxNNNN")
        return _after_removal(facts, FROM_SOURCE.format(arch=arch))
    return _after_removal(facts, right)


def _after_removal(facts: MachineFacts, command: str, case: str = "") -> Remedy:
    """Puts the removal of what is there before the command: two builds overwrite each other."""
    names = " ".join(name for name, _ in facts.cupy.distributions)
    removal = f"pip uninstall -y {names} && " if names else ""
    return Remedy(command=removal + command, case=case)


def _major(version: str) -> int:
    found = re.match(r"\d+", version)
    return int(found[0]) if found else 0
