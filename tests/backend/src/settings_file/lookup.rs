//! Which flag a key of the file is, and which one it may have been meant to be.

use std::ffi::OsString;

use clap::{Arg, Args as _, Command};

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

/// Returns the variable of a setting of the service.
pub(super) fn variable_of_service(key: &str) -> Option<OsString> {
    let service = ServiceArgs::augment_args(Command::new("service"));
    find(&service, key).and_then(Arg::get_env).map(ToOwned::to_owned)
}
