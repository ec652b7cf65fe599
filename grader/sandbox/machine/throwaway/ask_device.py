"""Print what PyTorch and CuPy see, as one line of JSON. Run as a program, never imported.

Arguments: the libraries to ask, in order, or "driver" for NVIDIA's. A failed import is reported as
an answer too.
"""

import ctypes
import importlib
import json
import sys
from typing import Any

PER_MIB = 2**20


def main(names: list[str]) -> None:
    """Ask each library named."""
    asking = {"torch": ask_torch, "cupy": ask_cupy, "driver": ask_driver}
    answer: dict[str, Any] = {}
    for name in names:
        try:
            answer[name] = asking[name]()
        except Exception as error:  # noqa: BLE001 - any exception of a driver is the answer
            answer[name] = {"error": f"{type(error).__name__}: {error}"}
    sys.stdout.write("\n" + json.dumps(answer) + "\n")


def ask_driver() -> dict[str, Any]:
    """Return the newest CUDA that the driver supports, as 12080 for 12.8."""
    version = ctypes.c_int()
    failed = ctypes.CDLL("libcuda.so.1").cuDriverGetVersion(ctypes.byref(version))
    return {"cuda": 0 if failed else version.value}


def ask_torch() -> dict[str, Any]:
    """Describe the build of PyTorch and its devices."""
    torch: Any = importlib.import_module("torch")
    answer: dict[str, Any] = {
        "version": torch.__version__,
        "hip": torch.version.hip or "",
        "cuda": torch.version.cuda or "",
        "available": bool(torch.cuda.is_available()),
    }
    if answer["available"]:
        answer["arch_list"] = list(torch.cuda.get_arch_list())
    elif answer["hip"] or answer["cuda"]:
        answer["error"] = _why_not(torch)
    count = torch.cuda.device_count() if answer["available"] else 0
    answer["devices"] = [_torch_device(torch, index) for index in range(count)]
    return answer


def _why_not(torch: Any) -> str:
    """Initialise the driver for its error message."""
    try:
        torch.cuda.init()
    except Exception as error:  # noqa: BLE001 - the message is the result
        return f"{type(error).__name__}: {error}"
    return ""


def _torch_device(torch: Any, index: int) -> dict[str, Any]:
    device = torch.cuda.get_device_properties(index)
    arch = (
        getattr(device, "gcnArchName", "")
        if torch.version.hip
        else f"sm_{device.major}{device.minor}"
    )
    free, total = torch.cuda.mem_get_info(index)
    return {
        "name": device.name,
        "arch": arch.split(":")[0],  # "gfx90a:sramecc+:xnack-"
        "memory_mib": total // PER_MIB,
        "free_mib": free // PER_MIB,
        "pci": _pci(device),
    }


def _pci(device: Any) -> str:
    """Format as "0000:03:00.0"; "" if the library does not report it."""
    return _address(
        [getattr(device, f"pci_{part}_id", None) for part in ("domain", "bus", "device")]
    )


def _address(parts: list[Any]) -> str:
    return "" if None in parts else "{:04x}:{:02x}:{:02x}.0".format(*parts)


def ask_cupy() -> dict[str, Any]:
    """Describe the build of CuPy and its devices."""
    cupy: Any = importlib.import_module("cupy")
    runtime = cupy.cuda.runtime
    hip = bool(runtime.is_hip)
    answer: dict[str, Any] = {"version": cupy.__version__, "is_hip": hip, "available": False}
    answer["runtime"] = runtime.runtimeGetVersion()
    answer["driver"] = runtime.driverGetVersion()
    count = runtime.getDeviceCount()
    answer["devices"] = [_cupy_device(cupy, index, hip=hip) for index in range(count)]
    answer["available"] = count > 0
    return answer


def _cupy_device(cupy: Any, index: int, *, hip: bool) -> dict[str, Any]:
    device = cupy.cuda.runtime.getDeviceProperties(index)
    with cupy.cuda.Device(index):
        free, total = cupy.cuda.runtime.memGetInfo()
    arch = (
        device.get("gcnArchName", b"").decode() if hip else f"sm_{device['major']}{device['minor']}"
    )
    return {
        "name": device["name"].decode(),
        "arch": arch.split(":")[0],
        "memory_mib": total // PER_MIB,
        "free_mib": free // PER_MIB,
        "pci": _address([device.get(f"pci{part}ID") for part in ("Domain", "Bus", "Device")]),
    }


if __name__ == "__main__":
    main(sys.argv[1:])
