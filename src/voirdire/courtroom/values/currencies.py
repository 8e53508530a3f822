"""The marks of currencies, by which a number is known to be money."""

CODES = (
    "AED AUD BEF BGN BRL CAD CHF CNY CZK DEM DKK EUR FRF GBP HKD HUF INR ITL JPY KRW MXN NGN NOK "
    "NZD PKR PLN RON RUB SEK SGD TRL TRY UAH USD ZAR"
).split()
SIGNS = {
    "US$": "USD",
    "C$": "CAD",
    "CA$": "CAD",
    "A$": "AUD",
    "AU$": "AUD",
    "HK$": "HKD",
    "NZ$": "NZD",
    "$": "USD",
    "£": "GBP",
    "€": "EUR",
    "₹": "INR",
    "¥": "JPY",
    "RS.": "INR",
    "RS": "INR",
    **{code: code for code in CODES},
}
"""The code of what may stand before a number, in capitals."""

SIGN = sorted(SIGNS, key=len, reverse=True)
"""The longest first."""

# Patterns, in English, Spanish, French and Hindi.
CURRENCY_WORDS = {
    "USD": r"\$|dollars?\b|dólar(?:es)?\b|डॉलर",
    "EUR": r"€|euros?\b|यूरो",
    "GBP": r"£|pounds?\b|libras?\b|livres?\b",
    "INR": r"₹|\bRs\.?|rupees?\b|rupias?\b|roupies?\b|रुपये|रुपए|रुपया|रु\.",
}
