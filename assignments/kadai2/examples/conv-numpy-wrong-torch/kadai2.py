import torch
import torch.nn.functional as F


def conv_numpy(x, w):
    x = torch.tensor(x)[None, None]
    return F.conv2d(x, torch.tensor(w)[None, None]).numpy()[0, 0]
