import torch
import torch.nn as nn


def train_step(model, x, y, lr):
    model.train()
    opt = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.0)
    opt.zero_grad(set_to_none=False)
    loss = nn.NLLLoss()(torch.log_softmax(model(x), dim=1), y)
    loss.backward()
    opt.step()


def predict(model, x):
    model.eval()
    with torch.no_grad():
        return model(x)
