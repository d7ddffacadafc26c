//! Documents that are generated from the program. A test fails if one is out of date; with `STAGEPASS_RENEW=1` it
//! writes them.

use std::fmt::Write as _;
use std::path::Path;

use clap::{Arg, Command, CommandFactory as _};
use stagepass_backend::cli::Cli;

const RENEW: &str = "STAGEPASS_RENEW=1 cargo test --package stagepass-backend --test service documents";

/// Compares `text` with the file `docs/reference/{name}`, or writes it.
fn is_up_to_date(name: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference").join(name);
    if std::env::var_os("STAGEPASS_RENEW").is_some() {
        std::fs::write(&file, text).unwrap();
    }
    let there = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(there == text, "docs/reference/{name} is out of date: {RENEW}");
}

#[test]
fn the_settings() {
    let mut text = String::from(
        "# Settings\n\n\
         The settings of the `stagepass-backend` commands `service`, `node`, `access`, `init`, `check`, `copy` and `dev`:\n\
         flags and environment variables. A flag wins over its variable, and both over the settings file. A secret that is\n\
         given twice is an error.\n\
         [self-hosting.md](../guides/self-hosting.md) explains their use.\n\
         This page is generated from the program. `--help` prints the same, and describes the other commands.\n",
    );
    let mut program = Cli::command();
    program.build();
    let logging = program.get_arguments().filter(|arg| arg.is_global_set());
    section(&mut text, "Every command", logging);
    for name in ["service", "node", "access", "init", "check", "copy", "dev"] {
        let command = program.find_subcommand(name).unwrap();
        let flags = own_arguments(command).filter(|argument| argument.get_long().is_some());
        section(&mut text, &format!("stagepass-backend {name}"), flags);
    }
    is_up_to_date("settings.md", &text);
}

fn own_arguments(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| !arg.is_global_set() && !matches!(arg.get_id().as_str(), "help" | "version"))
}

fn section<'a>(text: &mut String, title: &str, arguments: impl Iterator<Item = &'a Arg>) {
    write!(text, "\n## {title}\n\n| flag | variable | what |\n|---|---|---|\n").unwrap();
    for argument in arguments {
        let flag = argument.get_long().map(|long| format!("`--{long}`")).unwrap_or_default();
        let variable = argument.get_env().map(|name| format!("`{}`", name.to_string_lossy())).unwrap_or_default();
        let value = argument.get_default_values().iter().map(|value| value.to_string_lossy().into_owned());
        let value = value.collect::<Vec<_>>().join(" ");
        let default =
            if value.is_empty() || value == "false" { String::new() } else { format!(" [default: `{value}`]") };
        let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|").replace('<', "&lt;");
        writeln!(text, "| {flag} | {variable} | {help}{default} |").unwrap();
    }
}
