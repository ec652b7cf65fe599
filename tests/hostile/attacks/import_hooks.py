#: does: installs import hooks and shadows the library's modules
#: allow: builtins sys
#: ends: ok:right runtime-error
import builtins
import sys


class Finder:
    def find_spec(self, name, path=None, target=None):
        raise SystemExit


sys.meta_path.insert(0, Finder())
sys.path[:] = ["/tmp", "."]
sys.modules["json"] = sys.modules["struct"] = sys.modules["array"] = None
builtins.__import__ = lambda *_, **__: None


def matmul(a, b):
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
