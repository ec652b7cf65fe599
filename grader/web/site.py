"""Make the folder of a page: our files, Pyodide's, the kit, and a list of all files."""

import hashlib
import html
import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from grader import __version__
from grader.backends import library_of
from grader.export.stable_zip import zip_of
from grader.files import write_file
from grader.model.course import Assignment
from grader.model.language import LANGUAGES
from grader.plugins import checks
from grader.web.vendoring import Vendor
from grader.wording import check_html, load_wording

WHEEL = "grader.zip"
LIBRARY = "python"  # the folder of Pyodide's files
OWN = ("page.js", "worker.js", "style.css", "icon.svg")  # unchanged from the folder `page`
# Packages that only teaching assistants use.
TAS = ("cluster", "lms", "machine", "review", "scaffolding", "totals")
# Packages whose sentences are needed, but not their code.
SPOKEN = ("batch", "gradebook")
READ_WITH = ("lxml", "numpy", "pillow", "pypdfium2")  # needed to read a report
JAVASCRIPT = {"pyodide.mjs": "pyodide.js", "pyodide.asm.mjs": "pyodide.asm.js"}
"""Many servers send .mjs files with a type that browsers reject as a program."""


def make_site(assignment: Assignment, kit: Path, vendor: Vendor) -> dict[str, bytes]:
    """Return the files of a page by name. Raises UsageError if a file of Pyodide is missing."""
    wheels = dict([vendor.needed_wheel("msgspec")])
    wanted = READ_WITH if assignment.report is not None else ("numpy",)
    there = {name: wheel for name in wanted if (wheel := vendor.wheel(name)) is not None}
    reads = assignment.report is not None and len(there) == len(READ_WITH)
    wheels |= dict(there.values()) if reads else dict([there["numpy"]] if "numpy" in there else [])
    made = {name: _own(name) for name in OWN}
    made |= {f"{LIBRARY}/{name}": content for name, content in _runtime(vendor).items()}
    made |= {f"{LIBRARY}/{name}": content for name, content in wheels.items()}
    made |= {WHEEL: zip_of(_members()), kit.name: kit.read_bytes()}
    made |= dict(_explanations())
    version = hashlib.sha256()
    for name, content in sorted(made.items()):
        version.update(f"{name} {hashlib.sha256(content).hexdigest()}\n".encode())
    first = [name for name in made if not name.startswith("checks/")]
    site = {
        "version": version.hexdigest()[:16],
        "grader": __version__,
        "pyodide": vendor.pins.version,
        "kit": kit.name,
        "assignment": assignment.id,
        "title": {lang: assignment.title[lang] for lang in LANGUAGES},
        "source": assignment.source,
        "report": assignment.report is not None,
        "reads": reads,
        "stoodIn": "numpy" not in there,
        "files": {name: len(made[name]) for name in first},
        "wheels": [f"{LIBRARY}/{name}" for name in wheels],
        "texts": {lang: load_wording(lang).data["ui"]["web"] for lang in LANGUAGES},
        "cannot": list(_cannot(assignment, reads=reads, numpy="numpy" in there)),
    }
    made["site.json"] = json.dumps(site, ensure_ascii=False, indent=1, sort_keys=True).encode()
    made["index.html"] = _own("index.html")
    cached = json.dumps(sorted((*made, "./")), ensure_ascii=False)
    begins = f"const VERSION = {json.dumps(site['version'])};\nconst FILES = {cached};\n"
    made["service-worker.js"] = begins.encode() + _own("service-worker.js")
    return made


def write_site(folder: Path, made: Mapping[str, bytes]) -> None:
    """Write the files, the list last, so that an older page that is open keeps working."""
    for name, content in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, content)


def _own(name: str) -> bytes:
    return files("grader.web").joinpath("page", name).read_bytes()


def _runtime(vendor: Vendor) -> dict[str, bytes]:
    """Return Pyodide's files under names for which every server sends the right type."""
    made = {JAVASCRIPT.get(name, name): content for name, content in vendor.runtime().items()}
    for name in JAVASCRIPT.values():
        for before, after in JAVASCRIPT.items():
            made[name] = made[name].replace(before.encode(), after.encode())
    return made


def _members() -> Iterator[tuple[str, bytes]]:
    """Yield our modules with their sentences, without those only for TAs, and click."""
    for package in ("grader", "click"):
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        root = Path(spec.origin).parent
        for path in sorted(root.rglob("*")):
            parts = path.relative_to(root).parts
            if path.suffix in {".py", ".toml"} and _is_used(package, parts):
                yield f"{package}/{'/'.join(parts)}", path.read_bytes()


def _is_used(package: str, parts: tuple[str, ...]) -> bool:
    if package != "grader":
        return True
    spoken = parts[0] in SPOKEN and parts[-1].endswith(".py") and parts[-1] != "__init__.py"
    return parts[0] not in TAS and not spoken


def _explanations() -> Iterator[tuple[str, bytes]]:
    """Yield the page of each check in both languages, as `grader explain` shows it."""
    template = _own("check.html").decode()
    for check in checks():
        for lang in LANGUAGES:
            title = html.escape(f"{check.code} {load_wording(lang).title(check.code)}")
            text = template.replace("{lang}", lang).replace("{title}", title)
            text = text.replace("{body}", check_html(check.code, lang))
            yield f"checks/{check.code}.{lang}.html", text.encode()


def _cannot(assignment: Assignment, *, reads: bool, numpy: bool) -> Iterator[str]:
    """Yield the keys of sentences about what this page cannot do; see [ui.web.cannot]."""
    yield "times"
    yield "memory"
    yield "plots"
    libraries = {library_of(exercise.backend) for exercise in assignment.exercises} - {""}
    if assignment.report is not None and not reads:
        yield "report"
    if "numpy" in libraries and not numpy:
        yield "numpy"
    if libraries - {"numpy"} or any(exercise.kind == "c" for exercise in assignment.exercises):
        yield "others"
