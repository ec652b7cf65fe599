# 課題 深層学習: 順伝播
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.conv1 = nn.Conv2d(1, 1, 3, padding=1)
        self.relu = nn.ReLU()
        self.flatten = nn.Flatten()
        self.fc1 = nn.Linear(16, 2)

    def forward(self, x):
        print("入力  ", tuple(x.shape))
        x = self.conv1(x)
        print("conv1 ", tuple(x.shape))
        x = self.relu(x)
        print("relu  ", tuple(x.shape))
        x = self.flatten(x)
        print("flatten", tuple(x.shape))
        x = self.fc1(x)
        print("fc1   ", tuple(x.shape))
        return x


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = Net().to(device)
image = torch.arange(16.0).view(1, 1, 4, 4).to(device)
with torch.no_grad():
    out = model(image)
print(out)
total = sum(p.numel() for p in model.parameters())
print("パラメータの数:", total)
