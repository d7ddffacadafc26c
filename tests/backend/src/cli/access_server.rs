//! `stagepass-backend access-server`: what the page `/access-servers` does, for the operator of the service.

use std::io::Write as _;

use clap::{Args, Subcommand};
use serde_json::json;

use super::database::DatabaseArgs;
use super::database::accounts;
use super::outcome::Outcome;
use stagepass_service::accounts::AccessServerError;

#[derive(Debug, Subcommand)]
pub(super) enum AccessServerCommand {
    /// Register an access server of a user. Its credential is printed only once.
    Add(AddAccessServer),
    /// List the access servers of a user, oldest first, as one JSON object a line.
    List(ListAccessServers),
    /// Let an app admit an access server: it then verifies the tickets of the app's users for its origin.
    Admit(Admission),
    /// End the admission of an access server by an app.
    EndAdmission(Admission),
    /// Rotate the credential of an access server. The new one is printed only once, and the old one is invalid at once.
    Rotate(NamedAccessServer),
    /// Remove an access server, with its credential and admissions.
    Remove(NamedAccessServer),
}

#[derive(Debug, Args)]
pub(super) struct AddAccessServer {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The handle of the owner.
    #[arg(long, value_name = "HANDLE")]
    owner: String,
    /// The public origin of the access server, for example `https://access.example`.
    #[arg(long, value_name = "ORIGIN")]
    origin: String,
    /// The API key of an app that admits it. Can be repeated.
    #[arg(long, value_name = "API_KEY")]
    app: Vec<String>,
}

#[derive(Debug, Args)]
pub(super) struct ListAccessServers {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The handle of the owner.
    #[arg(long, value_name = "HANDLE")]
    owner: String,
}

#[derive(Debug, Args)]
pub(super) struct NamedAccessServer {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The ID of the access server: 32 hexadecimal digits.
    #[arg(value_name = "ID")]
    id: String,
}

#[derive(Debug, Args)]
pub(super) struct Admission {
    #[command(flatten)]
    server: NamedAccessServer,
    /// The API key of the app.
    #[arg(long, value_name = "API_KEY")]
    app: String,
}

impl AccessServerCommand {
    pub(super) async fn run(self) -> Outcome {
        match self {
            Self::Add(args) => args.run().await,
            Self::List(args) => args.run().await,
            Self::Admit(args) => args.admit().await,
            Self::EndAdmission(args) => args.end().await,
            Self::Rotate(args) => args.rotate().await,
            Self::Remove(args) => args.remove().await,
        }
    }
}

impl AddAccessServer {
    async fn run(self) -> Outcome {
        let accounts = accounts(&self.database).await?;
        let registered = accounts.add_access_server(&self.owner, &self.origin).await?;
        // Printed before an app can refuse: the credential is shown only here.
        println!("{}", serde_json::to_string(&registered)?);
        for app in &self.app {
            accounts.admit(app, &registered.access_server_id).await?;
        }
        accounts.store.close().await;
        Ok(())
    }
}

impl ListAccessServers {
    async fn run(self) -> Outcome {
        let accounts = accounts(&self.database).await?;
        let owner = accounts.store.user_of_handle(&self.owner).await?;
        let owner = owner.ok_or(AccessServerError::NoOwner(self.owner))?;
        let servers = accounts.store.access_servers_of(owner.user_id).await?;
        accounts.store.close().await;
        // Not `println!`, which panics if the reader of the output has closed the pipe.
        let mut stdout = std::io::stdout().lock();
        for server in servers {
            writeln!(stdout, "{}", json!({ "access_server_id": server.access_server_id, "origin": server.origin }))?;
        }
        Ok(stdout.flush()?)
    }
}

impl Admission {
    async fn admit(self) -> Outcome {
        let accounts = accounts(&self.server.database).await?;
        let server = accounts.admit(&self.app, &self.server.id).await?;
        accounts.store.close().await;
        println!("{}", json!({ "api_key": self.app, "access_server_id": self.server.id, "origin": server.origin }));
        Ok(())
    }

    async fn end(self) -> Outcome {
        let accounts = accounts(&self.server.database).await?;
        let app = accounts.store.owned_app(&self.app).await?;
        let ended = match &app {
            Some(app) => accounts.store.end_admission(&self.app, app.owner_id, &self.server.id).await?,
            None => false,
        };
        accounts.store.close().await;
        println!("{}", json!({ "api_key": self.app, "access_server_id": self.server.id, "ended": ended }));
        Ok(())
    }
}

impl NamedAccessServer {
    async fn rotate(self) -> Outcome {
        let accounts = accounts(&self.database).await?;
        let registered = accounts.rotate_credential(&self.id, None).await?;
        accounts.store.close().await;
        println!("{}", serde_json::to_string(&registered)?);
        Ok(())
    }

    async fn remove(self) -> Outcome {
        let accounts = accounts(&self.database).await?;
        let no_server = || AccessServerError::NoServer(self.id.clone());
        let (server, owner_id) = accounts.store.access_server(&self.id).await?.ok_or_else(no_server)?;
        let removed = accounts.store.delete_access_server(&self.id, owner_id).await?;
        accounts.store.close().await;
        if !removed {
            return Err(no_server().into());
        }
        println!("{}", json!({ "access_server_id": self.id, "origin": server.origin, "removed": true }));
        Ok(())
    }
}
