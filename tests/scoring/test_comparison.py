import pytest

from voirdire.scoring.comparison import compare_paired


def share(counts):
    return counts[0] / counts[1] if counts[1] else None


def test_two_that_are_the_same():
    same = [(1, 2), (3, 3), (0, 4)]
    compared = compare_paired(same, same, share)
    assert compared.difference.value == 0
    assert compared.p_value == 1.0


def test_exchanging_all_of_three_clusters():
    # Of the 8 ways to exchange, only the two extreme ones differ as much: p = 0.25.
    compared = compare_paired([(2, 2)] * 3, [(0, 2)] * 3, share)
    assert (compared.first, compared.second, compared.clusters) == (1.0, 0.0, 3)
    assert compared.difference.value == 1.0
    assert compared.p_value == pytest.approx(0.25, abs=0.03)


def test_a_difference_in_one_cluster_alone_is_no_proof():
    # Forty items, but all in one brief: either way of exchanging it differs as much.
    first = [(40, 40)] + [(5, 10)] * 9
    second = [(0, 40)] + [(5, 10)] * 9
    assert compare_paired(first, second, share).p_value == 1.0


def test_a_steady_difference_is_found_and_the_first_is_first():
    first = [(9, 10), (8, 10), (10, 10), (9, 10)] * 5
    second = [(7, 10), (7, 10), (8, 10), (6, 10)] * 5
    compared = compare_paired(first, second, share)
    assert compared.difference.value == pytest.approx(0.2)
    assert 0 < compared.difference.low < 0.2 < compared.difference.high
    assert compared.p_value < 0.01
    turned = compare_paired(second, first, share)
    assert turned.difference.value == pytest.approx(-0.2)
    assert turned.p_value < 0.01


def test_a_figure_that_one_lacks():
    compared = compare_paired([(1, 2), (1, 2)], [(0, 0), (0, 0)], share)
    assert (compared.first, compared.second, compared.p_value) == (0.5, None, None)


def test_clusters_must_pair_off():
    with pytest.raises(ValueError, match="zip"):
        compare_paired([(1, 2)], [(1, 2), (1, 2)], share)
