"""The price of a request in picodollars, by genai-prices; None where nobody knows it.

A provider's address is asked before its name: a server that only speaks another's protocol
has not its prices.
"""

import datetime
from dataclasses import replace
from typing import Any

from genai_prices.data_snapshot import get_snapshot
from pydantic_ai.messages import ModelResponse
from pydantic_ai.usage import RequestUsage

from voirdire.llm.ledger import PICO, Call
from voirdire.llm.names import OpenedModel

# A request of more tokens, or more dollars (100,000), was never made; a larger count overflows
# the sums of a ledger.
_MOST_TOKENS = 10**12
_MOST_PICODOLLARS = 10**17


def priced(call: Call, reply: ModelResponse, opened: OpenedModel) -> Call:
    """An answered call with its tokens and its price, as far as the provider says them.

    Cached tokens are part of the input tokens, whatever the provider's own way to count. What
    no request can have taken is not known.
    """
    usage = reply.usage
    name = reply.model_name or opened.model.model_name
    cost = price_usage(usage, name, opened, reply.timestamp, reply.provider_details)
    if cost is not None and not 0 <= cost <= _MOST_PICODOLLARS:
        cost = None
    counts = (usage.input_tokens, usage.output_tokens, usage.cache_read_tokens)
    if usage.unmeasured_requests or not all(0 <= count <= _MOST_TOKENS for count in counts):
        return replace(call, picodollars=cost)
    return replace(
        call,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cached_tokens=usage.cache_read_tokens,
        picodollars=cost,
    )


def price_usage(
    usage: RequestUsage,
    model: str,
    opened: OpenedModel,
    at: datetime.datetime | None = None,
    context: dict[str, Any] | None = None,
) -> int | None:
    """Picodollars for what a request took; None when the model's price or its usage is unknown.

    `context` are the details of a reply that change a price, such as its service tier.
    """
    if opened.price == "free":
        return 0
    if usage.cost is not None:
        return round(usage.cost * PICO)
    if opened.price == "stated" or usage.unmeasured_requests:
        return None
    said = {key: value for key, value in (context or {}).items() if isinstance(value, str)}
    for provider, address in ((None, opened.address), (opened.price_provider, None)):
        if provider is None and address is None:
            continue
        try:
            price = get_snapshot().calc(usage, model, provider, address, at, said)
        except (LookupError, ValueError):
            continue
        picodollars: int = round(price.total_price * PICO)
        return picodollars
    return None


def has_price(opened: OpenedModel) -> bool:
    """Whether the price of a model is known before it is asked."""
    sample = RequestUsage(input_tokens=1, output_tokens=1)
    stated = opened.price == "stated"
    return stated or price_usage(sample, opened.model.model_name, opened) is not None
