import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 1, 3, padding=1)
        self.fc = nn.Linear(16, 2)
        self.softmax = nn.Softmax(dim=1)

    def forward(self, x):
        x = torch.relu(self.conv(x))
        x = torch.flatten(x, start_dim=1)
        return self.softmax(self.fc(x))


model = Net()
y = model(torch.randn(3, 1, 4, 4))
print(y, y.sum(dim=1))
