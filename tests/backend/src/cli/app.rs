//! `stagepass-backend app`.

use clap::{Args, Subcommand};

use super::{DatabaseArgs, Outcome, accounts};
use crate::accounts::NewApp;

#[derive(Debug, Subcommand)]
pub(super) enum AppCommand {
    /// Register an app. Its two secrets are printed once and can't be had again.
    Add(AddApp),
}

#[derive(Debug, Args)]
pub(super) struct AddApp {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The handle of the listener who owns it.
    #[arg(long, value_name = "HANDLE")]
    owner: String,
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

impl AppCommand {
    pub(super) async fn run(self) -> Outcome {
        match self {
            Self::Add(args) => args.run().await,
        }
    }
}

impl AddApp {
    async fn run(self) -> Outcome {
        let accounts = accounts(&self.database).await?;
        let new = NewApp {
            owner: self.owner,
            name: self.name,
            description: self.description,
            redirect_uris: self.redirect_uris,
        };
        let app = accounts.add_app(new).await?;
        accounts.store.close().await;
        println!("{}", serde_json::to_string(&app)?);
        Ok(())
    }
}
