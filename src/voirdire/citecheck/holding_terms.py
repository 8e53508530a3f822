"""Standards, tests, stages and scope: terms of law that exclude one another.

`FAMILIES` have their terms by name, `QUANTITIES` by number. Written from the law's own usage.
"""

import re

from voirdire.citecheck.holding_families import Family, NumberedFamily, family

_COUNT = (
    r"\d[\d,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen"
    "|twenty|thirty|forty-five|sixty|ninety|one hundred"
)

QUANTITIES: tuple[NumberedFamily, ...] = (
    *(
        NumberedFamily(
            "threshold or test",
            f"number of {unit}s",
            re.compile(rf"\b({_COUNT})(?=[ -](?:\w+ )?{unit}s?\b)"),
        )
        for unit in (
            "day",
            "month",
            "year",
            "hour",
            "week",
            "percent",
            "dollar",
            "element",
            "factor",
            "prong",
            "step",
            "part",
            "requirement",
        )
    ),
)

FAMILIES: tuple[Family, ...] = (
    family(
        "standard of review",
        "standard of review",
        (
            "de novo",
            r"de[ -]novo|plenar(?:y|ily)(?: review)?|independent(?:ly)? review(?:ed)?"
            r"|review(?:ed)? independently|without (?:any )?deference|no deference"
            r"|fresh(?:ly)? review|exercise(?:s|d)? (?:free|unlimited) review",
        ),
        (
            "abuse of discretion",
            r"abus(?:es?|ed|ing|ive)(?: (?:of|its|his|her|their|the|that))? "
            r"(?:[a-z']+ ){0,2}discretion|abuse[- ]of[- ]discretion"
            r"|discretion,? [a-z ]{0,30}abused",
        ),
        ("clear error", r"clear(?:ly)?[ -]err(?:or|oneous(?:ly)?)"),
        ("substantial evidence", r"substantial[ -]evidence"),
        ("arbitrary and capricious", r"arbitrary(?:,| and| or)? capricious(?:ness)?"),
        ("plain error", r"plain[ -]error"),
        ("harmless error", r"harmless(?:[ -]error)?"),
        ("with deference", r"with (?:great |substantial |due )?deference", "abuse of discretion"),
        hint="novo|plenar|independent|deference|fresh|free"
        "|unlimited|discretion|err|substantial|arbitrary|harmless",
    ),
    family(
        "threshold or test",
        "level of scrutiny",
        ("strict scrutiny", r"strict(?:est)?(?: judicial)? scrutiny|strictly scrutinized?"),
        ("intermediate scrutiny", r"(?:intermediate|heightened|exacting)(?: judicial)? scrutiny"),
        (
            "rational basis",
            r"rational[ -](?:basis|relation(?:ship)?)|rationally related|minimal scrutiny"
            r"|reasonable basis",
        ),
        hint="scrutin|rational|reasonable basis",
    ),
    family(
        "threshold or test",
        "governmental interest",
        ("compelling", r"compelling(?= (?:\w+ ){0,2}(?:interests?|purposes?|reasons?))"),
        ("important", r"(?:important|substantial|significant)(?= (?:\w+ ){0,2}interests?)"),
        ("legitimate", r"legitimate(?= (?:\w+ ){0,2}(?:interests?|purposes?))"),
        hint="interest",
    ),
    family(
        "threshold or test",
        "fit",
        ("narrowly tailored", r"narrow(?:ly)?[ -](?:tailored|drawn)|narrow tailoring"),
        ("least restrictive means", r"least[ -](?:restrictive|drastic)"),
        ("rationally related", r"rational(?:ly)?(?: \w+)? relat\w+|reasonably related"),
        ("substantially related", r"substantial(?:ly)? relat\w+"),
        hint="tailor|drawn|restrictive|drastic|relat",
    ),
    family(
        "threshold or test",
        "standard of proof",
        (
            "preponderance of the evidence",
            r"(?:fair )?preponderance|more likely than not"
            r"|greater weight of the evidence",
        ),
        (
            "clear and convincing evidence",
            r"clear(?:,| and)+ (?:(?:cogent|unequivocal|satisfactory|positive|strong),? (?:and )?)?"
            r"convincing|clear and unequivocal",
        ),
        ("beyond a reasonable doubt", r"reasonable[ -]doubt"),
        ("substantial evidence", r"substantial[ -]evidence"),
        ("prima facie", r"prima[ -]facie"),
        hint="preponderance|likely|weight|clear|doubt|substantial|facie",
    ),
    family(
        "threshold or test",
        "ground of suspicion",
        ("probable cause", r"probable[ -]cause"),
        (
            "reasonable suspicion",
            r"(?:reasonable|articulable|reasonable,? (?:and )?articulable) suspicion",
        ),
        hint="cause|suspicion",
    ),
    family(
        "threshold or test",
        "measure of likelihood",
        ("plausible", r"plausib(?:le|ly|ility)"),
        ("probable", r"probab(?:le|ly|ility)(?! cause)"),
        ("conceivable", r"conceivabl[ey]"),
        ("certain", r"(?:absolute |reasonable )?certainty"),
        hint="plausib|probab|conceivabl|certainty",
    ),
    family(
        "threshold or test",
        "causation",
        ("but-for cause", r"but[ -]for"),
        ("motivating factor", r"motivating (?:factor|reason|part)"),
        ("substantial factor", r"substantial (?:or motivating )?factor"),
        ("proximate cause", r"proximate(?:ly)?"),
        ("sole cause", r"sole(?:ly)? (?:cause|because|reason)"),
        hint="but for|but-for|motivating|factor|proximate|sole",
    ),
    family(
        "threshold or test",
        "state of mind",
        (
            "knowing or intentional",
            r"knowing(?:ly)?|intent(?:ional(?:ly)?)?|willful(?:ly)?"
            r"|purposeful(?:ly)?|deliberate(?:ly)?|malic(?:e|ious(?:ly)?)|bad faith",
            "",
        ),
        ("reckless", r"reckless(?:ly|ness)?|gross(?:ly)? neglig\w+", ""),
        ("negligent", r"(?<!gross )(?<!grossly )neglig(?:ence|ent|ently)"),
        ("strict liability", r"strict(?:ly)? liab\w+|without (?:regard to )?fault"),
        hint="knowing|intent|willful|purpose|deliberate"
        "|malic|bad faith|reckless|neglig|strict|fault",
    ),
    family(
        "threshold or test",
        "point of view",
        ("objective", r"objective(?:ly)?|reasonable person"),
        ("subjective", r"subjective(?:ly)?"),
        hint="objective|subjective|reasonable person",
    ),
    family(
        "threshold or test",
        "kind of question",
        (
            "question of law",
            r"(?:questions?|issues?|matters?|conclusions?) of law|legal (?:question|issue)s?"
            r"|(?:question|issue|matter)s? (?:of law )?for the court",
        ),
        (
            "question of fact",
            r"(?:questions?|issues?|matters?|findings?) of fact|fact(?:ual)? (?:question|issue)s?"
            r"|(?:question|issue|matter)s? (?:of fact )?for the jury|jury (?:question|issue)s?",
        ),
        hint=" law|legal|fact|for the |jury",
    ),
    family(
        "threshold or test",
        "kind of test",
        (
            "totality of the circumstances",
            r"totality[ -]of[ -](?:the )?(?:\w+ )?circumstances"
            r"|all (?:of )?the (?:relevant )?circumstances|case-by-case",
        ),
        ("bright-line rule", r"bright[ -]line|per se|categorical(?:ly)?"),
        hint="totality|circumstances|case-by-case|bright|per se|categorical",
    ),
    family(
        "stage",
        "procedural stage",
        (
            "motion to dismiss",
            r"motions? (?:to|for) dismiss(?:al)?|pleading(?:s)? stage|motion-to-dismiss"
            r"|(?:rule )?12\(b\)\(6\)|dismiss(?:al|ed)? (?:for failure )?to state a claim"
            r"|at the pleading|pleading standards?|demurrers?",
            "judgment on the pleadings",
        ),
        (
            "summary judgment",
            r"summary[ -](?:judgments?|disposition)|(?:rule )56(?:\([a-z]\))?",
        ),
        (
            "judgment as a matter of law",
            r"judgment as a matter of law|directed verdicts?|jnov|j\.n\.o\.v\."
            r"|judgment notwithstanding the verdict|rule 50(?:\([ab]\))?",
            "summary judgment, trial",
        ),
        ("judgment on the pleadings", r"judgment on the pleadings|12\(c\)", "motion to dismiss"),
        (
            "class certification",
            r"class[ -]certification|certif(?:y|ying|ication of) (?:a|the) class"
            r"|(?:rule )?23\([abc]\)",
        ),
        ("preliminary injunction", r"preliminary injuncti\w+|temporary restraining"),
        ("new trial", r"motions? for (?:a )?new trial", "judgment as a matter of law, trial"),
        ("reconsideration", r"motions? (?:for|to) reconsider(?:ation)?|rehearing"),
        ("sentencing", r"sentencing"),
        # What is said on appeal is said of a ruling at any earlier stage.
        (
            "appeal",
            r"(?:on|direct) appeal|appellate (?:review|stage)",
            "motion to dismiss, summary judgment, judgment on the pleadings, class certification"
            ", preliminary injunction, new trial, reconsideration, judgment as a matter of law"
            ", sentencing, post-trial motion",
        ),
        ("trial", r"(?:at|during|before|bench|jury) trial|trial stage"),
        ("post-trial motion", r"post-?trial motions?", "judgment as a matter of law, new trial"),
        ("collateral review", r"collateral (?:review|attack)|post[ -]?conviction"),
        least=0.35,
    ),
    family(
        "scope",
        "construction",
        ("broad", r"broad(?:ly)?|liberal(?:ly)?|expansive(?:ly)?|generous(?:ly)?"),
        ("narrow", r"narrow(?:ly)?|strict(?:ly)?|restrictive(?:ly)?"),
        hint="broad|liberal|expansive|generous|narrow|strict|restrictive",
    ),
    family(
        "threshold or test",
        "kind of evidence",
        ("direct", r"direct(?= evidence| proof)"),
        ("circumstantial", r"circumstantial"),
        hint="direct|circumstantial",
    ),
    family(
        "threshold or test",
        "kind of damages",
        ("compensatory", r"compensatory"),
        ("punitive", r"punitive|exemplary"),
        ("nominal", r"nominal"),
        ("liquidated", r"liquidated"),
        hint="compensatory|punitive|exemplary|nominal|liquidated",
    ),
    family(
        "threshold or test",
        "kind of notice",
        ("actual", r"actual(?= (?:notice|knowledge|fraud|authority))"),
        (
            "constructive",
            r"(?:constructive|apparent|implied)(?= (?:notice|knowledge|fraud|authority))",
        ),
        hint="notice|knowledge|fraud|authority",
    ),
    family(
        "threshold or test",
        "kind of challenge",
        ("facial", r"facial(?:ly)?(?= \w*challeng|ly| attack| invalid| unconst)"),
        ("as-applied", r"as[ -]applied"),
        hint="facial|applied",
    ),
    family(
        "scope",
        "direction in time",
        ("prospective", r"prospective(?:ly)?"),
        ("retroactive", r"retroactive(?:ly)?|retrospective(?:ly)?"),
        hint="prospective|retro",
    ),
    family(
        "burden or party",
        "light in which evidence is seen",
        ("most favorable", r"most favorabl[ey]"),
        ("least favorable", r"least favorabl[ey]"),
        hint="favorabl",
    ),
    family(
        "threshold or test",
        "amount of evidence",
        ("substantial", r"substantial(?= evidence)"),
        ("some", r"(?:some|any|slight|minimal|a scintilla of)(?= evidence)"),
        ("overwhelming", r"(?:overwhelming|conclusive|compelling)(?= evidence)"),
        hint="evidence",
    ),
    family(
        "burden or party",
        "force of a presumption",
        ("rebuttable", r"rebuttabl[ey]"),
        ("conclusive", r"(?:conclusive|irrebuttabl[ey])(?=(?:ly)? presum)"),
        hint="rebuttabl|presum",
    ),
    family(
        "burden or party",
        "having the burden",
        (
            "bears it",
            r"(?:bears?|has|have|had|carr(?:y|ies)|retains?)(?= (?:the|a|an) (?:\w+ ){0,2}burden)",
        ),
        (
            "does not bear it",
            r"(?:(?:is|are|was|were) (?:relieved|free|excused) (?:of|from)|need not bear|bears? no"
            r"|has no|do(?:es)? not (?:bear|have|carry))(?= (?:the |a |an )?(?:\w+ ){0,2}burden)",
        ),
        hint="burden",
    ),
    family(
        "threshold or test",
        "both or either",
        ("both", r"both(?= [^.;]{3,90} and )"),
        ("either", r"either(?= [^.;]{3,90} (?:or|and) )"),
        least=0.45,
        least_where_absent=0.45,
        hint="both|either",
    ),
    family(
        "threshold or test",
        "quality of an issue",
        ("genuine", r"genuine(?= (?:\w+ )?(?:issues?|disputes?|questions?))"),
        (
            "conceivable",
            r"(?:conceivable|possible|potential|theoretical|hypothetical|colorable)"
            r"(?= (?:\w+ )?(?:issues?|disputes?|questions?))",
        ),
        hint="genuine|conceivable|possible|potential|theoretical|hypothetical|colorable",
    ),
    family(
        "threshold or test",
        "bound",
        ("at least", r"at (?:the very |the )?(?:least|minimum)|no (?:less|fewer) than"),
        ("at most", r"at (?:the )?(?:most|maximum)|no more than|not more than"),
        anchor="object",
        least=0.35,
        hint="at the |at least|at most|at m|no less|no fewer|no more|not more",
    ),
    family(
        "burden or party",
        "which burden",
        ("initial", r"initial(?:ly)?(?= (?:\w+ )?(?:burden|responsibility|onus))"),
        ("ultimate", r"ultimate(?:ly)?(?= (?:\w+ )?(?:burden|responsibility|onus))"),
        ("sole", r"(?:sole|only|exclusive|entire)(?= (?:\w+ )?(?:burden|responsibility|onus))"),
        hint="burden|responsibility|onus",
    ),
    family(
        "burden or party",
        "whether a burden shifts",
        ("shifts", r"(?:burden|onus)[^.;]{0,30}? shift(?:s|ed)|shift(?:s|ed|ing)? the burden"),
        (
            "remains",
            r"(?:burden|onus)[^.;]{0,40}? (?:remains?|stays?|never (?:leaves?|shifts?)"
            r"|(?:does|do) not shift)",
        ),
        hint="burden|onus",
    ),
    family(
        "burden or party",
        "strength of a presumption",
        ("weak", r"(?:weak|slight|no|modest)(?: \w+)? presum(?:ption|es?)"),
        ("strong", r"(?:strong|heavy|powerful|conclusive|settled)(?: \w+)? presumption"),
        hint="presum",
    ),
)
