import torch
import torch.nn as nn


def train_step(model, x, y, lr):
    model.train()
    parameters = list(model.parameters())
    loss = nn.functional.cross_entropy(model(x), y)
    gradients = torch.autograd.grad(loss, parameters)
    with torch.no_grad():
        for p, g in zip(parameters, gradients):
            p.sub_(lr * g)
    return loss.item()


def predict(model, x):
    model.eval()
    with torch.no_grad():
        return model(x)
