from scipy import ndimage


def conv_scipy(x, w):
    return ndimage.correlate(x, w)[1:-1, 1:-1]
