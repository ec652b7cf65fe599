import torch
import torch.nn as nn

model = nn.Sequential(
    nn.Conv2d(1, 1, 3, padding=1),
    nn.ReLU(),
    nn.Flatten(),
    nn.Linear(16, 2),
)

x = torch.arange(16, dtype=torch.float32).reshape(1, 1, 4, 4)
for layer in model:
    x = layer(x)
    print(type(layer).__name__, tuple(x.shape))
