import torch
import torch.nn as nn


def predict(model, x):
    model.eval()
    with torch.no_grad():
        return torch.softmax(model(x), dim=1)
