//! Secrets on the command line, which other users of the machine can read: they are rejected.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use super::raw_secret::RawSecret;

/// The arguments that are secrets, wherever they are.
const SECRETS: [&str; 5] = ["token_key", "bearer_token", "signer_private_key", "node_key", "secret_access_key"];
/// The arguments that hold one if there is a password in the address.
const ADDRESSES: [&str; 4] = ["database", "access_database", "from", "to"];

/// A flag that was given a secret. Its value is not kept.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{flag} has a secret on the command line, which other users of this machine can read: {instead}")]
pub(super) struct ExposedSecret {
    flag: String,
    instead: String,
}

/// Rejects a secret in a flag of the command line.
pub(super) fn reject(command: &Command, matches: &ArgMatches) -> Result<(), ExposedSecret> {
    if let Some(arg) = command.get_arguments().find(|arg| is_exposed(arg, matches)) {
        return Err(ExposedSecret::of(arg));
    }
    let inner = matches.subcommand().and_then(|(name, matches)| Some((command.find_subcommand(name)?, matches)));
    inner.map_or(Ok(()), |(command, matches)| reject(command, matches))
}

fn is_exposed(arg: &Arg, matches: &ArgMatches) -> bool {
    let id = arg.get_id().as_str();
    // An argument of another command is none of these.
    let source =
        || matches.try_contains_id(id).ok().filter(|is_known| *is_known).and_then(|_| matches.value_source(id));
    let address = || {
        matches.try_get_one::<RawSecret>(id).is_ok_and(|given| given.is_some_and(|RawSecret(text)| has_password(text)))
    };
    (is_secret(id) || (ADDRESSES.contains(&id) && address())) && source() == Some(ValueSource::CommandLine)
}

/// Whether the argument with this ID is a secret.
pub(crate) fn is_secret(id: &str) -> bool {
    SECRETS.contains(&id)
}

/// Whether `text` is the address of a database with a password.
pub(crate) fn has_password(text: &str) -> bool {
    let Ok(url) = url::Url::parse(text) else { return false };
    url.password().is_some() || url.query_pairs().any(|(name, _)| name == "password")
}

impl ExposedSecret {
    fn of(arg: &Arg) -> Self {
        let flag = format!("--{}", arg.get_long().unwrap_or_default());
        let variable = arg.get_env().and_then(|variable| variable.to_str()).unwrap_or_default();
        let instead = format!("set {variable}, or name a file with it in {flag}-file or {variable}_FILE");
        Self { flag, instead }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::Cli;

    const KEY: &str = "1111111111111111111111111111111111111111111111111111111111111111";

    fn read(words: &str) -> Result<(), ExposedSecret> {
        let command = Cli::command();
        let matches = command.clone().get_matches_from(words.replace("KEY", KEY).split(' '));
        reject(&command, &matches)
    }

    #[test]
    fn secret_in_flag_is_rejected_with_safe_alternative() {
        for (words, flag, instead) in [
            (
                "x service --token-key KEY",
                "--token-key",
                "set STAGEPASS_TOKEN_KEY, or name a file with it in --token-key-file",
            ),
            ("x node --service http://a/v1 --cache c --node-key KEY", "--node-key", "set STAGEPASS_NODE_KEY, "),
            ("x service --s3-secret-access-key KEY", "--s3-secret-access-key", "set AWS_SECRET_ACCESS_KEY, "),
            ("x migrate --database postgresql://me:KEY@localhost/x", "--database", "set DATABASE_URL, "),
            (
                "x copy --from sqlite:a.db --to postgresql://me@localhost/x?password=KEY",
                "--to",
                "set STAGEPASS_COPY_TO, ",
            ),
        ] {
            let exposed = read(words).unwrap_err();
            assert!(exposed.flag == flag && exposed.instead.starts_with(instead), "{words}: {exposed:?}");
            assert!(!format!("{exposed:?}").contains(KEY), "{words}");
        }
    }

    #[test]
    fn flags_without_a_secret_are_accepted() {
        for words in [
            "x service --database sqlite:a.db --token-key-file key",
            "x migrate --database postgresql://me@localhost/x?sslmode=verify-full",
            "x user add --handle a --name A --password-stdin",
        ] {
            assert_eq!(read(words), Ok(()), "{words}");
        }
    }
}
