import torch
from torch import nn

# クラスは使わずに Sequential で書きました
model = nn.Sequential(
    nn.Conv2d(1, 1, kernel_size=3, padding=1),
    nn.ReLU(),
    nn.Flatten(),
    nn.Linear(16, 2),
)

x = torch.rand(4, 1, 4, 4)
h = x
for layer in model:
    h = layer(h)
    print(layer.__class__.__name__, list(h.shape))
