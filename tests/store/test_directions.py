import numpy as np
import pytest

from tsuzuri.store.directions import require_directions


def test_finite_vectors_of_the_shape_pass() -> None:
    require_directions(np.ones((2, 3), np.float32), (2, 3))
    require_directions(np.ones((0, 3), np.float32), (0, 3))


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_others_do_not(value: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        require_directions(np.array([1, value], np.float32), (2,))
    with pytest.raises(ValueError, match="length"):
        require_directions(np.zeros(2, np.float32), (2,))
    with pytest.raises(ValueError, match="shape"):
        require_directions(np.ones(2, np.float32), (3,))
