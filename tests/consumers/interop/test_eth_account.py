"""eth-account reads what our gate signs, and our gate what eth-account signs."""

import json
import os
import sys
import unittest
from pathlib import Path
from random import Random

# Not libsecp256k1, on which our gate is built: eth-keys' own arithmetic.
os.environ["ECC_BACKEND_CLASS"] = "eth_keys.backends.NativeECCBackend"

from eth_keys.backends import NativeECCBackend, get_backend  # noqa: E402

from documents import loose_json, random_members  # noqa: E402
from gate import gate_recover, gate_sign, gate_verify  # noqa: E402
from wire import address_of, canonical, digest, read_parameter, sign, signer, with_ethereums_v  # noqa: E402

CASES = 250
# Documents that our program signs with one key, in one run of it.
A_KEY = 5
SEED = int(os.environ.get("STAGEPASS_INTEROP_SEED") or 1)
VECTORS = json.loads((Path(__file__).parent / "../../vectors/gate.json").read_text())["gate_release_access"]


class EthAccount(unittest.TestCase):
    def test_the_curves_arithmetic_is_not_ours(self):
        self.assertIsInstance(get_backend(), NativeECCBackend)

    def test_the_known_vectors_both_ways(self):
        self.assertGreater(len(VECTORS), 0)
        for vector in VECTORS:
            data, document, signature, address = (vector[name] for name in ("data", "document", "signature", "address"))
            self.assertEqual(canonical(data), document)
            self.assertEqual(digest(data), vector["digest"])
            self.assertEqual(sign(bytes.fromhex(vector["private_key"]), data), signature)
            self.assertEqual(signer(vector), address)
            [ours] = gate_sign(vector["private_key"], [data])
            self.assertEqual((ours["data"], ours["signature"], ours["address"]), (document, signature, address))
            answers, _ = gate_recover([{"data": data, "signature": with_ethereums_v(signature)}])
            self.assertEqual(answers, [{"address": address, "data": document, "digest": vector["digest"]}])

    def test_our_gate_takes_what_eth_account_signed(self):
        cases = list(signed_by_eth_account(Random(SEED)))
        signed = [{"data": case["data"], "signature": case["signature"]} for case in cases]
        answers, code = gate_verify([case["address"] for case in cases], signed)
        self.assertEqual(answers, [{"address": case["address"], "data": case["document"]} for case in cases])
        self.assertEqual(code, 0)
        answers, _ = gate_recover(signed)
        names = ("address", "document", "digest")
        expected = [dict(zip(("address", "data", "digest"), (case[name] for name in names))) for case in cases]
        self.assertEqual(answers, expected)

    def test_eth_account_takes_what_our_gate_signed(self):
        random = Random(SEED + 1)
        for _ in range(0, CASES, A_KEY):
            key = random.randbytes(32)
            documents = [loose_json(random, random_members(random)) for _ in range(A_KEY)]
            for document, made in zip(documents, gate_sign(key.hex(), documents), strict=True):
                parameter = read_parameter(made["parameter"])
                self.assertEqual(parameter["data"], canonical(document))
                self.assertEqual(signer(parameter), address_of(key))
                self.assertEqual(made["address"], address_of(key))
                # RFC 6979 leaves nothing to chance: two signers, one signature.
                self.assertEqual(parameter["signature"], sign(key, document))

    def test_our_gate_refuses_what_eth_account_signed_with_one_bit_turned(self):
        random = Random(SEED + 2)
        cases = list(signed_by_eth_account(random))
        turned = [random.choice([with_other_signature, with_other_data])(random, case) for case in cases]
        answers, code = gate_verify([case["address"] for case in cases], turned)
        self.assertEqual([case for case, answer in zip(turned, answers) if "error" not in answer], [])
        self.assertEqual(code, 1)


def signed_by_eth_account(random: Random):
    for _ in range(CASES):
        key = random.randbytes(32)
        data = loose_json(random, random_members(random))
        signature = sign(key, data)
        written = random.choice([signature, with_ethereums_v(signature), "0x" + signature[2:].upper()])
        yield {
            "data": data,
            "signature": written,
            "address": address_of(key),
            "document": canonical(data),
            "digest": digest(data),
        }


def with_other_signature(random: Random, case: dict) -> dict:
    signature = bytearray.fromhex(case["signature"][2:])
    signature[random.randrange(len(signature))] ^= 1 << random.randrange(8)
    return {"data": case["data"], "signature": "0x" + signature.hex()}


def with_other_data(random: Random, case: dict) -> dict:
    """A turned bit that leaves UTF-8, and that says something else: white space or an escape's letter may say the same."""
    while True:
        data = bytearray(case["data"].encode())
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        try:
            turned = data.decode()
        except UnicodeDecodeError:
            continue
        if canonical_or_none(turned) != case["document"]:
            return {"data": turned, "signature": case["signature"]}


def canonical_or_none(text: str) -> str | None:
    try:
        return canonical(text)
    except ValueError:
        return None


if __name__ == "__main__":
    print(f"eth-account: seed {SEED}", flush=True)
    unittest.main(verbosity=2, testRunner=unittest.TextTestRunner(stream=sys.stdout, verbosity=2))
