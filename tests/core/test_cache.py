"""What is made once: methods keep their results with their object, and let it go."""

import gc
import weakref
from dataclasses import dataclass, field

from sitegen.core.cache import keep_results


@dataclass(frozen=True)
class Doubler:
    """Doubles numbers, and notes each that it was asked for."""

    asked: list[int] = field(default_factory=list)

    @keep_results()
    def double(self, number: int) -> int:
        """Return twice a number."""
        self.asked.append(number)
        return 2 * number

    @keep_results(2)
    def double_few(self, number: int) -> int:
        """Return twice a number; the latest two are kept."""
        self.asked.append(number)
        return 2 * number


def test_a_result_is_made_once_for_each_argument_of_each_object() -> None:
    first, second = Doubler(), Doubler()
    assert [first.double(1), first.double(2), first.double(1), second.double(1)] == [2, 4, 2, 2]
    assert (first.asked, second.asked) == ([1, 2], [1])


def test_no_more_results_are_kept_than_asked_for() -> None:
    doubler = Doubler()
    assert [*map(doubler.double_few, [1, 2, 1, 3, 2, 1])] == [2, 4, 2, 6, 4, 2]
    assert doubler.asked == [1, 2, 3, 1]


def test_an_object_goes_with_its_results_before_garbage_is_collected() -> None:
    doubler = Doubler()
    doubler.double(1)
    reference = weakref.ref(doubler)
    gc.disable()
    try:
        del doubler
        assert reference() is None
    finally:
        gc.enable()
