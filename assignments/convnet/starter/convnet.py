"""深層学習: 畳み込みニューラルネットの順伝播 / The forward pass of a convolutional net."""

import torch
from torch import nn


class Net(nn.Module):
    """Conv2d(1, 1, 3, padding=1) → ReLU → Flatten → Linear(16, 2)."""

    def __init__(self):
        super().__init__()
        # ここに層を書く。 / Write the layers here.

    def forward(self, x):
        # x は (バッチ, 1, 4, 4)。出力は (バッチ, 2)。 / x is (batch, 1, 4, 4), the output (batch, 2).
        raise NotImplementedError


if __name__ == "__main__":
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model = Net().to(device)
    x = torch.arange(16, dtype=torch.float32, device=device).reshape(1, 1, 4, 4)
    with torch.no_grad():
        print(model(x).shape)
    for name, parameter in model.named_parameters():
        print(name, tuple(parameter.shape))
