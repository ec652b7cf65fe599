"""The part of CuPy that follows SciPy; a fake, see tests/fakes/cupy."""
