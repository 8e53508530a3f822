# ruff: noqa: E501
"""Words with which quotations and citations are falsified: synonyms, reporters that never were.

Input: a word of a quotation. Output: the words that an able lawyer who quotes from memory
would put in its place, inflected like it.

Frozen before any detector was written, and shared with nothing outside this folder: the
manifest of a dataset names the SHA-256 of this file and of `injection_templates.py`.
"""

# Each line: words that stand for one another. v: regular verbs, inflected below; n: nouns
# with a regular plural; x: forms taken as they are.
_SYNONYMS = """
v: require demand; permit allow; prohibit forbid; establish demonstrate; consider weigh
v: review examine; affirm uphold; reverse overturn; vacate annul; dismiss discard
v: conclude determine; contend argue; assert maintain; allege aver; assume suppose
v: create produce; cause occasion; prevent preclude; hinder impede; obtain procure
v: provide furnish; supply provide; receive accept; retain preserve; protect safeguard
v: enforce implement; impose inflict; restrict confine; narrow restrict; enlarge expand
v: extend stretch; reduce diminish; increase augment; modify alter; amend revise
v: reject rebuff; adopt embrace; abandon relinquish; waive forgo; forfeit surrender
v: violate transgress; infringe invade; deprive strip; disregard ignore; neglect overlook
v: promote advance; encourage foster; discourage deter; assist aid; enable empower
v: identify specify; describe depict; explain clarify; illustrate exemplify; summarize recount
v: indicate signify; suggest imply; reveal disclose; conceal hide; reflect mirror
v: evaluate assess; resolve settle; adjudicate resolve; investigate probe; inquire ask
v: compel coerce; obligate oblige; authorize empower; entitle qualify; exempt excuse
v: terminate end; commence begin; initiate launch; continue persist; suspend pause
v: remedy cure; redress remedy; compensate reimburse; punish penalize; sanction discipline
v: possess own; acquire gain; transfer convey; occupy inhabit; abolish eliminate
v: rely depend; refer allude; relate pertain; apply operate; conform adhere
v: presume suppose; infer deduce; perceive discern; recognize acknowledge; believe think
v: intend mean; attempt endeavor; desire wish; decline refuse; consent agree
v: participate engage; appear emerge; occur happen; exist subsist; remain stay
v: satisfy fulfill; warrant merit; justify vindicate; support sustain; undermine weaken
v: construe interpret; characterize label; classify categorize; define delineate; emphasize stress
v: inform notify; communicate convey; announce declare; caution warn; instruct direct
v: discharge release; detain hold; apprehend arrest; seize confiscate; inspect scrutinize
v: exceed surpass; contravene offend; frustrate thwart; facilitate ease; ensure guarantee
v: confer bestow; grant accord; award bestow; render deliver; furnish tender
v: analyze examine; compare contrast; distinguish differentiate; reconcile harmonize
v: invoke assert; raise advance; pursue prosecute; avoid evade; evade elude
n: requirement prerequisite; prohibition ban; permission authorization; restriction limitation
n: principle precept; rule precept; doctrine tenet; standard criterion; test inquiry
n: obligation duty; entitlement right; privilege prerogative; power authority; responsibility duty
n: determination conclusion; decision ruling; judgment decree; opinion view; finding determination
n: purpose objective; goal aim; intention purpose; motive reason; rationale justification
n: reason ground; basis foundation; factor consideration; circumstance condition; context setting
n: injury harm; damage harm; loss detriment; danger hazard; risk peril
n: violation breach; infringement violation; offense crime; misconduct wrongdoing; error mistake
n: contract agreement; bargain compact; promise undertaking; provision clause; term condition
n: statute enactment; law statute; regulation rule; ordinance bylaw; constitution charter
n: officer official; agent representative; employee worker; employer company; person individual
n: attorney lawyer; counsel attorney; litigant party; claimant petitioner; witness declarant
n: proceeding hearing; action suit; lawsuit action; litigation dispute; controversy dispute
n: claim contention; argument contention; allegation assertion; assertion statement; theory hypothesis
n: proof evidence; presumption inference; doubt uncertainty; probability likelihood; belief conviction
n: remedy relief; penalty sanction; punishment sanction; sentence penalty; award recovery
n: component element; portion part; segment section; quantity amount; multitude host
n: method means; procedure process; technique method; practice custom; policy practice
n: behavior conduct; activity action; transaction dealing; relationship connection; association tie
n: benefit advantage; burden encumbrance; hardship difficulty; obstacle impediment; barrier obstacle
n: consequence result; outcome result; effect impact; influence effect; cause source
n: description account; explanation account; definition meaning; interpretation reading
n: difference distinction; similarity resemblance; conflict inconsistency; ambiguity vagueness
n: citizen national; resident inhabitant; prisoner inmate; parent guardian
n: legislature assembly; agency bureau; tribunal court; nation country; government state
n: interest stake; property possession; dwelling residence; vehicle automobile; weapon firearm
n: opportunity chance; ability capacity; discretion latitude; freedom liberty; expectation anticipation
n: deadline limit; interval period; moment instant; occasion instance; duration length
n: hypothesis supposition; premise assumption; conclusion inference; declaration pronouncement
n: omission failure; defect flaw; deficiency shortcoming; irregularity anomaly; exception exemption
n: inquiry examination; investigation inquiry; analysis examination; assessment evaluation
x: shows demonstrates; show demonstrate; shown demonstrated; showed demonstrated; showing demonstration
x: proves establishes; prove establish; proved established; proven established; proving establishing
x: gives provides; give provide; given afforded; gave provided; giving providing
x: makes renders; made rendered; making rendering; held determined; holds concludes; holding ruling
x: finds concludes; found concluded; finding concluding; sees observes; seen observed
x: takes seizes; taken seized; took seized; brings initiates; brought initiated; bringing initiating
x: begins commences; begun commenced; began commenced; says states; said stated; says declares
x: seeks pursues; sought pursued; seeking pursuing; keeps retains; kept retained; gets obtains
x: knows understands; known understood; knew understood; knowing understanding; know understand
x: means signifies; meant intended; chosen selected; chooses selects; chose selected; choose select
x: lacking wanting; needs requires; need require; needed required; uses employs
x: used employed; using employing; tends inclines; seems appears; seem appear; becomes turns
x: includes encompasses; include encompass; included encompassed; including encompassing
x: involves implicates; involve implicate; involved implicated; concerns regards; concerning regarding
x: denies refuses; denied refused; denying refusing; granted allowed; granting allowing
x: stated expressed; states expresses; stating expressing; noted observed; notes observes; noting observing
x: arises stems; arise stem; arose stemmed; arising stemming; rests depends; rest depend
x: serves functions; serve function; led guided; drawn derived; draws derives
x: reasonable sensible; reasonable rational; unreasonable irrational; fair equitable; unfair inequitable
x: clear plain; clear manifest; obvious apparent; apparent evident; unclear uncertain; ambiguous unclear
x: important significant; significant substantial; substantial considerable; material relevant
x: relevant pertinent; pertinent germane; irrelevant immaterial; necessary essential; essential vital
x: necessary required; unnecessary needless; sufficient adequate; adequate ample; insufficient inadequate
x: proper appropriate; appropriate suitable; improper inappropriate; correct accurate; incorrect erroneous
x: wrong mistaken; erroneous mistaken; valid legitimate; legitimate lawful; lawful legal; unlawful illegal
x: specific particular; particular specific; general broad; broad expansive; narrow limited; limited restricted
x: entire whole; complete total; full complete; partial incomplete; final conclusive; ultimate final
x: initial preliminary; prior previous; previous earlier; subsequent later; recent latest; former prior
x: present current; existing current; future prospective; immediate instant; prompt swift; timely punctual
x: serious grave; severe harsh; grave serious; extreme drastic; mere bare; slight minor; minimal slight
x: great considerable; large sizable; small modest; high elevated; low reduced; strong compelling
x: compelling persuasive; persuasive convincing; weak feeble; powerful potent; vital crucial; crucial critical
x: critical pivotal; fundamental basic; basic elementary; central core; main principal; principal chief
x: primary main; single sole; sole exclusive; exclusive sole; unique singular; different distinct
x: distinct separate; separate discrete; same identical; similar comparable; equal equivalent
x: common shared; ordinary usual; usual customary; normal regular; unusual uncommon; rare infrequent
x: frequent common; personal individual; private confidential; national federal
x: actual real; real genuine; genuine authentic; false untrue; true accurate; factual evidentiary
x: certain definite; likely probable; unlikely improbable; possible conceivable; impossible unattainable
x: intentional deliberate; deliberate purposeful; willful intentional; knowing conscious; reckless heedless
x: negligent careless; innocent blameless; guilty culpable; responsible accountable; liable answerable
x: voluntary willing; involuntary unwilling; mandatory compulsory; optional elective
x: valid binding; void null; absolute unconditional; conditional contingent; explicit express; implied tacit
x: implicit implied; inherent intrinsic; independent autonomous; neutral impartial; biased partial
x: extensive wide; widespread prevalent; numerous many; several multiple; various diverse; additional further
x: clearly plainly; plainly manifestly; obviously evidently; merely simply; simply merely; solely exclusively
x: only solely; exclusively solely; generally ordinarily; ordinarily normally; usually typically
x: often frequently; frequently often; rarely seldom; seldom rarely; always invariably
x: fully completely; completely entirely; entirely wholly; wholly entirely; partly partially; nearly almost
x: properly correctly; correctly accurately; improperly wrongly; wrongly erroneously; fairly justly
x: reasonably sensibly; necessarily inevitably; sufficiently adequately; adequately sufficiently
x: specifically particularly; particularly especially; especially particularly; expressly explicitly
x: explicitly expressly; implicitly impliedly; directly immediately; immediately promptly; promptly quickly
x: previously formerly; subsequently afterward; originally initially; initially originally; finally ultimately
x: ultimately eventually; consistently uniformly; repeatedly frequently; substantially considerably
x: significantly substantially; materially significantly; severely harshly; seriously gravely
x: intentionally deliberately; deliberately intentionally; knowingly consciously; willfully deliberately
x: freely voluntarily; voluntarily freely; carefully cautiously; closely narrowly; strictly rigidly
x: effectively essentially; essentially basically; primarily chiefly; mainly chiefly; largely mostly
x: therefore thus; thus hence; hence accordingly; accordingly consequently; consequently therefore
x: however nevertheless; nevertheless nonetheless; although though; because since; whereas while
x: moreover furthermore; furthermore additionally; indeed actually; instead rather; otherwise differently
x: upon on; within inside; concerning about; regarding concerning; throughout across; among amid
x: toward towards; beneath under; besides beyond; despite notwithstanding; unless absent; until till
x: whenever when; wherever where; every each; each every; whoever anyone; anything something
x: children minors; child minor; persons individuals; people individuals; individuals persons; men persons; women females
x: jury panel; judge magistrate; trial hearing; verdict decision; appeal review; motion application
x: case matter; cases matters; facts circumstances; fact circumstance; record file; evidence proof
x: justice fairness; fairness equity; truth veracity; trust confidence; faith trust; care caution
x: conduct behavior; speech expression; expression speech; safety security; security safety; health wellbeing
x: money funds; funds money; land property; home residence; business enterprise; trade commerce
x: question issue; questions issues; issue question; issues questions; matter subject; matters subjects
x: problem difficulty; problems difficulties; answer response; answers responses; response reply
x: need necessity; use employment; manner fashion; manner way; way manner; ways manners; kind sort
x: kinds sorts; type category; types categories; degree extent; extent degree; scope breadth; nature character
x: character nature; form shape; forms shapes; sense meaning; light view; place location; places locations
x: time period; times periods; years decades; day date; history past; beginning outset; end conclusion
x: value worth; price cost; cost expense; costs expenses; expense cost; profit gain; wealth riches
x: legislative congressional; judicial adjudicative; executive administrative; administrative regulatory
x: criminal penal; constitutional fundamental; statutory legislative; contractual consensual
x: must shall; shall must; may might; might could; should ought
x: wide broad; deep profound; quick rapid; rapid swift; slow gradual; easy simple; difficult hard; hard difficult
x: good sound; bad poor; best optimal; better superior; worse inferior; new novel; old aged; young youthful
x: proceedings hearings; conclusions findings; statements remarks; remarks comments; words terms; terms words
x: language wording; wording language; text language; meaning sense; intent purpose; design plan; plan scheme
x: scheme plan; system structure; structure framework; framework structure; field area; area sphere; sphere realm
x: liability responsibility; immunity protection; jurisdiction authority; venue forum; notice warning
x: consent permission; approval consent; agreement accord; knowledge awareness; awareness knowledge
x: negligence carelessness; malice spite; fraud deceit; deceit deception; duress coercion; force violence
x: confrontation cross-examination; search inspection; seizure confiscation; arrest apprehension; custody detention
"""

NONEXISTENT_REPORTERS = (
    "F.6th", "F.7th", "F.9th", "U.S.2d", "U.S.3d", "S. Ct. 2d", "S. Ct. 3d", "L. Ed. 4th",
    "F. Supp. 6th", "F. Supp. 7th", "F.R.D.3d", "B.R.4th", "Fed. App'x 3d", "Fed. Cl. 3d",
    "N.E.6th", "N.W.6th", "S.E.6th", "S.W.6th", "So. 6th", "A.6th", "P.6th", "Cal. Rptr. 8th",
    "N.Y.S.7th", "Nat'l Ct. Rep.", "Fed. Juris. Rep.", "U.S. Cir. Rep.", "Am. Juris. Ct.",
    "Fed. Trib. Rep.", "Dist. Jud. Rep. 2d", "Int'l App. Rep.", "Pac. Cir. Rep.",
    "Sup. Jud. Rep. 3d", "Unif. Ct. Rep.", "Fed. Ord. Rep.", "App. Ct. Dig. 4th",
    "Cent. Jur. Rep.", "E. Cir. 2d", "W. Cir. 3d", "Nat'l App. 4th", "Gen. Ct. Rep. 2d",
)  # fmt: skip
"""Reporter abbreviations in the form of real ones; no database of reporters knows them."""

HIGHEST_NUMBER = 999
"""Volume and first page of a citation that does not exist are drawn from 1 to this."""

_VOWELS = "aeiou"
# The last consonant is doubled in these.
_DOUBLED = frozenset(
    "permit forbid compel confer refer infer strip occur deter plan stop admit commit transfer defer".split()
)
_IRREGULAR_PAST = {
    "think": "thought", "hide": "hid", "mean": "meant", "uphold": "upheld", "forbid": "forbade",
    "overturn": "overturned", "begin": "began", "hold": "held", "forgo": "forwent",
    "overlook": "overlooked", "overcome": "overcame",
}  # fmt: skip


def _third_person(verb: str) -> str:
    if verb.endswith(("s", "x", "z", "ch", "sh", "go")):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb[:-1] + "ies"
    return verb + "s"


def _past(verb: str) -> str:
    if verb in _IRREGULAR_PAST:
        return _IRREGULAR_PAST[verb]
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb[:-1] + "ied"
    return (verb + verb[-1] if verb in _DOUBLED else verb) + "ed"


def _gerund(verb: str) -> str:
    if verb.endswith("e") and not verb.endswith(("ee", "oe")):
        return verb[:-1] + "ing"
    return (verb + verb[-1] if verb in _DOUBLED else verb) + "ing"


def _plural(noun: str) -> str:
    if noun.endswith("sis"):
        return noun[:-2] + "es"
    return "criteria" if noun == "criterion" else _third_person(noun)


def _inflections(mark: str, word: str) -> tuple[str, ...]:
    """The forms of a word in one fixed order, so that two words' forms correspond."""
    if mark == "v":
        return word, _third_person(word), _past(word), _gerund(word)
    if mark == "n":
        return word, _plural(word)
    return (word,)


def _read_synonyms() -> dict[str, tuple[str, ...]]:
    words: dict[str, list[str]] = {}
    for line in _SYNONYMS.strip().splitlines():
        mark, _, pairs = line.partition(": ")
        for pair in pairs.split("; "):
            left, right = pair.split()
            forms = zip(_inflections(mark, left), _inflections(mark, right), strict=True)
            for one, other in forms:
                words.setdefault(one, []).append(other)
                # A list of single forms is one-way: what reads well there reads ill here.
                if mark != "x":
                    words.setdefault(other, []).append(one)
    return {
        word: tuple(dict.fromkeys(o for o in others if o != word)) for word, others in words.items()
    }


SYNONYMS: dict[str, tuple[str, ...]] = _read_synonyms()
"""Each lower-case word with what may stand for it, in the same form."""


def begins_with_vowel(word: str) -> bool:
    """Whether "an" stands before a word, by its letters."""
    lower = word.lower()
    if lower.startswith(("uni", "use", "usu", "one", "eu")):
        return False
    return lower.startswith(("hour", "honest", "heir")) or lower[:1] in tuple(_VOWELS)


def stand_ins(word: str) -> tuple[str, ...]:
    """What may be written for a word, in its own case; empty where nothing is listed."""
    others = SYNONYMS.get(word.lower(), ())
    if word.isupper() and len(word) > 1:
        return tuple(other.upper() for other in others)
    if word[:1].isupper():
        return tuple(other[:1].upper() + other[1:] for other in others)
    return others
