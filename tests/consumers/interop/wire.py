"""The `gate-release-access` signature, written with eth-account and rfc8785 from the description of the format alone."""

import json
from urllib.parse import unquote

import rfc8785
from eth_account import Account
from eth_account.messages import encode_defunct
from eth_utils import keccak


def canonical(document: str) -> str:
    """The canonical form of a document, given as JSON."""
    return rfc8785.dumps(json.loads(document)).decode()


def message(document: str):
    """What is signed: the Keccak-256 of the document in canonical form, as a personal message."""
    return encode_defunct(keccak(text=canonical(document)))


def digest(document: str) -> str:
    signable = message(document)
    hashed = keccak(b"\x19" + signable.version + signable.header + signable.body)
    return "0x" + hashed.hex()


def sign(private_key: bytes, document: str) -> str:
    """Signs a document, given as JSON. v is written as 0/1."""
    signature = bytes(Account.sign_message(message(document), private_key).signature)
    return with_small_v("0x" + signature.hex())


def signer(signed: dict) -> str:
    """Who signed `{"data", "signature"}`: an address in EIP-55's form."""
    return Account.recover_message(message(signed["data"]), signature=with_ethereums_v(signed["signature"]))


def address_of(private_key: bytes) -> str:
    return Account.from_key(private_key).address


def read_parameter(encoded: str) -> dict:
    """The `signature` parameter of a URL, as it stands there."""
    return json.loads(unquote(encoded, errors="strict"))


def with_small_v(signature: str) -> str:
    *rest, v = bytes.fromhex(signature[2:])
    return "0x" + bytes([*rest, v - 27 if v >= 27 else v]).hex()


def with_ethereums_v(signature: str) -> str:
    *rest, v = bytes.fromhex(signature[2:])
    return "0x" + bytes([*rest, v + 27 if v < 27 else v]).hex()
