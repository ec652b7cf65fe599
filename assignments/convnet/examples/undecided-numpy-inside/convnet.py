import numpy as np
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(1, 1, 3, 3))
        self.bias = nn.Parameter(torch.zeros(1))
        self.fc = nn.Linear(16, 2)

    def forward(self, x):
        image = np.pad(x.detach().numpy(), ((0, 0), (0, 0), (1, 1), (1, 1)))
        w = self.weight.detach().numpy()[0, 0]
        out = np.zeros((len(x), 1, 4, 4), dtype=np.float32)
        for i in range(4):
            for j in range(4):
                out[:, 0, i, j] = (image[:, 0, i : i + 3, j : j + 3] * w).sum(axis=(1, 2))
        out = np.maximum(out + self.bias.detach().numpy(), 0)
        return self.fc(torch.from_numpy(out).reshape(len(x), 16))
