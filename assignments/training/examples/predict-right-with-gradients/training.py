import torch
import torch.nn as nn


def predict(model, x):
    model.eval()
    return model(x)
