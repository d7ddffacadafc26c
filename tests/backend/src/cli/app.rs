//! `stagepass-backend app`: what the pages at `/apps` do, for the operator of the service.

use std::io::Write as _;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::database::DatabaseArgs;
use super::database::accounts;
use super::outcome::Outcome;
use stagepass_kit::rate::Rate;
use stagepass_service::accounts::{Accounts, AppDetails, NewApp, ReplaceAppError, Rotation, SESSION_LIFETIMES};
use stagepass_store::{AppRecord, OwnedApp, SessionLimits};

#[derive(Debug, Subcommand)]
pub(super) enum AppCommand {
    /// Register an app. Its secrets are printed only once.
    Add(AddApp),
    /// List all apps, oldest first, as one JSON object a line.
    List(ListApps),
    /// Print an app.
    Show(NamedApp),
    /// Replace the name, description, session limits and all redirect URIs of an app. Without `--description`,
    /// `--session-idle`, `--session-longest` or `--dpop-bound-access-tokens`, these are removed. Users stay signed in.
    /// A code that was sent to a removed redirect URI cannot be exchanged.
    Replace(ReplaceApp),
    /// Rotate the secrets of an app. The new ones are printed only once, and the old ones are invalid at once.
    Rotate(RotateSecrets),
    /// Set the rate limit of one app, or remove it (`--default`). A running service applies it within a minute.
    Limit(LimitApp),
    /// Delete an app with its codes, tokens and consents.
    Delete(NamedApp),
}

#[derive(Debug, Args)]
pub(super) struct AddApp {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The handle of the owner.
    #[arg(long, value_name = "HANDLE")]
    owner: String,
    #[command(flatten)]
    details: DetailsArgs,
}

#[derive(Debug, Args)]
pub(super) struct ListApps {
    #[command(flatten)]
    database: DatabaseArgs,
    /// List only the apps of the user with this handle.
    #[arg(long, value_name = "HANDLE")]
    owner: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct NamedApp {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The API key of the app: `0x` and 40 hexadecimal digits, in any case.
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
    /// The secrets to rotate: `api_secret`, `bearer_token` or `both`.
    #[arg(long, value_name = "WHICH")]
    secret: Rotation,
}

#[derive(Debug, Args)]
pub(super) struct LimitApp {
    #[command(flatten)]
    app: NamedApp,
    /// The rate limit in requests a second. Calls with access tokens, the token endpoint, calls with the bearer token
    /// and tickets are counted separately.
    #[arg(long, value_name = "N", requires = "burst", required_unless_present = "default", value_parser = clap::value_parser!(u32).range(1..))]
    rate: Option<u32>,
    /// How many requests the app may send in a burst.
    #[arg(long, value_name = "N", requires = "rate", value_parser = clap::value_parser!(u32).range(1..))]
    burst: Option<u32>,
    /// Use the limits of the service again.
    #[arg(long, conflicts_with_all = ["rate", "burst"])]
    default: bool,
}

/// What is said of an app.
#[derive(Debug, Args)]
struct DetailsArgs {
    /// The displayed name.
    #[arg(long)]
    name: String,
    /// A description of at most 160 characters.
    #[arg(long)]
    description: Option<String>,
    /// A redirect URI, which is compared character by character. Can be repeated up to 50 times.
    #[arg(long = "redirect-uri", required = true, value_name = "URI")]
    redirect_uris: Vec<String>,
    /// After how many seconds a session of the app ends if it is not refreshed [default: as for all apps].
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(i64).range(SESSION_LIFETIMES))]
    session_idle: Option<i64>,
    /// After how many seconds any session of the app ends, since the user approved it [default: as for all apps].
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(i64).range(SESSION_LIFETIMES))]
    session_longest: Option<i64>,
    /// Whether the app only takes tokens that are bound to a key (DPoP, RFC 9449). A code exchange without a proof is
    /// refused, and so is the next refresh of a session that is not bound.
    #[arg(long)]
    dpop_bound_access_tokens: bool,
}

impl DetailsArgs {
    fn sessions(&self) -> SessionLimits {
        SessionLimits { idle: self.session_idle, longest: self.session_longest }
    }
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
        let (sessions, bound_tokens_only) = (self.details.sessions(), self.details.dpop_bound_access_tokens);
        let DetailsArgs { name, description, redirect_uris, .. } = self.details;
        let owner = self.owner;
        let new = NewApp { owner, name, description, redirect_uris, sessions, bound_tokens_only, api_key: None };
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
        // Not `println!`, which panics if the reader of the output has closed the pipe.
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
        let (sessions, bound_tokens_only) = (self.details.sessions(), self.details.dpop_bound_access_tokens);
        let DetailsArgs { name, description, redirect_uris, .. } = self.details;
        let details = AppDetails::new(&name, description.as_deref(), redirect_uris)?;
        let details = details.with_session_limits(sessions).with_bound_tokens_only(bound_tokens_only);
        let (accounts, before) = self.app.find().await?;
        let replaced = accounts.replace_app(before.app.api_key.clone(), before.owner_id, details).await;
        accounts.store.close().await;
        let app = match replaced {
            Ok(app) => app,
            Err(ReplaceAppError::NoApp) => return Err(NoApp(before.app.api_key).into()),
            Err(error) => return Err(error.into()),
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
    let AppRecord { api_key, name, description, redirect_uris, sessions, bound_tokens_only } = app;
    json!({
        "api_key": api_key, "owner": owner, "name": name, "description": description, "redirect_uris": redirect_uris,
        "session_idle": sessions.idle, "session_longest": sessions.longest,
        "dpop_bound_access_tokens": bound_tokens_only, "created_at": created_at,
        "rate_limit": rate.map(|rate| json!({ "per_second": rate.per_second, "burst": rate.burst })),
    })
}
