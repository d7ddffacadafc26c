//! Secrets on the command line, which other users of the machine can read. They are taken, with a warning: a later
//! version will not.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use super::raw_secret::RawSecret;

/// The arguments that are secrets, wherever they are.
const SECRETS: [&str; 6] =
    ["token_key", "bearer_token", "signer_private_key", "node_key", "secret_access_key", "password"];
/// The arguments that hold one if there is a password in the address.
const ADDRESSES: [&str; 4] = ["database", "access_database", "from", "to"];

/// A flag that was given a secret. Its value is not kept.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ExposedSecret {
    flag: String,
    instead: String,
}

/// The flags of the command line that hold a secret.
pub(super) fn find(command: &Command, matches: &ArgMatches) -> Vec<ExposedSecret> {
    let own = command.get_arguments().filter(|arg| is_exposed(arg, matches)).map(ExposedSecret::of);
    let further = matches.subcommand().and_then(|(name, matches)| Some((command.find_subcommand(name)?, matches)));
    own.chain(further.into_iter().flat_map(|(command, matches)| find(command, matches))).collect()
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
        let instead = match arg.get_env().and_then(|variable| variable.to_str()) {
            Some(variable) => format!("set {variable}, or name a file with it in {flag}-file or {variable}_FILE"),
            None => format!("use {flag}-stdin"),
        };
        Self { flag, instead }
    }

    /// Logs a warning about the secret.
    pub(super) fn warn(&self) {
        let Self { flag, instead } = self;
        tracing::warn!(
            "{flag} has a secret on the command line, which other users of this machine can read; it is deprecated: {instead}"
        );
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::Cli;

    const KEY: &str = "1111111111111111111111111111111111111111111111111111111111111111";

    fn found(words: &str) -> Vec<ExposedSecret> {
        let command = Cli::command();
        let matches = command.clone().get_matches_from(words.replace("KEY", KEY).split(' '));
        find(&command, &matches)
    }

    #[test]
    fn secret_in_flag_is_reported_with_safe_alternative() {
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
            ("x user add --handle a --name A --password KEY", "--password", "use --password-stdin"),
        ] {
            let exposed = found(words);
            assert_eq!(exposed.len(), 1, "{words}: {exposed:?}");
            assert!(exposed[0].flag == flag && exposed[0].instead.starts_with(instead), "{words}: {exposed:?}");
            assert!(!format!("{exposed:?}").contains(KEY), "{words}");
        }
    }

    #[test]
    fn flags_without_a_secret_are_left_alone() {
        for words in [
            "x service --database sqlite:a.db --token-key-file key",
            "x migrate --database postgresql://me@localhost/x?sslmode=verify-full",
            "x user add --handle a --name A --password-stdin",
            "x backup --to a.db",
        ] {
            assert_eq!(found(words), [], "{words}");
        }
    }
}
