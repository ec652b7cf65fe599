import torch
import torch.nn as nn


def train_step(model, x, y, lr):
    model.train()
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    optimizer.zero_grad()
    pred = model(x)
    loss = nn.CrossEntropyLoss()(pred, y)
    loss.backward()
    optimizer.step()
    return loss.item()
