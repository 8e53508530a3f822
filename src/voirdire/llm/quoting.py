"""Outside text between marks that it cannot forge."""

import hmac

# Hexadecimal digits of a nonce.
_NONCE = 16


def quote(text: str, secret: bytes) -> str:
    """Text for use in a prompt.

    The nonce is made of the secret and the text: nobody who writes the text can know it,
    and the same text has the same one wherever the secret is the same.
    """
    tries = 0
    nonce = _nonce(text, tries, secret)
    while nonce in text:
        tries += 1
        nonce = _nonce(text, tries, secret)
    return f"<outside-text {nonce}>\n{text}\n</outside-text {nonce}>"


def _nonce(text: str, tries: int, secret: bytes) -> str:
    return hmac.new(secret, f"{tries}:{text}".encode(), "sha256").hexdigest()[:_NONCE]
