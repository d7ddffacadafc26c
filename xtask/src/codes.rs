//! What TypeScript and the documentation know of the core's errors and of its border, generated from `stagepass::error` and `stagepass::border`: the wasm
//! carries only numbers.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use stagepass::border;
use stagepass::config::{Fault, Field};
use stagepass::error::{Code, REST, Row};
use stagepass_programs::checkout;

/// Writes the generated files. With `check`, writes nothing and fails if one is not what it would write.
pub(crate) fn codes(check: bool) -> Result<()> {
    for (path, text) in generated()? {
        let current = fs::read_to_string(&path).unwrap_or_default();
        if current == text {
            continue;
        }
        let name = path.strip_prefix(checkout::root()).unwrap_or(&path).display();
        if check {
            bail!("{name} is not what src/error and src/border.rs say: run `cargo xtask codes` and commit the result");
        }
        fs::write(&path, text).with_context(|| format!("cannot write {name}"))?;
        println!("wrote {name}");
    }
    Ok(())
}

fn generated() -> Result<[(PathBuf, String); 4]> {
    Ok([
        (checkout::template().join("src/errors.gen.ts"), typescript()?),
        (checkout::template().join("src/api/errors.gen.ts"), rest_typescript()?),
        (checkout::template().join("src/border.gen.ts"), border_typescript()?),
        (checkout::root().join("docs/reference/errors.md"), markdown()?),
    ])
}

fn typescript() -> Result<String> {
    let with_none = |of: fn(Code) -> &'static str| [vec![""], texts(Code::ALL, of)].concat();
    let mut out = String::from(
        "// Written by `cargo xtask codes` from src/error/table.rs and src/config.rs. Do not edit.\n\n\
         /** Every code, by the number that the core throws. */\n",
    );
    out += &constant("CODES", &with_none(Code::name), " as const");
    out += "\n/** The stable name of a failure. The list is open: a later version may add to it without breaking anybody. */\n";
    out += "export type StagepassErrorCode =\n  | Exclude<(typeof CODES)[number], \"\">\n";
    for row in REST {
        writeln!(out, "  | {}", quoted(row.name))?;
    }
    out += "  | (string & {});\n";
    out += "\n/** What happened and what to do next, by the same number. */\n";
    out += &constant("MESSAGES: readonly string[]", &with_none(Code::message), "");
    out += "\n/** What `stagepass(config)` and `login(options)` take, by their number. */\n";
    out += &constant("FIELDS", &texts(Field::ALL, Field::name), " as const");
    out += "\n/** What is wrong with that field, by its number. */\n";
    out += &constant("FAULTS: readonly string[]", &texts(Fault::ALL, Fault::sentence), "");
    Ok(out)
}

/// The names of the constants are those of Rust, and so are their values.
fn border_typescript() -> Result<String> {
    let mut out = String::from("// Written by `cargo xtask codes` from src/border.rs. Do not edit.\n");
    let numbers: [(&str, &[(&str, u32)]); 3] = [
        (
            "What a session is asked.",
            &[("READ_STATUS", border::READ_STATUS), ("ACCESS_TOKEN", border::ACCESS_TOKEN), ("LOGOUT", border::LOGOUT)],
        ),
        (
            "How a session stands.",
            &[("SIGNED_OUT", border::SIGNED_OUT), ("SIGNED_IN", border::SIGNED_IN), ("EXPIRED", border::EXPIRED)],
        ),
        (
            "By how many bits the number of a field stands above that of its fault, in the detail of a failure.",
            &[("FIELD_SHIFT", border::FIELD_SHIFT)],
        ),
    ];
    for (about, constants) in numbers {
        writeln!(out, "\n// {about}")?;
        for (name, number) in constants {
            writeln!(out, "export const {name} = {number};")?;
        }
    }
    out += "\n// What is wrong with a field, of that which the facade can see before the core is loaded.\n";
    for (name, fault) in [
        ("MISSING", Fault::Missing),
        ("WRONG_TYPE", Fault::WrongType),
        ("MALFORMED", Fault::Malformed),
        ("UNKNOWN_VALUE", Fault::UnknownValue),
    ] {
        writeln!(out, "export const {name} = {};", fault as u8)?;
    }
    out += "\n// How the keys of all stored sessions begin, and of logins under way.\n";
    for (name, prefix) in [("SESSION_PREFIX", border::SESSION_PREFIX), ("LOGIN_PREFIX", border::LOGIN_PREFIX)] {
        writeln!(out, "export const {name} = {};", quoted(prefix))?;
    }
    Ok(out)
}

/// What the core never throws: in a file of its own, which a login does not load.
fn rest_typescript() -> Result<String> {
    let mut out = String::from(
        "// Written by `cargo xtask codes` from src/error/rest.rs. Do not edit.\n\n\
         /** What happened and what to do next, for the codes that this half of the package alone throws. */\n\
         export const MESSAGES: { readonly [code: string]: string } = {\n",
    );
    for row in REST {
        writeln!(out, "  {}: {},", row.name, quoted(row.message))?;
    }
    out += "};\n";
    Ok(out)
}

fn texts<T: Copy>(all: &[T], of: fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().copied().map(of).collect()
}

fn constant(name: &str, values: &[&str], suffix: &str) -> String {
    let lines: Vec<_> = values.iter().map(|value| format!("  {},", quoted(value))).collect();
    format!("export const {name} = [\n{}\n]{suffix};\n", lines.join("\n"))
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Every row: the core's codes in the order of their numbers, then the others.
fn rows() -> impl Iterator<Item = &'static Row> {
    Code::ALL.iter().map(|code| code.row()).chain(REST)
}

fn markdown() -> Result<String> {
    let mut out = String::from(
        "<!-- Generated by `cargo xtask codes` from src/error: change that. -->\n\n\
         # Errors\n\n\
         Whatever fails throws a `StagepassError`. Compare its `code`, which is stable; show its `message`; `description` holds the service's own words and \
         `status` the HTTP status, where there is one. A later version may add codes: have a branch for those you do not know.\n",
    );
    for row in rows() {
        write!(out, "\n## {}\n\n> {}\n\n", row.name, row.message)?;
        write!(out, "**Cause.** {}\n\n**Remedy.** {}\n", row.cause, row.remedy)?;
    }
    out += "\n## What is wrong with a field\n\n\
            The message of `config_invalid` and `option_invalid` begins with the field's name and goes on with one of these:\n\n";
    for fault in Fault::ALL.iter().copied() {
        writeln!(out, "* {}", fault.sentence())?;
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_stands_at_its_number() {
        let typescript = typescript().unwrap();
        let (_, codes) = typescript.split_once("CODES = [\n").unwrap();
        let lines: Vec<_> = codes.lines().map(str::trim).collect();
        for code in Code::ALL {
            assert_eq!(lines[usize::from(code.number())], format!("\"{}\",", code.name()));
        }
    }

    #[test]
    fn every_code_has_a_heading() {
        let markdown = markdown().unwrap();
        for row in rows() {
            assert!(markdown.contains(&format!("\n## {}\n", row.name)), "{}", row.name);
        }
    }

    #[test]
    fn what_only_the_rest_half_throws_is_a_type_for_a_login_and_a_sentence_elsewhere() {
        let (login, rest) = (typescript().unwrap(), rest_typescript().unwrap());
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
