"""Kernels of real traces are traced back to their libraries, and no name is guessed."""

import csv
from pathlib import Path

import pytest

from grader.sandbox.kernels import libraries_of, served_by

TABLE = Path(__file__).parents[2] / "data" / "kernel_names.tsv"
OURS = {
    "hipBLASLt (TensileLite)": "hipBLASLt",
    "rocBLAS (Tensile)": "rocBLAS",
    "MIOpen (Composable Kernel)": "MIOpen",
    "cuBLAS (CUTLASS)": "cuBLAS",
    "cuBLAS/cuBLASLt": "cuBLAS",
    "PyTorch native": "ATen",
    "Triton/Inductor": "Triton",
    "RCCL/NCCL": "RCCL",
    "unknown": "",
}
SGEMM = "Cijk_Alik_Bljk_SB_MT128x128x16_SN_1LDSB0_APM1_ABV0_ACED0"


def rows() -> list[dict[str, str]]:
    """The table's rows."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_every_name_of_the_table() -> None:
    """All 524 kernels, by their names alone."""
    wrong = [
        (row["kernel_name"][:80], served_by(row["kernel_name"]))
        for row in rows()
        if served_by(row["kernel_name"]) != OURS.get(row["library"], row["library"])
    ]
    assert len(rows()) == 524
    assert wrong == []


def test_convolutions_of_the_table_belong_to_who_was_asked() -> None:
    """Under MIOpen's operation no kernel is somebody else's, whatever it is called."""
    for row in rows():
        asked = {"aten::miopen_convolution": "MIOpen", "aten::cudnn_convolution": "cuDNN"}
        if row["aten_op"] in asked:
            assert served_by(row["kernel_name"], row["aten_op"]).startswith(asked[row["aten_op"]])


@pytest.mark.parametrize(
    ("kernel", "parent", "library"),
    [
        (SGEMM, "aten::addmm", "rocBLAS"),
        (SGEMM, "aten::miopen_convolution", "MIOpen (rocBLAS)"),
        (SGEMM, "aten::_slow_conv2d_forward", "rocBLAS"),  # float64 never meets MIOpen
        ("Cijk_Ailk_Bljk_S_B_Bias_HA_S_SAV_UserArgs_MT16x16x128_MI", "aten::mm", "hipBLASLt"),
        ("miopenSp3AsmConv_v30_3_1_gfx9_fp32_f2x3_stride1", "", "MIOpen"),
        ("naive_conv_ab_nonpacked_fwd_nhwc_float_double_float", "", "MIOpen"),
        ("ampere_sgemm_128x64_tn", "aten::mm", "cuBLAS"),
        ("void cudnn::detail::implicit_convolve_sgemm<float, float, 128, 6, 7>", "", "cuDNN"),
        ("triton_poi_fused_addmm_gelu_view_15", "", "Triton"),
        ("my_own_gemm", "aten::mm", ""),
        ("", "", ""),
    ],
)
def test_names_beyond_the_table(kernel: str, parent: str, library: str) -> None:
    """Names from sources and issue threads; what nobody knows stays unknown."""
    assert served_by(kernel, parent) == library


def test_libraries_once_each_in_order() -> None:
    """Unknown ones are left out."""
    pairs = [(SGEMM, "aten::mm"), ("what", ""), (SGEMM, "aten::mm"), ("igemm_fwd_gtcx3", "")]
    assert libraries_of(pairs) == ("rocBLAS", "MIOpen")
