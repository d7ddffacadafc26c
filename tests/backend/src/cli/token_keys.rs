//! The keys that sign tokens.

use std::path::PathBuf;

use clap::Args;

use super::raw_secret::RawSecret;
use stagepass_service::settings::TokenKeys;
use stagepass_service::token::keys::{KeyError, KeyRing};

#[derive(Debug, Args)]
pub(super) struct TokenKeyArgs {
    /// The key that signs tokens: 64 hexadecimal digits. Separate several with commas: the first signs, all verify. By
    /// the variable or a file.
    #[arg(long, env = "STAGEPASS_TOKEN_KEY", hide_env_values = true, value_name = "HEX")]
    token_key: Option<RawSecret>,
    /// A file with these keys, one a line [default: a file beside the database, created at the first start].
    #[arg(long, env = "STAGEPASS_TOKEN_KEY_FILE", value_name = "FILE", conflicts_with = "token_key")]
    token_key_file: Option<PathBuf>,
}

impl TokenKeyArgs {
    /// Returns where the keys are.
    ///
    /// # Errors
    /// [`KeyError`] if those that were given are malformed.
    pub(super) fn keys(self) -> Result<TokenKeys, KeyError> {
        Ok(match (self.token_key, self.token_key_file) {
            (Some(RawSecret(text)), _) => TokenKeys::Given(KeyRing::parse(&text)?),
            (None, Some(file)) => TokenKeys::File(file),
            (None, None) => TokenKeys::BesideDatabase,
        })
    }
}
