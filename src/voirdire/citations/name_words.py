"""Words that stand in, before and around case names.

Input: a word as written. Output: whether it ends a sentence, joins a name, or leads in.
"""

import json
from functools import lru_cache

from voirdire.citations.reporters import package_data

NAME_CONNECTORS = frozenset(
    "of the and & for in on de la le les las los del du des da di do van von der den ter ten zu "
    "zur a an by to at "
    "as with ex rel rel. et al al. re parte d/b/a a/k/a f/k/a n/k/a f/b/o dba aka or y e el bin "
    "ibn al- "
    "known sub nom nom. under through upon his her its their etc etc. und für between c/o t/a "
    "s/k/a "
    "on-behalf behalf".split()
)
PLACES = frozenset(
    "America Government Education Schools Medicine Alabama Alaska Arizona Arkansas California "
    "Colorado "
    "Connecticut Delaware Florida Georgia Hawaii Idaho Illinois Indiana Iowa Kansas Kentucky "
    "Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana "
    "Nebraska "
    "Nevada Hampshire Jersey Mexico York Carolina Dakota Ohio Oklahoma Oregon Pennsylvania Island "
    "Tennessee Texas Utah Vermont Virginia Washington Wisconsin Wyoming Columbia".split()
)
PROCEDURAL = frozenset("In IN Ex EX Matter MATTER Estate Application Petition".split())
LEAD_INS = frozenset(
    "See see SEE Cf Cf. cf. Accord Contra Compare With But E.g. e.g., Eg Citing Quoting citing "
    "quoting Also In IN Under As "
    "Here There Thus Accordingly And Because Since While Although When Where Whether If Similarly "
    "Likewise Like "
    "Unlike After Before Then Indeed Moreover Furthermore However Rather Instead Finally From "
    "For To By At On Following Applying Under Per Id. Ibid. Id Ibid So Yet Nor Even Both Neither "
    "Further Again Now "
    "Relying Discussing Distinguishing Since Despite Through Unless Until Upon Within Without "
    "e.g. Note Viz. Cases Authorities Page(s) Pages "
    "Pursuant Cite Cited Reported Syllabus Considering Regarding According Nonetheless "
    "Nevertheless Still Today Notably Opinions Continued Continued: —Continued CONTINUED PAGE "
    "TABLE Table AUTHORITIES CASES That This These Those It Its He She They We Our Plaintiff "
    "Defendant Plaintiffs Defendants "
    "Petitioner Respondent Appellant Appellee Petitioners Respondents Appellants Appellees "
    "Contrary Consistent "
    "PLAINTIFF'S Generally supra Supra".split()
)
PARTICLES = frozenset("von van de la du di da del della der den el bin ibn ter ten le".split())
DOCUMENT_WORDS = frozenset(
    "Order Orders Statement Memorandum Verdict Form Brief Motion Opinion Opinions Report "
    "Transcript "
    "Letter Complaint Answer Decision Judgment Chair Page".split()
)
NAME_SUFFIXES = frozenset(
    "Inc Inc. LLC L.L.C L.L.C. Ltd Ltd. Co Co. Corp Corp. N.A. N.A P.C. P.C LLP L.L.P. L.L.P L.P. "
    "L.P LP Jr Jr. Sr Sr. II III IV "
    "S.A. S.A M.D. M.D Esq Esq. Esquire P.A. P.A PLLC P.L.L.C. PC PA NA SA AG A.G. GmbH Inc.'s et "
    "INC INC. LTD LTD. CO CO. CORP CORP. "
    "Commissioner Comm'r Secretary Sec'y Warden Director Dir. Superintendent Supt. Trustee "
    "Administrator Adm'r Adm'x Executor Exr. "
    "Executrix Guardian Sheriff Governor Gov. Attorney Mayor Receiver AFL-CIO Local Div. Division "
    "& d/b/a a/k/a f/k/a "
    "Incorporated Limited P.L.C. PLC S.p.A. B.V. N.V. F.S.B. FSB P.J. D.O. Ph.D. R.N. DDS D.D.S. "
    "U.S.A. USA and".split()
)
CORPORATE_ENDINGS = frozenset(
    "Ins. Inc Inc. Co Co. Cos. Corp Corp. Ltd Ltd. LLC L.L.C. LLP L.L.P. LP L.P. Assn. Ass'n "
    "Assoc. P.C. PLLC N.A. S.A. INC. CO. CORP. LTD.".split()
)
"""What a company's name ends with; none of these is a name, and none begins a sentence."""
ADDRESS_WORDS = frozenset(
    "Street St Ave Avenue Road Rd East West North South E W N S Broadway Owners Corp Realty LLC "
    "Assoc Assocs Associates Co "
    "Place Park Lane Blvd Tenants Apt Apartments Housing Lounge Properties Acres Cases Barrels "
    "Bottles Head Lots Packages "
    "Parcels Firearms Articles Tons Bales Hours Inc Ltd LP Way Wall Main Street's Holding "
    "Holdings Lanes Fitness Cars".split()
)
_MORE_ABBREVIATIONS = frozenset(
    """
    adm adm'r adm'x admin adver agric al ala alaska alex am amer app ariz ark ass'n assn
    assoc assocs assur atl auth auto b/o balt bd benj bhd bldg brit broad bros brotherh bus cal
    calif can capt cas cent chas chem chi cir cmty cmtys cnty co col coll colo com comm
    comm'n comm'r commr commun comp cond condo conn cons consol const constr consult
    container contr coop corp corr county-wide ct ctr ctrs cty d.c dan'l dba def del dem
    dep't dept des dev dir disc discip dist distrib div dr drs e e.p.a econ ed educ edw elec
    elecs emp emples emplrs eng eng'g eng'rs engr engrs ent enters env't envir envtl eq
    equip equit est estab et ex exam exam'r exch exchs exec exp expl explor f.c.c f.t.c
    f/k/a fac fed fid fin fish fla forg fredk freight ft fund furn furnit ga gard gaz gen
    geo ger glob gov gov't govt govtl gravel groc grp gt guar h.r harv haw hd hist hldg
    hldgs holdgs homeown hon hort hosp hotel hous hum hwy i.c.c i.n.s i.r.s ida idaho ill
    imp improv inc incl ind indem indep indus indust inform ins insp inst instal instrs
    int'l interst intl inv invest invs j j.j jas joint jos jr jud juris juv kan kn ky l.a
    l.l.c l.l.p l.p la lab labs laund lawy leg liab lib lic loc lodg lt ltd ltg lumb m/v
    mach machin mag magist maint manag manufac marit mass mat md mech med mem memb
    mercantile merch messrs met metro mex mfg mfr mfrs mgmt mich mil min minn misc miss mitsub
    mkt mktg mmes mo mod mont mort mortg mr mrs ms mt mun muni mut n n.a n.a.a.c.p n.c n.d
    n.h n.j n.l.r.b n.m n.y nar narc nat'l nationw natl naut nav ndus ne neb nev newsp no
    nos nw o/b/o occup okla op ops or ord ore org p.c p.r pa pac pac'r par pat penn pers pet
    petrol pharm pharmacal pharms phil phila pittsb plc plumb pol police poll pow prac pres
    princ prob probat proced procs prod prods prof prof'l progr prop props provid psych pub
    publ publ'g pty purch qual r.i r.r radiol rd rds rec recr recs redev ref reg regul rehab
    reins rel rels rep reprod repub res resch reserv resid resour restr ret ret'd rev rlwy
    robt rr ry s s'holder s.c s.d s.e.c s/s saf sam'l sav sch sci scient scis se sec sec'y
    secs secur seq serv servs sgt shipg soc sol sr ss st stat stats std struct stud sub sup
    super supp supt sur surg surv sw swit synd syst systs sys tavern tax'n taxp'r tech tel tele
    telecomm telecomms teleg telegr temp tenn ter territ tex theo thos tob tr tract trad
    trans transp travel treas trib trk tru twp twps u.s u.s.a un und unif uniform univ util
    v va veh vehs vet veter vict vill vs vt w w.va warehous wash wat weld wis wks wm wyo yd
    """.split()
)


@lru_cache(maxsize=1)
def _abbreviations() -> frozenset[str]:
    data = json.loads(package_data("reporters_db", "case_name_abbreviations.json").read_bytes())
    return _MORE_ABBREVIATIONS | frozenset(key.lower().rstrip(".") for key in data)


@lru_cache(maxsize=8192)
def is_abbreviation(word: str) -> bool:
    """Whether the period at the end of `word` belongs to the word."""
    bare = word.strip("*_()[]\"',“”‘’").rstrip(".")
    if len(bare) <= 1 or "." in bare:
        return True
    lower = bare.lower()
    if lower in _abbreviations() or lower.removesuffix("s") in _abbreviations():
        return True
    # No vowel, or an apostrophe that stands for letters left out: "Sgts.", "Eng'rs.".
    return not any(v in lower for v in "aeiouy") or ("'" in lower and not lower.endswith("'s"))


COMMON_PARTIES = frozenset(
    "United States People State Commonwealth City County Town Village Board Department Secretary "
    "Commissioner Government Company Corporation Association Union Bank America American National "
    "Federal General International First Smith Jones Johnson Brown Williams Court District School "
    "University Hospital Insurance Attorney Director Estate Trust Local Center House Senate "
    "Congress "
    "Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia "
    "Hawaii "
    "Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan "
    "Minnesota Mississippi Missouri Montana Nebraska Nevada Hampshire Jersey Mexico York Carolina "
    "Dakota Ohio Oklahoma Oregon Pennsylvania Rhode Tennessee Texas Utah Vermont Virginia "
    "Washington "
    "Wisconsin Wyoming Columbia Chicago Boston Houston Dallas Philadelphia Seattle Denver Miami "
    "Superior Supreme Appeals Warden Sheriff Doe Roe Education Transportation Justice Labor "
    "Defense "
    "Health Services Police Railroad Railway Telephone Motors Motor Group Systems Rule Section "
    "Act".split()
)
