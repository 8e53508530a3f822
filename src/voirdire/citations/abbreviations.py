"""Abbreviations in case names: words that stand for one another.

Input: one folded word of a case name (lower case, no apostrophes or periods).
Output: the numbers of the groups it belongs to; two words that share a group are the same.

Facts of the Bluebook's tables T.6 (common words), T.10 (places) and T.12 (months), with the
contractions, plurals and older forms that courts write. A line is a group; a word may stand in
several ("fed" is federal and federation).
"""

from functools import cache

_INSTITUTIONS = """
academy acad academies academic academics
administration admin adm administrative administrator administrators administratrix admr admx admrs
advertising advert adver
advocate advoc advocates advocacy
affair affairs aff affs
africa african afr
agency agencies agcy
agriculture agric agricultural agri
alliance all alliances
alternative alt alternatives
america american am amer americans ams
ancestry ancest
apartment apartments apt apts
appellate app appeals appeal
arbitration arb arbitrator arbitrators
artificial artif
associate assoc associates assocs
association assn associations assns assoc
asset assets
assistance assist assistant asst
atlantic atl
attorney atty attorneys attys
authority auth authorities
automobile auto automotive autos automobiles
avenue ave av
bank bk banc banks bks banking
bankruptcy bankr
baptist bapt
behavior behav behavioral
board bd boards bds
book books bks
boulevard blvd
broadcast broad broadcasting broads broadcasters
brotherhood bhd bro
brother brothers bros bro
building bldg buildings bldgs
bureau bur
business bus businesses buss
california cal calif
capital cap
care cr
casualty cas
catholic cath
center ctr centre centers ctrs cent
central cent
chemical chem chemicals chems chemistry
child child children chldn
chronicle chron
church ch churches
circuit cir
citizen citizens cit
civil civ
civilian civ
coalition coal
college coll colleges colls
commission commn comm comn commns commissions com
commissioner commr commissioners commrs comr
committee comm comms committees
commodity commodities
communication communications commc commcns comm commn communs
community cmty communities cmtys comm
company co companies cos
compensation comp
computer comput computers computing
condominium condo condos condominiums
confederation confed
conference conf
congress cong congressional
consolidated consol cons consolidation
constitution const constitutional
construction constr const
consumer cons consumers
continental contl cont
contract conts contractor contracts contractors contrs
convention conv
cooperative coop cooperatives coops cooperation co-op
corporate corp
corporation corp corporations corps
correction corr corrections correctional corrs
cosmetic cosm cosms cosmetics
council couns counsel counselor counselors
counsel couns
county cnty counties cntys cty co
court ct courts cts
credit cred
criminal crim
cultural cult culture
data dat
decision dec
defender def defenders defs defense defence
defendant def
delinquent delinq delinquency
democrat dem democratic democracy
department dept departments depts dep
detention det
develop dev developer developers development devs developments
digest dig
digital dig
diplomatic dipl diplomacy
director dir directors dirs
disability disab disabilities
discount disc
dispute disp disputes
distribution distrib distributing distributor distributors dist distribs
district dist districts dists
division div divisions divs
doctor dr
domestic dom
east e eastern
eastern e
ecclesiastical eccles
ecology ecol
econometric econ economics economic economical economy
edition ed editor
education educ educational
elder eld elderly
electric elec electrical electricity electronic electronics elecs
elementary elem
emergency emer emerg
employee emp employees emps employer employers employment empr emprs empl emplr empt emples
enforcement enft enf
engineer engg engineers engr engrs engineering eng
english eng
enterprise enter enterprises enters
entertainment ent ents
environment envt environmental envtl env environments
equality equal
equal eq
equipment equip
estate est estates ests
europe eur european
evangelical evang evangelist
examiner examr exam examiners examrs
exchange exch
executive exec
executor exr executors executrix exx
explorer expl exploration explor
export exporter exportation exp
express exp
facility fac facilities facs
faculty fac
family fam families fams
farm farms
federal fed feds
federation fedn fed
fellowship fell
fidelity fid
finance fin financial financing
fire fire
forest forests
foundation found
freedom free
fruit fruits
fund fund funds
game games gaming
general gen
geography geo
global glob
government govt governmental gov
governor gov governors govs
group grp groups grps
guaranty guar guarantee guarantors
guardian guard
harbor harb
hazard haz hazardous
health h
hospital hosp hospitals hosps
hospitality hosp
hotel hotels
house hous
housing hous
human hum humanity humanities
humane humanitarian
immigration immigr imm
import imp importer importation importers
incorporated inc
indemnity indem
independence indep independent
indian ind indians
industry indus industries industrial ind inds
inequality ineq
information info inform
injury inj injuries
institute inst institution institutes institutional insts institutions
instrument instr instruments instrs
insurance ins
intellectual intell intelligence
intelligence intell
interdisciplinary interdisc
interest int interests ints
internal int
international intl int internatl
intervention interv
invention inv inventions
invest investment inv invs investments investor investors
island isl islands is
joint jt
journal j
judicial jud judge
justice just
juvenile juv
labor lab labour
laboratory lab laboratories labs
land ld
law l laws
lawyer law lawyers
league leg
legal leg
legislation legis legislature legislative
liability liab liabilities
liberty lib liberties
librarian libr library libraries
light lt
limited ltd
liquidation liq liquidating
litigation litig
local loc
lumber lbr
machine mach machinery machines
magazine mag
maintenance maint
management mgmt mgt managment
manufacture mfr manufacturer manufacturers mfrs manufactures mfg manufacturing mfgr
maritime mar marine
market mkt marketing mkts markets mktg
material mat materials mats
matrimonial matrim
mechanic mech mechanical mechanics
medical med medicine meds medicinal
memorial mem
mental ment
merchandise merch merchandising merchant merchants merchs
metropolitan metro met metrop
military mil
mineral min minerals mining mines mine
ministry ministries min
mission miss
modern mod
mortgage mortg mtg mortgages
motor mot motors
mountain mt mountains mtn
municipal mun municipality munic
museum mus
mutual mut
national natl nat
nationality naty
natural nat
naturalization naturaliz
navigation nav
negligence negl
negotiation negot
newsletter newsl
newspaper news
north n northern no
northern n
northeast ne northeastern
northwest nw northwestern
number no nos
nuclear nuc
office off officer officers offs offices
official off officials
opinion op
optical opt
order ord
organization org organizing orgs organizations organisation
pacific pac
parish par
partner partnership pship partners
partnership pship pshp partnerships
patent pat patents
people peoples ppl
permanent perm
person pers personal personnel persons
petroleum petro petrol
pharmaceutical pharm pharmaceutics pharms pharmaceuticals pharma pharmacy pharmacal
philosophical phil
photograph photo photography
physician phys physicians
plaintiff pl
planning plan
police pol
policy poly policies
political pol politics
pollution poll
power pwr
practice prac practical practitioner
prepare prep preparatory preparation
preserve pres preservation
president pres
presbyterian presbyt
printing print prtg
prison pris
private priv privacy
probate prob probation
problem probs
procedure proc proceedings
process proc
product prod production products prods productions producers
profession prof professional professor professionals
property prop properties props
protection prot
protective prot
psychology psych psychologist psychological psychiatry psychiatric
public pub
publication publn pubg publishing publishers pubs publications pub publisher
punishment punish
radio rad
railroad rr rrs rd railroads
railway ry railways rwy rys
record rec records
recreation rec
reference ref
refining ref refinery refineries
regional regl reg
register reg
regulation regul regulatory regulator reg
rehabilitation rehab rehabilitative
relation rel relations rels
religion relig religious
report rep reporter
representative rep
reproduction reprod reproductive
republican repub republic rep
research res rsch
reserve res reservation rsrv
resolution resol
resource res resources
responsibility resp
restaurant rest restaurants rests
retirement ret
revenue rev
review rev
rights rts right
river riv
road rd roads
rural rur
safety saf
sanitation sanit sanitary san
saint st sainte ste saints sts
saving sav savings savs
school sch schools schs
science sci scientific sciences scis
scottish scot
secretary secy sec
security sec securities secs
senior sr
service serv services servs svc svcs serve
shareholder sholder shareholders sholders
sheriff sheriffs shrf
social soc sociological sociology
society soc socy societies
solicitor solic
solution sol solutions sols
south s southern so
southern s
southeast se southeastern
southwest sw southwestern
standard std standards
state st states
station sta
statistic stat statistics statistical
steamship ss steamships
street st
studies stud study
subcommittee subcomm
superintendent supt
superior super
supervisor suprvr supervisors supvr
supply supplies
supreme sup
surety sur surances
survey surv
system sys systems
teacher tchr teachers tchrs
technical tech technique techniques technological technology technologies techs technol
telecommunication telecomm telecommunications telecom
telegraph tel
telephone tel telegraph
television tv
temporary temp
territory terr
theology theol
township twp
tractor tract
transcontinental transcon
transport transp transportation transit trans
transit trans
treasury treas treasurer
treatment tr
tribune trib
tribe tribes tribal
trust tr trustee trustees trs trusts
turnpike tpk tpke
unemployment unemp unempl
uniform unif
union un unions
unit unit
united utd
university univ universities u
urban urb
utility util utilities utils
vehicle veh vehicles
veteran vet veterans vets
village vill vil
voluntary vol
warehouse whse warehouses
water waters
week wk weekly
welfare welf
west w western
western w
wholesale whol wholesalers
women woman womens
worker wkr workers wkrs workmen
workman workmens
world wor
yearbook yb
january jan
february feb
march mar
april apr
august aug
september sept sep
october oct
november nov
december dec
"""

_STATES = """
alabama ala al
alaska ak
arizona ariz az
arkansas ark ar
california cal calif ca
colorado colo col co
connecticut conn ct
delaware del de
districtcolumbia dc
florida fla fl
georgia ga
hawaii haw hi hawaiian
idaho id ida
illinois ill il
indiana ind
iowa ia
kansas kan kans ks
kentucky ky
louisiana la
maine me
maryland md
massachusetts mass ma
michigan mich mi
minnesota minn mn
mississippi miss ms
missouri mo
montana mont mt
nebraska neb nebr ne
nevada nev nv
newhampshire nh
newjersey nj
newmexico nm
newyork ny
northcarolina nc
northdakota nd
ohio oh
oklahoma okla ok
oregon or ore
pennsylvania pa penn penna
rhodeisland ri
southcarolina sc
southdakota sd
tennessee tenn tn
texas tex tx
utah ut
vermont vt
virginia va
washington wash wa
westvirginia wv wva
wisconsin wis wi wisc
wyoming wyo wy
puertorico pr
virginislands vi
guam gu
americansamoa
northernmarianaislands nmi
"""

_PLACES = """
unitedstates us usa
newyorkcity nyc
baltimore balt
boston bos
chicago chi
dallas dall
houston hous
losangeles la
philadelphia phila phil
pittsburgh pitt pittsburg
sanfrancisco sf
newzealand nz
unitedkingdom uk
greatbritain gr gb
australia austl
britain brit british
canada can canadian
china chinese
england eng english
france fr french
germany ger german
ireland ir irish
israel isr
italy it italian
japan japanese
korea kor korean
mexico mex mexican
russia russ russian
spain spanish
switzerland switz swiss
"""

JOINED_PLACES = {
    ("united", "states", "america"): "unitedstates",
    ("united", "states"): "unitedstates",
    ("united", "state"): "unitedstates",
    ("district", "columbia"): "districtcolumbia",
    ("new", "hampshire"): "newhampshire",
    ("new", "jersey"): "newjersey",
    ("new", "mexico"): "newmexico",
    ("new", "york", "city"): "newyorkcity",
    ("city", "new", "york"): "newyorkcity",
    ("city", "ny"): "newyorkcity",
    ("ny", "city"): "newyorkcity",
    ("new", "york"): "newyork",
    ("north", "carolina"): "northcarolina",
    ("n", "carolina"): "northcarolina",
    ("north", "dakota"): "northdakota",
    ("n", "dakota"): "northdakota",
    ("rhode", "island"): "rhodeisland",
    ("south", "carolina"): "southcarolina",
    ("s", "carolina"): "southcarolina",
    ("south", "dakota"): "southdakota",
    ("s", "dakota"): "southdakota",
    ("west", "virginia"): "westvirginia",
    ("w", "va"): "westvirginia",
    ("w", "virginia"): "westvirginia",
    ("puerto", "rico"): "puertorico",
    ("virgin", "islands"): "virginislands",
    ("american", "samoa"): "americansamoa",
    ("northern", "mariana", "islands"): "northernmarianaislands",
    ("los", "angeles"): "losangeles",
    ("san", "francisco"): "sanfrancisco",
    ("new", "zealand"): "newzealand",
    ("united", "kingdom"): "unitedkingdom",
    ("great", "britain"): "greatbritain",
}
"""Names of places of several words, small words left out, and the one word that stands for them."""

CORPORATE = frozenset(
    "inc incorporated llc llp lllp lp ltd limited co company companies cos corp corporation corps "
    "plc na pc pa pllc sa sarl ag gmbh nv bv spa ab oy kk kg srl pte pty ltda cv".split()
)
"""Endings of companies: their presence or absence makes no difference."""

TITLES = frozenset(
    "jr sr ii iii iv esq md phd dds dvm cpa mr mrs ms miss dr rev hon honorable judge justice sir "
    "lt sgt capt captain col maj".split()
)

PLACE_KINDS = frozenset(
    "city county cnty town village vill township twp borough boro parish municipality".split()
)
"""Kinds of local government: "City of Boston" is cited as "Boston"."""

SMALL_WORDS = frozenset(
    "of the and a an for to in on at by or from with as et al etc ux vir no number nos its his her "
    "their".split()
)

SOVEREIGNS = frozenset("state people commonwealth territory government".split())
"""How a state is called in its own courts."""

ROLES = frozenset(
    "plaintiff plaintiffs defendant defendants appellant appellants appellee appellees petitioner "
    "petitioners respondent respondents relator relators relatrix intervenor intervenors "
    "intervener interveners claimant claimants debtor debtors movant movants crossappellant "
    "crossappellee "
    "crossappellants crossappellees counterclaimant counterdefendant counterplaintiff "
    "crossclaimant crossdefendant crosscomplainant crossrespondent crosspetitioner complainant "
    "complainants libelant libellant garnishee amicus amici objector objectors "
    "defendantappellee defendantappellant plaintiffappellee plaintiffappellant".split()
)
"""What a caption calls its parties; such a word ends the name before it."""

ROLE_COMPANIONS = frozenset("cross counter third party below error real interest".split())
"""Words that only belong to a role beside one: "third-party defendant", "plaintiff in error"."""


@cache
def _groups() -> tuple[dict[str, frozenset[int]], range]:
    members: dict[str, set[int]] = {}
    number = 0
    bounds: list[int] = []
    for table in (_INSTITUTIONS, _STATES, _PLACES):
        for line in table.split("\n")[1:-1]:
            for word in line.split():
                members.setdefault(word, set()).add(number)
            number += 1
        bounds.append(number)
    return {word: frozenset(groups) for word, groups in members.items()}, range(*bounds[:2])


_NO_GROUP: frozenset[int] = frozenset()


def find_groups(word: str) -> frozenset[int]:
    """The groups of a folded word; empty for a word of no table."""
    return _groups()[0].get(word, _NO_GROUP)


def find_states(word: str) -> frozenset[int]:
    """The groups of a folded word that are states or territories of the United States."""
    members, states = _groups()
    return frozenset(group for group in members.get(word, _NO_GROUP) if group in states)
