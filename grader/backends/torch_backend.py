"""PyTorch, on the CPU or a GPU."""

from grader.backends.library import (
    ON_A_GPU,
    ORDINARY_MODULES,
    SMALL_CASES,
    BackendLibrary,
    Baseline,
    LibraryUse,
    Package,
    SlowModule,
)

DYNAMO = "torch._dynamo"  # the first optimizer imports it, which takes longer than PyTorch itself
CONVOLVING = "_grader_guest.convolving"

TORCH = BackendLibrary(
    name="torch",
    printed="PyTorch",
    packages=(
        Package(
            name="torch",
            uses=("numpy",),
            own_modules=("torch.fx.traceback",),
            usual_imports=("from torch import nn", "import torch.nn.functional as F"),
            preloads=("numpy", "torch", "torch.nn.functional", DYNAMO, CONVOLVING),
            slow=(
                SlowModule(name="torch", mentioned="torch"),
                SlowModule(name=DYNAMO, mentioned="optim"),
                SlowModule(name=CONVOLVING, mentioned=r"(?i)conv2d", warms_up=True),
            ),
        ),
        Package(name="torchvision", kept_by_others=False),
    ),
    forms=("torch", "torch-4d"),
    usual_forms=("torch", "torch-4d"),
    devices=("cpu", "gpu"),
    extra="torch",
    zygote_mib=512,
    variables={"TORCHINDUCTOR_CACHE_DIR": "{work}"},  # read when torch._dynamo is imported
    says_no_gpu=(  # of all builds
        "Torch not compiled with CUDA enabled",
        "Found no NVIDIA driver on your system",
        "No CUDA GPUs are available",
        "No HIP GPUs are available",
        "Cannot initialize CUDA without ATen_cuda library",
        "Tried to instantiate dummy base class",  # torch.cuda.Event and torch.cuda.Stream
    ),
    use=LibraryUse(
        around="""
            tensor as_tensor from_numpy Tensor FloatTensor DoubleTensor half float double long
            is_tensor no_grad inference_mode set_grad_enabled enable_grad set_default_dtype
            set_default_device set_num_threads equal unsqueeze to_device get_default_dtype compile
            jit manual_seed
        """,
        products="mm bmm mv addmm baddbmm conv2d conv1d linear",
    ),
    in_reports=r"torch|パイトーチ",
    meant_by_gpu=True,
    in_labels=r"torch|パイトーチ|(?<![a-z])pt(?![a-z])",
    baselines=(
        Baseline(
            name="torch",
            look="torch",
            drawn="PyTorch",
            mark=("v", 9.0, "▼"),
            colour="purple",
            dashes="5 3",
            in_findings="PyTorch",
        ),
        Baseline(
            name="torch-all",
            look="torch-all",
            drawn="PyTorch, all CPUs",
            mark=("v", 9.0, "▽"),
            colour="purple",
            dashes="3 3",
            hollow=True,
            quoted=False,
        ),
    ),
    beside_all=True,
    largest_timed=3690,
    new_exercise={
        "allowed_imports": [*ORDINARY_MODULES, "torch", "numpy"],
        "requires": ["torch"],
        "device": "gpu",
        "gives": ["torch", "numpy", "lists"],
        "dtype": "float32",
        "precision": "single",
        "cases": SMALL_CASES,
        "limits": ON_A_GPU,
        "sweep": {"first": 64, "last": 2048, "factor": 1.25, "seconds": 3},
    },
    import_line="import torch",
    may_be_absent=True,
    makes="torch.tensor({})",
)
