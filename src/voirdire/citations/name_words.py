"""Words that stand in, before and around case names.

Input: a word as written. Output: whether it ends a sentence, joins a name, or leads in.
"""

import json
from functools import lru_cache

from voirdire.citations.reporters import package_data

NAME_CONNECTORS = frozenset(
    "of the and & for in on de la le les las los del du des da di do van von der den ter ten zu zur a an by to at "
    "as with ex rel rel. et al al. re parte d/b/a a/k/a f/k/a n/k/a f/b/o dba aka or y e el bin ibn al- "
    "known sub nom nom. under through upon his her its their etc etc. und für between c/o t/a s/k/a "
    "on-behalf behalf".split()
)
PLACES = frozenset(
    "America Government Education Schools Medicine Alabama Alaska Arizona Arkansas California Colorado "
    "Connecticut Delaware Florida Georgia Hawaii Idaho Illinois Indiana Iowa Kansas Kentucky "
    "Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana Nebraska "
    "Nevada Hampshire Jersey Mexico York Carolina Dakota Ohio Oklahoma Oregon Pennsylvania Island "
    "Tennessee Texas Utah Vermont Virginia Washington Wisconsin Wyoming Columbia".split()
)
PROCEDURAL = frozenset("In IN Ex EX Matter MATTER Estate Application Petition".split())
LEAD_INS = frozenset(
    "See see SEE Cf Cf. cf. Accord Contra Compare With But E.g. e.g., Eg Citing Quoting citing quoting Also In IN Under As "
    "Here There Thus Accordingly And Because Since While Although When Where Whether If Similarly Likewise Like "
    "Unlike After Before Then Indeed Moreover Furthermore However Rather Instead Finally From "
    "For To By At On Following Applying Under Per Id. Ibid. Id Ibid So Yet Nor Even Both Neither Further Again Now "
    "Relying Discussing Distinguishing Since Despite Through Unless Until Upon Within Without e.g. Note Viz. Cases Authorities Page(s) Pages "
    "Opinions Continued Continued: —Continued CONTINUED PAGE TABLE Table AUTHORITIES CASES That This These Those It Its He She They We Our Plaintiff Defendant Plaintiffs Defendants "
    "Petitioner Respondent Appellant Appellee Petitioners Respondents Appellants Appellees Contrary Consistent "
    "PLAINTIFF'S Generally supra Supra".split()
)
NAME_SUFFIXES = frozenset(
    "Inc Inc. LLC L.L.C L.L.C. Ltd Ltd. Co Co. Corp Corp. N.A. N.A P.C. P.C LLP L.L.P. L.L.P L.P. L.P LP Jr Jr. Sr Sr. II III IV "
    "S.A. S.A M.D. M.D Esq Esq. Esquire P.A. P.A PLLC P.L.L.C. PC PA NA SA AG A.G. GmbH Inc.'s et INC INC. LTD LTD. CO CO. CORP CORP. "
    "Commissioner Comm'r Secretary Sec'y Warden Director Dir. Superintendent Supt. Trustee Administrator Adm'r Adm'x Executor Exr. "
    "Executrix Guardian Sheriff Governor Gov. Attorney Mayor Receiver AFL-CIO Local Div. Division & d/b/a a/k/a f/k/a "
    "Incorporated Limited P.L.C. PLC S.p.A. B.V. N.V. F.S.B. FSB P.J. D.O. Ph.D. R.N. DDS D.D.S. U.S.A. USA and".split()
)
ADDRESS_WORDS = frozenset(
    "Street St Ave Avenue Road Rd East West North South E W N S Broadway Owners Corp Realty LLC Assoc Assocs Associates Co "
    "Place Park Lane Blvd Tenants Apt Apartments Housing Lounge Properties Acres Cases Barrels Bottles Head Lots Packages "
    "Parcels Firearms Articles Tons Bales Hours Inc Ltd LP Way Wall Main Street's Holding Holdings Lanes Fitness Cars".split()
)
_MORE_ABBREVIATIONS = frozenset(
    "v vs no nos inc corp co ltd bros jr sr dr mr mrs ms st mt ft u.s n.y rel ex al et dist educ bd dep't dept sch univ nat'l int'l "
    "ass'n assn comm'n comm comm'r commr gov't govt ins mfg mfrs mut ry r.r rr elec tel tele tech serv servs sys transp trans ctr cty cnty "
    "prods prod props prop res ref sav sec secs soc ent enters assocs assoc am amer atl pac n s e w ne nw se sw cent ctrs hosp med "
    "indus intl fed fin fid fund found gen grp guar hous imp lab labs liab lib mach maint mgmt mkt mktg mem merch metro mun org pers "
    "pharm phil pres pub ret util chem cas chi bhd bldg auth auto adm admin adm'r adm'x acad agric acc adver "
    "const constr consol cons contr coop corr def des dev dir distrib div econ emp eng'g eng'rs env't envtl equal equip exam'r "
    "exch exec exp fla ala alaska ariz ark cal calif colo conn del d.c ga haw ida idaho ill ind kan ky la me md mass mich minn miss mo mont neb nev "
    "n.h n.j n.m n.c n.d okla or ore pa penn r.i s.c s.d tenn tex vt va wash w.va wis wyo p.r twp vill "
    "sup super ct cir app h.r j.j l.a gt brit can ger mex int'l nat'l sec'y supt supp tr treas vet eq ops op pet pharms petrol "
    "plc wm chas jas jos geo thos robt edw benj sam'l dan'l fredk theo alex capt col gen lt sgt hon rev messrs mmes prof "
    "bus broad cable cap cmty cmtys coal coll comp condo cond consult container county-wide dairy dem rep discip disc drs "
    "elecs est estab exam exchs expl export farms freight furn gas gov govtl harv heating hldgs hldg holdgs hotels instrs inst invs inv invest j "
    "jud juv leg loc l.p l.l.p l.l.c n.a p.c mar marit mercantile mfr mining mortg nationw natl off opt pac'r par parish park pat pharmacal photo plast plumb pol police pow probat procs publ'g publ "
    "radiol rd rds recs rehab reins rels reprod resch reserv rest rests restr rlwy s'holder scis sci secs sewer ship shipg stat stats steel steamship subcomm sur taxp'r telecomm telecomms telegr teleg temp twps unif unemployment vehs veh warehous wholesale "
    "u.s.a ss m/v s/s o/b/o f/k/a b/o dba ord ordnance n.l.r.b f.c.c i.n.s s.e.c e.p.a f.t.c i.r.s i.c.c n.a.a.c.p".split()
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
    lower = bare.lower().replace("’", "'")
    if lower in _abbreviations():
        return True
    # No vowel, or an apostrophe that stands for letters left out: "Sgts.", "Eng'rs.".
    return not any(v in lower for v in "aeiouy") or ("'" in lower and not lower.endswith("'s"))


COMMON_PARTIES = frozenset(
    "United States People State Commonwealth City County Town Village Board Department Secretary "
    "Commissioner Government Company Corporation Association Union Bank America American National "
    "Federal General International First Smith Jones Johnson Brown Williams Court District School "
    "University Hospital Insurance Attorney Director Estate Trust Local Center House Senate Congress "
    "Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia Hawaii "
    "Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan "
    "Minnesota Mississippi Missouri Montana Nebraska Nevada Hampshire Jersey Mexico York Carolina "
    "Dakota Ohio Oklahoma Oregon Pennsylvania Rhode Tennessee Texas Utah Vermont Virginia Washington "
    "Wisconsin Wyoming Columbia Chicago Boston Houston Dallas Philadelphia Seattle Denver Miami "
    "Superior Supreme Appeals Warden Sheriff Doe Roe Education Transportation Justice Labor Defense "
    "Health Services Police Railroad Railway Telephone Motors Motor Group Systems Rule Section Act".split()
)
