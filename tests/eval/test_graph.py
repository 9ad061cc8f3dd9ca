from tests.eval.graph import tunings
from tsuzuri.search.graph_tuning import TUNED


def test_each_constant_is_tried_at_half_and_double_one_at_a_time() -> None:
    tried = dict(tunings())
    assert tried["as it is"] == TUNED
    assert (tried["own 0.1"].own, tried["own 0.4"].own) == (TUNED.own / 2, TUNED.own * 2)
    assert (tried["own 0.1"].shared, tried["passages 10"].passages) == (TUNED.shared, 2 * TUNED.passages)
