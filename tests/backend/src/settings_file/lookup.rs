//! Which flag a key of the file is, and which one it may have been meant to be.

use clap::{Arg, Args as _, Command};

use crate::cli::access::AccessArgs;
use crate::cli::service::ServiceArgs;

/// From this similarity (0 to 1), a key is named as the one that may have been meant.
const SIMILAR: f64 = 0.7;

/// Returns the flag with this name.
pub(super) fn find<'a>(command: &'a Command, key: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|arg| arg.get_long() == Some(key))
}

/// Returns the known name that is most like `key`, if one is.
pub(super) fn nearest<'a>(key: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let scored = known.map(|name| (strsim::jaro_winkler(key, name), name));
    let best = scored.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.filter(|(score, _)| *score >= SIMILAR).map(|(_, name)| name.to_owned())
}

/// Returns the flag of `command` that is the setting `key` of this server. A flag of the same name may be another one,
/// so their variables are compared.
pub(super) fn shared<'a>(command: &'a Command, server: &str, key: &str) -> Option<&'a Arg> {
    let server = match server {
        "access" => AccessArgs::augment_args(Command::new("access")),
        _ => ServiceArgs::augment_args(Command::new("service")),
    };
    match find(&server, key)?.get_env() {
        Some(variable) => command.get_arguments().find(|arg| arg.get_env() == Some(variable)),
        None => find(command, key).filter(|arg| arg.get_env().is_none()),
    }
}
