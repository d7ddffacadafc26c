//! `stagepass-backend gate`, as a program.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use stagepass_test_support::secrets;

const VARIABLE: &str = "STAGEPASS_SIGNER_PRIVATE_KEY";
const STRANGER: &str = "0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1";

struct Gate(Command);

fn gate(arguments: &[&str]) -> Gate {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stagepass-backend"));
    command.arg("gate").args(arguments).env_remove(VARIABLE);
    Gate(command)
}

impl Gate {
    fn key(mut self, key: &str) -> Self {
        self.0.env(VARIABLE, key);
        self
    }

    fn run(mut self, input: &str) -> Output {
        let command = self.0.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // One that needs no input, or refuses its arguments, may have ended by now: then the pipe is broken, which is
        // no fault.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }

    /// What it printed, having succeeded.
    fn answer(self, input: &str) -> Value {
        let output = self.run(input);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// The reason that it gave, having failed with 1 and printed nothing.
    fn failure(self, input: &str) -> String {
        let output = self.run(input);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
        String::from_utf8(output.stderr).unwrap()
    }
}

fn vectors() -> Vec<Value> {
    let vectors: Value = serde_json::from_str(include_str!("../../../vectors/gate.json")).unwrap();
    vectors["gate_release_access"].as_array().unwrap().clone()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap()
}

fn signed(vector: &Value) -> String {
    json!({ "data": vector["data"], "signature": vector["signature"] }).to_string()
}

#[test]
fn signs_verifies_and_recovers_the_shared_vectors() {
    for vector in vectors() {
        let made =
            gate(&["sign"]).key(text(&vector, "private_key")).answer(&json!({ "data": vector["data"] }).to_string());
        assert_eq!(made["address"], vector["address"]);
        assert_eq!(made["data"], vector["document"]);
        assert_eq!(made["signature"], vector["signature"]);

        let verified = gate(&["verify", "--authority", STRANGER, text(&vector, "address")]).answer(&signed(&vector));
        assert_eq!(verified, json!({ "address": vector["address"], "data": vector["document"] }));

        let recovered = gate(&["recover"]).answer(&signed(&vector));
        let expected = json!({ "address": vector["address"], "data": vector["document"], "digest": vector["digest"] });
        assert_eq!(recovered, expected);
    }
}

#[test]
fn signed_data_is_verified_unchanged() {
    let made = gate(&["sign"]).key(text(&vectors()[0], "private_key")).answer(r#"{"data":"{\"cid\":\"c\"}"}"#);
    let verified = gate(&["verify", "--authority", text(&made, "address")]).answer(&format!("{made}\n"));
    assert_eq!(verified["data"], json!(r#"{"cid":"c"}"#));
    let encoded = "%7B%22data%22%3A%22%7B%5C%22cid%5C%22%3A%5C%22c%5C%22%7D%22%2C%22signature%22%3A%220x";
    assert!(text(&made, "parameter").starts_with(encoded), "{made}");
}

#[test]
fn many_documents_are_answered_line_by_line() {
    let lines = |lines: Vec<Value>| lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n") + "\n";
    let vectors = vectors();
    let (good, other) = (&vectors[0], &vectors[1]);
    let made = gate(&["sign", "--lines"]).key(text(good, "private_key")).run(&lines(vec![
        json!({ "data": good["data"] }),
        json!({ "data": "[]" }),
        json!({ "data": "{}" }),
    ]));
    assert_eq!(made.status.code(), Some(1));
    assert!(String::from_utf8(made.stderr).unwrap().ends_with("1 of 3 documents were refused\n"));
    let made: Vec<Value> =
        String::from_utf8(made.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&made[0]["signature"], made.len()), (&good["signature"], 3));
    assert!(text(&made[1], "error").contains("not an object"), "{}", made[1]);
    assert_eq!(made[2]["data"], "{}");

    let both = lines(vec![json!(good), json!(other)]);
    let addresses = |output: Output| -> Vec<Value> {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["address"].clone()).collect()
    };
    let expected = [good["address"].clone(), other["address"].clone()];
    assert_eq!(addresses(gate(&["recover", "--lines"]).run(both.trim_end())), expected);
    let authorities = ["verify", "--lines", "--authority", text(good, "address"), text(other, "address")];
    assert_eq!(addresses(gate(&authorities).run(&both)), expected);
}

#[test]
fn a_stranger_is_refused() {
    let reason = gate(&["verify", "--authority", STRANGER]).failure(&signed(&vectors()[0]));
    let words = "signer not authorized for this track (access_authorities)";
    assert_eq!(reason, format!("error: {words}: signed by {}\n", text(&vectors()[0], "address")));
}

#[test]
fn wrong_input_says_why() {
    let key = text(&vectors()[0], "private_key").to_owned();
    let twice = json!({ "data": r#"{"a":1,"a":1}"#, "signature": vectors()[0]["signature"] }).to_string();
    assert!(gate(&["recover"]).failure(&twice).contains("the member \"a\" is there twice"));
    assert!(gate(&["recover"]).failure("{}").contains("no member \"data\" that is a string"));
    assert!(gate(&["recover"]).failure(&" ".repeat((1 << 20) + 1)).contains("more than 1 MiB"));
    let zero = format!("0x{}", "0".repeat(40));
    assert!(gate(&["verify", "--authority", &zero]).failure("{}").contains("zero address"));
    assert!(gate(&["sign"]).failure(r#"{"data":"{}"}"#).contains(VARIABLE));
    assert!(gate(&["sign", "--key-file", "no such file"]).failure(r#"{"data":"{}"}"#).contains("no such file"));
    assert!(
        gate(&["sign"]).key(&key).failure(r#"{"data":"{\"userId\":\"1\"}"}"#).contains("data that is not of its form")
    );
    let bad_key = gate(&["sign"]).key(&key[1..]).failure(r#"{"data":"{}"}"#);
    assert!(bad_key.contains("a private key is") && !bad_key.contains(&key[1..]), "{bad_key}");
}

#[test]
fn a_made_key_signs_from_a_file() {
    let made = gate(&["keygen"]).answer("");
    assert_ne!(gate(&["keygen"]).answer("")["private_key"], made["private_key"]);
    let file = std::env::temp_dir().join(format!("stagepass-signer-{}", std::process::id()));
    secrets::write_file(&file, &format!("{}\n", text(&made, "private_key")));
    let signed = gate(&["sign", "--key-file", file.to_str().unwrap()]).answer(r#"{"data":"{}"}"#);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(signed["address"], made["address"]);
    assert_eq!(gate(&["recover"]).answer(&signed.to_string())["address"], made["address"]);
}
