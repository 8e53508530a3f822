"""Single words of legal prose that are opposites of one another.

`OPPOSITES` maps a lower-case word to the words that reverse it. Written from usage; both
directions hold.
"""

from collections import defaultdict

_PAIRS = """
affirm/reverse affirmed/reversed affirming/reversing affirm/vacate affirmed/vacated
grant/deny granted/denied granting/denying grants/denies grant/denial
allow/forbid allowed/forbidden allows/forbids allow/prohibit allowed/prohibited
allows/prohibits permit/prohibit permitted/prohibited permits/prohibits permit/forbid
permits/bars permit/bar permitted/barred allows/bars allow/bar allowed/barred
requires/prohibits require/prohibit required/prohibited required/forbidden
required/permitted requires/permits require/permit required/allowed requires/allows
mandatory/discretionary mandatory/permissive mandatory/optional
include/exclude included/excluded includes/excludes including/excluding
admissible/inadmissible admit/exclude admitted/excluded admits/excludes
sufficient/insufficient adequate/inadequate relevant/irrelevant material/immaterial
valid/invalid lawful/unlawful legal/illegal constitutional/unconstitutional
enforceable/unenforceable reasonable/unreasonable proper/improper
reviewable/unreviewable justiciable/nonjusticiable timely/untimely
liable/immune guilty/innocent guilty/acquitted convicted/acquitted
favorable/unfavorable favor/against likely/unlikely probable/improbable
possible/impossible able/unable competent/incompetent consistent/inconsistent
compatible/incompatible conclusive/inconclusive rebuttable/irrebuttable
rebuttable/conclusive voluntary/involuntary foreseeable/unforeseeable
necessary/unnecessary knowing/unknowing intentional/unintentional
intentionally/negligently intentional/negligent knowingly/negligently
recklessly/negligently reckless/negligent willful/negligent
more/less greater/lesser greater/less higher/lower high/low broad/narrow
broadly/narrowly liberally/strictly liberal/strict strong/weak heavy/light
maximum/minimum most/least increase/decrease increased/decreased expand/limit
expands/limits expanded/limited before/after prior/subsequent prior/after pre/post
always/never all/none everyone/nobody some/none both/neither every/no
any/no all/some all/few every/some always/sometimes
before/during first/last early/late
direct/indirect direct/circumstantial express/implied actual/constructive
actual/potential public/private federal/state civil/criminal
substantive/procedural objective/subjective objectively/subjectively
facial/as-applied facially/as-applied legal/equitable legal/factual law/fact
prospective/retroactive prospectively/retroactively temporary/permanent
compensatory/punitive specific/general absolute/qualified
personal/subject-matter disputed/undisputed contested/uncontested
ambiguous/unambiguous plain/ambiguous explicit/implicit
success/failure succeed/fail succeeds/fails prevail/fail prevails/fails
accept/reject accepted/rejected accepts/rejects support/undermine
true/false truth/falsity present/absent presence/absence existence/absence
existence/nonexistence within/outside inside/outside above/below over/under
with/without if/unless when/unless
plaintiff/defendant plaintiffs/defendants appellant/appellee
petitioner/respondent employer/employee buyer/seller landlord/tenant
lessor/lessee insurer/insured creditor/debtor movant/nonmovant
moving/nonmoving moving/non-moving prosecution/defense
majority/minority
waived/preserved preserved/forfeited waivable/nonwaivable
exempt/nonexempt dischargeable/nondischargeable
appealable/unappealable final/interlocutory
appropriate/inappropriate eligible/ineligible entitled/barred
harmless/prejudicial harmless/reversible
jurisdictional/nonjurisdictional severable/inseverable
protected/unprotected protects/excludes
narrowing/broadening limited/unlimited unlimited/limited
easy/difficult both/either broad/little substantial/minimal detailed/conclusory
weak/heavy initial/ultimate pretrial/post-trial normally/never ordinarily/never
typically/never generally/never usually/never
""".split()


def _both_ways() -> dict[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for pair in _PAIRS:
        first, second = pair.split("/")
        found[first].add(second)
        found[second].add(first)
    return {word: frozenset(opposites) for word, opposites in found.items()}


OPPOSITES = _both_ways()
