//! Generates the tables of error codes and constants for TypeScript and the documentation, from the core's
//! `error` and `border`. The WebAssembly contains only numbers.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde_json::json;
use stagepass_core::border;
use stagepass_core::config::{Fault, Field};
use stagepass_core::error::{Code, REST, Row};
use stagepass_programs::checkout;

/// `cargo xtask codes`: writes the generated files.
pub(crate) fn write() -> Result<()> {
    for (name, path, text) in outdated_files() {
        fs::write(&path, text).with_context(|| format!("cannot write {name}"))?;
        println!("wrote {name}");
    }
    Ok(())
}

/// Returns a problem for each generated file that is out of date.
pub(crate) fn outdated() -> Vec<String> {
    let names = outdated_files().map(|(name, ..)| name);
    names.map(|name| format!("{name} is out of date: run `cargo xtask codes` and commit the result")).collect()
}

/// Returns the name, path and new text of each generated file that is out of date.
fn outdated_files() -> impl Iterator<Item = (&'static str, PathBuf, String)> {
    let files = [
        ("pkg-template/src/errors.gen.ts", typescript()),
        ("pkg-template/src/api/errors.gen.ts", rest_typescript()),
        ("pkg-template/src/border.gen.ts", border_typescript()),
        ("docs/reference/errors.md", markdown()),
    ];
    let files = files.into_iter().map(|(name, text)| (name, checkout::root().join(name), text));
    files.filter(|(_, path, text)| fs::read_to_string(path).unwrap_or_default() != *text)
}

fn typescript() -> String {
    let with_none = |of: fn(Code) -> &'static str| [vec![""], texts(Code::ALL, of)].concat();
    let rest: Vec<_> = REST.iter().map(|row| format!("  | {}\n", quoted(row.name))).collect();
    [
        "// Written by `cargo xtask codes` from src/core/error/table.rs and src/core/config/field.rs. Do not edit.\n",
        "\n/** All codes. The index is the number that the core throws. */\n",
        &constant("CODES", &with_none(Code::name), " as const"),
        "\n/**\n * The stable name of an error. Closed: the compiler checks each comparison, and that a `switch` has all codes.\n \
         * A minor version may add codes. At run time, keep a `default`: an error may come from another copy of this \
         library.\n */\n",
        "export type StagepassErrorCode =\n  | Exclude<(typeof CODES)[number], \"\">\n",
        rest.concat().trim_end(),
        ";\n",
        "\n/** The titles for the user, by the same index. */\n",
        &constant("TITLES: readonly string[]", &with_none(|code| code.row().title), ""),
        "\n/** The fields of `stagepass(config)` and the options of `login(options)`, by their number. */\n",
        &constant("FIELDS", &texts(Field::ALL, Field::name), " as const"),
        "\n/** What a field must be or have, by the fault's number. Empty: see `EXPECTED`. */\n",
        &constant("FAULTS: readonly string[]", &texts(Fault::ALL, |fault| fault.requirement().unwrap_or_default()), ""),
        "\n/** What the value of a field must be, by the field's number. */\n",
        &constant("EXPECTED: readonly string[]", &texts(Field::ALL, Field::expected), ""),
    ]
    .concat()
}

/// Returns constants of `src/core/border.rs`: their names, and their values in TypeScript.
macro_rules! constants {
    ($($name:ident),*) => { vec![$((stringify!($name), json!(border::$name).to_string())),*] };
}

fn border_typescript() -> String {
    let fault = |name, fault: Fault| (name, (fault as u8).to_string());
    let sections = [
        ("Whether a request needs a proof (DPoP).", constants![DPOP_OFFERED, DPOP_BOUND]),
        (
            "The faults that the facade detects before the core is loaded.",
            vec![
                fault("MISSING", Fault::Missing),
                fault("WRONG_TYPE", Fault::WrongType),
                fault("UNKNOWN_VALUE", Fault::UnknownValue),
            ],
        ),
        (
            "The prefixes of the keys of stored sessions, their hints, and transactions.",
            constants![SESSION_PREFIX, HINT_PREFIX, LOGIN_PREFIX],
        ),
        ("The parameters that `extraParams` cannot set.", constants![OWN_PARAMETERS]),
        ("The version of this package.", constants![VERSION]),
    ];
    let sections = sections.map(|(comment, constants)| {
        let lines: Vec<_> = constants.iter().map(|(name, value)| format!("export const {name} = {value};\n")).collect();
        format!("\n// {comment}\n{}", lines.concat())
    });
    "// Written by `cargo xtask codes` from src/core/border.rs. Do not edit.\n".to_owned() + &sections.concat()
}

/// Returns the titles of the codes that the core never throws. They have a file of their own, which a login does not
/// load.
fn rest_typescript() -> String {
    let titles: Vec<_> = REST.iter().map(|row| format!("  {}: {},\n", row.name, quoted(row.title))).collect();
    [
        "// Written by `cargo xtask codes` from src/core/error/rest.rs. Do not edit.\n\n",
        "/** The titles for the user, for the codes that only the REST calls throw. */\n",
        "export const TITLES: { readonly [code: string]: string } = {\n",
        &titles.concat(),
        "};\n",
    ]
    .concat()
}

fn texts<T: Copy>(all: &[T], of: fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().copied().map(of).collect()
}

fn constant(name: &str, values: &[&str], suffix: &str) -> String {
    let lines: Vec<_> = values.iter().map(|value| format!("  {},", quoted(value))).collect();
    format!("export const {name} = [\n{}\n]{suffix};\n", lines.join("\n"))
}

fn quoted(text: &str) -> String {
    json!(text).to_string()
}

/// Returns the rows of the core's codes in the order of their numbers, then the others.
fn rows() -> impl Iterator<Item = &'static Row> {
    Code::ALL.iter().map(|code| code.row()).chain(&REST)
}

fn markdown() -> String {
    let section = |Row { name, title, cause, remedy }: &Row| {
        let [title, cause, remedy] =
            [format!("> {title}"), format!("**Cause.** {cause}"), format!("**Remedy.** {remedy}")]
                .map(|text| wrap(&text));
        format!("\n## {name}\n\n{title}\n\n{cause}\n\n{remedy}\n")
    };
    let faults: Vec<_> =
        Fault::ALL.iter().filter_map(|fault| fault.requirement()).map(|text| format!("- must {text}.\n")).collect();
    let expected: Vec<_> =
        Field::ALL.iter().map(|field| format!("| `{}` | {} |\n", field.name(), field.expected())).collect();
    [
        "<!-- Generated by `cargo xtask codes` from src/core/error and src/core/config/field.rs. Do not edit. -->\n\n\
         # Errors\n\n\
         Every call of the SDK fails with a `StagepassError`:\n\n\
         - `code` is stable. Compare it. A minor version may add codes ([below](#new-codes)).\n\
         - `title` is for the user: what happened, then what to do. Show it. It is in English. To translate it, map the\n  \
         `code`.\n\
         - `message` is for the developer. It is the title, or says what exactly is wrong and what to write instead. In\n  \
           parentheses it has what is known of the cause: the status, the service's error and message, and the message\n  \
           of `cause`. In Rust, `source()` has the latter. Show it as text, never as HTML.\n\
         - `description` is the server's message, if there is one. Show it as text, never as HTML.\n\
         - `oauthError` is the `error` of an authorization or token response (RFC 6749 sections 4.1.2.1 and 5.2), such as\n  \
           `invalid_grant`. It has at most 64 lowercase letters and underscores, and is missing for any other text.\n\
         - `errorUri` is the `error_uri` of the same response: a page about the error. Only an http or https URL.\n\
         - `status` is the HTTP status, if there is one.\n\n\
         Each code below has its title, and the cause and the remedy for the developer. They name what an app of a Stagepass\n\
         service configures. With [`stagepass/oauth`](../guides/any-provider.md), read `issuer` for `baseUrl`, `clientId` for\n\
         `apiKey`, the provider for the service, and the userinfo endpoint for `/me`.\n",
        &rows().map(section).collect::<Vec<_>>().concat(),
        "\n## Messages of config_invalid and option_invalid\n\n\
         The message is the name of the field or option, followed by one of these:\n\n",
        &faults.concat(),
        "- must be … (a value of the table below)\n- is missing: it must be … (a value of the table below)\n\n| field or option | must be |\n|---|---|\n",
        &expected.concat(),
        OTHER_PROVIDERS,
        NEW_CODES,
    ]
    .concat()
}

/// What the clients of `stagepass/oauth` check themselves.
const OTHER_PROVIDERS: &str = r#"
With `stagepass/oauth`, `scope` must be names of scopes, separated by single spaces, and `responseMode` must be
"fragment" or "query". The message of `origins` names the value that is not an origin.
"#;

/// How codes are added, also those of `oauth.diagnose`.
const NEW_CODES: &str = r#"
## New codes

`StagepassErrorCode` and `DiagnosisCode` are closed unions: they have all codes of the installed version. So the
compiler finds a misspelled code, and a `switch` that lacks one.

- A code is never removed, renamed or given another meaning, except in a major version.
- A minor version may add codes. If your `switch` ends with an assignment to `never`, it then no longer compiles.
  That is intended: decide what the new code means for your app.
- At run time, keep a `default`. `isStagepassError` also accepts errors of another copy of this library, which may
  be newer.

```ts
const words = (code: StagepassErrorCode): string => {
  switch (code) {
    case "aborted":
      return "";
    // … all other codes
    default: {
      const unknown: never = code;
      return `Something went wrong (${unknown}).`;
    }
  }
};
```

Names that a server chooses are open, because the server may be newer than this package: `rule` and `code` of a
denial reason, and `description`. Handle those that you do not know.
"#;

/// Breaks a paragraph into lines of at most 120 columns.
fn wrap(paragraph: &str) -> String {
    let mut lines = vec![String::new()];
    for word in paragraph.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= 120 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_at_index_of_its_number() {
        let typescript = typescript();
        let (_, codes) = typescript.split_once("CODES = [\n").unwrap();
        let lines: Vec<_> = codes.lines().map(str::trim).collect();
        for code in Code::ALL {
            assert_eq!(lines[usize::from(code.number())], format!("\"{}\",", code.name()));
        }
    }

    /// The file with the types, which a login loads, does not contain them.
    #[test]
    fn rest_codes_have_titles_in_separate_file() {
        let (login, rest) = (typescript(), rest_typescript());
        for row in &REST {
            assert!(login.contains(&format!("\n  | \"{}\"", row.name)), "{}", row.name);
            assert!(!login.contains(row.title), "{}", row.name);
            assert!(rest.contains(&format!("\n  {}: {},\n", row.name, quoted(row.title))), "{}", row.name);
        }
    }

    #[test]
    fn quotes_in_a_sentence_are_escaped() {
        assert_eq!(constant("A", &["a \"b\""], ""), "export const A = [\n  \"a \\\"b\\\"\",\n];\n");
    }
}
