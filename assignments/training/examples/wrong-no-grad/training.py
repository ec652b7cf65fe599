import torch
import torch.nn as nn


def train_step(model, x, y, lr):
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    optimizer.zero_grad()
    with torch.no_grad():
        loss = nn.CrossEntropyLoss()(model(x), y)
    loss.backward()
    optimizer.step()
