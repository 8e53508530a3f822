"""Holdings by rules: what contradicts is refuted, what merely differs is not."""

import pytest

from voirdire.authorities.types import (
    Case,
    CaseCitation,
    Opinion,
    OpinionPart,
    PageMark,
    PageSeries,
)
from voirdire.citations.types import Citation, Parenthetical
from voirdire.citecheck.holding import check_holding
from voirdire.citecheck.holding_passages import PassageIndex, passages_for
from voirdire.findings import Span

# Sentences about other things, so that telling words can be told from common ones.
BEFORE = (
    "Ferris bought the lot on Quay Street in the spring and built a fence along the lane. "
    "The neighbor wrote to him twice about the fence and then brought this suit. "
    "After a hearing that lasted two days the district court entered its order. "
    "The record includes three letters, a survey of the lane, and photographs of the fence. "
)
AFTER = (
    " We turn now to the survey, which both sides had before them in the spring. "
    "The photographs were taken from the lane and show the fence as it then stood. "
    "Nothing in the three letters speaks of the lane. The order is affirmed."
)
CASE = Case("case-1", ("Ferris v. Lane",), (CaseCitation("12", "F.3d", "100", "104"),))


def opinion_of(text, parts=()):
    series = (PageSeries("12", "F.3d", (PageMark(0, "100"), PageMark(len(BEFORE), "102"))),)
    return Opinion(CASE, text, series, (), parts)


def cite(**more):
    return Citation(
        "full", "12 F.3d 100, 102", Span(0, 0), Span(0, 0), "12", "F.3d", "F.3d", ("F.3d",), "100",
        pin_cite="102", pin_pages=(102,), **more,
    )  # fmt: skip


def judge(statement, proposition, citation=None, parts=()):
    opinion = opinion_of(BEFORE + statement + AFTER, parts)
    span = Span(10, 10 + len(proposition))
    return check_holding(span, proposition, PassageIndex(opinion), citation or cite())


# (what differs as (written, source), the opinion's statement, the proposition)
REFUTED = [
    # standard of review
    (("abuse of discretion", "de novo"),
     "We review the dismissal of a complaint for want of standing de novo.",
     "The dismissal of a complaint for want of standing is reviewed for abuse of discretion."),
    (("plenary review", "clearly erroneous"),
     "A finding that a boundary was established by acquiescence stands unless clearly erroneous.",
     "A finding that a boundary was established by acquiescence is subject to plenary review."),
    (("substantial evidence", "arbitrary or capricious"),
     "The zoning variance granted by the board is upheld unless it was arbitrary or capricious.",
     "A zoning variance granted by the board is upheld if substantial evidence supports it."),
    # burden and party
    (("defendant", "plaintiff"),
     "In an action for boundary trespass the plaintiff bears the burden of proving title.",
     "In an action for boundary trespass, the defendant bears the burden of proving title."),
    (("movant", "nonmoving party"),
     "At that point the nonmoving party has the burden to produce evidence of a disputed fact.",
     "At that point the movant has the burden to produce evidence of a disputed fact."),
    (("insured", "insurer"),
     "The burden of proving that an exclusion applies to the loss rests upon the insurer.",
     "The burden of proving that an exclusion applies to the loss rests upon the insured."),
    # provision and doctrine
    (("Eighth", "Fourth"),
     "Deadly force used in the seizure of a free citizen is judged under the Fourth Amendment.",
     "Deadly force in the seizure of a free citizen is judged under the Eighth Amendment."),
    (("Equal Protection", "due process"),
     "Notice by mail to the owner of record is owed by due process before a tax sale.",
     "Notice by mail to the owner of record before a tax sale is owed by the Equal Protection "
     "Clause."),
    (("claim preclusion", "issue preclusion"),
     "A finding made in arbitration may be given effect under the doctrine of issue preclusion.",
     "A finding made in arbitration may be given effect under claim preclusion."),
    # must and may
    (("must", "may"),
     "A court may consider photographs of the disputed boundary when the survey is ambiguous.",
     "A court must consider photographs of the disputed boundary when the survey is ambiguous."),
    (("may", "must"),
     "An owner must record the easement agreement within the county before the parcel is sold.",
     "An owner may record the easement agreement within the county before the parcel is sold."),
    (("mandatory", "discretionary"),
     "An award of counsel fees to the prevailing neighbor is discretionary.",
     "An award of counsel fees to the prevailing neighbor is mandatory."),
    # threshold and test
    (("clear and convincing", "preponderance"),
     "Adverse possession of a boundary strip is proved by a preponderance of the evidence.",
     "Adverse possession of a boundary strip must be proved by clear and convincing evidence."),
    (("reasonable suspicion", "probable cause"),
     "The search of a locked shed on the boundary requires probable cause and a warrant.",
     "The search of a locked shed on the boundary requires a warrant and reasonable suspicion."),
    (("ten", "twenty"),
     "Title by adverse possession requires open use of the strip for twenty years.",
     "Title by adverse possession requires open use of the strip for ten years."),
    # scope
    (("only in exceptional circumstances", ""),
     "An injunction against an encroaching fence issues upon proof of a continuing trespass.",
     "An injunction against an encroaching fence issues upon proof of a continuing trespass "
     "only in exceptional circumstances."),
    (("regardless of", ""),
     "A boundary agreement between neighbors binds later purchasers who have notice.",
     "A boundary agreement between neighbors binds later purchasers regardless of notice."),
    (("", "only"),
     "A landowner may recover treble damages for cut timber only if the cutting was willful.",
     "A landowner may recover treble damages for cut timber if the cutting was willful."),
    # stage
    (("summary judgment", "motion to dismiss"),
     "On a motion to dismiss the easement alleged in the complaint is taken to exist.",
     "On summary judgment the easement alleged in the complaint is taken to exist."),
    # negation and opposites
    (("toll", "does not toll"),
     "A mistaken survey does not toll the period for challenging a recorded boundary line.",
     "A mistaken survey does toll the period for challenging a recorded boundary line."),
    (("inadmissible", "admissible"),
     "Old photographs of a boundary fence are admissible to show where the line once ran.",
     "Old photographs of a boundary fence are inadmissible to show where the line once ran."),
    # a last clause of which the opinion near by says nothing
    (("unless the vessel is insured", ""),
     "A recorded easement passes with the parcel to every later purchaser of the land.",
     "A recorded easement passes with the parcel to later purchasers, unless the vessel is "
     "insured."),
    (("even after bankruptcy", ""),
     "A recorded easement passes with the parcel to every later purchaser of the land.",
     "A recorded easement passes with the parcel to later purchasers, even after bankruptcy."),
    # what a rule does: permit, require, forbid
    (("does not require", "requires"),
     "The recording statute requires a survey of the parcel and a map of each easement.",
     "The recording statute does not require a survey of the parcel or a map of an easement."),
    (("permits", "bars"),
     "The recording statute bars an unrecorded claim against a later purchaser for value.",
     "The recording statute permits an unrecorded claim against a later purchaser for value."),
    (("has no duty", "has a duty"),
     "An owner of the dominant parcel has a duty to keep the easement in repair.",
     "The owner of the dominant parcel has no duty to keep the easement in repair."),
    (("may, but need not", "must"),
     "A complaint for trespass must contain facts that make the entry plausible.",
     "A complaint for trespass may, but need not, contain facts that make the entry plausible."),
    # both sides named, one in the place of the other
    (("the accused", "the State"),
     "The burden of proving consent rests upon the State, and the accused need not be heard on it.",
     "The burden of proving consent rests upon the accused."),
    (("defendant", "plaintiff"),
     "To recover for the trespass a plaintiff must prove that the defendant entered the parcel.",
     "To recover for the trespass a defendant must prove that someone entered the parcel."),
    # a provision is not implicated: still of that provision
    (("work-product doctrine", "attorney-client privilege"),
     "The attorney-client privilege does not protect the identity of a client of the surveyor.",
     "The identity of a client of the surveyor is not within the work-product doctrine."),
    # a duty lifted, or imposed
    (("need not", "must"),
     "The owner of the dominant parcel must keep the culvert below the lane clear of silt.",
     "The owner of the dominant parcel need not keep the culvert below the lane clear of silt."),
    (("is relieved of", "has"),
     "The party that asks for a new survey has the burden of paying the county's fee.",
     "The party that asks for a new survey is relieved of the burden of paying the county's fee."),
    (("are free to", "shall"),
     "Owners of the upper parcels shall give notice of blasting to the county engineer.",
     "Owners of the upper parcels are free to give notice of blasting to the county engineer."),
    (("must", "does not need"),
     "A claim for the diversion of a stream does not need a detailed map of the watershed.",
     "A claim for the diversion of a stream must contain a detailed map of the watershed."),
    # how a condition is tied to the rule
    (("because", "unless"),
     "Courts leave the width of a farm lane alone unless the deed expressly fixes the width.",
     "Courts leave the width of a farm lane alone because the deed expressly fixes the width."),
    (("even if", "only if"),
     "A fence may be moved only if both neighbors consent in writing to the new line.",
     "A fence may be moved even if both neighbors consent in writing to the new line."),
    (("whenever", "only when"),
     "A well may be capped only when the water commissioner certifies its depth and its yield.",
     "A well may be capped whenever the water commissioner certifies its depth and its yield."),
    # an afterthought
    (("but only with leave of the probate judge", ""),
     "A recorded easement passes with the parcel to every later purchaser of the land.",
     "A recorded easement passes with the parcel to every later purchaser, but only with leave of "
     "the probate judge."),
    (("without exception", ""),
     "A recorded easement passes with the parcel to later purchasers of the land.",
     "A recorded easement passes with the parcel to later purchasers, without exception."),
    # burdens and presumptions
    (("sole", "initial"),
     "The owner of the dike bears the initial burden to show that the flood was an act of God.",
     "The owner of the dike bears the sole burden to show that the flood was an act of God."),
    (("weak presumption", "strong presumption"),
     "A strong presumption favors the boundary that both neighbors have fenced and planted.",
     "Only a weak presumption favors the boundary that both neighbors have fenced and planted."),
    (("moving party", "adverse party"),
     "Once the survey is filed, the adverse party must set forth facts that dispute the line.",
     "Once the survey is filed, the moving party must set forth facts that dispute the line."),
    # statutes, stages, the quality of an issue
    (("Rehabilitation Act", "Fair Housing Act"),
     "A landlord who refuses a ramp to a lame tenant answers under the Fair Housing Act.",
     "A landlord who refuses a ramp to a lame tenant answers under the Rehabilitation Act."),
    (("post-trial motion", "motion to dismiss"),
     "On a motion to dismiss the easement alleged in the complaint is taken to exist.",
     "On a post-trial motion the easement alleged in the complaint is taken to exist."),
    (("conceivable", "genuine"),
     "The surveyor's affidavit raises a genuine issue as to where the old hedge once stood.",
     "The surveyor's affidavit raises a conceivable issue as to where the old hedge once stood."),
    (("does not entitle", "entitles"),
     "A recorded survey entitles the owner of the strip to a hearing before the county board.",
     "A recorded survey does not entitle the owner of the strip to a hearing before the county "
     "board."),
]  # fmt: skip


@pytest.mark.parametrize(("change", "statement", "proposition"), REFUTED)
def test_a_contradicted_holding_is_refuted_with_the_words(change, statement, proposition):
    finding = judge(statement, proposition)
    assert (finding.outcome, finding.reason) == ("refuted", "contradicted")
    assert statement in finding.evidence[0].quote
    assert finding.evidence[0].page == "102"
    written, source = finding.changes[0].written, finding.changes[0].source
    assert (written.lower().startswith(change[0].lower()), change[1] in source) == (True, True)
    assert bool(written) == bool(change[0])
    assert bool(source) == bool(change[1])


# (why it stands, the opinion's statement, the proposition)
STANDS = [
    ("a paraphrase", "We review the dismissal of a complaint for want of standing de novo.",
     "Appellate courts look at a dismissal for want of standing afresh."),
    ("another way to say it", "We review the dismissal of a complaint for standing de novo.",
     "The dismissal of a complaint for want of standing gets plenary review."),
    ("both standards",
     "We review the injunction for abuse of discretion and its findings for clear error.",
     "The findings on which the injunction rests are reviewed for clear error."),
    ("both standards, in two sentences",
     "The terms of the injunction are reviewed for abuse of discretion. The legal ground of the "
     "injunction is reviewed de novo.",
     "The legal ground of the injunction is reviewed de novo."),
    ("the standard denied", "Standing to challenge the fence is reviewed de novo.",
     "Standing to challenge the fence is not reviewed for abuse of discretion."),
    ("the rejected rule quoted",
     "The board may revoke the fence permit for probable cause rather than on "
     "reasonable suspicion.",
     "The board may revoke the fence permit for probable cause."),
    ("what a party contends",
     "Appellant contends that adverse possession of the strip is proved by a preponderance.",
     "Adverse possession of the strip must be proved by clear and convincing evidence."),
    ("quoted words are checked as a quotation",
     "Adverse possession of a boundary strip is proved by a preponderance of the evidence.",
     'The court held that adverse possession of a boundary strip calls for "clear and convincing '
     'evidence."'),
    ("both parties named",
     "The plaintiff must prove title to the strip, and then the burden of proving a license passes "
     "to the defendant.",
     "The defendant has the burden of proving a license."),
    ("alternatives",
     "A boundary may be proved by survey under the Fourth Rule or by acquiescence for ten years or "
     "twenty years as the case may be.",
     "A boundary may be proved by acquiescence for twenty years."),
    ("an exception that the opinion makes",
     "A boundary agreement binds later purchasers, except where they had no notice of it.",
     "A boundary agreement binds later purchasers only if they had notice of it."),
    ("a limit in other words",
     "Unless the cutting of timber was willful, a landowner may not recover treble damages for it.",
     "A landowner may recover treble damages for cut timber only if the cutting was willful."),
    ("not only",
     "The survey must be recorded with the county and the neighbors must be told of the survey.",
     "The survey must not only be recorded with the county but the neighbors told of the survey."),
    ("an aside", "The fence is part of the parcel and passes with the parcel to its buyer.",
     "The fence, after all, is part of the parcel and passes with the parcel to its buyer."),
    ("must of another verb",
     "A court may consider photographs of the boundary, and it must explain its ruling.",
     "A court must explain its ruling on photographs of the boundary."),
    ("part of the rule cited", "Rule 56(c) puts the fence's survey beyond dispute on this record.",
     "Rule 56 puts the fence's survey beyond dispute on this record."),
    ("another provision for another matter",
     "The Fourth Amendment governs the search of the shed. The Fifth Amendment governs the taking "
     "of the boundary strip.",
     "The taking of the boundary strip is governed by the Fifth Amendment."),
    ("both stages",
     "Whether on a motion to dismiss or on summary judgment, the easement must be pleaded.",
     "On summary judgment the easement must be pleaded."),
    ("no passage on the matter", "The order of the board is vacated.",
     "Maritime liens are reviewed for abuse of discretion in admiralty."),
    ("negation on both sides",
     "A mistaken survey does not toll the period for challenging a recorded boundary line.",
     "A mistaken survey never tolls the period for challenging a recorded boundary line."),
    ("No. is no negation",
     "The survey recorded as Plat 7 fixes the boundary of the parcel on the lane.",
     "The survey recorded as No. 7 fixes the boundary of the parcel on the lane."),
    ("a last clause that the opinion has in a neighboring sentence",
     "A recorded easement passes with the parcel to later purchasers. A release of the easement "
     "signed by the owner ends it.",
     "A recorded easement passes with the parcel to later purchasers, unless the owner has signed "
     "a release."),
    ("need not and must, both named",
     "A defendant must show prejudice from the false survey.",
     "Although a defendant need not show that the false survey decided the case, he must show "
     "prejudice from it."),
    ("another object",
     "The recording statute permits an agent to sign and bars an unrecorded claim.",
     "The recording statute bars an unrecorded claim."),
    ("a fragment", "Due process is owed to the owner of record before a tax sale of the parcel.",
     "and its progeny for the proposition that equal protection is owed before a tax sale"),
    ("both sides named, each in its place",
     "The burden of proving consent rests upon the State, and the accused need not be heard on it.",
     "The State bears the burden of proving consent, whatever the accused says."),
    ("same words", "Old photographs of a boundary fence are admissible to show the line.",
     "Old photographs of a boundary fence are admissible to show the line."),
    ("little in common", "A claim of adverse possession is decided by a preponderance.",
     "Fraud on the recording office must be shown by clear and convincing evidence."),
    ("a duty that the opinion also lifts",
     "The owner of the parcel need not keep the culvert below the lane clear of silt.",
     "The owner of the parcel is free to keep the culvert below the lane clear of silt."),
    ("leave given in other words",
     "The owner of the parcel keeps the culvert below the lane clear of silt if he likes, for "
     "nothing in the deed obliges him.",
     "The owner of the parcel need not keep the culvert below the lane clear of silt."),
    ("leave given in a sentence as close",
     "An owner will keep the culvert below the lane clear. Where the parcel is fenced, an owner "
     "may let others keep the culvert below the lane clear.",
     "An owner is free to keep the culvert below the lane clear."),
    ("no duty to do what the sentence does not speak of",
     "The owner of the dominant parcel keeps the culvert below the lane clear of silt.",
     "The owner of the dominant parcel keeps the culvert below the lane clear of silt, and so does "
     "not need to hire a surveyor."),
    ("a concession, with the duty in the other half",
     "A claim for the diversion of a stream must name the stream and the parcel that lost it.",
     "Although a claim for the diversion of a stream need not map it, it must name the stream and "
     "the parcel."),
    ("no duty in words that are quoted",
     "The owner of the dominant parcel must keep the culvert below the lane clear of silt.",
     'The deed says that the owner of the dominant parcel "need not keep the culvert below the '
     'lane clear of silt."'),
    ("a duty as to one thing, none as to another",
     "A claim for the diversion of a stream does not need a map, but it must name the parcel.",
     "A claim for the diversion of a stream must name the parcel that lost its water."),
    ("the same condition, otherwise put",
     "A fence may be moved only if both neighbors consent in writing to the new line.",
     "A fence may be moved only when both neighbors consent in writing to the new line."),
    ("another condition under another word",
     "Courts leave the width of a farm lane alone unless the deed expressly fixes it.",
     "Courts leave the width of a farm lane alone because nobody else has walked it."),
    ("without exception, and the opinion says in every case",
     "In every case a recorded easement passes with the parcel to later purchasers of the land.",
     "A recorded easement passes with the parcel to later purchasers, without exception."),
    ("an afterthought that the opinion has",
     "A recorded easement passes with the parcel to later purchasers of the land. The probate "
     "judge may give leave to end it.",
     "A recorded easement passes with the parcel to later purchasers, but only with leave of the "
     "probate judge."),
    ("whatever as part of a name for things",
     "A recorded easement passes with the parcel to every later purchaser of the land.",
     "A recorded easement passes with the parcel to later purchasers and whatever sheds they own."),
    ("a claim of the case at hand under another statute",
     "A wish of the tenant for a ramp is fit for decision under the Fair Housing Act.",
     "The Rehabilitation Act claim of the tenant about a ramp is fit for decision."),
    ("both burdens",
     "The initial burden lies on the owner of the dike; the ultimate burden lies on the farmer who "
     "was flooded.",
     "The ultimate burden lies on the farmer who was flooded."),
    # a sentence that states nothing
    ("a question",
     "First, does the recording statute prohibit the sale of an unfenced parcel beside a lane?",
     "The recording statute does not prohibit the sale of an unfenced parcel beside a lane."),
    ("what was to be decided",
     "We granted review to decide whether the recording statute is violated when an owner sells an "
     "unfenced parcel.",
     "The sale of an unfenced parcel by its owner did not violate the recording statute."),
    ("what the court below held",
     "The Court of Appeals held that old photographs of a boundary fence are inadmissible to show "
     "the line.",
     "Old photographs of a boundary fence are admissible to show the line."),
    ("a rule named to say that it does not apply",
     "A surveyor is not bound to accept the line that an old and unsigned map of the lane shows.",
     "The tenet that a surveyor must accept the line that a map shows is inapplicable to an old "
     "and unsigned map of the lane."),
    ("not every",
     "A slip by a surveyor, even a grave one, does not warrant setting aside a recorded boundary "
     "that it did not move.",
     "Not every slip by a surveyor, even a grave one, warrants setting aside a recorded boundary."),
    ("a limit left out for short",
     "The eye of the surveyor must rest solely on hedges and walls and not on the lines that old "
     "maps draw.",
     "Surveying a parcel is an art, and its eye must rest on hedges and walls, not the lines that "
     "maps draw."),
    # what is added to a rule told in other words
    ("an afterthought, behind other words",
     "A recorded easement passes with the parcel to every later purchaser of the land.",
     "Whoever buys the land later takes it with its easement, but only with leave of the probate "
     "judge."),
    ("a limit, in other words",
     "An injunction against an encroaching fence issues upon proof of a continuing trespass.",
     "A court enjoins a fence that encroaches and trespasses only in exceptional circumstances, "
     "and on proof."),
    # a denial in other words on both sides
    ("we do not mean",
     "We do not mean that the owner must record the easement agreement before the parcel is sold.",
     "The owner need not record the easement agreement before the parcel is sold."),
    ("no requirement",
     "We find no express or implied requirement in the deed that the owner fence the upper lane "
     "with posts.",
     "The deed does not require that the owner fence the upper lane with posts."),
    ("includes no right",
     "The easement of passage includes no right to park a wagon on the lane overnight.",
     "The easement of passage does not include the right to park a wagon on the lane overnight."),
    ("imposes no obligation",
     "The recording statute does not impose a continuing obligation on surveyors of boundary land.",
     "The recording statute imposes no continuing obligation on surveyors of boundary land."),
    ("nothing requires",
     "Nothing in the text of the recording statute requires a survey of the parcel and its hedges.",
     "The recording statute does not require a survey of the parcel and its hedges."),
    ("what may be is not denied by what is not",
     "An old survey may satisfy a loose standard of proof for the boundary of the parcel.",
     "An old survey does not satisfy the standard of proof for the boundary of the parcel."),
    ("a duty that another sentence lifts",
     "The owner must keep the culvert below the lane clear of silt if he asked for it. But the "
     "deed has no requirement that anyone keep a culvert clear of silt.",
     "The owner need not keep the culvert below the lane clear of silt."),
    ("on appeal of a ruling at an earlier stage",
     "An order on whether the easement exists that turns on an issue of law is reviewed on appeal.",
     "An order at the pleading stage on whether the easement exists is reviewed where it turns on "
     "an issue of law."),
]  # fmt: skip


@pytest.mark.parametrize(("why", "statement", "proposition"), STANDS)
def test_what_is_not_surely_contrary_is_left_open(why, statement, proposition):
    finding = judge(statement, proposition)
    assert (finding.outcome, finding.reason) == ("unchecked", "no_model"), (why, finding.detail)
    assert finding.changes == ()
    assert "was not judged" in finding.detail


STATEMENT, CONTRARY = REFUTED[0][1:]


@pytest.mark.parametrize("type_", ["dissent", "concurrence", "syllabus"])
def test_a_separate_opinion_is_not_the_opinions_statement(type_):
    parts = (
        OpinionPart("majority", Span(0, len(BEFORE))),
        OpinionPart(type_, Span(len(BEFORE), len(BEFORE + STATEMENT + AFTER))),
    )
    finding = judge(STATEMENT, CONTRARY, parts=parts)
    assert finding.outcome == "unchecked"
    assert type_ in finding.detail


def test_a_citation_to_a_dissent_is_not_held_to_the_majority():
    dissenting = Parenthetical("separate", "Roe, J., dissenting", Span(0, 0))
    assert judge(STATEMENT, CONTRARY, cite(parentheticals=(dissenting,))).outcome == "unchecked"


def test_an_opinion_per_curiam_is_no_separate_one():
    per_curiam = Parenthetical("separate", "per curiam", Span(0, 0))
    assert judge(STATEMENT, CONTRARY, cite(parentheticals=(per_curiam,))).outcome == "refuted"


def test_passages_of_the_pinned_page_come_first():
    opinion = opinion_of(BEFORE + STATEMENT + AFTER)
    index = PassageIndex(opinion)
    found = passages_for("the fence and the survey of the lane", opinion, cite(), index, 3)
    pinned = [passage.is_on_pin_page for passage in found]
    assert pinned == sorted(pinned, reverse=True)
    assert pinned[0]
    assert all(" ".join(opinion.text[p.span.start : p.span.end].split()) == p.text for p in found)
    assert found[0].page in ("100", "102")
    assert passages_for("zymurgy", opinion, cite(), index, 3) == ()


def test_history_that_the_document_gives_is_said():
    refuted = judge(STATEMENT, CONTRARY, cite(history=("vacated on other grounds",)))
    assert refuted.outcome == "refuted"
    assert "vacated on other grounds" in refuted.detail
    affirmed = judge(STATEMENT, CONTRARY, cite(history=("aff'd",)))
    assert "aff'd" not in affirmed.detail


def test_an_argument_and_dicta_are_said():
    argued = judge("Appellant contends that the fence is a nuisance.", "The fence is a nuisance.")
    assert "contends" in argued.detail
    left = judge(
        "We need not decide whether hedges are boundary fences.",
        "Hedges are boundary fences for all purposes.",
    )
    assert "dicta" in left.detail
