import torch
import torch.nn as nn


def predict(model, x):
    model.eval()
    out = model(x)
    out.sum().backward()
    with torch.no_grad():
        for p in model.parameters():
            p -= 0.01 * p.grad
    return out.detach()
