import torch
import torch.nn as nn


def train_one_step(model, optimizer, criterion, inputs, labels):
    model.train()
    optimizer.zero_grad()
    outputs = model(inputs)
    loss = criterion(outputs, labels)
    loss.backward()
    optimizer.step()
    return loss


def predict(model, x):
    model.eval()
    with torch.no_grad():
        return model(x)
