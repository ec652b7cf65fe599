import torch
import torch.nn as nn
import torch.nn.functional as F


class SimpleCNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.c1 = nn.Conv2d(in_channels=1, out_channels=1, kernel_size=3, padding=1)
        self.l1 = nn.Linear(1 * 4 * 4, 2)

    def forward(self, x):
        x = F.relu(self.c1(x))
        x = torch.flatten(x, 1)
        return self.l1(x)
