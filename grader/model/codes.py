"""Every check code with its slug. A code is stable for ever and never reused."""

from collections.abc import Mapping
from types import MappingProxyType

SLUGS: Mapping[str, str] = MappingProxyType(
    {
        "INT002": "no-submission",
        "INT004": "ambiguous-files",
        "INT005": "refused-entry",
        "POL001": "forbidden-import",
        "POL002": "dynamic-code",
        "POL003": "module-through-library",
        "POL004": "required-use-missing",
        "RUN001": "unreadable-source",
        "RUN002": "entry-not-found",
        "RUN003": "raised",
        "RUN004": "time-limit",
        "RUN005": "memory-limit",
        "RUN006": "process-died",
        "RUN007": "output-limit",
        "RUN008": "not-a-matrix",
        "RUN009": "tampering",
        "COR001": "wrong-value",
        "COR002": "known-mistake",
        "COR003": "wrong-shape",
        "COR004": "changes-its-input",
        "COR005": "remembers-earlier-calls",
        "COR006": "not-finite",
        "COR007": "low-precision",
        "TIM001": "growth",
        "TIM002": "missing-synchronize",
        "TIM003": "too-slow",
        "TIM004": "too-noisy",
        "TIM005": "implausibly-fast",
        "TIM006": "timing-includes-setup",
    }
)
