import torch
import torch.nn.functional as F


# optimizer を使わずに手で更新する
def train_step(net, images, labels, eta):
    net.train()
    loss = F.cross_entropy(net(images), labels)
    grads = torch.autograd.grad(loss, tuple(net.parameters()))
    with torch.no_grad():
        for p, g in zip(net.parameters(), grads):
            p -= eta * g
    return loss.detach()


@torch.no_grad()
def predict(net, images):
    net.eval()
    return net(images)
