//! `stagepass-backend app`: what the pages at `/apps` do, for whoever runs the service.

use std::io::Write as _;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::database::DatabaseArgs;
use super::database::accounts;
use super::outcome::Outcome;
use stagepass_kit::rate::Rate;
use stagepass_service::accounts::{Accounts, AppDetails, NewApp, ReplaceAppError, Rotation};
use stagepass_store::{AppRecord, OwnedApp};

#[derive(Debug, Subcommand)]
pub(super) enum AppCommand {
    /// Register an app. Its two secrets are printed once and can't be had again.
    Add(AddApp),
    /// Print every app, one JSON object a line, first made first.
    List(ListApps),
    /// Print an app.
    Show(NamedApp),
    /// Replace an app's name, description and redirect URIs, all of them: a description that is left out is gone.
    /// Signed-in users stay signed in. A code that was sent to a removed redirect URI cannot be exchanged.
    Replace(ReplaceApp),
    /// Replace the secrets of an app, and print the new ones once. The old ones stop working at once.
    Rotate(RotateSecrets),
    /// Give an app rate limits of its own, or the usual ones again (`--default`). A running service follows within a
    /// minute.
    Limit(LimitApp),
    /// Delete an app, and with it its codes, its tokens and what listeners have agreed to.
    Delete(NamedApp),
}

#[derive(Debug, Args)]
pub(super) struct AddApp {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The handle of the listener who owns it.
    #[arg(long, value_name = "HANDLE")]
    owner: String,
    #[command(flatten)]
    details: DetailsArgs,
}

#[derive(Debug, Args)]
pub(super) struct ListApps {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Only those of the listener with this handle.
    #[arg(long, value_name = "HANDLE")]
    owner: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct NamedApp {
    #[command(flatten)]
    database: DatabaseArgs,
    /// `0x` and 40 hexadecimal digits, in any case.
    #[arg(value_name = "API_KEY")]
    api_key: String,
}

#[derive(Debug, Args)]
pub(super) struct ReplaceApp {
    #[command(flatten)]
    app: NamedApp,
    #[command(flatten)]
    details: DetailsArgs,
}

#[derive(Debug, Args)]
pub(super) struct RotateSecrets {
    #[command(flatten)]
    app: NamedApp,
    /// `api_secret`, `bearer_token` or `both`.
    #[arg(long, value_name = "WHICH")]
    secret: Rotation,
}

#[derive(Debug, Args)]
pub(super) struct LimitApp {
    #[command(flatten)]
    app: NamedApp,
    /// Requests a second in the long run, in each of what counts apart: its users' calls, the token endpoint, its
    /// bearer token, tickets.
    #[arg(long, value_name = "N", requires = "burst", required_unless_present = "default", value_parser = clap::value_parser!(u32).range(1..))]
    rate: Option<u32>,
    /// Requests at once.
    #[arg(long, value_name = "N", requires = "rate", value_parser = clap::value_parser!(u32).range(1..))]
    burst: Option<u32>,
    /// The limits that the service gives all apps.
    #[arg(long, conflicts_with_all = ["rate", "burst"])]
    default: bool,
}

/// What is said of an app.
#[derive(Debug, Args)]
struct DetailsArgs {
    /// The name shown to people.
    #[arg(long)]
    name: String,
    /// What it is, in at most 160 characters.
    #[arg(long)]
    description: Option<String>,
    /// Where answers may be sent, compared as text. May be given up to 50 times.
    #[arg(long = "redirect-uri", required = true, value_name = "URI")]
    redirect_uris: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
#[error("there is no app with the API key {0:?}")]
struct NoApp(String);

impl AppCommand {
    pub(super) async fn run(self) -> Outcome {
        match self {
            Self::Add(args) => args.run().await,
            Self::List(args) => args.run().await,
            Self::Show(args) => args.show().await,
            Self::Replace(args) => args.run().await,
            Self::Rotate(args) => args.run().await,
            Self::Limit(args) => args.run().await,
            Self::Delete(args) => args.delete().await,
        }
    }
}

impl AddApp {
    async fn run(self) -> Outcome {
        let accounts = accounts(&self.database).await?;
        let DetailsArgs { name, description, redirect_uris } = self.details;
        let new = NewApp { owner: self.owner, name, description, redirect_uris };
        let app = accounts.add_app(new).await?;
        accounts.store.close().await;
        println!("{}", serde_json::to_string(&app)?);
        Ok(())
    }
}

impl ListApps {
    async fn run(self) -> Outcome {
        let accounts = accounts(&self.database).await?;
        let apps = accounts.store.owned_apps(self.owner.as_deref()).await?;
        accounts.store.close().await;
        // Not `println!`, which panics where whoever reads has had enough.
        let mut stdout = std::io::stdout().lock();
        for app in &apps {
            writeln!(stdout, "{}", shown(app))?;
        }
        Ok(stdout.flush()?)
    }
}

impl NamedApp {
    async fn show(self) -> Outcome {
        let (accounts, app) = self.find().await?;
        accounts.store.close().await;
        println!("{}", shown(&app));
        Ok(())
    }

    async fn delete(self) -> Outcome {
        let (accounts, app) = self.find().await?;
        let deleted = accounts.store.delete_app(&app.app.api_key, app.owner_id).await?;
        accounts.store.close().await;
        if !deleted {
            return Err(NoApp(app.app.api_key).into());
        }
        println!("{}", json!({ "api_key": app.app.api_key, "deleted": true }));
        Ok(())
    }

    async fn find(&self) -> Result<(Accounts, OwnedApp), Box<dyn std::error::Error>> {
        let accounts = accounts(&self.database).await?;
        let app = accounts.store.owned_app(&self.api_key).await?;
        let app = app.ok_or_else(|| NoApp(self.api_key.clone()))?;
        Ok((accounts, app))
    }
}

impl ReplaceApp {
    async fn run(self) -> Outcome {
        let DetailsArgs { name, description, redirect_uris } = self.details;
        let details = AppDetails::new(&name, description.as_deref(), redirect_uris)?;
        let (accounts, before) = self.app.find().await?;
        let replaced = accounts.replace_app(before.app.api_key.clone(), before.owner_id, details).await;
        accounts.store.close().await;
        let app = match replaced {
            Ok(app) => app,
            Err(ReplaceAppError::NoApp) => return Err(NoApp(before.app.api_key).into()),
            Err(ReplaceAppError::Name(error)) => return Err(error.into()),
        };
        println!("{}", shown(&OwnedApp { app, ..before }));
        Ok(())
    }
}

impl LimitApp {
    async fn run(self) -> Outcome {
        let (accounts, before) = self.app.find().await?;
        let rate = self.rate.zip(self.burst).map(|(per_second, burst)| Rate { per_second, burst });
        let is_set = accounts.store.set_app_rate(&before.app.api_key, rate).await?;
        accounts.store.close().await;
        if !is_set {
            return Err(NoApp(before.app.api_key).into());
        }
        println!("{}", shown(&OwnedApp { rate, ..before }));
        Ok(())
    }
}

impl RotateSecrets {
    async fn run(self) -> Outcome {
        let (accounts, app) = self.app.find().await?;
        let secrets = accounts.rotate_secrets(&app.app.api_key, app.owner_id, self.secret).await?;
        accounts.store.close().await;
        println!("{}", serde_json::to_string(&secrets)?);
        Ok(())
    }
}

fn shown(app: &OwnedApp) -> Value {
    let OwnedApp { app, owner, created_at, rate, .. } = app;
    let AppRecord { api_key, name, description, redirect_uris } = app;
    json!({
        "api_key": api_key, "owner": owner, "name": name, "description": description, "redirect_uris": redirect_uris,
        "created_at": created_at, "rate_limit": rate.map(|rate| json!({ "per_second": rate.per_second, "burst": rate.burst })),
    })
}
