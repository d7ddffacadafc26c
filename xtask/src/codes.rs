//! Generates the tables of error codes and constants for TypeScript and the documentation, from `stagepass::error` and `stagepass::border`. The WebAssembly
//! holds numbers only.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde_json::json;
use stagepass::border;
use stagepass::config::{Fault, Field};
use stagepass::error::{Code, REST, Row};
use stagepass_programs::checkout;

/// `cargo xtask codes`: writes the generated files.
pub(crate) fn write() -> Result<()> {
    for (name, path, text) in outdated_files() {
        fs::write(&path, text).with_context(|| format!("cannot write {name}"))?;
        println!("wrote {name}");
    }
    Ok(())
}

/// A problem for each generated file that is not up to date.
pub(crate) fn outdated() -> Vec<String> {
    let names = outdated_files().map(|(name, ..)| name);
    names.map(|name| format!("{name} is out of date: run `cargo xtask codes` and commit the result")).collect()
}

/// Their names, paths and new texts.
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
        "// Written by `cargo xtask codes` from src/error/table.rs and src/config.rs. Do not edit.\n",
        "\n/** Every code, by the number that the core throws. */\n",
        &constant("CODES", &with_none(Code::name), " as const"),
        "\n/** The stable name of a failure. The list is open: a later version may add to it without breaking anybody. */\n",
        "export type StagepassErrorCode =\n  | Exclude<(typeof CODES)[number], \"\">\n",
        &rest.concat(),
        "  | (string & {});\n",
        "\n/** What happened and what to do next, by the same number. */\n",
        &constant("MESSAGES: readonly string[]", &with_none(Code::message), ""),
        "\n/** What `stagepass(config)` and `login(options)` take, by their number. */\n",
        &constant("FIELDS", &texts(Field::ALL, Field::name), " as const"),
        "\n/** What is wrong with that field, by its number. */\n",
        &constant("FAULTS: readonly string[]", &texts(Fault::ALL, Fault::sentence), ""),
    ]
    .concat()
}

/// Constants of `src/border.rs`: their names, and their values in TypeScript.
macro_rules! constants {
    ($($name:ident),*) => { vec![$((stringify!($name), json!(border::$name).to_string())),*] };
}

fn border_typescript() -> String {
    let fault = |name, fault: Fault| (name, (fault as u8).to_string());
    let sections = [
        ("What a session is asked.", constants![READ_STATUS, ACCESS_TOKEN, LOGOUT]),
        ("How a session stands.", constants![SIGNED_OUT, SIGNED_IN, EXPIRED]),
        (
            "By how many bits the number of a field stands above that of its fault, in the detail of a failure.",
            constants![FIELD_SHIFT],
        ),
        (
            "What is wrong with a field, of that which the facade can see before the core is loaded.",
            vec![
                fault("MISSING", Fault::Missing),
                fault("WRONG_TYPE", Fault::WrongType),
                fault("MALFORMED", Fault::Malformed),
                fault("UNKNOWN_VALUE", Fault::UnknownValue),
            ],
        ),
        (
            "How the keys of all stored sessions begin, and of logins under way.",
            constants![SESSION_PREFIX, LOGIN_PREFIX],
        ),
    ];
    let sections = sections.map(|(comment, constants)| {
        let lines: Vec<_> = constants.iter().map(|(name, value)| format!("export const {name} = {value};\n")).collect();
        format!("\n// {comment}\n{}", lines.concat())
    });
    "// Written by `cargo xtask codes` from src/border.rs. Do not edit.\n".to_owned() + &sections.concat()
}

/// Messages of codes that the core never throws: in a file of their own, which a login does not load.
fn rest_typescript() -> String {
    let messages: Vec<_> = REST.iter().map(|row| format!("  {}: {},\n", row.name, quoted(row.message))).collect();
    [
        "// Written by `cargo xtask codes` from src/error/rest.rs. Do not edit.\n\n",
        "/** What happened and what to do next, for the codes that this half of the package alone throws. */\n",
        "export const MESSAGES: { readonly [code: string]: string } = {\n",
        &messages.concat(),
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

/// The core's codes in the order of their numbers, then the others.
fn rows() -> impl Iterator<Item = &'static Row> {
    Code::ALL.iter().map(|code| code.row()).chain(REST)
}

fn markdown() -> String {
    let section = |Row { name, message, cause, remedy, .. }: &Row| {
        format!("\n## {name}\n\n> {message}\n\n**Cause.** {cause}\n\n**Remedy.** {remedy}\n")
    };
    let faults: Vec<_> = Fault::ALL.iter().map(|fault| format!("* {}\n", fault.sentence())).collect();
    [
        "<!-- Generated by `cargo xtask codes` from src/error: change that. -->\n\n\
         # Errors\n\n\
         Whatever fails throws a `StagepassError`. Compare its `code`, which is stable; show its `message`; `description` holds the service's own words and \
         `status` the HTTP status, where there is one. A later version may add codes: have a branch for those you do not know.\n",
        &rows().map(section).collect::<Vec<_>>().concat(),
        "\n## What is wrong with a field\n\n\
         The message of `config_invalid` and `option_invalid` begins with the field's name and goes on with one of these:\n\n",
        &faults.concat(),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_at_the_index_of_its_number() {
        let typescript = typescript();
        let (_, codes) = typescript.split_once("CODES = [\n").unwrap();
        let lines: Vec<_> = codes.lines().map(str::trim).collect();
        for code in Code::ALL {
            assert_eq!(lines[usize::from(code.number())], format!("\"{}\",", code.name()));
        }
    }

    #[test]
    fn every_code_has_a_heading() {
        let markdown = markdown();
        for row in rows() {
            assert!(markdown.contains(&format!("\n## {}\n", row.name)), "{}", row.name);
        }
    }

    #[test]
    fn a_code_of_the_rest_half_has_its_type_and_its_message_in_different_files() {
        let (login, rest) = (typescript(), rest_typescript());
        for row in REST {
            assert!(login.contains(&format!("\n  | \"{}\"\n", row.name)), "{}", row.name);
            assert!(!login.contains(row.message), "{}", row.name);
            assert!(rest.contains(&format!("\n  {}: {},\n", row.name, quoted(row.message))), "{}", row.name);
        }
    }

    #[test]
    fn quotes_in_a_sentence_are_escaped() {
        assert_eq!(constant("A", &["a \"b\""], ""), "export const A = [\n  \"a \\\"b\\\"\",\n];\n");
    }
}
