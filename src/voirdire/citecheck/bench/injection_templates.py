# ruff: noqa: E501
"""How a stated rule of law is falsified: patterns of its words, and what an advocate would write.

Input: a sentence that states a rule. Output: the alterations that a strategy offers for it.
The strategies are those of "Who Checks the Citations?" (2026), section 8.2 and its taxonomy:
standard of review, burden or presumption, doctrine or provision, mandatory or discretionary,
threshold or test, scope, procedural stage; and negation and the side of a party beside them.

Frozen before any detector was written, and shared with nothing outside this folder: the
manifest of a dataset names the SHA-256 of this file and of `injection_words.py`.
"""

import re
from dataclasses import dataclass
from typing import Literal, get_args

Strategy = Literal[
    "standard_of_review",
    "burden_or_presumption",
    "doctrine_or_provision",
    "mandatory_or_discretionary",
    "threshold_or_test",
    "scope",
    "procedural_stage",
    "negation",
    "party_side",
]
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)


@dataclass(frozen=True, slots=True)
class Template:
    """Words of a rule and what may be written for them.

    `pattern` is searched without regard to case; groups are filled into `options` as in
    `re.Match.expand`. `unless`: the sentence must not hold this. `once`: the words may stand
    in the sentence one time only, since one of two left as it was would show the change.
    """

    strategy: Strategy
    pattern: re.Pattern[str]
    options: tuple[str, ...]
    unless: re.Pattern[str] | None = None
    once: bool = True


_ARROW = " => "
_UNLESS = " !! "


def _read(strategy: Strategy, table: str, *, once: bool = True) -> list[Template]:
    """One template a line: words => option | option !! what the sentence must not hold."""
    templates = []
    for line in table.strip().splitlines():
        rule, _, unless = line.strip().partition(_UNLESS)
        words, _, options = rule.partition(_ARROW)
        # A clause that is taken away begins with its comma or space.
        before = "" if words.startswith(",") else r"(?<![\w-])"
        templates.append(
            Template(
                strategy,
                re.compile(rf"{before}(?:{words})(?![\w-])", re.IGNORECASE),
                tuple(option.strip() for option in options.split(" | ")),
                re.compile(unless, re.IGNORECASE) if unless else None,
                once,
            )
        )
    return templates


def _both_ways(strategy: Strategy, pairs: str) -> list[Template]:
    """Two templates a pair `one = other`; the sentence holds only one of the two."""
    table = []
    for line in pairs.strip().splitlines():
        for pair in line.strip().split("; "):
            one, other = pair.split(" = ")
            for words, option in ((one, other), (other, one)):
                table.append(f"{re.escape(words)}{_ARROW}{option}{_UNLESS}\\b{re.escape(option)}")
    return _read(strategy, "\n".join(table))


_STANDARD_OF_REVIEW = r"""
review(s|ed|ing)? (.{0,60}?)\bde novo => review\1 \2for abuse of discretion | review\1 \2for clear error | review\1 \2only for plain error | review\1 \2under the substantial evidence standard
de novo review => abuse-of-discretion review | review for clear error | plain error review | deferential review
subject to de novo review => subject to review for clear error | subject to review only for abuse of discretion
de novo => for abuse of discretion | for clear error | with deference !! de novo review|de novo (?:hearing|proceeding|trial|determination)|(?:hearing|trial|considered?|sentencing) de novo
for (?:an )?abuse of discretion => de novo | for clear error | for plain error
(?:under|applying) (?:an?|the) abuse[- ]of[- ]discretion standard => de novo | under the clearly erroneous standard | under a plenary standard
abuse[- ]of[- ]discretion (standard|review) => clear-error \1 | de novo \1 | plenary \1
for clear error => de novo | for abuse of discretion | for substantial evidence
clearly erroneous => contrary to law | an abuse of discretion | unsupported by substantial evidence !! not clearly
clear[- ]error (standard|review) => abuse-of-discretion \1 | de novo \1
for plain error => de novo | for harmless error | for abuse of discretion
plain[- ]error (standard|review|rule) => harmless-error \1 | de novo \1
(?:supported by )?substantial evidence(?= (?:in|on|standard|review|test)) => a preponderance of the evidence | clear and convincing evidence
substantial[- ]evidence (standard|review|test) => de novo \1 | clear-error \1
arbitrary(?:,| and| or) (?:and |or )?capricious(?: (standard|review))? => clearly erroneous | unsupported by a preponderance of the evidence
plenary(?: review)? => deferential review | review for clear error !! plenary (?:power|authority)
great deference => no deference | only limited deference
substantial deference => no deference | little weight
considerable deference => no particular deference | little deference
no deference => substantial deference | great deference
(?:highly|extremely) deferential => searching and independent | plenary
(?:with|owes?|gives?|accords?|give|accord) deference => without deference !! no deference
independent(?:ly)? review => deferential review | review only for clear error
harmless(?: beyond a reasonable doubt)? => structural | reversible per se !! not harmless
structural error => harmless error | plain error
"""

_BURDEN = r"""
burden (of (?:proof|persuasion|production|showing|establishing|proving|demonstrating)(?:.{0,40}?)) (rests|lies|falls|is) (?:on|upon|with) the (plaintiff|movant|moving party|government|petitioner|employee|claimant|appellant|prosecution|State) => burden \1 \2 on the opposing party
bears? the (?:initial |ultimate |heavy )?burden => need not bear the burden | is relieved of the burden !! (?:not|never) bears?
has the (?:initial |ultimate |heavy )?burden => does not have the burden | is relieved of the burden
(has|have) the burden => \1 no burden
initial burden => ultimate burden | sole burden
ultimate burden => initial burden | merely a burden of production
heavy burden => modest burden | light burden
burden of (persuasion|proof) => burden of production | initial burden of coming forward !! burden of production
burden of production => burden of persuasion | ultimate burden of proof !! burden of (?:persuasion|proof)
burden shifts to => burden remains on | burden never shifts to
shifts? the burden => does not shift the burden
(is|are) presumed => \1 not presumed
(is|are) presumptively => \1 not presumptively
(?:a|the) (?:strong )?presumption (against|in favor of|of|that) => no presumption \1 | only a weak presumption \1
presumption against => presumption in favor of
presumption in favor of => presumption against
rebuttable presumption => conclusive presumption | irrebuttable presumption
(?:conclusive|irrebuttable) presumption => rebuttable presumption
presumption of (innocence|correctness|validity|regularity|reasonableness|constitutionality) => presumption against \1
(must|should) presume => \1 not presume
(must|should|are to|is to) (?:be resolved|be construed|be drawn) in favor of => \1 be resolved against
in the light most favorable to the (non-?moving party|nonmovant|plaintiff|government|verdict|prosecution|party opposing) => in the light least favorable to the \1 | with equal regard to both sides
light most favorable to => light least favorable to
all reasonable inferences in (?:the )?(?:favor of|(?:his|her|its|their) favor) => no inference in favor of
by a preponderance(?: of the evidence)? => by clear and convincing evidence | beyond a reasonable doubt
preponderance[- ]of[- ]the[- ]evidence (standard|test) => clear-and-convincing-evidence \1 | reasonable-doubt \1
(?:by|with) clear and convincing (?:evidence|proof) => by a preponderance of the evidence | beyond a reasonable doubt | by substantial evidence
clear and convincing evidence => a preponderance of the evidence | some evidence
beyond a reasonable doubt => by a preponderance of the evidence | by clear and convincing evidence !! harmless
prima facie (case|showing) => conclusive \1
need only (show|establish|prove|allege|demonstrate) => must conclusively \1
must (show|establish|prove|demonstrate|allege|plead) => need not \1 | need only allege an intention to \1
required to (show|establish|prove|demonstrate|allege|plead) => under no obligation to \1 !! not required
"""

_PARTY = r"""
burden (.{0,40}?)\b(on|upon|with) the plaintiffs? => burden \1\2 the defendant !! defendant
burden (.{0,40}?)\b(on|upon|with) the defendants? => burden \1\2 the plaintiff !! plaintiff|government|prosecution
burden (.{0,40}?)\b(on|upon|with) the (?:government|prosecution|state) => burden \1\2 the accused !! defendant|accused
burden (.{0,40}?)\b(on|upon|with) the (?:moving party|movant) => burden \1\2 the party opposing the motion !! non-?mov
burden (.{0,40}?)\b(on|upon|with) the employer => burden \1\2 the employee !! employee|plaintiff
(?:a|the) plaintiff(?= (?:must|may|bears|has|need|can|cannot|is (?:required|entitled|not))) => the defendant !! defendant|plaintiff.*plaintiff
(?:a|the) defendant(?= (?:must|may|bears|has|need|can|cannot|is (?:required|entitled|not))) => the plaintiff !! plaintiff|government|prosecut|convict|crim|sentenc|guilty|defendant.*defendant
(?:a|the) (?:criminal )?defendant(?= (?:must|may|bears|has|need|can|cannot|is (?:required|entitled|not))) => the government !! plaintiff|government|prosecut|civil|defendant.*defendant
the (?:government|prosecution)(?= (?:must|may|bears|has|need|can|cannot|is (?:required|entitled|not))) => the defendant !! defendant|government.*government
(?:a|the) (?:moving party|movant|party moving for summary judgment)(?= (?:must|may|bears|has|need|can|is)) => the nonmoving party !! non-?mov|oppos
(?:a|the) (?:non-?moving party|nonmovant|opposing party)(?= (?:must|may|bears|has|need|can|cannot|is)) => the moving party !! (?<!non)(?<!non-)mov(?:ing|ant)
(?:an|the) employer(?= (?:must|may|bears|has|need|can|cannot|is)) => the employee !! employee
(?:an|the) employee(?= (?:must|may|bears|has|need|can|cannot|is)) => the employer !! employer
(?:a|the) petitioner(?= (?:must|may|bears|has|need|can|cannot|is)) => the respondent !! respondent|petitioner.*petitioner
(?:an|the) appellant(?= (?:must|may|bears|has|need|can|cannot|is)) => the appellee !! appellee
(?:an|the) insurer(?= (?:must|may|bears|has|need|can|cannot|is)) => the insured !! insured
(?:an|the) insured(?= (?:must|may|bears|has|need|can|cannot|is)) => the insurer !! insurer
(?:a|the) debtor(?= (?:must|may|bears|has|need|can|cannot|is)) => the creditor !! creditor
(?:a|the) creditor(?= (?:must|may|bears|has|need|can|cannot|is)) => the debtor !! debtor
(?:an|the) alien(?= (?:must|may|bears|has|need|can|cannot|is)) => the government !! government
(?:a|the) buyer(?= (?:must|may|bears|has|need|can|cannot|is)) => the seller !! seller
(?:a|the) seller(?= (?:must|may|bears|has|need|can|cannot|is)) => the buyer !! buyer
(?:a|the) landlord(?= (?:must|may|bears|has|need|can|cannot|is)) => the tenant !! tenant
(?:the|a) trial court(?= (?:must|may|has|need|can|cannot|is|should)) => the jury !! jury
(?:a|the) jury(?= (?:must|may|has|need|can|cannot|should)) => the trial judge !! judge|court
"""

_PROVISIONS = r"""
First Amendment => Fourth Amendment | Second Amendment | Ninth Amendment !! Fourth Amendment|Second Amendment|Ninth Amendment
Second Amendment => Tenth Amendment | Third Amendment
Fourth Amendment => Sixth Amendment | Eighth Amendment | First Amendment !! Sixth Amendment|Eighth Amendment|First Amendment
Fifth Amendment => Eighth Amendment | Fourth Amendment | Ninth Amendment !! Eighth Amendment|Fourth Amendment|Sixth Amendment|Fourteenth Amendment
Sixth Amendment => Eighth Amendment | Fourth Amendment | Seventh Amendment !! Eighth Amendment|Fourth Amendment|Seventh Amendment|Fifth Amendment|Fourteenth Amendment
Seventh Amendment => Sixth Amendment | Tenth Amendment
Eighth Amendment => Sixth Amendment | Fourth Amendment | First Amendment !! Sixth Amendment|Fourth Amendment|First Amendment|Fourteenth Amendment
Tenth Amendment => Eleventh Amendment | Ninth Amendment
Eleventh Amendment => Tenth Amendment | Fourteenth Amendment !! Tenth Amendment|Fourteenth Amendment
Fourteenth Amendment => Thirteenth Amendment | Tenth Amendment | Eighth Amendment !! Thirteenth Amendment|Tenth Amendment|Eighth Amendment
due process(?! Clause) => equal protection !! equal protection
Due Process Clause => Equal Protection Clause | Privileges and Immunities Clause !! Equal Protection|Privileges
equal protection(?! Clause) => due process !! due process
Equal Protection Clause => Due Process Clause | Contracts Clause !! due process|Contracts Clause
Confrontation Clause => Compulsory Process Clause | Due Process Clause !! Compulsory Process|Due Process
Compulsory Process Clause => Confrontation Clause
Double Jeopardy Clause => Ex Post Facto Clause | Self-Incrimination Clause !! Ex Post Facto|Incrimination
Ex Post Facto Clause => Double Jeopardy Clause | Contracts Clause
Commerce Clause => Spending Clause | Necessary and Proper Clause | Supremacy Clause !! Spending|Necessary and Proper|Supremacy
Establishment Clause => Free Exercise Clause | Free Speech Clause !! Free Exercise|Free Speech
Free Exercise Clause => Establishment Clause | Free Speech Clause !! Establishment|Free Speech
Takings Clause => Contracts Clause | Due Process Clause !! Contracts Clause|Due Process
Contracts? Clause => Takings Clause | Commerce Clause !! Takings|Commerce
Supremacy Clause => Full Faith and Credit Clause | Commerce Clause !! Full Faith|Commerce
Full Faith and Credit Clause => Supremacy Clause | Privileges and Immunities Clause !! Supremacy|Privileges
Speech or Debate Clause => Recess Appointments Clause | Emoluments Clause
Appointments Clause => Take Care Clause | Recess Appointments Clause
qualified immunity => absolute immunity | sovereign immunity !! absolute|sovereign
absolute immunity => qualified immunity | sovereign immunity !! qualified|sovereign
sovereign immunity => qualified immunity | judicial immunity !! qualified|judicial immunity
res judicata => judicial estoppel | the law of the case !! estoppel|law of the case|preclusion
collateral estoppel => promissory estoppel | judicial estoppel !! promissory|judicial estoppel|preclusion
claim preclusion => judicial estoppel | issue preclusion !! estoppel|issue preclusion|res judicata
issue preclusion => claim preclusion | judicial estoppel !! claim preclusion|estoppel|res judicata
law[- ]of[- ]the[- ]case(?: doctrine)? => doctrine of claim preclusion | doctrine of judicial estoppel !! preclusion|estoppel
stare decisis => res judicata | judicial estoppel !! res judicata|estoppel
judicial estoppel => equitable estoppel | claim preclusion !! equitable|preclusion
equitable estoppel => judicial estoppel | equitable tolling !! judicial estoppel|tolling
equitable tolling => the discovery rule | equitable estoppel !! discovery rule|estoppel
subject[- ]matter jurisdiction => personal jurisdiction | supplemental jurisdiction !! personal jurisdiction|supplemental
personal jurisdiction => subject-matter jurisdiction !! subject[- ]matter|(?:general|specific) personal
general jurisdiction => specific jurisdiction !! specific jurisdiction
specific jurisdiction => general jurisdiction !! general jurisdiction
diversity jurisdiction => federal-question jurisdiction | supplemental jurisdiction !! federal[- ]question|supplemental
federal[- ]question jurisdiction => diversity jurisdiction | supplemental jurisdiction !! diversity|supplemental
express preemption => field preemption !! field preemption
field preemption => conflict preemption !! conflict preemption
conflict preemption => express preemption | field preemption !! express preemption|field preemption
(?<!a )Title VII(?! (?:claim|plaintiff|case|action|suit|violation|discrim|retali)) => the Fair Labor Standards Act | the National Labor Relations Act !! Labor
(?<!a )Title IX(?! (?:claim|plaintiff|case|action|suit|violation)) => the Fair Housing Act | the Equal Pay Act
Americans with Disabilities Act => Family and Medical Leave Act !! Family and Medical
Age Discrimination in Employment Act => Equal Pay Act !! Equal Pay
Sherman Act => Lanham Act !! Lanham
Lanham Act => Copyright Act | Sherman Act !! Copyright|Sherman
Administrative Procedure Act => Freedom of Information Act | Federal Tort Claims Act !! Freedom of Information|Tort Claims
Rule 12\(b\)\(6\) => Rule 12(b)(1) | Rule 56 !! 12\(b\)\(1\)|Rule 56
Rule 12\(b\)\(1\) => Rule 12(b)(6) | Rule 12(b)(2) !! 12\(b\)\(6\)|12\(b\)\(2\)
Rule 56(?:\(c\)|\(e\))? => Rule 12(b)(6) | Rule 50(a) !! Rule 12|Rule 50
Rule 60\(b\) => Rule 59(e) !! Rule 59
Rule 59\(e\) => Rule 60(b) !! Rule 60
Rule 404\(b\) => Rule 403 | Rule 609 !! Rule 403|Rule 609
Rule 403 => Rule 404(b) | Rule 702 !! Rule 404|Rule 702
Rule 702 => Rule 701 | Rule 403 !! Rule 701|Rule 403
Rule 11 => Rule 37 | Rule 32 !! Rule 37|Rule 32
Rule 23 => Rule 20 | Rule 24 !! Rule 20|Rule 24
(?:section|§) 1983 => section 1985 !! 1985
(?:section|§) 1981 => section 1985 !! 1985
attorney[- ]client privilege => work-product doctrine | spousal privilege !! work[- ]product|spousal
work[- ]product (doctrine|privilege|protection) => attorney-client privilege !! attorney[- ]client
breach of contract => promissory estoppel | breach of fiduciary duty !! estoppel|fiduciary
negligence => strict liability | gross negligence !! strict liability|gross negligence|contributory|comparative
strict liability => negligence !! negligence
negligent misrepresentation => fraudulent concealment !! fraud
disparate treatment => disparate impact !! disparate impact
disparate impact => disparate treatment !! disparate treatment
hostile work environment => quid pro quo harassment | retaliation !! quid pro quo|retaliat
habeas corpus => mandamus | coram nobis !! mandamus|coram nobis
mandamus => habeas corpus | prohibition !! habeas|writ of prohibition
injunctive relief => compensatory damages !! damages
punitive damages => compensatory damages | nominal damages !! compensatory|nominal
compensatory damages => punitive damages | statutory damages !! punitive|statutory damages
"""

# Verbs after which "may" and "must" speak of power and duty, not of chance.
_POWER = (
    "abstain|accept|admit|adopt|affirm|aggregate|allow|amend|appeal|apply|assert|assume|attach|"
    "award|bring|certify|challenge|choose|conclude|condition|consider|construe|consult|credit|"
    "decide|decline|defer|deny|depart|determine|disclose|dismiss|disregard|draw|enforce|enjoin|"
    "enter|examine|exclude|exercise|file|find|give|grant|hear|hold|impose|infer|inquire|instruct|"
    "interpret|intervene|introduce|invoke|issue|join|limit|look|make|modify|object|obtain|offer|"
    "order|permit|plead|presume|proceed|promulgate|prosecute|prove|provide|pursue|raise|reach|"
    "recover|refuse|regulate|reject|rely|remand|remove|require|resolve|resort|reverse|review|rule|"
    "search|seek|seize|serve|show|sue|submit|support|take|terminate|treat|use|vacate|waive|weigh|"
    "withdraw|withhold"
)
_DONE = (
    "admitted|affirmed|aggregated|applied|asserted|awarded|based|brought|challenged|considered|"
    "construed|convicted|decided|denied|dismissed|drawn|enforced|entered|established|excluded|"
    "excused|exercised|filed|given|granted|held liable|imposed|inferred|invoked|liable|made|met|"
    "modified|overcome|pleaded|proved|proven|raised|rebutted|reconsidered|reduced|relied upon|"
    "required|resolved|reversed|reviewed|revoked|satisfied|served|set aside|shown|sustained|taken|"
    "tolled|treated|upheld|used|vacated|viewed|waived|weighed|withheld"
)
_MODALS = rf"""
may(?= (?:\w+ly )?(?:{_POWER})\b) => must | is required to | may not
may(?= (?:\w+ly )?be (?:\w+ly )?(?:{_DONE})\b) => must | may never
may not(?= (?:\w+ly )?(?:{_POWER})\b) => may | must
may not(?= be (?:\w+ly )?(?:{_DONE})\b) => may | must
must(?= (?:\w+ly )?(?:{_POWER})\b) => may | may, but need not, | is free to
must(?= (?:\w+ly )?be (?:\w+ly )?(?:{_DONE})\b) => may | need not
must(?= (?:have|contain|include|state|comply|identify|present|produce|demonstrate|establish|allege|possess|act|first|also)\b) => may, but need not, | need not !! must have been|must include but
shall(?= (?:not )?(?:{_POWER}|be)\b) => may !! shall not
must not => may | need not !! must not only
need not => must | is required to !! need not only
cannot(?= (?:\w+ly )?(?:{_POWER}|be (?:{_DONE}))\b) => may | must
should(?= (?:\w+ly )?(?:{_POWER}|be (?:{_DONE}))\b) => need not | should never
(is|are) required to => \1 permitted, but not required, to | \1 free to !! not required
(is|are) not required to => \1 required to | must
(is|are) obligated to => \1 under no obligation to
(is|are) bound (by|to) => \1 not bound \2 !! not bound
(is|are) free to => \1 not free to | must
(is|are) permitted to => \1 required to | \1 forbidden to !! not permitted
has (?:broad |wide |considerable |the |some )?discretion (to|in|over) => has no discretion \1
have (?:broad |wide |considerable |the |some )?discretion (to|in|over) => have no discretion \1
(?:within|to) the (?:sound |broad |wide )?discretion of => not within the discretion of !! not within
broad discretion => little discretion | no discretion
wide (discretion|latitude) => limited \1 | no \1
(is|are) mandatory => \1 discretionary | \1 optional
(is|are) discretionary => \1 mandatory
mandatory => discretionary
discretionary => mandatory
required by => permitted by !! not required
"""

_THRESHOLDS = r"""
probable cause => reasonable suspicion | a mere hunch !! suspicion
reasonable suspicion => probable cause | a fair probability !! probable cause
reasonable probability => mere possibility | substantial certainty
reasonable likelihood => mere possibility | near certainty
substantial likelihood => reasonable possibility | bare possibility
likelihood of success => possibility of success | certainty of success
irreparable (harm|injury) => substantial \1 | monetary \1
actual malice => ordinary negligence | gross negligence !! negligen
deliberate indifference => negligence | gross negligence !! negligen
deliberately indifferent => negligent
gross negligence => ordinary negligence | deliberate indifference
strict scrutiny => rational basis review | intermediate scrutiny !! rational|intermediate
intermediate scrutiny => strict scrutiny | rational basis review !! strict|rational
rational[- ]basis(?: (?:review|test|scrutiny))? => strict scrutiny | intermediate scrutiny !! strict|intermediate
compelling (?:state |governmental |government )?interest => legitimate interest | important interest
narrowly tailored => reasonably related | rationally related
least restrictive => reasonably available
rationally related => narrowly tailored | substantially related
legitimate (?:state |governmental |government )?(interest|purpose) => compelling \1
clear(?:ly)? established => reasonably arguable | generally accepted
objectively => subjectively !! subjective
subjectively => objectively !! objective
objective(?= (?:standard|test|inquiry|reasonableness|evidence|basis)) => subjective !! subjective
subjective(?= (?:standard|test|inquiry|belief|intent|component|evidence)) => objective !! objective
totality of the circumstances => four corners of the record | single most probative circumstance
more than a (?:mere )?scintilla => no more than a scintilla
more than (mere|a mere) => no more than \1
mere(?= (?:allegations?|speculation|conclusory|assertions?|suspicion|possibility|existence|fact|negligence|presence|disagreement)) => detailed
knowing(?:ly)? and (?:voluntar(?:y|ily)|intelligent(?:ly)?) => with constructive notice
knowingly => negligently | recklessly !! reckless|negligen
recklessly => intentionally | negligently !! intentional|negligen
intentional(ly)? => negligent\1 !! negligen|unintentional
willful(ly)? => negligent\1 !! negligen
specific intent => general intent !! general intent
general intent => specific intent !! specific intent
substantial(?= (?:evidence|burden|risk|factor|similarity|prejudice|basis|part|showing|impairment|relationship)) => minimal | some | overwhelming
significant(?= (?:risk|harm|interest|hardship|burden|factor|deprivation)) => trivial | minor
material(?= (?:fact|breach|alteration|misrepresentation|omission|change|term)) => minor | incidental
genuine(?= (?:issue|dispute)) => conceivable
reasonable(?= (?:person|officer|official|observer|man)) => expert | especially cautious
unreasonable(?= (?:search|seizure|delay|risk|application|restraint)) => arbitrary
plausible => probable | conceivable
proximate cause => but-for cause !! but[- ]for
but[- ]for(?= (?:cause|causation|test)) => proximate !! proximate
direct(?= evidence) => circumstantial !! circumstantial
direct(?= (?:causal|injury|cause|result|connection|relationship)) => indirect !! indirect
imminent => foreseeable | eventual
clear and unambiguous => reasonably plain
unambiguous(?:ly)? => arguable
plain (meaning|language) => evident purpose
all of the (elements|factors|requirements) => any of the \1
all (?:of )?the(?= (?:elements|factors|requirements|following)) => any one of the
each (?:of the )?element => at least one element
(two|three|four|five)(?=[- ](?:elements?|factors?|prongs?|parts?|steps?|requirements?|part|step|prong|factor)) => six | seven
at least => at most
at minimum => at most
no more than => no less than
exceeds? => falls short of
more likely than not => reasonably possible
fundamental(?:ly)?(?= (?:right|fair|unfair|error|alteration)) => ordinary
extraordinary circumstances => ordinary circumstances | good cause
good cause => extraordinary circumstances | manifest injustice
manifest injustice => simple unfairness
excusable neglect => gross negligence | extraordinary circumstances
undue(?= (?:burden|hardship|delay|prejudice|influence)) => any
bad faith => negligence | ordinary carelessness !! absence of|absent|without
good faith => bad faith !! bad faith
actual(?= (?:notice|knowledge)) => constructive !! constructive
actual(?= (?:prejudice|injury|bias|conflict)) => potential !! potential
substantially(?= (?:justified|similar|related|impair|limits?|prejudiced|outweighed)) => marginally | wholly
wholly => partly
sufficiently(?= (?:pervasive|severe|specific|definite|related|similar|important)) => minimally
severe or pervasive => merely offensive
severe and pervasive => merely offensive
"""

_SCOPE = r"""
only if => whenever | even if !! not only|if only
only when => whenever | even when !! not only
only where => wherever | even where !! not only
only (?:to the extent|insofar as) => whether or not
only after => before | without regard to whether, or after, !! not only
only upon => even without | without !! not only
only by => otherwise than by !! not only
only(?= (?:the|those|a|an|such)\b) => not only !! not only
(may|can|shall|must|will|should) only(?= (?:be|if|when|where|after|\w+)) => \1 always !! not only
(?:is|are) limited to => extends well beyond !! not limited
not limited to => limited to
including,? but not limited to,? => namely
solely => in part | at least partly !! not solely
exclusively => in part !! not exclusively
sole(?= (?:remedy|purpose|question|inquiry|issue|basis|means|power|authority|discretion)) => principal | first
exclusive(?= (?:remedy|jurisdiction|authority|power|means|right)) => concurrent | optional !! not exclusive
, absent [^,.;]{4,80}, => , in every circumstance,
,? absent [^,.;]{4,90}(?=\.?$) => , whatever the circumstances
in the absence of => notwithstanding
,? unless [^.;]{6,160}(?=\.?$) => , without exception | , under any circumstances
,? except [^.;]{6,160}(?=\.?$) => , without exception
,? so long as [^.;]{6,140}(?=\.?$) => , in all circumstances
,? provided that [^.;]{6,140}(?=\.?$) => , in all circumstances
unless => even if | because !! unless .*unless
even if => only if
even though => only because
even when => only when
even where => only where
regardless of => depending on
without regard to => with due regard for
irrespective of => depending upon
(?<=[a-z] )generally => invariably | never | in all cases !! generally accepted|more generally|see generally
(?<=[a-z] )ordinarily => invariably | never
(?<=[a-z] )usually => always | never
(?<=[a-z] )normally => always | never
(?<=[a-z] )typically => always | never
(?<=[a-z] )often => always | never
(?<=[a-z] )sometimes => always | never
(?<=[a-z] )rarely => routinely | regularly
(?<=[a-z] )seldom => routinely
(?<=[a-z] )always => sometimes | seldom !! not always
(?<=[a-z] )never => sometimes | ordinarily
in (?:some|certain|limited|rare|exceptional|extraordinary|narrow) (circumstances|cases|situations|instances) => in all \1
in all (cases|circumstances) => in certain \1 | in some \1
in (?:most|many) (cases|circumstances) => in all \1 | in few \1
(?:a )?narrow exception => broad exception
limited exception => general exception
narrow(ly)? => broad\1 | expansive\1 !! broad|narrowly tailored
broad(ly)? => narrow\1 !! narrow
liberally => strictly | narrowly
strictly => liberally | loosely
any(?= (?:claim|evidence|fact|party|person|court|action|error|defendant|plaintiff|contract|statute|injury|employee|employer|part)) => some | only certain
all(?= (?:claims|evidence|facts|parties|persons|courts|actions|errors|defendants|plaintiffs|contracts|doubts|ambiguities|issues|inferences|reasonable)) => some | only certain | none of the
every(?= (?:claim|case|court|party|person|action|error|defendant|element|fact)) => nearly no | not every
no(?= (?:court|party|person|claim|private|reasonable|such|constitutional|independent|other)\b) => some
either(?= .{3,60}\bor\b) => both
applies only to => applies to more than | is not confined to !! not only
extends to => does not extend to | stops short of
does not extend (?:to|beyond) => extends to
includes => excludes
encompasses => excludes
final(?= (?:judgment|order|decision|agency)) => interlocutory | tentative
official capacit(?:y|ies) => individual capacity !! individual|personal
individual capacit(?:y|ies) => official capacity !! official
personal capacit(?:y|ies) => official capacity !! official
"""

LIMITING_TAILS = (
    ", but only in criminal cases",
    ", but only in civil actions",
    ", but only with leave of court",
    ", but only where the parties so agree",
    ", but only upon a showing of bad faith",
    ", but only when a statute expressly so provides",
    ", but only in actions against the government",
    ", but only if the issue was raised before trial",
    ", but only in cases tried to a jury",
    ", but only where no other remedy is available",
    ", but only upon clear and convincing proof",
    ", but only for a period of one year",
    ", but only in the state courts",
    ", but only when the opposing party does not object",
    ", except in cases that involve the federal government",
    ", except where the parties are citizens of the same state",
    ", except in proceedings in equity",
    ", unless the opposing party shows prejudice",
    ", unless the court finds good cause to hold otherwise",
)
"""Limits that a rule is given at its end (scope contracted)."""

_STAGES = """
summary judgment = a motion to dismiss; summary judgment stage = pleading stage
motion for summary judgment = motion to dismiss; at summary judgment = at trial
on a motion to dismiss = at trial; motion to dismiss = post-trial motion
before trial = after trial; prior to trial = after trial; before judgment = after judgment
pretrial = post-trial; at trial = on appeal; during trial = after trial
on direct appeal = on collateral review; direct appeal = collateral attack; direct review = collateral review
on appeal = in the trial court; for the first time on appeal = for the first time at trial
interlocutory appeal = appeal from a final judgment; final judgment = preliminary ruling
preliminary injunction = permanent injunction; temporary restraining order = permanent injunction
at the time of = long after; before filing = after filing
at sentencing = at arraignment; guilty plea = jury verdict
at the pleading stage = at the summary judgment stage; on the pleadings = after discovery
during discovery = after judgment; close of discovery = filing of the complaint
judgment as a matter of law = a new trial; directed verdict = a new trial
motion for reconsideration = motion to dismiss; motion for a new trial = motion in limine
grand jury = petit jury
post-conviction = pre-indictment; at the outset = at the close; in the first instance = on remand
filing of the complaint = entry of judgment; filing of the notice of appeal = entry of judgment
when the complaint is filed = when judgment is entered; date of filing = date of judgment
prospectively = retroactively
"""

_MORE_STAGES = r"""
prior to => after | long after
indictment => verdict !! verdict
arraignment => conviction !! convict
sentencing(?= (?:hearing|proceeding)) => preliminary
at the time the => before the !! before
before(?= (?:the|a|an|any|its|his|her) (?:\w+ )?(?:trial|close|end|entry|expiration|filing|verdict|hearing|complaint|indictment|arrest|sentence|plea|deadline|date|conviction|judgment|appeal|search|transfer|sale|petition|discharge|decision|action)\b) => after | only after
after(?= (?:the|a|an|any|its|his|her) (?:\w+ )?(?:trial|close|end|entry|expiration|filing|verdict|hearing|complaint|indictment|arrest|sentence|plea|deadline|date|conviction|judgment|appeal|search|transfer|sale|petition|discharge|decision|action)\b) => before !! thereafter
until => before | after
(?:retroactive|retrospective)(ly)? => prospective\1 !! prospective
within (ten|fourteen|twenty|thirty|sixty|ninety|\d+) days => at any time after \1 days
within (one|two|three|four|five|six) years? => at any time after \1 years
"""

# Verbs whose plain form and third person a negation is put before or taken from.
# A third person that is also a plural noun ("limits") is left out.
_VERBS = (
    "require requires; apply applies; allow allows; authorize authorizes; create creates; "
    "preclude precludes; prohibit prohibits; constitute constitutes; provide provides; "
    "extend extends; violate violates; establish establishes; depend depends; confer confers; "
    "include includes; protect protects; govern governs; prevent prevents; justify justifies; "
    "satisfy satisfies; suffice suffices; give gives; impose imposes; entitle entitles; "
    "forbid forbids; compel compels; deprive deprives; waive waives; render renders; "
    "affect affects; raise raises; defeat defeats; relieve relieves; implicate implicates; "
    "survive survives; exist exists; arise arises; invalidate invalidates; "
    "encompass encompasses; reach reaches; eliminate eliminates; foreclose forecloses; "
    "recognize recognizes; enjoy enjoys; possess possesses; retain retains; become becomes"
)


def _verb_table() -> str:
    lines = []
    for pair in _VERBS.split("; "):
        plain, third = pair.split()
        lines.append(f"does not (?:itself |necessarily |automatically )?{plain} => {third}")
        lines.append(f"do not (?:themselves |necessarily |automatically )?{plain} => {plain}")
        lines.append(f"{third} => does not {plain} !! neither|\\bnor\\b|\\bno |nothing|only|rarely")
    return "\n".join(lines)


_NEGATIONS = r"""
(is|are|was|were) not(?! (?:only|merely|simply|just|limited|alone|so much|to say)) => \1 !! not .{1,40}\bbut\b
(is|are) (?:insufficient|inadequate) => \1 sufficient
(is|are) sufficient => \1 not sufficient | \1 insufficient
(is|are) enough => \1 not enough
(is|are) necessary => \1 unnecessary
(is|are) unnecessary => \1 necessary
(is|are) entitled to => \1 not entitled to
(is|are) not entitled to => \1 entitled to
(is|are) (?:properly |generally |ordinarily )?(admissible|appropriate|proper|available|permissible|enforceable|reviewable|appealable|relevant|material|valid|constitutional|actionable|cognizable|immune|liable|barred|precluded|required|warranted|justified|protected|prohibited|permitted|subject to|bound by|governed by|presumed|waived|forfeited|moot|ripe|timely|exempt|preempted|reasonable|unreasonable|binding|dispositive|controlling|irrelevant|immaterial|void|voidable) => \1 not \2
inadmissible => admissible
admissible => inadmissible !! not admissible
unconstitutional => constitutional !! not unconstitutional
impermissible => permissible
permissible => impermissible !! not permissible
improper => proper
invalid => valid
unenforceable => enforceable
unlawful => lawful
lawful => unlawful
inapplicable => applicable
applicable => inapplicable
insufficient => sufficient !! not insufficient
irrelevant => relevant
ineligible => eligible
eligible => ineligible
liable => immune from liability !! not liable
immune from => subject to !! not immune
has no (right|duty|power|authority|jurisdiction|obligation|standing|interest) => has a \1
have no (right|duty|power|authority|jurisdiction|obligation|standing|interest) => have the \1
has (?:a|the) (right|duty|power|authority|obligation) => has no \1
have (?:a|the) (right|duty|power|authority|obligation) => have no \1
lacks jurisdiction => retains jurisdiction
lack jurisdiction => retain jurisdiction
lacks standing => has standing
lack standing => have standing
no longer => still
without(?= (?:a|any|the|such|probable|jurisdiction|regard|leave|notice|showing)) => only with
with or without => only with
fails? to (state|show|establish|prove|raise|allege|plead|exhaust) => manages to \1
consistent with => inconsistent with !! inconsistent|not consistent
inconsistent with => consistent with
in favor of => against
(?<=[a-z] )contrary to => in accordance with
prohibits => permits
permits => prohibits !! not permit
forbids => allows
allows => forbids
bars => allows
precludes => permits
guarantees => does not guarantee
"""

TEMPLATES: tuple[Template, ...] = (
    *_read("standard_of_review", _STANDARD_OF_REVIEW),
    *_read("burden_or_presumption", _BURDEN),
    *_read("party_side", _PARTY),
    *_read("doctrine_or_provision", _PROVISIONS),
    *_read("mandatory_or_discretionary", _MODALS),
    *_read("threshold_or_test", _THRESHOLDS),
    *_read("scope", _SCOPE),
    *_both_ways("procedural_stage", _STAGES),
    *_read("procedural_stage", _MORE_STAGES),
    *_read("negation", _NEGATIONS),
    *_read("negation", _verb_table()),
)
"""Every template; of one strategy, the more particular stands first."""
