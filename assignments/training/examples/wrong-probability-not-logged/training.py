import torch
import torch.nn as nn


def train_step(model, x, y, lr):
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    optimizer.zero_grad()
    pred = model(x)
    loss = nn.NLLLoss()(torch.softmax(pred, dim=1), y)
    loss.backward()
    optimizer.step()
    return loss.item()
