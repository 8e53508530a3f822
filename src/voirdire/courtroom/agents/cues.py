"""Words of an exhibit to the ground on which counsel may object to it, by cues alone.

Input: an exhibit, in English, Spanish, French or Hindi. Output: a ground, or None. A cue is a
hint, as to a person leafing through papers: it finds what is plainly said and misses the rest.
"""

import re
from functools import lru_cache

from voirdire.courtroom.types import Exhibit, Ground

# The order counts: a letter to a solicitor that passes on a rumour is privileged first.
_CUES: tuple[tuple[Ground, str], ...] = (
    (
        "privilege",
        r"privileged|attorney[- ]client|legal(?:ly)? professional privilege|without prejudice"
        r"|(?:to|from|with) (?:my|our|her|his|their) (?:own )?"
        r"(?:solicitors?|lawyers?|attorneys?|counsel|barrister|advocate)"
        r"|(?:a|de|con) (?:mi|su|nuestro) (?:propi[oa] )?abogad[oa]|secreto profesional"
        r"|(?:à|de|avec) (?:mon|son|notre) (?:propre )?avocate?|secret professionnel"
        r"|अपने वकील",
    ),
    (
        "foundation",
        r"unsigned|undated and|author (?:is )?(?:unknown|not known|not identified|unidentified)"
        r"|anonymous|unknown (?:author|hand|origin|sender)|not authenticated|unauthenticated"
        r"|no (?:signature|author|letterhead|date)|origin (?:is )?unknown|nobody knows who"
        r"|sin firma|autor desconocido|anónim[oa]|sans signature|non signé|auteur inconnu|anonyme"
        r"|बिना हस्ताक्षर|अज्ञात लेखक|गुमनाम",
    ),
    (
        "hearsay",
        r"(?:told|tells) (?:me|us|her|him) (?:that|how|she|he|they)|heard (?:it )?from|i (?:had )?"
        r"heard (?:that|say|people|someone|somebody)|someone (?:said|told)|somebody (?:said|told)"
        r"|people (?:say|said|were saying)|rumou?r|according to (?:a|my|his|her|some) "
        r"|word (?:was|is|has it)|i was told|had told me|friend (?:said|told)"
        r"|me (?:dijo|contó|dijeron|contaron) que|oí decir|según me|m'a (?:dit|raconté) que"
        r"|j'ai entendu dire|on m'a dit|मुझे बताया|सुना था|सुना है",
    ),
    (
        "speculation",
        r"i (?:suppose|guess|imagine|suspect|assume|reckon)|must have (?:been|known|had|taken)"
        r"|(?:she|he|they|it) (?:probably|presumably|surely)|my (?:guess|hunch)|i have a feeling"
        r"|could well have|for all i know|supongo|me imagino|seguramente|debió de"
        r"|je suppose|j'imagine|sans doute|a dû|मेरा अनुमान|शायद",
    ),
    (
        "prejudice",
        r"previous(?:ly)? convict|prior convict|past convict|earlier convict|criminal record"
        r"|bad character|reputation|convicted (?:in|of|for)|acquitted of|antecedentes penales"
        r"|mala fama|casier judiciaire|mauvaise réputation|आपराधिक रिकॉर्ड|बदनाम",
    ),
)
_PATTERNS = tuple((ground, re.compile(rf"\b(?:{cue})", re.IGNORECASE)) for ground, cue in _CUES)


def find_ground(exhibit: Exhibit) -> Ground | None:
    """The first ground that the exhibit's own words suggest; never against a pleading."""
    if exhibit.type == "pleading":
        return None
    return _read_cues(f"{exhibit.title}\n{exhibit.content}")


@lru_cache(maxsize=512)
def _read_cues(text: str) -> Ground | None:
    return next((ground for ground, cue in _PATTERNS if cue.search(text)), None)
