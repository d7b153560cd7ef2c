"""The sandbox of templates, and how they are compiled.

Templates are run in a sandbox, as whoever writes one need not be trusted.
"""

import re
from collections import defaultdict
from collections.abc import MutableMapping
from pathlib import PurePath
from types import FunctionType, MethodType, ModuleType
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context, LoopContext, Macro, Undefined
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup, escape

from sitegen.core.language import Language
from sitegen.render.cells import Memo

_HTML_CHARACTER = re.compile("[&<>'\"]")


def escape_output(value: object) -> str:
    """Escape a value that a template shows; markup and a text without such characters stay as they are."""
    if type(value) is str:
        return escape(value) if _HTML_CHARACTER.search(value) else value
    if type(value) is Markup:
        return value
    return str(value) if type(value) is int else escape(value)


def _find_text(node: nodes.Node) -> str:
    """Return the text of a call `_("text")`, blank for all other nodes."""
    match node:
        case nodes.Call(
            node=nodes.Name(name="_"), args=[nodes.Const(value=str(text))], kwargs=[], dyn_args=None
        ):
            return text
    return ""


class _Compiler(CodeGenerator):
    """Compiles templates, whose output is escaped by `escape_output`: a page has hundreds of values.

    Jinja's own function makes two objects of each. A text of the program is looked up, translated and escaped
    once for all pages.
    """

    def visit_Call(  # noqa: N802 - named by Jinja
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        """Write a call, or the look-up of the translation of a text."""
        if text := _find_text(node):
            self.write(f"environment.texts[{text!r}]")
        else:
            super().visit_Call(node, frame, forward_caller=forward_caller)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped[" if _find_text(node) else "environment.escape_output(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or not _find_text(node):
            super()._output_child_post(node, frame, finalize)
        else:
            self.write("]")


_MAX_EXPONENT = 1_000
_FUNCTION_TYPES = {FunctionType, MethodType}


class Sandbox(SandboxedEnvironment):
    """The sandbox of templates, which can reach values to show and nothing that acts on the machine.

    Jinja's own keeps templates from the internals of Python; this one also from the methods of paths and from
    all that modules hold but text.
    """

    intercepted_binops = frozenset({"**"})
    code_generator_class = _Compiler
    escape_output = staticmethod(escape_output)

    def __init__(self, language: Language, **settings: Any) -> None:
        super().__init__(**settings)
        self.texts = Memo(language.translate)
        self.escaped = Memo[str](escape)
        self._allowed = defaultdict[type, set[str]](set)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals as a plain dictionary, which is copied for each page in no time."""
        return super().make_globals(d) if d else self.globals

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an attribute; those of our own types and of loops are checked once: a page has thousands."""
        if attribute in self._allowed[type(obj)]:
            try:
                return getattr(obj, attribute)
            except AttributeError:
                pass  # undefined, as for Jinja
        value = super().getattr(obj, attribute)
        is_ours = type(obj).__module__.startswith("sitegen.") or type(obj) is LoopContext
        is_own = type(value) is MethodType and value.__self__ is obj
        if is_ours and not isinstance(value, Undefined) and (is_own or not callable(value)):
            self._allowed[type(obj)].add(attribute)
        return value

    def call(
        self,
        context: Context,
        function: Any,
        /,
        *args: Any,
        _loop_vars: Any = None,
        _block_vars: Any = None,
        **keywords: Any,
    ) -> Any:
        """Call a function; one without marks of Jinja is called at once, as a page has thousands of calls."""
        if type(function) in _FUNCTION_TYPES and not function.__dict__:
            return function(*args, **keywords)
        if type(function) is Macro:  # part of a template, whose own calls are checked
            return function(context.eval_ctx, *args, **keywords)
        return super().call(
            context, function, *args, _loop_vars=_loop_vars, _block_vars=_block_vars, **keywords
        )

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Return whether a template may have this attribute."""
        is_inside = isinstance(obj, PurePath) or (isinstance(obj, ModuleType) and not isinstance(value, str))
        return not is_inside and super().is_safe_attribute(obj, attr, value)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Return a power; a few digits can ask for one that is too large for any machine."""
        if isinstance(right, int | float) and abs(right) > _MAX_EXPONENT:
            raise SecurityError(f"a power of more than {_MAX_EXPONENT}")
        return super().call_binop(context, operator, left, right)
