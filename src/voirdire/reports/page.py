"""One HTML page that stands alone: a template and its values to a string.

No font, script or picture is fetched: styles and script are inside, and the content
security policy in the page allows nothing else, whatever text the page shows.
"""

import base64
import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


@lru_cache(maxsize=1)
def _environment() -> "Environment":
    # A tenth of a second of imports that the other forms of a report do not need.
    from jinja2 import Environment, PackageLoader, PrefixLoader, StrictUndefined

    loader = PrefixLoader(
        {
            "reports": PackageLoader("voirdire.reports"),
            "citecheck": PackageLoader("voirdire.citecheck"),
            "courtroom": PackageLoader("voirdire.courtroom"),
        }
    )
    return Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render_template(template: str, **values: object) -> str:
    """Render "room/name.html", which extends `reports/shell.html`.

    The page's script, if it has one, stands in "room/name.js"; its hash goes into the
    content security policy.
    """
    from markupsafe import Markup

    environment = _environment()
    script, _, _ = environment.loader.get_source(  # type: ignore[union-attr]
        environment, template.removesuffix(".html") + ".js"
    )
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    # The script is ours and holds no outside text, so it is not escaped.
    page = environment.get_template(template).render(
        script=Markup(script), script_hash=f"sha256-{digest}", **values
    )
    # The page says that it is UTF-8, which carries no lone surrogates.
    return page.encode("utf-8", "replace").decode("utf-8")
