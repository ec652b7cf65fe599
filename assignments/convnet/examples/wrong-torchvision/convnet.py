import torch
import torch.nn as nn
from torchvision import models

model = models.resnet18(weights="DEFAULT")
model.conv1 = nn.Conv2d(1, 64, 3, padding=1)
model.fc = nn.Linear(512, 2)
print(model(torch.zeros(1, 1, 4, 4)).shape)
