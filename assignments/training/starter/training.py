"""学習の流れ: 1 回の学習と推論 / One training step, and inference."""

import torch
from torch import nn


def train_step(model, x, y, lr):
    """model を 1 回だけ学習させ、損失を返す。 / Trains the model by one step; returns the loss."""
    raise NotImplementedError


def predict(model, x):
    """重みを変えずに、model の出力を返す。 / Returns the model's output; leaves its weights alone."""
    raise NotImplementedError


if __name__ == "__main__":
    torch.manual_seed(0)
    model = nn.Sequential(
        nn.Conv2d(1, 1, 3, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(16, 2)
    )
    x = torch.randn(8, 1, 4, 4)
    y = torch.randint(0, 2, (8,))
    before = model[0].weight.detach().clone()
    print("loss =", train_step(model, x, y, 0.1))
    print("weight changed =", not torch.equal(before, model[0].weight))
    print("output =", predict(model, x))
