"""What can be told of an outcome without a trial."""

from dataclasses import replace

import pytest

from courtroom.scoring.mare import MARE
from voirdire.courtroom.cases.load import written_case, written_cases
from voirdire.courtroom.cases.vary import vary_case
from voirdire.courtroom.scoring.baselines import (
    group_of,
    metadata_features,
    run_baselines,
    word_features,
)
from voirdire.courtroom.types import Key

pytest.importorskip("numpy")


def case(number, liable, metadata, words, source=""):
    return replace(
        MARE,
        case=replace(MARE.case, id=f"case_{number}", background=words, exhibits=()),
        key=Key("liable" if liable else "not liable"),
        metadata=metadata,
        source=source,
    )


def set_of(number, metadata, words):
    return [case(n, n % 2 == 0, metadata(n), words(n)) for n in range(number)]


def figures(files):
    return {
        name: (found.verdicts.balanced_accuracy.value, found.verdicts.brier.value)
        for name, found in run_baselines(files).items()
    }


def test_metadata_that_tell_the_outcome():
    files = set_of(40, lambda n: {"court": "AB"[n % 2], "year": str(1900 + n)}, lambda n: "horse")
    found = figures(files)
    assert found["metadata"][0] == 1
    assert found["metadata"][1] < 0.1
    # Of one and the same word nothing can be told.
    assert found["bag_of_words"][1] == pytest.approx(0.25, abs=0.01)


def test_the_telling_field_is_a_baseline_of_its_own():
    """Among many fields that say nothing the one that does is drowned."""

    def metadata(n):
        noise = {f"field_{k}": str(n * (k + 3) % 11) for k in range(12)}
        return {"set": "mare", "court": "AB"[n % 2], **noise}

    found = run_baselines(set_of(40, metadata, lambda n: "horse"))
    assert found["metadata:court"].verdicts.balanced_accuracy.value == 1
    # What is the same for all is no field.
    assert "metadata:set" not in found


def test_words_that_tell_the_outcome():
    words = ("the mare was lame and blind", "the mare was sound and quick")
    found = figures(set_of(40, lambda n: {"year": "1900"}, lambda n: words[n % 2]))
    assert found["bag_of_words"][0] == 1
    assert found["bag_of_words"][1] < 0.1
    assert found["metadata"][1] == pytest.approx(0.25, abs=0.01)


def test_nothing_is_learned_from_what_says_nothing():
    """Each case has a word of its own: by heart they would all be known."""
    found = figures(set_of(40, lambda n: {"id": f"x{n}"}, lambda n: f"word{chr(97 + n)} horse"))
    for _, brier in found.values():
        assert brier == pytest.approx(0.25, abs=0.02)


def test_articles_of_one_judgment_are_held_out_together():
    """Within a judgment one word goes with one outcome, and no other judgment has the word."""
    files = []
    for judgment in range(20):
        source = f"Collection, judgment {judgment}, article "
        word = f"horse{chr(97 + judgment)}"
        files += [
            case(f"{judgment}_{n}", judgment % 2, {"judgment": word}, word, f"{source}{n}")
            for n in range(3)
        ]
    assert group_of(files[4]) == "Collection, judgment 1"
    for found in run_baselines(files).values():
        assert found.verdicts.brier.value == pytest.approx(0.25, abs=0.02)
        assert len(found.predictions) == 60
        assert len({each.group for each in found.predictions}) == 20


def pairs_of(number):
    """Written cases in pairs of one metadata and two outcomes, each pair with a word of its own."""
    files = []
    for pair in range(number):
        words = f"horse{chr(97 + pair)} "
        for liable in (True, False):
            metadata = {"year": "1904", "offence": f"offence {pair}"}
            told = words + ("lame lame" if liable else "sound sound")
            one = case(f"{pair}_{liable}", liable, metadata, told)
            files.append(replace(one, key=replace(one.key, bearings=())))
    return files


def test_a_pair_of_written_cases_is_held_out_together():
    """Held out alone, the half of a pair would be told by the other's metadata, and wrongly."""
    files = pairs_of(6)
    assert group_of(files[0]) == group_of(files[1]) == "offence=offence 0"
    found = run_baselines(files)
    assert found["metadata"].verdicts.balanced_accuracy.value == 0.5
    # What words tell across pairs is still told.
    assert found["bag_of_words"].verdicts.balanced_accuracy.value == 1
    assert len({each.group for each in found["metadata"].predictions}) == 6


def test_a_translation_and_a_varied_case_go_with_their_original():
    original = written_case("theft_011")
    assert group_of(written_case("theft_011-es")) == group_of(original)
    assert group_of(vary_case(original, 3)) == group_of(original)
    assert group_of(written_case("theft_012")) == group_of(original)
    assert group_of(written_case("scam_011")) != group_of(original)
    # With no metadata a written case stands for itself.
    assert group_of(replace(original, metadata={})) == "theft_011"


def test_nothing_can_be_told_of_the_written_cases():
    files = [each for each in map(written_case, written_cases()) if each.case.language == "en"]
    found = run_baselines(files)
    figures = {name: each.verdicts.balanced_accuracy.value for name, each in found.items()}
    for name in ("metadata", "metadata:offence", "metadata:party_order", "metadata:year"):
        assert figures[name] == 0.5
    assert 0.3 <= figures["bag_of_words"] <= 0.7


def test_groups_with_both_outcomes_are_in_no_one_fold():
    """One group of either outcome alone, and one of both: each is told by the others."""
    alone = [case("t", True, {"a": "x"}, "mare"), case("f", False, {"a": "y"}, "mare")]
    source = "Collection, judgment 1, article "
    both = [case(f"b{n}", n == 0, {"a": "z"}, "mare", f"{source}{n}") for n in range(2)]
    found = run_baselines([*alone, *both])["metadata"]
    assert [each.case for each in found.predictions] == ["case_t", "case_f", "case_b0", "case_b1"]


def test_an_uneven_set_is_decided_by_balance_and_priced_by_its_shares():
    files = [case(n, n % 5 == 0, {"court": "A"}, "horse") for n in range(40)]
    found = run_baselines(files)["metadata"]
    # 8 of 40: a stated fifth gives 0.2 x 0.64 + 0.8 x 0.04.
    assert found.verdicts.brier.value == pytest.approx(0.16, abs=0.005)


def test_the_same_files_give_the_same_figures():
    files = set_of(24, lambda n: {"year": str(1900 + n * n % 7)}, lambda n: f"mare {n % 3} lame")
    assert run_baselines(files) == run_baselines(files)
    assert run_baselines(files, seed=1) != run_baselines(files)


def test_years_are_features_by_decade():
    files = [case(n, n, {"year": f"19{n}1", "state": "A"}, "") for n in range(2)]
    first, second = metadata_features(files, ["year"])
    assert first == {"year=1901": 1, "year~190": 1, "year": -1}
    assert second == {"year=1911": 1, "year~191": 1, "year": 1}


def test_words_of_one_case_alone_are_no_features():
    rows = word_features([case(0, 1, {}, "mare lame"), case(1, 0, {}, "mare blind")])
    words = {word for row in rows for word in row}
    assert "mare" in words
    assert {"lame", "blind"} & words == set()


def test_too_few_cases():
    with pytest.raises(ValueError, match="two groups"):
        run_baselines([case(n, True, {}, "") for n in range(5)])


def test_cases_that_neither_side_won_are_left_out():
    files = set_of(8, lambda n: {}, lambda n: "mare")
    hung = replace(files[0], key=Key("hung"), case=replace(files[0].case, id="hung"))
    found = run_baselines([*files, hung])["metadata"]
    assert [each.case for each in found.predictions] == [f"case_{n}" for n in range(8)]
