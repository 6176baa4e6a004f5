"""Modules that share their name with their main function.

omaha_fast.canonical and omaha_fast.equity are functions, and the modules they live in. Python binds a module to its
package when somebody imports it by its path, over whatever had the name before. Such a module can be called itself,
so that omaha_fast.equity(hands) is right whatever was imported first.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType

__all__ = ["make_callable"]


class CallableModule(ModuleType):
    """A module that passes calls on to one of its functions."""

    def __call__(self, *args: object, **kwargs: object) -> object:
        function: Callable[..., object] = getattr(self, self.__name__.rpartition(".")[2])
        return function(*args, **kwargs)

    def __reduce__(self) -> tuple[Callable[[str], ModuleType], tuple[str]]:
        return import_module, (self.__name__,)


def make_callable(name: str) -> None:
    """Let the module of this full name be called like its function of the same last name."""
    sys.modules[name].__class__ = CallableModule
