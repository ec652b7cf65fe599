"""Grade programming assignments and the reports that go with them."""

__version__ = "0.1.0"
