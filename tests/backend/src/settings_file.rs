//! The settings file (`--config`): TOML with one table for each server, whose keys are the flags of that server.
//!
//! A setting of the file becomes an argument of the command line, unless a flag or a variable sets it. So the program
//! names each setting once, and a value is checked the same wherever it is from.

mod given;
mod lookup;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Args, Command};
use toml::{Table, Value};

use self::given::is_given;
use self::lookup::{find, nearest};
use crate::cli::exposed;

pub(crate) use self::given::{Invocation, path_in};

/// The tables. Each is named like its command.
pub(crate) const SERVERS: [&str; 3] = ["service", "node", "access"];

/// A settings file without unknown settings.
#[derive(Debug)]
pub(crate) struct SettingsFile {
    path: PathBuf,
    root: Table,
}

/// Why a settings file cannot be used. Contains no values, which could be secret.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingsFileError {
    #[error("the settings file {}: {error}: `stagepass-backend init` writes a new one", path.display())]
    Read { path: PathBuf, error: std::io::Error },
    #[error("the settings file {} is not TOML: {error}", path.display())]
    Toml { path: PathBuf, error: String },
    #[error("the settings file {}: {table} has no setting `{key}`{}", path.display(), nearest.as_ref().map(|key| format!(": did you mean `{key}`?")).unwrap_or_default())]
    Unknown { path: PathBuf, table: String, key: String, nearest: Option<String> },
    #[error("the settings file {}: `{key}` in {table} must be {expected}", path.display())]
    Kind { path: PathBuf, table: String, key: String, expected: &'static str },
    #[error("the settings file {}: `{key}` in {table} is a secret: write it to a file with mode 0600, and name that file in `{key}-file`", path.display())]
    Secret { path: PathBuf, table: String, key: String },
    #[error("the settings file {}, {table}: {error}", path.display())]
    Arguments { path: PathBuf, table: String, error: String },
}

impl SettingsFile {
    /// Reads the file. `program` names the settings.
    pub(crate) fn read(path: &Path, program: &Command) -> Result<Self, SettingsFileError> {
        let text =
            std::fs::read_to_string(path).map_err(|error| SettingsFileError::Read { path: path.to_owned(), error })?;
        let root = text.parse::<Table>().map_err(|error| {
            let line =
                error.span().map_or(1, |span| 1 + text.get(..span.start).unwrap_or_default().matches('\n').count());
            SettingsFileError::Toml { path: path.to_owned(), error: format!("line {line}: {}", error.message()) }
        })?;
        let file = Self { path: path.to_owned(), root };
        for (key, value) in &file.root {
            match value {
                Value::Table(table) => {
                    let server =
                        SERVERS.iter().find(|server| *server == key).and_then(|name| program.find_subcommand(name));
                    let server = server.ok_or_else(|| file.unknown(None, key, SERVERS.into_iter()))?;
                    table.iter().try_for_each(|(name, value)| file.check(Some(key), server, name, value))?;
                }
                value => file.check(None, program, key, value)?,
            }
        }
        Ok(file)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn has_table(&self, name: &str) -> bool {
        self.root.get(name).is_some_and(Value::is_table)
    }

    /// Returns the settings that name files with secrets: table, key and path.
    pub(crate) fn secret_files(&self) -> impl Iterator<Item = (String, String, PathBuf)> {
        let tables = self.root.iter().filter_map(|(name, value)| Some((name, value.as_table()?)));
        let settings = tables.flat_map(|(name, table)| table.iter().map(move |(key, value)| (name, key, value)));
        settings.filter_map(|(name, key, value)| {
            let path = value.as_str().filter(|_| key.ends_with("-file"))?;
            Some((name.clone(), key.clone(), PathBuf::from(path)))
        })
    }

    fn check(&self, table: Option<&str>, command: &Command, key: &str, value: &Value) -> Result<(), SettingsFileError> {
        // The path of a settings file is no setting.
        let Some(arg) = find(command, key).filter(|arg| arg.get_id() != "config") else {
            let flags = command.get_arguments().filter_map(Arg::get_long);
            let tables = table.is_none().then_some(SERVERS).into_iter().flatten();
            return Err(self.unknown(table, key, flags.chain(tables)));
        };
        let texts = self.texts(table, arg, key, value)?;
        if exposed::is_secret(arg.get_id().as_str()) || texts.iter().any(|text| exposed::has_password(text)) {
            return Err(SettingsFileError::Secret {
                path: self.path.clone(),
                table: named(table),
                key: key.to_owned(),
            });
        }
        Ok(())
    }

    fn unknown<'a>(&self, table: Option<&str>, key: &str, known: impl Iterator<Item = &'a str>) -> SettingsFileError {
        let nearest = nearest(key, known);
        SettingsFileError::Unknown { path: self.path.clone(), table: named(table), key: key.to_owned(), nearest }
    }

    /// The value as it is written on a command line; nothing for a flag that is off.
    fn texts(
        &self,
        table: Option<&str>,
        arg: &Arg,
        key: &str,
        value: &Value,
    ) -> Result<Vec<String>, SettingsFileError> {
        let wrong = |expected| {
            let table = named(table);
            SettingsFileError::Kind { path: self.path.clone(), table, key: key.to_owned(), expected }
        };
        match (arg.get_action(), value) {
            (ArgAction::SetTrue, Value::Boolean(is_set)) => Ok(is_set.then(String::new).into_iter().collect()),
            (ArgAction::SetTrue, _) => Err(wrong("true or false")),
            (ArgAction::Append, Value::Array(values)) => {
                values.iter().map(|value| scalar(value).ok_or_else(|| wrong("a list of texts or numbers"))).collect()
            }
            (ArgAction::Append, _) => Err(wrong("a list")),
            _ => Ok(vec![scalar(value).ok_or_else(|| wrong("a text or a number"))?]),
        }
    }

    /// Returns the arguments of this file that `command` lacks. A server has its own table, another command what it has
    /// in common with the service and the access server.
    fn arguments(&self, command: &Command, given: &[OsString]) -> Result<Vec<OsString>, SettingsFileError> {
        let name = command.get_name();
        let tables = if SERVERS.contains(&name) { vec![name] } else { vec!["service", "access"] };
        let mut arguments: Vec<OsString> = Vec::new();
        for (table, settings) in tables.iter().filter_map(|table| Some((*table, self.root.get(*table)?.as_table()?))) {
            for (key, value) in settings {
                let arg = if table == name { find(command, key) } else { lookup::shared(command, table, key) };
                let Some((arg, flag)) = arg.and_then(|arg| Some((arg, arg.get_long()?))) else { continue };
                if is_given(command, arg, given) || is_given(command, arg, &arguments) {
                    continue;
                }
                arguments
                    .extend(self.texts(Some(table), arg, key, value)?.into_iter().map(|text| argument(flag, &text)));
            }
        }
        Ok(arguments)
    }

    /// Returns the command line with the settings of this file.
    pub(crate) fn complete(&self, line: &Invocation<'_>) -> Result<Vec<OsString>, SettingsFileError> {
        let [before, after] = line.parts();
        let mut complete = before.to_vec();
        for (key, value) in self.root.iter().filter(|(_, value)| !value.is_table()) {
            let Some(arg) = find(line.program, key) else { continue };
            if !is_given(line.program, arg, line.words) {
                complete.extend(self.texts(None, arg, key, value)?.into_iter().map(|text| argument(key, &text)));
            }
        }
        complete.extend(self.arguments(line.command, after)?);
        complete.extend_from_slice(after);
        Ok(complete)
    }

    /// Reads the settings of a server from its table, and from the environment, which wins.
    pub(crate) fn server<Settings: Args>(&self, name: &'static str) -> Result<Settings, SettingsFileError> {
        let command = Settings::augment_args(Command::new(name)).no_binary_name(true).disable_help_flag(true);
        let arguments = self.arguments(&command, &[])?;
        let read = command.try_get_matches_from(arguments).and_then(|matches| Settings::from_arg_matches(&matches));
        read.map_err(|error| {
            let error = error.to_string();
            let error = error.split("\n\nUsage").next().unwrap_or_default().trim_start_matches("error: ").to_owned();
            SettingsFileError::Arguments { path: self.path.clone(), table: named(Some(name)), error }
        })
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A flag that is on has no value.
fn argument(key: &str, text: &str) -> OsString {
    if text.is_empty() { format!("--{key}").into() } else { format!("--{key}={text}").into() }
}

fn named(table: Option<&str>) -> String {
    table.map_or_else(|| "the top of the file".to_owned(), |table| format!("[{table}]"))
}

#[cfg(test)]
mod tests;
