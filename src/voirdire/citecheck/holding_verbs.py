"""Must and may, requires and permits, has a duty and has none, applies and does not apply.

`VERB_FAMILIES` are families of what is done or owed, affirmed and denied. Written from the
law's own usage.
"""

from voirdire.citecheck.holding_families import Family, family

# "Includes no right" denies; what may or could be so is neither affirmed nor denied.
_NONE = r"(?:no|none|nothing|neither|little)\b(?! (?:more|less|later|other)\b)"
_AFFIRMED = (
    r"(?<!not )(?<!never )(?<!may )(?<!might )(?<!could )(?<!to )(?<!or )(?:{verb})"
    rf"(?! {_NONE})"
)

VERB_FAMILIES: tuple[Family, ...] = (
    family(
        "must or may",
        "must or may",
        (
            "must",
            r"(?:must|shall)(?! not\b)"
            r"|(?:is|are|be|was|were)(?: \w+ly)? (?:required|obligated|obliged|bound|compelled) to"
            r"|ha(?:s|ve|d) to",
        ),
        (
            "may",
            r"(?:may|can|might|could)(?! not\b)(?:,? but need not,?)?"
            r"|(?:is|are|be|was|were)(?: \w+ly)? (?:permitted|allowed|free|authorized|entitled) to"
            r"|ha(?:s|ve|d) (?:\w+ )?discretion to",
            "need not",
        ),
        (
            "need not",
            r"need not|(?:is|are|was|were) not (?:required|obligated|obliged|bound) to"
            r"|(?:do|does|did) not (?:have|need) to",
        ),
        (
            "may not",
            r"(?:must|shall|may|can|could) ?not(?! only)"
            r"|(?:is|are|be|was|were)(?: \w+ly)? (?:prohibited|barred|precluded|forbidden) from",
        ),
        anchor="after",
        least=0.5,
    ),
    family(
        "must or may",
        "force",
        (
            "requires",
            r"(?<!not )(?:requir(?:es?|ing)|mandat(?:es?|ing)|compels?|obligates?|commands?)",
            "forbids",
        ),
        (
            "does not require",
            r"(?:do|does|did) not (?:require|mandate|compel|obligate|command|demand)",
            "permits",
        ),
        (
            "permits",
            r"(?<!not )(?:permit(?:s|ting)?|allow(?:s|ing)?|authoriz(?:es?|ing)|enabl(?:es?|ing))"
            r"|(?:do|does|did) not (?:prohibit|forbid|bar|preclude|foreclose|prevent)",
        ),
        (
            "forbids",
            r"(?<!not )(?:prohibit(?:s|ing)?|forbid(?:s|ding)?|bar(?:s|ring)|bar(?= \w)"
            r"|preclud(?:es?|ing)|foreclos(?:es?|ing)|prevents?)"
            r"|(?:do|does|did) not (?:permit|allow|authorize)",
        ),
        anchor="object",
        least=0.35,
        hint="requir|mandat|compel|obligat|command|demand|permit|allow|authoriz|enabl|prohibit|forbid|bar|preclud|foreclos|prevent",
    ),
    family(
        "must or may",
        "mandatory or discretionary",
        ("mandatory", r"mandatory|obligatory|compulsory|non-?discretionary"),
        ("discretionary", r"(?<!non-)discretionary|permissive|optional"),
        hint="mandatory|obligatory|compulsory|discretionary|permissive|optional",
    ),
    family(
        "must or may",
        "extent of discretion",
        ("broad", r"(?:broad|wide|considerable|great|ample|substantial|sound)(?= discretion)"),
        ("little", r"(?:little|no|limited|narrow|scant)(?= discretion)"),
        hint="discretion",
    ),
    *(
        family(
            "negation",
            f"having a {noun}",
            (
                "has it",
                rf"(?:has|have|had|having|owes?|bears?) (?:a|an|the|such an?)(?: \w+)? {noun}",
            ),
            (
                "lacks it",
                rf"(?:has|have|had|having|owes?|bears?|is|are|under) no(?: \w+)? {noun}"
                rf"|lack(?:s|ed|ing)? (?:the |a |an |any )?{noun}"
                rf"|(?:do|does|did) not have (?:the |a |an |any )?{noun}",
            ),
            least=0.4,
            least_where_absent=0.4,
            hint=noun,
        )
        for noun in (
            "duty",
            "right",
            "authority",
            "power",
            "obligation",
            "jurisdiction",
            "standing",
            "discretion",
            "burden",
            "privilege",
            "remedy",
            "claim",
        )
    ),
    *(
        family(
            "negation",
            f"whether it {verb}",
            (f"does {verb}", _AFFIRMED.format(verb=f"{verb[:-1] if ends else verb}{forms}")),
            (
                f"does not {verb}",
                rf"(?:do|does|did|would|will|can|should) not {verb}|never {verb}\w*"
                rf"|(?:{verb[:-1] if ends else verb}{forms}) {_NONE}",
            ),
            least=0.4,
            least_where_absent=0.3,
            hint=verb[:-1] if ends else verb,
        )
        for verb, ends, forms in (
            ("apply", True, r"(?:y|ies|ied|ying)"),
            ("govern", False, r"(?:s|ed|ing)?"),
            ("require", True, r"(?:e|es|ed|ing)"),
            ("extend", False, r"(?:s|ed|ing)?"),
            ("protect", False, r"(?:s|ed|ing)?"),
            ("violate", True, r"(?:e|es|ed|ing)"),
            ("constitute", True, r"(?:e|es|ed|ing)"),
            ("survive", True, r"(?:e|es|ed|ing)"),
            ("implicate", True, r"(?:e|es|ed|ing)"),
            ("depend", False, r"(?:s|ed|ing)?"),
            ("create", True, r"(?:e|es|ed|ing)"),
            ("include", True, r"(?:e|es|ed|ing)"),
            ("waive", True, r"(?:e|es|ed|ing)"),
            ("toll", False, r"(?:s|ed|ing)?"),
            ("preempt", False, r"(?:s|ed|ing)?"),
            ("suffice", True, r"(?:e|es|ed)"),
            ("entitle", True, r"(?:e|es|ed|ing)"),
            ("establish", False, r"(?:es|ed|ing)?"),
            ("retain", False, r"(?:s|ed|ing)?"),
            ("exist", False, r"(?:s|ed|ing)?"),
            ("arise", True, r"(?:e|es|ing)"),
            ("satisfy", True, r"(?:y|ies|ied|ying)"),
            ("support", False, r"(?:s|ed|ing)?"),
            ("warrant", False, r"(?:s|ed|ing)?"),
            ("justify", True, r"(?:y|ies|ied|ying)"),
            ("control", False, r"(?:s|led|ling)?"),
            ("confer", False, r"(?:s|red|ring)?"),
            ("impose", True, r"(?:e|es|ed|ing)"),
            ("trigger", False, r"(?:s|ed|ing)?"),
            ("excuse", True, r"(?:e|es|ed|ing)"),
            ("attach", False, r"(?:es|ed|ing)?"),
            ("encompass", False, r"(?:es|ed|ing)?"),
            ("cover", False, r"(?:s|ed|ing)?"),
            ("recognize", True, r"(?:e|es|ed|ing)"),
            ("guarantee", True, r"(?:e|es|ed|ing)"),
            ("relieve", True, r"(?:e|es|ed|ing)"),
            ("deprive", True, r"(?:e|es|ed|ing)"),
            ("defeat", False, r"(?:s|ed|ing)?"),
            ("bind", False, r"(?:s|ing)?"),
        )
    ),
)
