"""The wording of planted faults: pairs of synonyms, negations, and where a "not" can be added.

Frozen: written for the benchmark before the checker was first run on it, and shared with
nothing in the package. A pair may be used in both directions.
"""

_PAIRS = """
show demonstrate; prove establish; require demand; permit allow; forbid prohibit;
grant award; deny refuse; affirm uphold; reverse overturn; begin commence; end conclude;
help assist; give provide; get obtain; buy purchase; ask request; use employ; need want;
keep retain; choose select; seek pursue; tell inform; think believe; find discover;
make create; hold maintain; take seize; say state; try attempt; start initiate;
consider examine; decide determine; limit restrict; protect safeguard; support sustain;
reject dismiss; accept adopt; apply impose; follow obey; explain clarify; describe depict;
allege claim; assert contend; argue maintain; suffer endure; cause produce; prevent avert;
change alter; destroy ruin; exceed surpass; exist subsist; fail neglect; govern control;
rule law; right entitlement; duty obligation; power authority; fact circumstance;
evidence proof; reason ground; purpose aim; intent design; harm injury; danger peril;
chance likelihood; result outcome; effect consequence; question issue; problem difficulty;
case matter; action suit; claim demand; complaint petition; judgment ruling; decision finding;
opinion view; conduct behavior; statement assertion; person individual; people persons;
officer official; agency bureau; government state; court tribunal; judge jurist;
lawyer attorney; counsel advocate; defendant accused; plaintiff claimant; party litigant;
witness observer; victim sufferer; jury panel; trial hearing; crime offense; penalty sanction;
sentence punishment; money funds; property estate; land territory; house dwelling;
contract agreement; promise pledge; loss damage; benefit advantage; burden load; cost expense;
value worth; amount sum; part portion; whole entirety; number quantity; kind sort; form shape;
manner way; method means; rule principle; standard test; theory doctrine; element component;
factor consideration; context setting; basis foundation; scope extent; length duration;
time period; day date; place location; order command; notice warning; review scrutiny;
inquiry investigation; search hunt; arrest apprehension; speech expression; belief conviction;
relief remedy; risk hazard; error mistake; doubt uncertainty; presumption inference;
important significant; clear plain; obvious evident; fair just; reasonable sensible;
likely probable; possible conceivable; necessary essential; sufficient adequate;
proper appropriate; improper inappropriate; lawful legal; unlawful illegal; valid sound;
specific particular; general broad; narrow limited; large great; small slight; severe harsh;
serious grave; different distinct; similar alike; same identical; true correct; false untrue;
certain sure; complete total; final ultimate; initial first; early prior; recent new;
former previous; public common; private personal; federal national; criminal penal;
factual actual; substantial considerable; minimal trivial; direct immediate; mere bare;
ordinary usual; unusual rare; strong powerful; weak feeble; material relevant;
merely only; clearly plainly; usually generally; often frequently; rarely seldom;
always invariably; fully completely; nearly almost; quickly promptly; properly correctly;
solely exclusively; specifically expressly; knowingly deliberately; simply just;
shall must; may might; because since; although though; however nevertheless; therefore thus;
upon on; within inside; before until; after following; against versus; under beneath;
between among; about concerning; without absent; whether if; each every; any some; all every;
many numerous; few several; such these; both either
"""

# Words of any text that have a plain stand-in; used where no pair applies.
_FALLBACK = """
is remains; are remain; was became; were became; has possesses; have possess; had possessed;
been become; made created; given offered; taken drawn; found discovered; shown displayed;
held ruled; said stated; known understood; based founded; required needed; alleged claimed;
stated said; determined decided; granted awarded; denied refused; provided supplied;
presented submitted; considered weighed; sought pursued; asserted claimed; raised lifted;
brought filed; filed lodged; used employed; applied enforced; contained included;
constitute comprise; constitutes comprises; requires demands; provides supplies;
means signifies; applies extends; exists endures; includes covers; involves concerns;
claims demands; allegations accusations; facts circumstances; rights entitlements;
interests concerns; reasons grounds; issues questions; elements components;
conclusions findings; proceedings hearings; officials officers; parties litigants;
circumstances conditions; statements assertions; actions deeds; acts deeds; laws statutes;
statute enactment; constitution charter; congress parliament; amendment revision;
relationship connection; discretion judgment; performance execution; product article;
evidence testimony; market trade; competition rivalry; agreement bargain; motion application;
discovery disclosure; record file; justice fairness; process procedure; good favorable;
high elevated; low reduced; long lengthy; short brief; other another; own separate;
"""


def _read(text: str) -> dict[str, tuple[str, ...]]:
    """Each word with every stand-in for it, pairs in both directions."""
    words: dict[str, list[str]] = {}
    for pair in text.split(";"):
        if pair.strip():
            left, right = pair.split()
            words.setdefault(left, []).append(right)
            words.setdefault(right, []).append(left)
    return {word: tuple(dict.fromkeys(others)) for word, others in words.items()}


SYNONYMS: dict[str, tuple[str, ...]] = _read(_PAIRS)
FALLBACKS: dict[str, tuple[str, ...]] = _read(_FALLBACK)

AUXILIARIES = frozenset(
    "is are was were be may might must shall should can could will would does do did has "
    "have had need".split()
)
"""After these a "not" can stand."""

NEGATIONS: dict[str, str] = {"not": "", "never": "", "no": "", "cannot": "can", "without": "with"}
"""A negation and what is left when it is dropped."""

NOT_A_NEGATION = frozenset("only merely just simply less fewer longer doubt later".split())
"""After these a "not" or "no" does not deny ("not only", "no later than")."""

SOVEREIGNS = (
    "State", "People", "Commonwealth", "Alabama", "Alaska", "Arizona", "Arkansas", "California",
    "Colorado", "Connecticut", "Delaware", "Florida", "Georgia", "Hawaii", "Idaho", "Illinois",
    "Indiana", "Iowa", "Kansas", "Kentucky", "Louisiana", "Maine", "Maryland", "Massachusetts",
    "Michigan", "Minnesota", "Mississippi", "Missouri", "Montana", "Nebraska", "Nevada",
    "New Hampshire", "New Jersey", "New Mexico", "New York", "North Carolina", "North Dakota",
    "Ohio", "Oklahoma", "Oregon", "Pennsylvania", "Rhode Island", "South Carolina",
    "South Dakota", "Tennessee", "Texas", "Utah", "Vermont", "Virginia", "Washington",
    "West Virginia", "Wisconsin", "Wyoming",
)  # fmt: skip
"""Parties that a caption may give as "State", and what it gives them as."""


def stand_ins(word: str) -> tuple[str, ...]:
    """What may be written for `word` so that the quotation is altered; in its own case."""
    others = SYNONYMS.get(word.lower(), ()) or FALLBACKS.get(word.lower(), ())
    if word[:1].isupper():
        return tuple(other.capitalize() for other in others)
    return others
