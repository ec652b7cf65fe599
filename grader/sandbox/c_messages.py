"""What the compiler and the linker said, with the student's own name for the file and no paths."""

import re
from dataclasses import dataclass, replace

MOST, LETTERS = 60, 400
KIND = re.compile(r": (warning|error|fatal error|note): ")
# GNU programs begin with who speaks; whole paths say nothing to a student.
FOLDERS = re.compile(r"(?<![\w.])/(?:[\w.+-]+/)+")
# What the compiler writes for the assembler, under a name that is another each time.
PASSED_ON = re.compile(r"(?:\./)?\bcc\w{6}\.(?:s|o)\b")
NOTHING_NEW = re.compile(
    r"In (?:file included|function)|In member|: note: |^\s*from |^compilation terminated"
    r"|: At top level:|: Assembler messages:|: In function|^collect2: "
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Messages:
    """Lines such as "matmul.c:12:5: warning: …", in their order."""

    warnings: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()

    def with_errors(self, others: "Messages") -> "Messages":
        """Adds another program's errors."""
        return replace(self, errors=(*self.errors, *others.errors)[:MOST])


def read_messages(said: str, source: str, name: str) -> Messages:
    """Sorts what was said; `source` is what the file was called there, `name` what it is called."""
    warnings: list[str] = []
    errors: list[str] = []
    shown = "".join(letter for letter in name.rpartition("/")[2] if letter.isprintable())
    own = re.compile(rf"(?<![\w./-])(?:\./)?{re.escape(source)}(?=:|\b)")
    for line in said.splitlines():
        if not line.strip() or NOTHING_NEW.search(line):
            continue
        named = own.sub(lambda _: shown, PASSED_ON.sub("assembler", line))
        told = FOLDERS.sub("", named)[:LETTERS]
        kind = KIND.search(told)
        (warnings if kind and kind.group(1) == "warning" else errors).append(told)
    return Messages(
        warnings=tuple(dict.fromkeys(warnings))[:MOST], errors=tuple(dict.fromkeys(errors))[:MOST]
    )
