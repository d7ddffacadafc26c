//! `stagepass-backend user`.

use std::io::Read as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;

use super::{DatabaseArgs, Outcome, accounts};
use crate::accounts::NewUser;
use crate::password::MAX_PASSWORD;

#[derive(Debug, Subcommand)]
pub(super) enum UserCommand {
    /// Add a listener. Fails, and changes nothing, if the handle is taken.
    Add(AddUser),
}

#[derive(Debug, Args)]
pub(super) struct AddUser {
    #[command(flatten)]
    database: DatabaseArgs,
    /// 1 to 30 letters, digits, "_", "-" or ".".
    #[arg(long)]
    handle: String,
    /// The name shown to people.
    #[arg(long)]
    name: String,
    #[command(flatten)]
    password: PasswordArgs,
    /// The service vouches for who this is.
    #[arg(long)]
    verified: bool,
    /// A profile picture: PNG or JPEG.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct PasswordArgs {
    /// 8 characters at least. Other users of the machine can read a command line: for anything but a demo use --password-stdin.
    #[arg(long)]
    password: Option<String>,
    /// Read the password from stdin, up to the first line break.
    #[arg(long)]
    password_stdin: bool,
}

/// The password is not shown.
impl std::fmt::Debug for PasswordArgs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PasswordArgs").finish_non_exhaustive()
    }
}

impl UserCommand {
    pub(super) async fn run(self) -> Outcome {
        match self {
            Self::Add(args) => args.run().await,
        }
    }
}

impl AddUser {
    async fn run(self) -> Outcome {
        let picture = self.picture.map(std::fs::read).transpose()?;
        let password = self.password.read()?;
        let accounts = accounts(&self.database).await?;
        let new = NewUser { handle: self.handle, name: self.name, password, verified: self.verified, picture };
        let user = accounts.add_user(new).await?;
        accounts.store.close().await;
        let made =
            json!({ "user_id": user.user_id, "handle": user.handle, "name": user.name, "verified": user.verified });
        println!("{made}");
        Ok(())
    }
}

impl PasswordArgs {
    fn read(self) -> std::io::Result<String> {
        if let Some(password) = self.password {
            return Ok(password);
        }
        let mut text = String::new();
        let limit = u64::try_from(MAX_PASSWORD).unwrap_or(u64::MAX) + 2;
        std::io::stdin().take(limit).read_to_string(&mut text)?;
        Ok(text.split(['\r', '\n']).next().unwrap_or_default().to_owned())
    }
}
