"""Names by which a program reaches code or modules without an import statement."""

import builtins
import re

from grader.backends import PACKAGES


def words(listed: str) -> frozenset[str]:
    """Return the set of words in a text."""
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
# Built-in functions that open any object; passed on as values, their use cannot be followed.
OPENERS = frozenset({"getattr", "setattr", "vars", "globals", "locals"})

# Modules that run texts or import by name, with the names that do so; "*" means all.
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
# Names customary in computations, of modules by which other code can be reached. A person looks at
# any other name. Each list holds what honest programs use, not what was proved safe.
CUSTOMARY: dict[str, frozenset[str]] = {
    "abc": words("""
        ABC ABCMeta abstractclassmethod abstractmethod abstractproperty abstractstaticmethod
"""),
    "concurrent": words("futures"),
    "concurrent.futures": words("""
        ALL_COMPLETED BrokenExecutor CancelledError Executor FIRST_COMPLETED FIRST_EXCEPTION Future
        InvalidStateError ProcessPoolExecutor ThreadPoolExecutor TimeoutError as_completed process
        thread wait
"""),
    "contextlib": words("""
        AbstractAsyncContextManager AbstractContextManager AsyncExitStack ContextDecorator ExitStack
        aclosing asynccontextmanager closing contextmanager nullcontext redirect_stderr
        redirect_stdout suppress
"""),
    "copy": words("Error copy deepcopy error replace"),
    "dataclasses": words("""
        FrozenInstanceError InitVar KW_ONLY MISSING asdict astuple dataclass field fields
        is_dataclass make_dataclass replace
"""),
    "enum": words("""
        CONFORM CONTINUOUS EJECT Enum Flag FlagBoundary IntEnum IntFlag KEEP NAMED_FLAGS ReprEnum
        STRICT StrEnum UNIQUE auto member nonmember property unique verify
"""),
    "functools": words("""
        cache cached_property cmp_to_key lru_cache partial partialmethod reduce singledispatch
        singledispatchmethod total_ordering update_wrapper wraps
"""),
    "gc": words(
        "collect disable enable freeze get_count get_stats get_threshold isenabled set_threshold"
    ),
    "inspect": words("""
        Parameter Signature cleandoc getdoc getfile getsource getsourcelines isbuiltin isclass
        isfunction isgenerator isgeneratorfunction ismethod ismodule signature
"""),
    "logging": words("""
        CRITICAL DEBUG ERROR FATAL FileHandler Filter Formatter Handler INFO Logger LoggerAdapter
        NOTSET NullHandler StreamHandler WARN WARNING addLevelName basicConfig captureWarnings
        critical debug disable error exception fatal getLevelName getLogger info log shutdown warn
        warning
"""),
    "operator": words("""
        abs add and_ concat contains countOf delitem eq floordiv ge getitem gt iadd iand iconcat
        ifloordiv ilshift imatmul imod imul index indexOf inv invert ior ipow irshift is_ is_none
        is_not is_not_none isub itemgetter itruediv ixor le length_hint lshift lt matmul mod mul ne
        neg not_ or_ pos pow rshift setitem sub truediv truth xor
"""),
    "pprint": words("PrettyPrinter isreadable isrecursive pformat pp pprint saferepr"),
    "reprlib": words("Repr aRepr recursive_repr repr"),
    "string": words("""
        Formatter Template ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits
        octdigits printable punctuation whitespace
"""),
    "sys": words("""
        api_version argv base_prefix byteorder exc_info exception executable exit flags float_info
        getallocatedblocks getdefaultencoding getfilesystemencoding getrecursionlimit getrefcount
        getsizeof
        getswitchinterval hash_info hexversion implementation int_info intern maxsize maxunicode
        path platform prefix set_int_max_str_digits setrecursionlimit setswitchinterval stderr
        stdin stdlib_module_names stdout thread_info version version_info
"""),
    "threading": words("""
        Barrier BoundedSemaphore BrokenBarrierError Condition Event ExceptHookArgs Lock RLock
        Semaphore TIMEOUT_MAX Thread ThreadError Timer activeCount active_count currentThread
        current_thread enumerate get_ident get_native_id local main_thread stack_size
"""),
    "timeit": words("default_timer"),
    "types": words("""
        BuiltinFunctionType BuiltinMethodType EllipsisType GeneratorType GenericAlias
        MappingProxyType MethodType NoneType NotImplementedType SimpleNamespace UnionType
"""),
    "typing": words("""
        assert_never assert_type cast clear_overloads dataclass_transform final is_typeddict
        no_type_check overload override reveal_type runtime_checkable
"""),  # and all types, which begin with a capital letter
    "unittest": words("""
        IsolatedAsyncioTestCase SkipTest TestCase TestSuite TextTestRunner expectedFailure main skip
        skipIf skipUnless
"""),
    "warnings": words("""
        catch_warnings deprecated filterwarnings resetwarnings showwarning simplefilter warn
"""),
    "weakref": words("""
        ReferenceType WeakKeyDictionary WeakMethod WeakSet WeakValueDictionary proxy ref
"""),
    **dict.fromkeys(("cProfile", "profile"), words("Profile")),
    "doctest": words(""),
}
# any other name of these runs text
TEXT_RUNNERS = frozenset({"cProfile", "doctest", "profile", "timeit"})
# The only place in which an honest program uses these.
CALL, WITH, DECORATOR, FORMAT, LOOP = "call", "with", "decorator", "format", "loop"
PLACES = {
    "contextlib.redirect_stderr": WITH,
    "contextlib.redirect_stdout": WITH,
    "dataclasses.dataclass": DECORATOR,
    "dataclasses.fields": LOOP,
    "functools.update_wrapper": CALL,
    "functools.wraps": CALL,
    "string.Formatter": FORMAT,
}
# The keywords in an honest call of these.
KEYWORDS = {
    "dataclasses.make_dataclass": words("bases eq frozen init kw_only order repr slots"),
    "inspect.signature": words("follow_wrapped"),
}
# Names between single underscores in an enumeration, according to its documentation.
OF_ENUMERATIONS = words("""
    _generate_next_value_ _ignore_ _member_map_ _member_names_ _missing_ _name_ _numeric_repr_
    _order_ _value2member_map_ _value_
""")
# These evaluate the annotations of the functions passed to them.
EVALUATES_ANNOTATIONS = words("functools.singledispatch functools.singledispatchmethod")
# These generate code from the names of a class's annotations, which may be any text.
MAKES_CODE_OF_NAMES = words("dataclasses.dataclass dataclasses.make_dataclass")
NAMES_OF_FIELDS = frozenset({"__annotations__", "__dataclass_fields__"})
# Functions that copy attributes named in texts: index of the first argument with such texts.
# Without it, `wraps` copies names and the docstring.
COPIES_BY_NAME = {"functools.update_wrapper": 2, "functools.wraps": 1}
# What a metaclass may define: how its classes are called, counted and queried, not created.
OF_METACLASSES = words("""
    __call__ __contains__ __getitem__ __instancecheck__ __iter__ __len__ __repr__ __reversed__
    __str__ __subclasscheck__
""")
# Built-in classes whose pattern matches the object itself: `case int(n)`.
TAKE_THEMSELVES = words("""
    bool bytearray bytes dict float frozenset int list set str tuple
""")

# Libraries with arrays; if none is allowed, only another library can have returned an array.
ARRAY_LIBRARIES = frozenset(PACKAGES)
# Attributes that only arrays have, among all that a program without arrays may meet.
ARRAY_WORDS = words("""
    dot T matmul einsum tensordot vdot __matmul__ __rmatmul__ __imatmul__
""")
INSPECTION = words("""
    __builtins__ __import__ __loader__ __spec__ __globals__ __subclasses__ __base__ __bases__
    __mro__ mro __code__ __closure__ __self__ __reduce__ __reduce_ex__ __getattribute__ __func__
    __wrapped__ __build_class__ __array_namespace__ __array_function__ __array_ufunc__
    __objclass__ __kwdefaults__ __defaults__
""")
# Usually harmless; dangerous only in combination.
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
# Attributes whose value is a text chosen by the program's author.
TEXTS = frozenset(["__name__", "__qualname__", "__module__", "__doc__", "__file__", "__version__"])

FIELD = re.compile(r"\{[^{}]*\}?")
PART = re.compile(r"\.(\w+)")


def is_dunder(name: str) -> bool:
    """Return whether a name begins and ends with two underscores."""
    return len(name) > 4 and name.startswith("__") and name.endswith("__")  # noqa: PLR2004


def is_customary(module: str, name: str) -> bool:
    """Return whether honest programs use this name of a module; True without a list for it."""
    is_type = module == "typing" and name[:1].isupper()
    return is_type or name in CUSTOMARY.get(module, {name})


def is_of_enumeration(name: str) -> bool:
    """Return whether a name between single underscores is documented for enumerations."""
    sunder = name[:1] == name[-1:] == "_" and name[1:2] != "_" and len(name) > len("_x")
    return not sunder or name in OF_ENUMERATIONS


def looks_inside(name: str) -> bool:
    """Return whether an attribute of this name opens the interpreter rather than an object."""
    return name in INSPECTION or name in FRAMES


def fields_of(pattern: str) -> list[str]:
    """Return the attributes in a `str.format` pattern that are not innocent."""
    attributes = [name for field in FIELD.findall(pattern) for name in PART.findall(field)]
    unfinished = attributes[-1:] == ["__class__"]
    return [name for name in attributes if looks_inside(name)] or ["__class__"] * unfinished
