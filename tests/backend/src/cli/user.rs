//! `stagepass-backend user`.

use std::io::Read as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;

use super::database::DatabaseArgs;
use super::database::{accounts, accounts_in};
use super::outcome::Outcome;
use super::token_keys::TokenKeyArgs;
use stagepass_server::base_url::BaseUrl;
use stagepass_service::accounts::NewUser;
use stagepass_service::accounts::password::MAX_PASSWORD;
use stagepass_service::accounts::reset_link;
use stagepass_service::token::key_file;
use stagepass_store::UserRecord;

#[derive(Debug, Subcommand)]
pub(super) enum UserCommand {
    /// Add a user. Fails if the handle is taken.
    Add(AddUser),
    /// List all users, oldest first, as one JSON object a line.
    List(DatabaseArgs),
    /// Set the password of a user. Signs the user out of all browsers and apps.
    Password(ChangePassword),
    /// Print a link with which a user who has forgotten the password sets a new one, once within 30 minutes. That signs
    /// the user out of all browsers and apps. Make sure that the right person gets it.
    ResetLink(ResetLinkArgs),
    /// Sign a user out of all browsers and apps. The user's consents stay, so an app with a bearer token can still act
    /// for the user.
    SignOut(OneUser),
    /// Delete a user with everything that belongs to them: profile, sessions, library, tracks, unfinished uploads, and
    /// the apps that they develop, whose users are signed out. The service then deletes the audio that no other user
    /// has. This cannot be undone.
    Delete(DeleteUser),
}

#[derive(Debug, Args)]
pub(super) struct OneUser {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The handle of the user, in any case.
    #[arg(long)]
    handle: String,
}

#[derive(Debug, Args)]
pub(super) struct ChangePassword {
    #[command(flatten)]
    user: OneUser,
    #[command(flatten)]
    password: PasswordArgs,
    /// Keep the user signed in to apps, if the password was only forgotten.
    #[arg(long)]
    keep_apps: bool,
}

#[derive(Debug, Args)]
pub(super) struct ResetLinkArgs {
    #[command(flatten)]
    user: OneUser,
    #[command(flatten)]
    token_keys: TokenKeyArgs,
    /// The public base URL of the service, as `service` has it.
    #[arg(long, env = "STAGEPASS_BASE_URL", value_name = "URL", value_parser = BaseUrl::parse)]
    base_url: BaseUrl,
}

#[derive(Debug, Args)]
pub(super) struct DeleteUser {
    #[command(flatten)]
    user: OneUser,
    /// Confirm the deletion.
    #[arg(long, required = true)]
    yes: bool,
}

#[derive(Debug, Args)]
pub(super) struct AddUser {
    #[command(flatten)]
    database: DatabaseArgs,
    /// 1 to 30 letters, digits, "_", "-" or ".".
    #[arg(long)]
    handle: String,
    /// The displayed name.
    #[arg(long)]
    name: String,
    #[command(flatten)]
    password: PasswordArgs,
    /// Mark the user as verified.
    #[arg(long)]
    verified: bool,
    /// A profile picture: PNG or JPEG.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct PasswordArgs {
    /// Read the password from stdin, up to the first line break: at least 8 characters.
    #[arg(long, required = true)]
    password_stdin: bool,
}

impl UserCommand {
    pub(super) async fn run(self) -> Outcome {
        match self {
            Self::Add(args) => args.run().await,
            Self::List(database) => list(&database).await,
            Self::Password(args) => args.run().await,
            Self::ResetLink(args) => args.run().await,
            Self::SignOut(args) => {
                let accounts = accounts(&args.database).await?;
                let user = accounts.sign_out_everywhere(&args.handle).await?;
                accounts.store.close().await;
                println!("{}", shown(&user));
                Ok(())
            }
            Self::Delete(DeleteUser { user: args, .. }) => {
                let accounts = accounts(&args.database).await?;
                let user = accounts.delete_user(&args.handle).await?;
                accounts.store.close().await;
                println!("{}", shown(&user));
                Ok(())
            }
        }
    }
}

async fn list(database: &DatabaseArgs) -> Outcome {
    let accounts = accounts(database).await?;
    let mut after = 0;
    loop {
        let users = accounts.users_after(after).await?;
        for user in &users {
            println!("{}", shown(user));
        }
        let Some(last) = users.last() else { break };
        after = last.user_id;
    }
    accounts.store.close().await;
    Ok(())
}

impl ChangePassword {
    async fn run(self) -> Outcome {
        let password = password_of_stdin()?;
        let accounts = accounts(&self.user.database).await?;
        let user = accounts.set_password(&self.user.handle, &password, !self.keep_apps).await?;
        accounts.store.close().await;
        println!("{}", shown(&user));
        Ok(())
    }
}

impl ResetLinkArgs {
    async fn run(self) -> Outcome {
        let address = self.user.database.address()?;
        let accounts = accounts_in(&address).await?;
        // The service makes the key. With a new one of this command, it would refuse the link.
        let keys = key_file::read_existing(&self.token_keys.keys()?, &address)?;
        let (user, code) = accounts.reset_link(&self.user.handle, &keys).await?;
        accounts.store.close().await;
        let link = format!("{}{}#{code}", self.base_url.as_str(), reset_link::PAGE);
        println!("{}", json!({ "handle": user.handle, "link": link, "valid_minutes": reset_link::LIFETIME / 60 }));
        Ok(())
    }
}

fn shown(user: &UserRecord) -> serde_json::Value {
    json!({ "user_id": user.user_id, "handle": user.handle, "name": user.name, "verified": user.verified })
}

impl AddUser {
    async fn run(self) -> Outcome {
        let picture = self.picture.map(std::fs::read).transpose()?;
        let password = password_of_stdin()?;
        let accounts = accounts(&self.database).await?;
        let new = NewUser { handle: self.handle, name: self.name, password, verified: self.verified, picture };
        let user = accounts.add_user(new).await?;
        accounts.store.close().await;
        println!("{}", shown(&user));
        Ok(())
    }
}

/// Reads a password from stdin, up to the first line break.
pub(crate) fn password_of_stdin() -> std::io::Result<String> {
    let mut text = String::new();
    let limit = u64::try_from(MAX_PASSWORD).unwrap_or(u64::MAX) + 2;
    std::io::stdin().take(limit).read_to_string(&mut text)?;
    Ok(text.split(['\r', '\n']).next().unwrap_or_default().to_owned())
}
