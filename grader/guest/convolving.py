"""A first convolution with PyTorch, for the children of a class that all convolve: import this.

oneDNN writes machine code for each size of image, and of some sizes, such as 1,024 rows, that are
35 MB for turning the result round: 0.15 s, which the children of whoever has done it are spared.
"""

import sys
from typing import Any

ROWS = 1024  # what large images mostly have

torch: Any = sys.modules["torch"]
threads = torch.get_num_threads()
torch.set_num_threads(1)  # other threads would be missing in a child
with torch.no_grad():
    torch.nn.functional.conv2d(torch.ones(1, 1, ROWS, ROWS), torch.ones(1, 1, 3, 3))
torch.set_num_threads(threads)
del torch
