"""Random documents, and random texts that say the same."""

import json
import math
import struct
from random import Random

LARGEST = 2**53 - 1
SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "/": "\\/"}
AWKWARD = ['"', "\\", "/", "\0", "\x1f", "\n", "\x7f", "\u2028", "\ufeff", "\ufb33", "\U0001f600"]


def random_members(random: Random) -> dict:
    """The members of the format, each there or not, and some that it doesn't know."""

    def integer() -> int:
        return LARGEST if random.random() < 0.1 else random.getrandbits(random.randint(0, 53))

    members = {
        "cid": lambda: "bae" + "".join(random.choices("abcdefghijklmnopqrstuvwxyz234567", k=58)),
        "trackId": integer,
        "userId": integer,
        "timestamp": integer,
        "upload_id": lambda: random_unicode(random, 24),
        "shouldCache": lambda: random.randint(0, 1),
    }
    document = {name: value() for name, value in members.items() if random.random() < 0.7}
    for _ in range(random.randint(1, 3) if random.random() < 0.3 else 0):
        document["x" + random_unicode(random, 6)] = random_value(random, 2)
    return document


def random_unicode(random: Random, longest: int) -> str:
    """Any characters but lone surrogates; those that JSON escapes more often than the rest."""

    def character() -> str:
        if random.random() < 0.3:
            return random.choice(AWKWARD)
        code = random.randrange(random.choice([0x20, 0x80, 0x800, 0xD800, 0x10000, 0x110000]))
        return chr(code - 0x800 if 0xD800 <= code < 0xE000 else code)

    return "".join(character() for _ in range(random.randint(0, longest)))


def random_value(random: Random, depth: int):
    kind = random.randrange(6 if depth else 4)
    if kind == 0:
        return random.choice([None, True, False])
    if kind == 1:
        return random_unicode(random, 8)
    if kind == 2:
        return random.randint(-500, 500)
    if kind == 3:
        return random_double(random)
    if kind == 4:
        return [random_value(random, depth - 1) for _ in range(random.randrange(3))]
    return {"y" + random_unicode(random, 4): random_value(random, depth - 1) for _ in range(random.randrange(3))}


def random_double(random: Random) -> float:
    """Any bits that are a double within ±(2^53 - 1); one of a common size, half of the time."""
    if random.random() < 0.5:
        return random.getrandbits(53) / 2 ** random.randrange(1, 80)
    while True:
        (number,) = struct.unpack("<d", random.randbytes(8))
        if math.isfinite(number) and abs(number) <= LARGEST:
            return number


def loose_json(random: Random, value) -> str:
    """JSON that says `value`, in any layout, order and escaping."""

    def gap() -> str:
        return random.choice([" ", "\n", "\t", "\r\n", "  "]) if random.random() < 0.2 else ""

    def listed(opening: str, items: list, closing: str) -> str:
        return gap() + opening + gap() + ",".join(gap() + item + gap() for item in items) + closing + gap()

    if isinstance(value, list):
        return listed("[", [loose_json(random, item) for item in value], "]")
    if isinstance(value, dict):
        members = random.sample(list(value.items()), len(value))
        pairs = [loose_string(random, name) + gap() + ":" + gap() + loose_json(random, item) for name, item in members]
        return listed("{", pairs, "}")
    if isinstance(value, str):
        return loose_string(random, value)
    if isinstance(value, float):
        return random.choice([repr(value), f"{value:.16e}", f"{value:.20E}"])
    return json.dumps(value)


def loose_string(random: Random, text: str) -> str:
    share = random.choice([0, 0.1, 1])

    def written(character: str) -> str:
        if character in SHORT and random.random() < 0.5:
            return SHORT[character]
        if character in '"\\' or character < " " or random.random() < share:
            return escaped(random, character)
        return character

    return '"' + "".join(written(character) for character in text) + '"'


def escaped(random: Random, character: str) -> str:
    """By UTF-16 unit: a character beyond U+FFFF is two escapes."""
    units = struct.iter_unpack(">H", character.encode("utf-16-be"))
    return "".join("\\u" + (f"{unit:04x}" if random.random() < 0.5 else f"{unit:04X}") for (unit,) in units)
