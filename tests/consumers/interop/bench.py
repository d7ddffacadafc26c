"""The figures of eth-account. Requests and answers as in tests/proof/peers/src/main.rs."""

import json
import sys
import time

import rfc8785
from eth_account import Account
from eth_account.messages import encode_defunct
from eth_keys.backends import CoinCurveECCBackend, get_backend
from eth_utils import keccak

from wire import with_ethereums_v, with_small_v

KEY = bytes([1]) * 32
DOCUMENTS = [
    {
        "cid": "baeaaaiqsecjitceegveqtb67yhksnwe75w4khfsep5obuuljl2il3wwnm22su",
        "timestamp": 1_790_000_000_000 + at,
        "trackId": 1_462_669_012,
        "userId": 51,
    }
    for at in range(16)
]
ACCOUNT = Account.from_key(KEY)


def sign(document: dict) -> str:
    hashed = keccak(rfc8785.dumps(document))
    return "0x" + bytes(ACCOUNT.sign_message(encode_defunct(hashed)).signature).hex()


def verify(parameter: str) -> bool:
    signed = json.loads(parameter)
    hashed = keccak(rfc8785.dumps(json.loads(signed["data"])))
    signature = with_ethereums_v(signed["signature"])
    return Account.recover_message(encode_defunct(hashed), signature=signature) == ACCOUNT.address


PARAMETERS = [
    json.dumps({"data": rfc8785.dumps(document).decode(), "signature": with_small_v(sign(document))})
    for document in DOCUMENTS
]


def timed(count: int, is_right) -> int:
    started = time.process_time_ns()
    for done in range(count):
        if not is_right(done % len(DOCUMENTS)):
            raise ValueError("a wrong result")
    return time.process_time_ns() - started


def answer(operation: str, count: int = 0) -> str:
    if operation == "sign":
        return str(timed(count, lambda at: len(sign(DOCUMENTS[at])) == 132))
    if operation == "verify":
        return str(timed(count, lambda at: verify(PARAMETERS[at])))
    return ",".join(with_small_v(sign(document)) for document in DOCUMENTS)


if __name__ == "__main__":
    # As fast as it gets: with libsecp256k1, where its own arithmetic is Python.
    assert isinstance(get_backend(), CoinCurveECCBackend), "coincurve is not installed"
    for line in sys.stdin:
        operation, _eth_account, *count = line.split()
        print(answer(operation, *map(int, count)), flush=True)
