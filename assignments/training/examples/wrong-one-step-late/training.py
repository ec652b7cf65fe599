import torch
import torch.nn as nn


def train_step(model, x, y, lr):
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    optimizer.step()
    optimizer.zero_grad()
    loss = nn.CrossEntropyLoss()(model(x), y)
    loss.backward()
