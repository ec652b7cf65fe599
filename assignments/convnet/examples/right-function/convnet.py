import torch
from torch import nn


def make_model():
    return nn.Sequential(
        nn.Conv2d(1, 1, kernel_size=3, padding="same"),
        nn.ReLU(inplace=True),
        nn.Flatten(),
        nn.Linear(16, 2),
    )


if __name__ == "__main__":
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model = make_model().to(device)
    print(model)
    print(model(torch.zeros(1, 1, 4, 4, device=device)))
