//! What a command line sets by itself, before a settings file adds to it.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::{Arg, Command};

const VARIABLE: &str = "STAGEPASS_CONFIG";

/// The words of a command line, and the command that they run.
#[derive(Debug)]
pub(crate) struct Invocation<'a> {
    pub(crate) program: &'a Command,
    /// The command, or the command of a group such as `user add`.
    pub(crate) command: &'a Command,
    /// All words, with the name of the program.
    pub(crate) words: &'a [OsString],
    /// How many of them come before the flags of the command.
    length: usize,
}

impl<'a> Invocation<'a> {
    /// Finds the command. `None` if there is none: the words are wrong, or ask for help.
    pub(crate) fn read(program: &'a Command, words: &'a [OsString]) -> Option<Self> {
        let (mut command, mut length, mut index) = (program, 0, 1);
        while let Some(word) = words.get(index).and_then(|word| word.to_str()) {
            if let Some(inner) = command.find_subcommand(word) {
                (command, length) = (inner, index + 1);
            } else if !word.starts_with("--") || word == "--" || !command.has_subcommands() {
                break;
            } else if !word.contains('=') && takes_value(program, word) {
                index += 1;
            }
            index += 1;
        }
        (length > 0 && !command.has_subcommands()).then_some(Self { program, command, words, length })
    }

    /// Whether the command has settings: `init`, `dev`, `gate` and `health` have none.
    pub(crate) fn uses_settings(&self) -> bool {
        let is_in = |name| {
            self.program.find_subcommand(name).is_some_and(|group| {
                std::ptr::eq(group, self.command) || group.find_subcommand(self.command.get_name()).is_some()
            })
        };
        !["dev", "gate", "health", "init"].into_iter().any(is_in)
    }

    /// The words up to the command, and those after it.
    pub(super) fn parts(&self) -> [&'a [OsString]; 2] {
        let (before, after) = self.words.split_at_checked(self.length).unwrap_or((self.words, &[]));
        [before, after]
    }
}

fn takes_value(program: &Command, word: &str) -> bool {
    program.get_arguments().any(|arg| word.strip_prefix("--") == arg.get_long() && arg.get_action().takes_values())
}

/// Returns the path of the settings file: of the flag, or else of the variable.
pub(crate) fn path_in(words: &[OsString]) -> Option<PathBuf> {
    let mut words = flags(words);
    while let Some(word) = words.next() {
        if word == OsStr::new("--config") {
            return words.next().map(PathBuf::from);
        }
        if let Some(path) = word.to_str().and_then(|word| word.strip_prefix("--config=")) {
            return Some(path.into());
        }
    }
    env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// Whether a flag or a variable sets `arg`. `--port` sets what `--listen` does.
pub(super) fn is_given(command: &Command, arg: &Arg, words: &[OsString]) -> bool {
    let by = |arg: &Arg| {
        let long = arg.get_long().unwrap_or_default();
        let is_flag = |word: &str| word.strip_prefix("--").is_some_and(|word| word.split('=').next() == Some(long));
        let variable = || arg.get_env().is_some_and(|variable| env::var_os(variable).is_some());
        flags(words).any(|word| word.to_str().is_some_and(is_flag)) || variable()
    };
    let port = || command.get_arguments().find(|other| other.get_long() == Some("port"));
    by(arg) || (arg.get_long() == Some("listen") && port().is_some_and(by))
}

/// The words before those of another program (`dev -- npm run dev`).
fn flags(words: &[OsString]) -> impl Iterator<Item = &OsString> {
    words.iter().take_while(|word| *word != OsStr::new("--"))
}
