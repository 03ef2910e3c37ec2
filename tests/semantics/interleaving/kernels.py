"""The analysis of the kernels of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.analysis.host import Host
from opencl_ls.preprocess import MemorySources
from opencl_ls.semantics.memory.interleaving.analysis import analyse
from opencl_ls.semantics.memory.interleaving.results import Assumptions
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.settings.model import DEFAULT

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.accesses import Access
    from opencl_ls.semantics.memory.interleaving.results import KernelAnalysis
    from opencl_ls.semantics.model import ItemModel


class Functions:
    """The functions with a body of some items."""

    def __init__(self, models: list[ItemModel]) -> None:
        self.models = {
            name: model
            for model in models
            for name, symbol in model.exports.items()
            if isinstance(symbol, Function) and symbol.definition is not None
        }

    def model_of(self, name: str) -> ItemModel | None:
        """Return the item that defines a function."""
        return self.models.get(name)


def models_of(text: str) -> list[ItemModel]:
    """Return the items of a text."""
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    return [item.analysed.model for item in host.analysis("main.cl")._unit.items]


def analysed(text: str, assumptions: Assumptions | None = None) -> list[KernelAnalysis]:
    """Return what is known about each kernel of a text."""
    functions = Functions(models_of(text))
    found: list[KernelAnalysis] = []
    for name, model in functions.models.items():
        symbol = model.exports[name]
        assert isinstance(symbol, Function)
        if symbol.is_kernel:
            found.append(analyse(functions, symbol, model, assumptions or Assumptions()))
    return found


def text_of(access: Access) -> str:
    """Return an access as it is written."""
    return access.model.spelling(access.record)
