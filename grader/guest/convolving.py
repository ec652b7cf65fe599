"""Importing this runs a first PyTorch convolution, for a class whose children all convolve.

oneDNN generates machine code for each image size. For some sizes, such as 1,024 rows, that is 35 MB
for transposing the result: 0.15 s, which forked children then save.
"""

import sys
from typing import Any

ROWS = 1024  # usual size of large images

torch: Any = sys.modules["torch"]
threads = torch.get_num_threads()
torch.set_num_threads(1)  # a forked child would lack other threads
with torch.no_grad():
    torch.nn.functional.conv2d(torch.ones(1, 1, ROWS, ROWS), torch.ones(1, 1, 3, 3))
torch.set_num_threads(threads)
del torch
