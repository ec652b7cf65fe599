import torch
import torch.nn as nn


def predict(model, x):
    model.eval()
    with torch.no_grad():
        return model(x).argmax(dim=1)
