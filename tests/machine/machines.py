"""Machines as somebody could have recorded them, each with the lines that it must be told.

Names, versions and messages are those of real builds; the machines are made up.
"""

from msgspec.structs import replace

from grader.machine.diagnosis import DiagnosisLevel
from grader.machine.facts import DeviceNode, LibraryBuild, MachineFacts, SeenDevice

OK, WARNING, PROBLEM = DiagnosisLevel.OK, DiagnosisLevel.WARNING, DiagnosisLevel.PROBLEM
Told = tuple[DiagnosisLevel, str, str]  # level, key, part of the command or of a link

HIP_TORCH = LibraryBuild(
    distributions=(("torch", "2.9.1+rocm6.4"),),
    hip="6.4.43484-123eb5128",
    devices=(
        SeenDevice(name="AMD Instinct MI210", arch="gfx90a", memory_mib=65520, free_mib=65000),
    ),
    archs=("gfx900", "gfx90a", "gfx942", "gfx1030", "gfx1100"),
)
CUDA_TORCH = LibraryBuild(
    distributions=(("torch", "2.9.1+cu128"),),
    cuda="12.8",
    devices=(SeenDevice(name="NVIDIA H200", arch="sm_90", memory_mib=143771, free_mib=143000),),
    archs=("sm_75", "sm_80", "sm_90", "sm_120"),
)
NO_DRIVER = replace(
    CUDA_TORCH, devices=(), error="RuntimeError: The NVIDIA driver on your system is too old"
)
CPU_TORCH = LibraryBuild(distributions=(("torch", "2.9.1+cpu"),))
MI210 = HIP_TORCH.devices
AMD_CUPY = LibraryBuild(distributions=(("amd-cupy", "13.5.1"),), hip="60443484", devices=MI210)
NO_LIBRARY = "ImportError: libamdhip64.so.{}: cannot open shared object file: No such file"
CUPY_FOR_7 = LibraryBuild(distributions=(("cupy-rocm-7-0", "14.2.0"),), error=NO_LIBRARY.format(7))
CUDA_CUPY = LibraryBuild(
    distributions=(("cupy-cuda12x", "13.6.0"),), cuda="12080", devices=CUDA_TORCH.devices
)
KFD, RENDER = DeviceNode(path="/dev/kfd", usable=True, group="render"), "/dev/dri/renderD128"
AMD_NODES = (KFD, DeviceNode(path=RENDER, usable=True, group="render"))
NVIDIA_NODES = tuple(
    DeviceNode(path=path, usable=True, group="root")
    for path in ("/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia0")
)
ROCM_6 = MachineFacts(
    vendors=("AMD",),
    nodes=AMD_NODES,
    user="ta",
    groups=("render", "video"),
    rocm="6.4.1",
    driver="6.12.12",
    torch=HIP_TORCH,
    cupy=AMD_CUPY,
)
H200 = MachineFacts(
    vendors=("NVIDIA",),
    nodes=NVIDIA_NODES,
    user="ta",
    driver="570.133.20",
    driver_cuda="12.8",
    torch=CUDA_TORCH,
    cupy=CUDA_CUPY,
)
RX_7900 = SeenDevice(name="Radeon RX 7900 XTX", arch="gfx1100", memory_mib=24560, free_mib=24000)
TWO = tuple(replace(one, name=f"{one.name} {number}") for number, one in enumerate(MI210 * 2))

MACHINES: dict[str, tuple[MachineFacts, tuple[Told, ...]]] = {
    "laptop with nothing": (
        MachineFacts(user="ta"),
        ((OK, "none", ""), (OK, "torch_absent", "pytorch.org")),
    ),
    "laptop with PyTorch": (
        MachineFacts(torch=CPU_TORCH),
        ((OK, "none", ""), (OK, "torch_on_cpu", "")),
    ),
    "MI210 and ROCm 6.4, with AMD's CuPy": (
        ROCM_6,
        (
            (OK, "fits_rocm", "pytorch.org"),
            (OK, "torch_hip", ""),
            (OK, "cupy", ""),
            (OK, "device", ""),
        ),
    ),
    "ROCm 6.4 with CuPy for 7": (
        replace(ROCM_6, cupy=CUPY_FOR_7),
        ((PROBLEM, "cupy_fails_for_other_rocm", "pip uninstall -y cupy-rocm-7-0"),),
    ),
    "ROCm 6.4 without CuPy": (
        replace(ROCM_6, cupy=LibraryBuild()),
        ((WARNING, "cupy_absent", "docs.cupy.dev"),),
    ),
    "ROCm 8 without PyTorch and with CuPy for 7": (
        replace(ROCM_6, rocm="8.0.0", torch=LibraryBuild(), cupy=CUPY_FOR_7),
        (
            (WARNING, "torch_absent", "pytorch.org"),
            (PROBLEM, "cupy_fails_for_other_rocm", "docs.cupy.dev"),
        ),
    ),
    "ROCm only inside PyTorch's wheel": (
        replace(ROCM_6, rocm="", cupy=CUPY_FOR_7),
        ((PROBLEM, "cupy_fails_without_rocm", "amdgpu-install --usecase=rocm https://rocm.docs"),),
    ),
    "ROCm 7 on a chip that CuPy's wheel has no code for": (
        replace(
            ROCM_6,
            rocm="7.0.2",
            torch=replace(HIP_TORCH, devices=(replace(RX_7900, arch="gfx1151"),)),
            cupy=replace(CUPY_FOR_7, error="hipErrorNoBinaryForGpu"),
        ),
        (
            (PROBLEM, "cupy_fails", "docs.cupy.dev"),
            (WARNING, "no_code", "--selftest"),
        ),
    ),
    "CuPy for CUDA on ROCm": (
        replace(
            ROCM_6,
            cupy=LibraryBuild(distributions=CUDA_CUPY.distributions, error="ImportError: libcuda"),
        ),
        ((PROBLEM, "cupy_for_other", "pip uninstall -y cupy-cuda12x"),),
    ),
    "CuPy for ROCm on NVIDIA": (
        replace(H200, cupy=CUPY_FOR_7),
        ((PROBLEM, "cupy_for_other", "pip uninstall -y cupy-rocm-7-0"),),
    ),
    "two builds of CuPy": (
        replace(
            ROCM_6,
            cupy=LibraryBuild(distributions=(("amd-cupy", "13.5.1"), ("cupy-rocm-7-0", "14.2.0"))),
        ),
        ((PROBLEM, "cupy_twice", "pip uninstall -y amd-cupy cupy-rocm-7-0"),),
    ),
    "RX 7900 with an override": (
        replace(
            ROCM_6,
            torch=replace(HIP_TORCH, devices=(RX_7900,)),
            variables={"HSA_OVERRIDE_GFX_VERSION": "11.0.0"},
        ),
        ((WARNING, "override", "--selftest"), (OK, "device", "")),
    ),
    "a site's own ROCm that others can write": (
        replace(ROCM_6, unshown=("/sw/rocm/6.4",)),
        ((WARNING, "unshown", "ls -ld /sw/rocm/6.4"), (OK, "device", "")),
    ),
    "not in the group render": (
        replace(
            ROCM_6,
            groups=("ta",),
            nodes=tuple(replace(node, usable=False) for node in AMD_NODES),
            torch=replace(HIP_TORCH, devices=(), error="RuntimeError: No HIP GPUs are available"),
        ),
        ((PROBLEM, "shut", "usermod -aG render,video"), (PROBLEM, "torch_sees_none", "")),
    ),
    "a group of this university's own": (
        replace(ROCM_6, nodes=(replace(KFD, usable=False, group="gpu"), AMD_NODES[1])),
        ((PROBLEM, "shut", "usermod -aG gpu "),),
    ),
    "PyTorch for CUDA on an AMD machine": (
        replace(ROCM_6, torch=replace(CUDA_TORCH, devices=(), error="no NVIDIA driver")),
        ((PROBLEM, "torch_for_other", "pytorch.org"),),
    ),
    "PyTorch for the CPU on an AMD machine": (
        replace(ROCM_6, rocm="7.1.0", torch=CPU_TORCH),
        ((PROBLEM, "torch_for_cpu", "pytorch.org"),),
    ),
    "PyTorch for the CPU on NVIDIA": (
        replace(H200, torch=CPU_TORCH),
        ((PROBLEM, "torch_for_cpu", "pytorch.org"),),
    ),
    "H200 with CUDA 12.8": (
        H200,
        (
            *((OK, "driver_nvidia", ""), (OK, "fits_cuda", "docs.cupy.dev")),
            *((OK, "torch_cuda", ""), (OK, "cupy", ""), (OK, "device", "")),
        ),
    ),
    "H200 without CuPy": (
        replace(H200, cupy=LibraryBuild()),
        ((WARNING, "cupy_absent", "docs.cupy.dev"),),
    ),
    "a driver that is too old": (
        replace(H200, driver="470.256.02", driver_cuda="11.4", torch=NO_DRIVER),
        ((PROBLEM, "old_driver", "ubuntu-drivers install https://pytorch.org"),),
    ),
    "CUDA 13 with a driver for 12": (
        replace(H200, torch=replace(NO_DRIVER, cuda="13.0")),
        ((PROBLEM, "old_driver", ""),),
    ),
    "CUDA 13 with a driver for 12 and NVIDIA's package for that": (
        replace(H200, torch=replace(CUDA_TORCH, cuda="13.0")),
        ((OK, "torch_cuda", ""),),
    ),
    "CUDA 12.9 with a driver for 12.8": (
        replace(H200, torch=replace(CUDA_TORCH, cuda="12.9")),
        ((OK, "torch_cuda", ""),),
    ),
    "a driver that does not answer which CUDA it runs": (
        replace(H200, driver_cuda=""),
        ((OK, "driver_nvidia", ""), (OK, "torch_cuda", "")),
    ),
    "WSL": (
        MachineFacts(
            wsl=True,
            nodes=(DeviceNode(path="/dev/dxg", usable=True, group="root"),),
            torch=CUDA_TORCH,
            cupy=CUDA_CUPY,
        ),
        ((OK, "wsl", ""), (OK, "torch_cuda", ""), (OK, "device", "")),
    ),
    "a container without /dev/kfd": (
        MachineFacts(vendors=("AMD",), in_container=True, torch=HIP_TORCH),
        ((PROBLEM, "no_nodes_in_container", "--device=/dev/kfd"),),
    ),
    "a container without NVIDIA's files": (
        MachineFacts(vendors=("NVIDIA",), in_container=True, torch=CUDA_TORCH),
        ((PROBLEM, "no_nodes_in_container", "--gpus all"),),
    ),
    "a card without its driver": (
        MachineFacts(vendors=("NVIDIA",), torch=CUDA_TORCH),
        ((PROBLEM, "no_driver", "ubuntu-drivers"),),
    ),
    "two GPUs, one hidden": (
        replace(ROCM_6, variables={"HIP_VISIBLE_DEVICES": "1"}),
        ((OK, "hidden", ""),),
    ),
    "two GPUs, hidden twice": (
        replace(
            ROCM_6,
            torch=replace(HIP_TORCH, devices=()),
            variables={"HIP_VISIBLE_DEVICES": "1", "ROCR_VISIBLE_DEVICES": "1"},
        ),
        (
            (WARNING, "hidden_twice", "unset ROCR_VISIBLE_DEVICES HIP_VISIBLE_DEVICES"),
            (PROBLEM, "torch_sees_none", ""),
        ),
    ),
    "every device hidden": (
        replace(H200, variables={"CUDA_VISIBLE_DEVICES": ""}),
        ((PROBLEM, "all_hidden", "unset CUDA_VISIBLE_DEVICES"),),
    ),
    "two GPUs, one of them full": (
        replace(
            ROCM_6,
            torch=replace(HIP_TORCH, devices=(TWO[0], replace(TWO[1], free_mib=100))),
        ),
        ((OK, "device", ""), (WARNING, "device_full", "amd-smi")),
    ),
    "somebody else's GPU beside our own": (
        replace(
            ROCM_6,
            nodes=(*AMD_NODES, DeviceNode(path="/dev/dri/renderD129", usable=False, group="x")),
        ),
        ((OK, "open", ""),),
    ),
    "a driver that hangs": (
        replace(H200, torch=replace(CUDA_TORCH, devices=(), error="no answer", hangs=True)),
        ((PROBLEM, "hangs", "dmesg"),),
    ),
}
