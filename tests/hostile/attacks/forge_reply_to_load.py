#: does: answers for the loader and then leaves, so that nothing was ever loaded
#: allow: os
#: ends: signal protocol
#: rungs: A+ A B C D
import os

from witness import forge_reply

forge_reply({"ok": True}, b"")
os._exit(0)
