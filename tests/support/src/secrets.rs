//! Records the secrets that tests use and see, so that `cargo xtask test` can search the logs for them.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::sync::{LazyLock, Mutex, PoisonError};

use serde_json::Value;

use crate::folder;

/// The kind of a parameter of a request.
fn kind_of_field(name: &str) -> Option<&'static str> {
    if name == "code" { Some("code") } else { kind_of_member(name) }
}

/// The kind of a member of a response. An access server's `code` is an error code.
fn kind_of_member(name: &str) -> Option<&'static str> {
    Some(match name {
        "password" | "current_password" | "new_password" => "password",
        "code_verifier" => "code verifier",
        "access_token" => "access token",
        "refresh_token" => "refresh token",
        "ticket" => "ticket",
        "api_secret" => "API secret",
        "bearer_token" => "bearer token",
        "credential" => "credential",
        "csrf" => "CSRF token",
        "private_key" => "private key",
        "invitation" => "invitation",
        _ => return None,
    })
}

/// The secrets that this process has recorded, and the file.
type Notes = Option<(File, HashSet<String>)>;

static NOTES: LazyLock<Mutex<Notes>> = LazyLock::new(|| Mutex::new(open()));

fn open() -> Notes {
    let folder = folder()?.join("secrets");
    fs::create_dir_all(&folder).expect("a folder for secrets");
    let file = File::create(folder.join(std::process::id().to_string())).expect("a file for secrets");
    Some((file, HashSet::new()))
}

/// Notes a secret. Any text has the words of one shorter than eight characters in it somewhere: those are no secrets.
pub fn note(kind: &str, secret: &str) {
    let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    let Some((file, known)) = notes.as_mut().filter(|_| secret.len() >= 8 && !secret.contains('\n')) else { return };
    let line = format!("{kind}\t{secret}\n");
    if known.insert(line.clone()) {
        file.write_all(line.as_bytes()).expect("the secret is noted");
    }
}

/// Notes the secrets in a JSON document, at any depth, by the names of its members.
pub fn note_document(document: &Value) {
    match document {
        Value::Object(members) => {
            for (name, value) in members {
                if let (Some(kind), Some(text)) = (kind_of_member(name), value.as_str()) {
                    note(kind, text);
                }
                note_document(value);
            }
        }
        Value::Array(values) => values.iter().for_each(note_document),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Notes the value of a form's field, or of a member of a request, if it is a secret by its name.
pub fn note_field(name: &str, value: &str) {
    if let Some(kind) = kind_of_field(name) {
        note(kind, value);
    }
}

/// Notes the secrets in an answer's text: a JSON document, a page with forms, or nothing of interest.
pub fn note_answer(text: &str) {
    if let Ok(document) = serde_json::from_str(text) {
        note_document(&document);
    }
    csrf_tokens(text).for_each(|token| note("CSRF token", token));
}

/// `<input type="hidden" name="csrf" value="…">`
fn csrf_tokens(page: &str) -> impl Iterator<Item = &str> {
    let fields = page.split("name=\"csrf\" value=\"").skip(1);
    fields.map(|field| field.split('"').next().unwrap_or_default())
}

/// Notes the code in the query or the fragment of an address.
pub fn note_address(address: &str) {
    codes(address).for_each(|code| note("code", &code));
}

fn codes(address: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let (_, parameters) = address.split_once(['?', '#']).unwrap_or_default();
    form_urlencoded::parse(parameters.as_bytes()).filter(|(name, _)| name == "code").map(|(_, value)| value)
}

/// Notes the value of a `Set-Cookie` header.
pub fn note_cookie(header: &str) {
    if let Some((_, value)) = header.split(';').next().and_then(|pair| pair.split_once('=')) {
        note("cookie", value);
    }
}

/// Writes a file with a secret, which only this user may read: programs refuse any other.
pub fn write_file(path: &Path, text: &str) {
    let opened = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path);
    let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
    written.expect("the file can be written");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_have_a_kind_by_their_names() {
        assert_eq!(kind_of_member("code_verifier"), Some("code verifier"));
        assert_eq!((kind_of_field("code"), kind_of_member("code")), (Some("code"), None));
        assert_eq!(kind_of_field("error"), None);
    }

    #[test]
    fn code_is_found_in_query_or_fragment() {
        for address in ["https://app.example/callback?state=s&code=a%2Bb", "com.example:/cb#code=a%2Bb&iss=i"] {
            assert_eq!(codes(address).collect::<Vec<_>>(), ["a+b"]);
        }
        assert_eq!(codes("https://app.example/code=no").count(), 0);
    }

    #[test]
    fn a_page_has_a_token_for_each_form() {
        let page = r#"<form><input type="hidden" name="csrf" value="one"></form><input name="csrf" value="two">"#;
        assert_eq!(csrf_tokens(page).collect::<Vec<_>>(), ["one", "two"]);
    }
}
