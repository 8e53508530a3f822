"""Options that several commands have, said once."""

from pathlib import Path
from typing import Annotated

import typer

Library = Annotated[
    Path | None,
    typer.Option(envvar="VOIRDIRE_LIBRARY", metavar="DIR", help="A library made by `library add`."),
]
Offline = Annotated[
    bool, typer.Option("--offline", help="Ask the library only; open no connection.")
]
Ledger = Annotated[
    str | None,
    typer.Option(metavar="PATH|URL", help="Where calls are recorded, if not VOIRDIRE_LEDGER."),
]
MaxCalls = Annotated[
    int | None, typer.Option(min=0, help="Stop asking models after so many calls.")
]
MaxTokens = Annotated[
    int | None, typer.Option(min=0, help="Stop asking models after so many tokens.")
]
MaxDollars = Annotated[
    float | None, typer.Option(min=0, help="Stop asking models after so many dollars.")
]
