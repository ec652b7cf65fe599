import torch
import torch.nn as nn


def train_step(model, x, y, loss_fn, optimizer):
    model.train()
    pred = model(x)
    loss = loss_fn(pred, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"loss: {loss.item():>7f}")


def predict(model, x):
    model.eval()
    with torch.no_grad():
        return model(x)
