"""Problems as people read them: a line each, in the language of the site."""

from sitegen.language import Language
from sitegen.message import advise, counted
from sitegen.problem import Problem, Severity

ENGLISH = Language("en")


def line(problem: Problem, language: Language = ENGLISH) -> str:
    """`path:line:column: warning: message (hint)`, and at how many other places the same is to be said."""
    first, *_ = lines(problem, language)
    others = counted(
        len(problem.also), "the same at {number} other place", "the same at {number} other places"
    )
    return f"{first}; {language.told(others)}" if problem.also else first


def lines(problem: Problem, language: Language = ENGLISH) -> list[str]:
    """The same with every place on a line of its own."""
    place = ":".join([problem.path, *(str(each) for each in (problem.line, problem.column) if each)])
    return [f"{each}: {_said(problem, language)}" for each in (place, *problem.also)]


def _said(problem: Problem, language: Language) -> str:
    warning = f"{language.told(advise('warning'))}: " if problem.severity is Severity.WARNING else ""
    hint = f" ({language.told(problem.hint)})" if problem.hint else ""
    return f"{warning}{language.told(problem.message)}{hint}"
