import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 1, 3, padding=1)
        self.relu = nn.ReLU()
        self.flatten = nn.Flatten()
        self.fc = nn.Linear(16, 2)

    def forward(self, x):
        x = self.conv(x)
        x = self.relu(x)
        x = self.flatten(x)
        return self.fc(x)


model = Net()
x = torch.randn(1, 1, 4, 4)
print("input", x.shape)
print("conv", model.conv(x).shape)
print("output", model(x).shape)
for name, parameter in model.named_parameters():
    print(name, parameter.shape)
