"""Our side: `stagepass-backend gate`, as a program."""

import json
import os
import subprocess

PROGRAM = os.environ["STAGEPASS_BACKEND"]


def gate_sign(private_key: str, documents: list[str]) -> list[dict]:
    """The answers of `gate sign` to these documents, signed with this key."""
    answers, code = gate(["sign"], [{"data": data} for data in documents], STAGEPASS_SIGNER_PRIVATE_KEY=private_key)
    assert code == 0, "all documents should have been signed"
    return answers


def gate_verify(authorities: list[str], signed: list[dict]) -> tuple[list[dict], int]:
    """The answers of `gate verify` where any of these may sign, and its exit code."""
    return gate(["verify", "--authority", *authorities], signed)


def gate_recover(signed: list[dict]) -> tuple[list[dict], int]:
    """The answers of `gate recover`, and its exit code."""
    return gate(["recover"], signed)


def gate(command: list[str], documents: list[dict], **environment: str) -> tuple[list[dict], int]:
    ended = subprocess.run(
        [PROGRAM, "gate", command[0], "--lines", *command[1:]],
        input="".join(json.dumps(document) + "\n" for document in documents).encode(),
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=300,
    )
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert len(answers) == len(documents), "each document should be answered"
    return answers, ended.returncode
