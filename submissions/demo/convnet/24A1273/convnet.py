import torch
import torch.nn as nn
import torch.nn.functional as F


class CNN(nn.Module):
    """padding を忘れたら Linear の形が合わないと言われたので 4 に直した。"""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 1, 3)
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        x = F.relu(self.conv(x))
        x = x.view(x.size(0), -1)
        return self.fc(x)


if __name__ == "__main__":
    net = CNN()
    print(net(torch.randn(1, 1, 4, 4)).shape)
