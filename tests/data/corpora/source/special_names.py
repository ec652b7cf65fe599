# Names with two underscores: those of every class and object, and those that look inside.
#: Okay
class A:
    def __abs__(self, *rest): return 1
    def __abstractmethods__(self, *rest): return 1
    def __add__(self, *rest): return 1
    def __aenter__(self, *rest): return 1
    def __aexit__(self, *rest): return 1
    def __aiter__(self, *rest): return 1
    def __all__(self, *rest): return 1
    def __and__(self, *rest): return 1
    def __anext__(self, *rest): return 1
    def __annotations__(self, *rest): return 1
    def __author__(self, *rest): return 1
    def __await__(self, *rest): return 1
    def __bibtex__(self, *rest): return 1
    def __bool__(self, *rest): return 1
    def __bytes__(self, *rest): return 1
    def __cached__(self, *rest): return 1
    def __call__(self, *rest): return 1
    def __cause__(self, *rest): return 1
    def __ceil__(self, *rest): return 1
    def __class__(self, *rest): return 1
    def __class_getitem__(self, *rest): return 1
    def __complex__(self, *rest): return 1
    def __contact__(self, *rest): return 1
    def __contains__(self, *rest): return 1
    def __context__(self, *rest): return 1
    def __copy__(self, *rest): return 1
    def __copyright__(self, *rest): return 1
    def __credits__(self, *rest): return 1
    def __dataclass_fields__(self, *rest): return 1
    def __date__(self, *rest): return 1
    def __deepcopy__(self, *rest): return 1
    def __del__(self, *rest): return 1
    def __delattr__(self, *rest): return 1
    def __delete__(self, *rest): return 1
    def __delitem__(self, *rest): return 1
    def __dict__(self, *rest): return 1
    def __dir__(self, *rest): return 1
    def __divmod__(self, *rest): return 1
    def __doc__(self, *rest): return 1
    def __email__(self, *rest): return 1
    def __enter__(self, *rest): return 1
    def __eq__(self, *rest): return 1
    def __exit__(self, *rest): return 1
    def __file__(self, *rest): return 1
    def __firstlineno__(self, *rest): return 1
    def __float__(self, *rest): return 1
    def __floor__(self, *rest): return 1
    def __floordiv__(self, *rest): return 1
    def __format__(self, *rest): return 1
    def __ge__(self, *rest): return 1
    def __getattr__(self, *rest): return 1
    def __getitem__(self, *rest): return 1
    def __getstate__(self, *rest): return 1
    def __gt__(self, *rest): return 1
    def __hash__(self, *rest): return 1
    def __iadd__(self, *rest): return 1
    def __ifloordiv__(self, *rest): return 1
    def __imatmul__(self, *rest): return 1
    def __imod__(self, *rest): return 1
    def __imul__(self, *rest): return 1
    def __index__(self, *rest): return 1
    def __init__(self, *rest): return 1
    def __init_subclass__(self, *rest): return 1
    def __instancecheck__(self, *rest): return 1
    def __int__(self, *rest): return 1
    def __invert__(self, *rest): return 1
    def __ipow__(self, *rest): return 1
    def __isabstractmethod__(self, *rest): return 1
    def __isub__(self, *rest): return 1
    def __iter__(self, *rest): return 1
    def __itruediv__(self, *rest): return 1
    def __le__(self, *rest): return 1
    def __len__(self, *rest): return 1
    def __length_hint__(self, *rest): return 1
    def __license__(self, *rest): return 1
    def __lineno__(self, *rest): return 1
    def __lshift__(self, *rest): return 1
    def __lt__(self, *rest): return 1
    def __main__(self, *rest): return 1
    def __maintainer__(self, *rest): return 1
    def __match_args__(self, *rest): return 1
    def __matmul__(self, *rest): return 1
    def __members__(self, *rest): return 1
    def __metaclass__(self, *rest): return 1
    def __missing__(self, *rest): return 1
    def __mod__(self, *rest): return 1
    def __module__(self, *rest): return 1
    def __mul__(self, *rest): return 1
    def __name__(self, *rest): return 1
    def __ne__(self, *rest): return 1
    def __neg__(self, *rest): return 1
    def __new__(self, *rest): return 1
    def __next__(self, *rest): return 1
    def __notes__(self, *rest): return 1
    def __or__(self, *rest): return 1
    def __package__(self, *rest): return 1
    def __path__(self, *rest): return 1
    def __pos__(self, *rest): return 1
    def __post_init__(self, *rest): return 1
    def __pow__(self, *rest): return 1
    def __prepare__(self, *rest): return 1
    def __qualname__(self, *rest): return 1
    def __radd__(self, *rest): return 1
    def __rand__(self, *rest): return 1
    def __rdivmod__(self, *rest): return 1
    def __repr__(self, *rest): return 1
    def __reversed__(self, *rest): return 1
    def __rfloordiv__(self, *rest): return 1
    def __rmatmul__(self, *rest): return 1
    def __rmod__(self, *rest): return 1
    def __rmul__(self, *rest): return 1
    def __ror__(self, *rest): return 1
    def __round__(self, *rest): return 1
    def __rpow__(self, *rest): return 1
    def __rshift__(self, *rest): return 1
    def __rsub__(self, *rest): return 1
    def __rtruediv__(self, *rest): return 1
    def __rxor__(self, *rest): return 1
    def __set__(self, *rest): return 1
    def __set_name__(self, *rest): return 1
    def __setattr__(self, *rest): return 1
    def __setitem__(self, *rest): return 1
    def __sizeof__(self, *rest): return 1
    def __slots__(self, *rest): return 1
    def __static_attributes__(self, *rest): return 1
    def __status__(self, *rest): return 1
    def __str__(self, *rest): return 1
    def __sub__(self, *rest): return 1
    def __subclasscheck__(self, *rest): return 1
    def __subclasshook__(self, *rest): return 1
    def __suppress_context__(self, *rest): return 1
    def __title__(self, *rest): return 1
    def __traceback__(self, *rest): return 1
    def __truediv__(self, *rest): return 1
    def __trunc__(self, *rest): return 1
    def __type_params__(self, *rest): return 1
    def __version__(self, *rest): return 1
    def __version_info__(self, *rest): return 1
    def __weakref__(self, *rest): return 1
    def __xor__(self, *rest): return 1
a = A()
print(a.__abs__, A.__abs__, a.__abstractmethods__, A.__abstractmethods__, a.__add__, A.__add__, a.__aenter__, A.__aenter__)
print(a.__aexit__, A.__aexit__, a.__aiter__, A.__aiter__, a.__all__, A.__all__, a.__and__, A.__and__)
print(a.__anext__, A.__anext__, a.__annotations__, A.__annotations__, a.__author__, A.__author__, a.__await__, A.__await__)
print(a.__bibtex__, A.__bibtex__, a.__bool__, A.__bool__, a.__bytes__, A.__bytes__, a.__cached__, A.__cached__)
print(a.__call__, A.__call__, a.__cause__, A.__cause__, a.__ceil__, A.__ceil__, a.__class__, A.__class__)
print(a.__class_getitem__, A.__class_getitem__, a.__complex__, A.__complex__, a.__contact__, A.__contact__, a.__contains__, A.__contains__)
print(a.__context__, A.__context__, a.__copy__, A.__copy__, a.__copyright__, A.__copyright__, a.__credits__, A.__credits__)
print(a.__dataclass_fields__, A.__dataclass_fields__, a.__date__, A.__date__, a.__deepcopy__, A.__deepcopy__, a.__del__, A.__del__)
print(a.__delattr__, A.__delattr__, a.__delete__, A.__delete__, a.__delitem__, A.__delitem__, a.__dict__, A.__dict__)
print(a.__dir__, A.__dir__, a.__divmod__, A.__divmod__, a.__doc__, A.__doc__, a.__email__, A.__email__)
print(a.__enter__, A.__enter__, a.__eq__, A.__eq__, a.__exit__, A.__exit__, a.__file__, A.__file__)
print(a.__firstlineno__, A.__firstlineno__, a.__float__, A.__float__, a.__floor__, A.__floor__, a.__floordiv__, A.__floordiv__)
print(a.__format__, A.__format__, a.__ge__, A.__ge__, a.__getattr__, A.__getattr__, a.__getitem__, A.__getitem__)
print(a.__getstate__, A.__getstate__, a.__gt__, A.__gt__, a.__hash__, A.__hash__, a.__iadd__, A.__iadd__)
print(a.__ifloordiv__, A.__ifloordiv__, a.__imatmul__, A.__imatmul__, a.__imod__, A.__imod__, a.__imul__, A.__imul__)
print(a.__index__, A.__index__, a.__init__, A.__init__, a.__init_subclass__, A.__init_subclass__, a.__instancecheck__, A.__instancecheck__)
print(a.__int__, A.__int__, a.__invert__, A.__invert__, a.__ipow__, A.__ipow__, a.__isabstractmethod__, A.__isabstractmethod__)
print(a.__isub__, A.__isub__, a.__iter__, A.__iter__, a.__itruediv__, A.__itruediv__, a.__le__, A.__le__)
print(a.__len__, A.__len__, a.__length_hint__, A.__length_hint__, a.__license__, A.__license__, a.__lineno__, A.__lineno__)
print(a.__lshift__, A.__lshift__, a.__lt__, A.__lt__, a.__main__, A.__main__, a.__maintainer__, A.__maintainer__)
print(a.__match_args__, A.__match_args__, a.__matmul__, A.__matmul__, a.__members__, A.__members__, a.__metaclass__, A.__metaclass__)
print(a.__missing__, A.__missing__, a.__mod__, A.__mod__, a.__module__, A.__module__, a.__mul__, A.__mul__)
print(a.__name__, A.__name__, a.__ne__, A.__ne__, a.__neg__, A.__neg__, a.__new__, A.__new__)
print(a.__next__, A.__next__, a.__notes__, A.__notes__, a.__or__, A.__or__, a.__package__, A.__package__)
print(a.__path__, A.__path__, a.__pos__, A.__pos__, a.__post_init__, A.__post_init__, a.__pow__, A.__pow__)
print(a.__prepare__, A.__prepare__, a.__qualname__, A.__qualname__, a.__radd__, A.__radd__, a.__rand__, A.__rand__)
print(a.__rdivmod__, A.__rdivmod__, a.__repr__, A.__repr__, a.__reversed__, A.__reversed__, a.__rfloordiv__, A.__rfloordiv__)
print(a.__rmatmul__, A.__rmatmul__, a.__rmod__, A.__rmod__, a.__rmul__, A.__rmul__, a.__ror__, A.__ror__)
print(a.__round__, A.__round__, a.__rpow__, A.__rpow__, a.__rshift__, A.__rshift__, a.__rsub__, A.__rsub__)
print(a.__rtruediv__, A.__rtruediv__, a.__rxor__, A.__rxor__, a.__set__, A.__set__, a.__set_name__, A.__set_name__)
print(a.__setattr__, A.__setattr__, a.__setitem__, A.__setitem__, a.__sizeof__, A.__sizeof__, a.__slots__, A.__slots__)
print(a.__static_attributes__, A.__static_attributes__, a.__status__, A.__status__, a.__str__, A.__str__, a.__sub__, A.__sub__)
print(a.__subclasscheck__, A.__subclasscheck__, a.__subclasshook__, A.__subclasshook__, a.__suppress_context__, A.__suppress_context__, a.__title__, A.__title__)
print(a.__traceback__, A.__traceback__, a.__truediv__, A.__truediv__, a.__trunc__, A.__trunc__, a.__type_params__, A.__type_params__)
print(a.__version__, A.__version__, a.__version_info__, A.__version_info__, a.__weakref__, A.__weakref__, a.__xor__, A.__xor__)
#: POL002?
x = [1]
x.__array_function__
#: POL002?
x = [1]
x.__array_namespace__
#: POL002?
x = [1]
x.__array_ufunc__
#: POL002
x = [1]
x.__base__
#: POL002
x = [1]
x.__bases__
#: POL002
x = [1]
x.__build_class__
#: POL002
x = [1]
x.__builtins__
#: POL002
x = [1]
x.__code__
#: POL002
x = [1]
x.__getattribute__
#: POL002
x = [1]
x.__globals__
#: POL002
x = [1]
x.__import__
#: POL002
x = [1]
x.__loader__
#: POL002
x = [1]
x.__mro__
#: POL002
x = [1]
x.__objclass__
#: POL002
x = [1]
x.__reduce__
#: POL002
x = [1]
x.__reduce_ex__
#: POL002
x = [1]
x.__self__
#: POL002
x = [1]
x.__spec__
#: POL002
x = [1]
x.__subclasses__
#: POL002
x = [1]
getattr(x, '__globals__')
#: POL002
x = [1]
getattr(x, '__gl' + 'obals__')
#: POL002
x = [1]
getattr(x, '__reduce__')
#: POL002
x = [1]
getattr(x, '__re' + 'duce__')
#: POL002
x = [1]
getattr(x, '__subclasses__')
#: POL002
x = [1]
getattr(x, '__su' + 'bclasses__')
