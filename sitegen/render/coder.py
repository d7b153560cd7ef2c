"""What templates show: escaped, with less work for each of the many pieces of a page."""

from functools import lru_cache

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

_MOST = 1_024

_escaped = lru_cache(maxsize=_MOST)(escape)
"""Pages have much of their text in common."""


def shown(value: object) -> str:
    """A value as a page shows it, escaped unless it is markup."""
    kind = type(value)
    if kind is str:
        return _escaped(value)
    return value if kind is Markup else escape(value)  # type: ignore[return-value]


class Coder(CodeGenerator):
    """Makes Python of templates, in which their environment itself says how a value is `shown`."""

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("environment.shown(")
        else:
            super()._output_child_pre(node, frame, finalize)
