"""The names by which a program reaches code or modules without an import statement."""

import builtins
import re


def words(listed: str) -> frozenset[str]:
    """Makes a set of the words of a text."""
    return frozenset(listed.split())


BUILTINS = frozenset(dir(builtins)) | {"__builtins__", "__loader__", "__spec__"}
FORBIDDEN_BUILTINS = {
    "exec": "code",
    "eval": "code",
    "compile": "code",
    "__import__": "import",
    "__loader__": "import",
    "__spec__": "import",
    "__builtins__": "builtins",
    "__build_class__": "builtins",
    "breakpoint": "debugger",
}
# Built-in functions that open any object; handed on, they open what nobody follows.
OPENERS = frozenset({"getattr", "setattr", "vars", "globals", "locals"})

# Modules that run texts or import by name, with what in them does; "*" is everything.
DYNAMIC_MODULES: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        words("""
    builtins importlib imp runpy pkgutil code codeop marshal pickle shelve dill cloudpickle
    zipimport ctypes cffi _frozen_importlib _imp
"""),
        frozenset("*"),
    ),
    "sys": words("""
    modules meta_path path_hooks path_importer_cache settrace setprofile _getframe
    _getframemodulename _current_frames breakpointhook last_traceback
"""),
    "inspect": words("""
    currentframe stack trace getmodule getinnerframes getouterframes getclosurevars getmembers
    getattr_static
"""),
    "gc": frozenset(["get_objects", "get_referrers", "get_referents"]),
    "types": frozenset(["FunctionType", "LambdaType", "CodeType"]),
    "typing": frozenset(["get_type_hints", "ForwardRef", "evaluate_forward_ref"]),
}
# Functions of allowed modules that take code or names as text: a person must look.
TEXT_RUNNERS: dict[str, frozenset[str]] = {
    "timeit": frozenset({"timeit", "repeat", "Timer", "main"}),
    "operator": frozenset(["attrgetter", "methodcaller"]),
    "doctest": frozenset({"testmod", "run_docstring_examples", "testfile"}),
    "cProfile": frozenset({"run", "runctx"}),
    "profile": frozenset({"run", "runctx"}),
}
# These evaluate the annotations of the functions that they are given.
EVALUATES_ANNOTATIONS = words("functools.singledispatch functools.singledispatchmethod")
# These make code of the names of a class's annotations, which a program may set to any text.
MAKES_CODE_OF_NAMES = words("dataclasses.dataclass dataclasses.make_dataclass")
NAMES_OF_FIELDS = frozenset({"__annotations__", "__dataclass_fields__"})
# These copy the attributes that texts name; by itself `wraps` copies a name and a docstring.
COPIES_BY_NAME = {"functools.update_wrapper": 2, "functools.wraps": 1}  # first argument of texts
# Methods of string.Formatter that open any attribute which a text names.
OPENED_BY_TEXT = frozenset({"get_field", "vformat"})

# Libraries with arrays of their own; where none is allowed, only another can have handed one out.
ARRAY_LIBRARIES = frozenset({"numpy", "torch", "cupy", "cupyx", "scipy"})
# What only arrays offer, of all that a program without them may meet.
ARRAY_WORDS = words("""
    dot T matmul einsum tensordot vdot __matmul__ __rmatmul__ __imatmul__
""")
# Names under which libraries keep the modules of others. Nobody calls his own attributes so.
STRANGERS = words("""
    np numpy scipy torch cupy sys os builtins importlib subprocess inspect ctypes
""")

INSPECTION = words("""
    __builtins__ __import__ __loader__ __spec__ __globals__ __subclasses__ __base__ __bases__
    __mro__ mro __code__ __closure__ __self__ __reduce__ __reduce_ex__ __getattribute__ __func__
    __wrapped__ __build_class__ __array_namespace__ __array_function__ __array_ufunc__
    __objclass__ __kwdefaults__ __defaults__
""")
# Rarely meant ill: only together with more do they lead anywhere.
DOUBTFUL = frozenset(
    ["__closure__", "__func__", "__wrapped__", "__defaults__", "__kwdefaults__", "mro"]
)
FRAMES = words("""
    f_back f_globals f_locals f_builtins f_code f_generator gi_frame gi_code gi_yieldfrom
    cr_frame cr_code cr_await ag_frame ag_code tb_frame tb_next co_code co_consts co_names
    cell_contents func_globals func_code
""")
INNOCENT = words("""
    __name__ __qualname__ __module__ __doc__ __file__ __version__ __class__ __dict__ __main__
    __init__ __new__ __del__ __call__ __str__ __repr__ __format__ __bytes__ __hash__ __bool__
    __len__ __length_hint__ __iter__ __next__ __reversed__ __contains__ __getitem__ __setitem__
    __delitem__ __missing__ __enter__ __exit__ __aenter__ __aexit__ __aiter__ __anext__
    __await__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __add__ __radd__ __iadd__ __sub__
    __rsub__ __isub__ __mul__ __rmul__ __imul__ __matmul__ __rmatmul__ __imatmul__ __truediv__
    __rtruediv__ __itruediv__ __floordiv__ __rfloordiv__ __ifloordiv__ __mod__ __rmod__ __imod__
    __divmod__ __rdivmod__ __pow__ __rpow__ __ipow__ __neg__ __pos__ __abs__ __invert__ __and__
    __or__ __xor__ __lshift__ __rshift__ __rand__ __ror__ __rxor__ __int__ __float__ __complex__
    __index__ __round__ __trunc__ __floor__ __ceil__ __annotations__ __slots__ __sizeof__
    __dir__ __cause__ __context__ __suppress_context__ __notes__ __setattr__ __getattr__
    __delattr__ __copy__ __deepcopy__ __post_init__ __match_args__ __all__ __author__ __debug__
    __dataclass_fields__ __package__ __path__ __cached__ __weakref__ __set__ __delete__
    __set_name__ __instancecheck__ __subclasscheck__ __class_getitem__ __prepare__ __members__
    __metaclass__ __date__ __license__ __email__ __copyright__ __title__ __status__ __credits__
    __maintainer__ __contact__ __bibtex__ __version_info__ __lineno__ __static_attributes__
    __type_params__ __firstlineno__ __isabstractmethod__ __abstractmethods__ __traceback__
    __getstate__ __subclasshook__ __init_subclass__
""")
# Of these the value is a text that the program's author chose.
TEXTS = frozenset(["__name__", "__qualname__", "__module__", "__doc__", "__file__", "__version__"])

FIELD = re.compile(r"\{[^{}]*\}?")
PART = re.compile(r"\.(\w+)")


def is_dunder(name: str) -> bool:
    """Whether a name begins and ends with two underscores."""
    return len(name) > 4 and name.startswith("__") and name.endswith("__")  # noqa: PLR2004


def looks_inside(name: str) -> bool:
    """Whether an attribute of this name opens the interpreter rather than an object."""
    return name in INSPECTION or name in FRAMES


def fields_of(pattern: str) -> list[str]:
    """Lists the attributes that a pattern for `str.format` opens and that are not innocent."""
    attributes = [name for field in FIELD.findall(pattern) for name in PART.findall(field)]
    unfinished = attributes[-1:] == ["__class__"]
    return [name for name in attributes if looks_inside(name)] or ["__class__"] * unfinished
