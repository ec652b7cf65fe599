import time

import torch
import torch.nn as nn


def train_step(model, x, y, lr):
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    criterion = nn.CrossEntropyLoss()

    optimizer.zero_grad()
    pred = model(x)
    loss = criterion(pred, y)
    loss.backward()
    optimizer.step()
    return loss.item()


def predict(model, x):
    model.eval()
    with torch.no_grad():
        return model(x)


def main():
    model = nn.Sequential(nn.Conv2d(1, 1, 3, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(16, 2))
    x, y = torch.randn(8, 1, 4, 4), torch.randint(0, 2, (8,))
    times = {}
    for name, work in (("学習", lambda: train_step(model, x, y, 0.1)), ("推論", lambda: predict(model, x))):
        work()
        start = time.perf_counter()
        for _ in range(100):
            work()
        times[name] = (time.perf_counter() - start) / 100
        print(name, times[name])
    print("学習 / 推論 =", times["学習"] / times["推論"])


if __name__ == "__main__":
    main()
