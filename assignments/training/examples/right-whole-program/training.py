import torch
import torch.nn as nn


def train_step(net, data, target, learning_rate):
    net.train()
    optimizer = torch.optim.SGD(net.parameters(), lr=learning_rate)
    optimizer.zero_grad()
    pred = net(data)
    loss = nn.CrossEntropyLoss()(pred, target)
    loss.backward()
    optimizer.step()
    return loss.item()

def predict(model, x):
    model.eval()
    with torch.no_grad():
        return model(x)


if __name__ == "__main__":
    import time

    net = nn.Sequential(nn.Conv2d(1, 1, 3, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(16, 2))
    x = torch.randn(8, 1, 4, 4)
    y = torch.randint(0, 2, (8,))
    before = net[0].weight.detach().clone()
    start = time.perf_counter()
    for epoch in range(10):
        print(epoch, train_step(net, x, y, 0.1))
    training = time.perf_counter() - start
    start = time.perf_counter()
    for epoch in range(10):
        predict(net, x)
    inference = time.perf_counter() - start
    print("weight changed =", not torch.equal(before, net[0].weight))
    print("training / inference =", training / inference)
