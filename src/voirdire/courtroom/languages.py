"""A language to the words of the interface: what a person at a trial reads beside the case.

Input: the language of a case, as a code. Output: `Words`, with a text for every role, phase,
action, ground, ruling, status, holder, result and reason of the protocol, for each metric, each
kind of value, each prompt at the terminal and each heading of the transcript. The text of the
case itself is never translated, and how a score came about is told in English.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeVar

from voirdire.courtroom.rules import RESULTS
from voirdire.courtroom.scoring.types import Metric
from voirdire.courtroom.types import (
    Ground,
    Holder,
    Kind,
    Phase,
    Reason,
    Role,
    Ruling,
    Status,
    ValueKind,
)

Prompt = Literal[
    "your_turn",
    "choose_action",
    "choose_number",
    "no_such_choice",
    "text",
    "which_exhibit",
    "which_entry",
    "which_ground",
    "which_ruling",
    "which_decision",
    "probability",
    "add_claim",
    "which_issue",
    "quotation_or_value",
    "quotation",
    "no_quotation",
    "which_value_kind",
    "value",
    "value_role",
    "which_target",
    "yes",
    "no",
    "left",
    "left_kept",
]
Heading = Literal[
    "charge",
    "standard",
    "issues",
    "exhibits",
    "transcript",
    "objections",
    "verdict",
    "no_verdict",
    "not_over",
    "scores",
    "seat",
    "played_by",
    "metric",
    "value",
    "value_and_floor",
    "floor",
    "reckoning",
    "not_applicable",
    "stands_in",
    "all",
]
# English, Hindi, Spanish, French.
_Row = tuple[str, str, str, str]
_Key = TypeVar("_Key")
LANGUAGES = ("en", "hi", "es", "fr")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language; each mapping has every key of its type, none is empty.

    Three prompts have places in braces, filled with `str.format`: `your_turn` has {role} and
    {phase}, `choose_number` {most}, `left_kept` the {file} in which the trial is kept.
    """

    language: str
    roles: Mapping[Role, str]
    phases: Mapping[Phase, str]
    actions: Mapping[Kind, str]
    grounds: Mapping[Ground, str]
    rulings: Mapping[Ruling, str]
    statuses: Mapping[Status, str]
    holders: Mapping[Holder, str]
    reasons: Mapping[Reason, str]
    results: Mapping[str, str]
    metrics: Mapping[Metric, str]
    value_kinds: Mapping[ValueKind, str]
    prompts: Mapping[Prompt, str]
    headings: Mapping[Heading, str]


def interface_words(language: str) -> Words:
    """The words of a case's language; English where the interface does not speak it."""
    return _WORDS.get(language, _WORDS["en"])


_ROLES: dict[Role, _Row] = {
    "prosecution": ("prosecution", "अभियोजन पक्ष", "acusación", "accusation"),
    "defence": ("defence", "बचाव पक्ष", "defensa", "défense"),
    "judge": ("judge", "न्यायाधीश", "juez", "juge"),
    "juror": ("juror", "जूरी सदस्य", "miembro del jurado", "juré"),
}
_PHASES: dict[Phase, _Row] = {
    "opening": ("opening", "आरंभिक वक्तव्य", "apertura", "ouverture"),
    "evidence": ("evidence", "साक्ष्य", "práctica de la prueba", "administration des preuves"),
    "rebuttal": ("rebuttal", "खंडन", "réplica", "réplique"),
    "closing": ("closing", "अंतिम बहस", "conclusiones", "plaidoiries finales"),
    "deliberation": ("deliberation", "जूरी का विमर्श", "deliberación", "délibération"),
    "verdict": ("verdict", "निर्णय", "veredicto", "verdict"),
}
_ACTIONS: dict[Kind, _Row] = {
    "present_argument": (
        "present an argument",
        "दलील देना",
        "presentar un argumento",
        "présenter un argument",
    ),
    "submit_evidence": (
        "submit evidence",
        "साक्ष्य पेश करना",
        "aportar una prueba",
        "produire une pièce",
    ),
    "cross_examine": ("cross-examine", "जिरह करना", "contrainterrogar", "contre-interroger"),
    "object": ("object", "आपत्ति करना", "formular una objeción", "faire objection"),
    "respond_to_objection": (
        "respond to the objection",
        "आपत्ति का उत्तर देना",
        "responder a la objeción",
        "répondre à l'objection",
    ),
    "summarize_case": (
        "sum up the case",
        "मामले का सार बताना",
        "resumir el caso",
        "résumer l'affaire",
    ),
    "deliver_verdict": (
        "deliver the verdict",
        "निर्णय सुनाना",
        "pronunciar el veredicto",
        "prononcer le verdict",
    ),
    "rule_on_objection": (
        "rule on the objection",
        "आपत्ति पर व्यवस्था देना",
        "resolver la objeción",
        "statuer sur l'objection",
    ),
    "decline": ("decline", "अवसर छोड़ना", "pasar el turno", "passer son tour"),
    "ballot": ("cast a ballot", "मत देना", "emitir el voto", "voter"),
}
_GROUNDS: dict[Ground, _Row] = {
    "argumentative": ("argumentative", "प्रश्न नहीं, बहस", "pregunta capciosa", "propos polémique"),
    "foundation": (
        "no foundation",
        "स्रोत प्रमाणित नहीं",
        "autenticidad no acreditada",
        "provenance non établie",
    ),
    "hearsay": ("hearsay", "सुनी-सुनाई बात", "testimonio de oídas", "ouï-dire"),
    "leading": ("leading question", "सूचक प्रश्न", "pregunta sugestiva", "question orientée"),
    "outside_record": ("outside the record", "अभिलेख से बाहर", "fuera de autos", "hors du dossier"),
    "prejudice": (
        "unfair prejudice",
        "अनुचित पूर्वाग्रह",
        "prejuicio indebido",
        "effet préjudiciable",
    ),
    "privilege": (
        "privilege",
        "गोपनीय संवाद का विशेषाधिकार",
        "secreto profesional",
        "secret professionnel",
    ),
    "relevance": ("relevance", "मामले से असंबद्ध", "falta de pertinencia", "défaut de pertinence"),
    "speculation": ("speculation", "अटकल", "especulación", "conjecture"),
}
_RULINGS: dict[Ruling, _Row] = {
    "sustained": ("sustained", "आपत्ति स्वीकार", "ha lugar", "objection retenue"),
    "overruled": ("overruled", "आपत्ति अस्वीकार", "no ha lugar", "objection rejetée"),
}
_STATUSES: dict[Status, _Row] = {
    "unsubmitted": ("not submitted", "अभी पेश नहीं", "sin aportar", "non produite"),
    "admitted": ("admitted", "अभिलेख में स्वीकृत", "admitida", "admise"),
    "excluded": ("excluded", "अभिलेख से बहिष्कृत", "excluida", "écartée"),
}
_HOLDERS: dict[Holder, _Row] = {
    "prosecution": _ROLES["prosecution"],
    "defence": _ROLES["defence"],
    "joint": ("both sides", "दोनों पक्ष", "ambas partes", "les deux parties"),
}
_REASONS: dict[Reason, _Row] = {
    "step_limit": (
        "the limit of steps was reached",
        "चरणों की सीमा पूरी हो गई",
        "se alcanzó el límite de pasos",
        "la limite du nombre d'étapes est atteinte",
    ),
    "disqualified": (
        "a seat broke the rules too often",
        "किसी पक्षकार ने बार-बार नियम तोड़े",
        "una de las partes infringió las reglas demasiadas veces",
        "l'un des participants a trop souvent enfreint les règles",
    ),
}
# Hindi, Spanish, French; the English stands in `rules.RESULTS`.
_RESULTS: dict[str, tuple[str, str, str]] = {
    "accepted": ("कार्रवाई प्रभावी हुई।", "La acción surte efecto.", "L'action prend effet."),
    "no_authority": (
        "इस भूमिका को यह अधिकार कभी नहीं है।",
        "Este papel no puede hacer eso nunca.",
        "Ce rôle ne peut jamais faire cela.",
    ),
    "wrong_phase": (
        "यह भूमिका ऐसा किसी दूसरे चरण में कर सकती है।",
        "Este papel puede hacer eso en otra fase.",
        "Ce rôle peut le faire dans une autre phase.",
    ),
    "no_objection": (
        "ऐसी कोई आपत्ति नहीं है जिसका उत्तर या जिस पर व्यवस्था दी जाए।",
        "No hay objeción que responder ni que resolver.",
        "Il n'y a aucune objection à laquelle répondre ou sur laquelle statuer.",
    ),
    "objection_pending": (
        "एक आपत्ति लंबित है, पहले उसका निपटारा होना चाहिए।",
        "Hay una objeción pendiente que debe resolverse antes.",
        "Une objection est en suspens et doit d'abord être tranchée.",
    ),
    "objection_unanswered": (
        "इस आपत्ति पर दूसरे पक्ष को अभी सुना नहीं गया है।",
        "Todavía no se ha oído a la otra parte sobre ella.",
        "L'autre partie n'a pas encore été entendue à ce sujet.",
    ),
    "out_of_turn": (
        "बारी किसी और की है।",
        "El turno es de otra persona.",
        "C'est le tour d'un autre.",
    ),
    "over_budget": (
        "तीन से अधिक दावे: बारी समाप्त और निष्प्रभावी।",
        "Más de tres afirmaciones: el turno se consume y es nulo.",
        "Plus de trois affirmations : le tour est consommé et nul.",
    ),
    "unknown_exhibit": (
        "इस पक्ष को ऐसे क्रमांक का कोई प्रदर्श ज्ञात नहीं है।",
        "Esta parte no conoce ninguna prueba con ese número.",
        "Cette partie ne connaît aucune pièce de ce numéro.",
    ),
    "not_yours": (
        "वह प्रदर्श दूसरे पक्ष के पास है।",
        "Esa prueba la tiene la otra parte.",
        "Cette pièce est détenue par l'autre partie.",
    ),
    "already_submitted": (
        "वह प्रदर्श पहले ही पेश किया जा चुका है।",
        "Esa prueba ya se aportó antes.",
        "Cette pièce a déjà été produite.",
    ),
    "nothing_to_object_to": (
        "दूसरे पक्ष की ऐसी कोई प्रविष्टि नहीं है।",
        "La otra parte no tiene tal actuación.",
        "L'autre partie n'a pas de telle inscription.",
    ),
    "objection_late": (
        "आपत्ति अगली ही बारी में होनी चाहिए।",
        "La objeción debe formularse en el turno siguiente.",
        "L'objection doit venir au tour suivant.",
    ),
    "objection_repeated": (
        "उस प्रविष्टि पर पहले ही आपत्ति हो चुकी है।",
        "Esa actuación ya fue objetada antes.",
        "Cette inscription a déjà fait l'objet d'une objection.",
    ),
    "incomplete": (
        "आधार, व्यवस्था, प्रदर्श या निर्णय नहीं बताया गया।",
        "Falta un motivo, una resolución, una prueba o una decisión.",
        "Il manque un motif, une réponse à l'objection, une pièce ou une décision.",
    ),
    "unknown_decision": (
        "इस मामले में ऐसा कोई निर्णय नहीं है।",
        "El caso no tiene tal decisión.",
        "L'affaire ne connaît pas cette décision.",
    ),
    "not_the_jurys": (
        "न्यायाधीश को वही निर्णय देना होगा जो जूरी का है।",
        "El juez debe dar la decisión a la que llegó el jurado.",
        "Le juge doit rendre la décision à laquelle le jury est parvenu.",
    ),
}
_PROMPTS: dict[Prompt, _Row] = {
    "your_turn": (
        "It is your turn: {role}, {phase}",
        "आपकी बारी है: {role}, {phase}",
        "Es su turno: {role}, {phase}",
        "C'est à vous : {role}, {phase}",
    ),
    "choose_action": (
        "Choose an action",
        "कार्रवाई चुनें",
        "Elija una acción",
        "Choisissez une action",
    ),
    "choose_number": (
        "A number from 1 to {most}",
        "1 से {most} तक कोई संख्या",
        "Un número del 1 al {most}",
        "Un nombre de 1 à {most}",
    ),
    "no_such_choice": (
        "There is no such choice",
        "ऐसा कोई विकल्प नहीं है",
        "No existe esa opción",
        "Ce choix n'existe pas",
    ),
    "text": ("Text", "पाठ", "Texto", "Texte"),
    "which_exhibit": ("Which exhibit?", "कौन-सा प्रदर्श?", "¿Qué prueba?", "Quelle pièce ?"),
    "which_entry": (
        "Against which entry?",
        "किस प्रविष्टि के विरुद्ध?",
        "¿Contra qué actuación?",
        "Contre quelle inscription ?",
    ),
    "which_ground": ("On which ground?", "किस आधार पर?", "¿Por qué motivo?", "Pour quel motif ?"),
    "which_ruling": (
        "How do you rule?",
        "आपकी व्यवस्था क्या है?",
        "¿Cómo resuelve?",
        "Comment statuez-vous ?",
    ),
    "which_decision": (
        "Which decision?",
        "कौन-सा निर्णय?",
        "¿Qué decisión?",
        "Quelle décision ?",
    ),
    "probability": (
        "Probability, 0 to 1, that the prosecution should win",
        "अभियोजन पक्ष के जीतने की प्रायिकता, 0 से 1",
        "Probabilidad, de 0 a 1, de que deba ganar la acusación",
        "Probabilité, de 0 à 1, que l'accusation doive l'emporter",
    ),
    "add_claim": (
        "Add a claim?",
        "दावा जोड़ें?",
        "¿Añadir una afirmación?",
        "Ajouter une affirmation ?",
    ),
    "which_issue": (
        "On which issue?",
        "किस विवाद्यक पर?",
        "¿Sobre qué cuestión?",
        "Sur quelle question ?",
    ),
    "quotation_or_value": (
        "A quotation or a value?",
        "उद्धरण या मान?",
        "¿Una cita o un valor?",
        "Une citation ou une valeur ?",
    ),
    "quotation": (
        "Quotation, 5 to 30 words, exactly as in the exhibit",
        "उद्धरण, 5 से 30 शब्द, ठीक वैसा जैसा प्रदर्श में है",
        "Cita, de 5 a 30 palabras, exactamente como en la prueba",
        "Citation, de 5 à 30 mots, exactement comme dans la pièce",
    ),
    "no_quotation": (
        "A quotation has 5 to 30 words; an empty line gives the claim up",
        "उद्धरण में 5 से 30 शब्द होते हैं; खाली पंक्ति से दावा छोड़ दिया जाता है",
        "Una cita tiene de 5 a 30 palabras; con una línea vacía se renuncia a la afirmación",
        "Une citation compte de 5 à 30 mots ; une ligne vide abandonne l'affirmation",
    ),
    "which_value_kind": (
        "An amount, a date or a name?",
        "राशि, तारीख़ या नाम?",
        "¿Un importe, una fecha o un nombre?",
        "Un montant, une date ou un nom ?",
    ),
    "value": ("Value", "मान", "Valor", "Valeur"),
    "value_role": (
        "What the value is, in a few words",
        "यह मान किसका है, थोड़े शब्दों में",
        "Qué es el valor, en pocas palabras",
        "Ce qu'est la valeur, en quelques mots",
    ),
    "which_target": (
        "Which claim of the other side does it answer?",
        "यह दूसरे पक्ष के किस दावे का उत्तर है?",
        "¿A qué afirmación de la otra parte responde?",
        "À quelle affirmation de l'autre partie répond-elle ?",
    ),
    "yes": ("yes", "हाँ", "sí", "oui"),
    "no": ("no", "नहीं", "no", "non"),
    "left": (
        "you left the trial before its end",
        "आप मुक़दमा समाप्त होने से पहले चले गए",
        "ha dejado el juicio antes de que terminara",
        "vous avez quitté le procès avant la fin",
    ),
    "left_kept": (
        "you left the trial before its end; it is kept in {file}",
        "आप मुक़दमा समाप्त होने से पहले चले गए; वह यहाँ सहेजा गया है: {file}",
        "ha dejado el juicio antes de que terminara; se conserva en {file}",
        "vous avez quitté le procès avant la fin ; il est conservé dans {file}",
    ),
}
_HEADINGS: dict[Heading, _Row] = {
    "charge": ("Charge or claim", "आरोप या दावा", "Acusación o demanda", "Accusation ou demande"),
    "standard": (
        "Standard of proof",
        "प्रमाण का मानक",
        "Grado de prueba exigido",
        "Degré de preuve exigé",
    ),
    "issues": ("Issues", "विवाद्यक", "Cuestiones", "Questions en litige"),
    "exhibits": ("Exhibits", "प्रदर्श", "Pruebas", "Pièces"),
    "transcript": ("Transcript", "कार्यवाही का अभिलेख", "Acta del juicio", "Procès-verbal"),
    "objections": ("Objections", "आपत्तियाँ", "Objeciones", "Objections"),
    "verdict": ("Verdict", "निर्णय", "Veredicto", "Verdict"),
    "no_verdict": ("no verdict", "कोई निर्णय नहीं", "sin veredicto", "aucun verdict"),
    "not_over": ("not over", "अभी समाप्त नहीं", "no ha terminado", "pas encore terminé"),
    "scores": ("Scores", "अंक", "Puntuaciones", "Notes"),
    "seat": ("Seat", "भूमिका", "Parte", "Rôle"),
    "played_by": ("Played by", "निभाने वाला", "A cargo de", "Tenu par"),
    "metric": ("Metric", "मापदंड", "Medida", "Mesure"),
    "value": ("Value", "मान", "Valor", "Valeur"),
    "value_and_floor": (
        "0 to 1, floor marked",
        "0 से 1, आधार स्तर अंकित",
        "de 0 a 1, con el mínimo marcado",
        "de 0 à 1, seuil marqué",
    ),
    "floor": ("Floor", "आधार स्तर", "Mínimo", "Seuil"),
    "reckoning": ("How it came about", "यह कैसे बना", "Cómo se calculó", "Comment elle se calcule"),
    "not_applicable": ("not applicable", "लागू नहीं", "no procede", "sans objet"),
    "stands_in": (
        "no usable answer of the model: the safest action stands in its place",
        "मॉडल का कोई उपयोगी उत्तर नहीं: उसकी जगह सबसे सुरक्षित कार्रवाई है",
        "sin respuesta utilizable del modelo: la acción más segura ocupa su lugar",
        "aucune réponse utilisable du modèle : l'action la plus sûre en tient lieu",
    ),
    "all": ("All", "सभी", "Todos", "Tous"),
}
_METRICS: dict[Metric, _Row] = {
    "verdict_accuracy": (
        "verdict accuracy",
        "निर्णय की शुद्धता",
        "acierto del veredicto",
        "exactitude du verdict",
    ),
    "coherence": ("coherence", "सुसंगति", "coherencia", "cohérence"),
    "evidence_use": ("evidence use", "साक्ष्य का उपयोग", "uso de la prueba", "usage des preuves"),
    "rebuttal": ("rebuttal", "खंडन", "réplica", "réplique"),
    "hallucination_resistance": (
        "hallucination resistance",
        "मनगढ़ंत बातों से बचाव",
        "resistencia a la invención",
        "résistance à l'invention",
    ),
    "protocol_adherence": (
        "protocol adherence",
        "प्रक्रिया का पालन",
        "respeto del procedimiento",
        "respect de la procédure",
    ),
}
_VALUE_KINDS: dict[ValueKind, _Row] = {
    "amount": ("amount", "राशि", "importe", "montant"),
    "date": ("date", "तारीख़", "fecha", "date"),
    "name": ("name", "नाम", "nombre", "nom"),
}


def _column(rows: Mapping[_Key, _Row], place: int) -> Mapping[_Key, str]:
    return MappingProxyType({key: row[place] for key, row in rows.items()})


def _results(place: int) -> Mapping[str, str]:
    if place == 0:
        return MappingProxyType({code: result.meaning for code, result in RESULTS.items()})
    return MappingProxyType({code: row[place - 1] for code, row in _RESULTS.items()})


_WORDS: dict[str, Words] = {
    language: Words(
        language,
        _column(_ROLES, place),
        _column(_PHASES, place),
        _column(_ACTIONS, place),
        _column(_GROUNDS, place),
        _column(_RULINGS, place),
        _column(_STATUSES, place),
        _column(_HOLDERS, place),
        _column(_REASONS, place),
        _results(place),
        _column(_METRICS, place),
        _column(_VALUE_KINDS, place),
        _column(_PROMPTS, place),
        _column(_HEADINGS, place),
    )
    for place, language in enumerate(LANGUAGES)
}
