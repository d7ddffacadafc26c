//! `stagepass-backend init`: what a new service needs, in one folder.
//!
//! Everything is created in a temporary folder beside its place and then moved, the settings file last. So nothing is
//! left behind if a step fails, and nothing is ever overwritten.

mod answers;
mod next_steps;
mod settings_text;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use stagepass_gate::Address;
use stagepass_kit::entropy::{SystemEntropy, random};
use stagepass_kit::private;
use stagepass_service::accounts::{NewApp, NewUser, RegisteredApp};
use stagepass_store::{ACCESS, Database, DatabaseAddress, Store};
use zeroize::Zeroizing;

use self::answers::Answers;
use crate::cli::database::accounts_in;
use crate::cli::gate::new_key;
use crate::cli::outcome::Outcome;

const SETTINGS: &str = "stagepass.toml";
const KEYS: &str = "keys";
const MEDIA: &str = "media";
const SERVICE_DATABASE: &str = "service.db";
const ACCESS_DATABASE: &str = "access.db";
/// In the order in which they are moved to their place.
const CREATED: [&str; 5] = [KEYS, MEDIA, SERVICE_DATABASE, ACCESS_DATABASE, SETTINGS];

#[derive(Debug, Args)]
pub(crate) struct InitArgs {
    /// The folder in which everything is created.
    #[arg(long, value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Your domain. The service gets the base URL `https://service.DOMAIN/v1`, the stream node `https://node.DOMAIN`
    /// and the access server `https://access.DOMAIN`.
    #[arg(long, value_name = "DOMAIN")]
    domain: Option<String>,
    /// Instead: the base URL of the service, with its version.
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Instead: the URL of the stream node.
    #[arg(long, value_name = "URL")]
    node_url: Option<String>,
    /// Instead: the origin of the access server. It must be another one than the service's.
    #[arg(long, value_name = "ORIGIN")]
    access_url: Option<String>,
    /// The port of the service on 127.0.0.1. The stream node and the access server have the two ports after it.
    #[arg(long, value_name = "PORT", default_value_t = 8787, value_parser = clap::value_parser!(u16).range(1..=65_533))]
    port: u16,
    /// The handle of the first user, who owns the first app.
    #[arg(long, value_name = "HANDLE")]
    handle: Option<String>,
    /// Read the password of the first user from stdin, up to the first line break. Without it, a password is generated
    /// and printed.
    #[arg(long)]
    password_stdin: bool,
    /// The name of the first app, which users see when they sign in.
    #[arg(long, value_name = "NAME")]
    app_name: Option<String>,
    /// A redirect URI of the first app, such as `https://app.example/callback.html`. Can be repeated.
    #[arg(long = "redirect-uri", value_name = "URI")]
    redirect_uris: Vec<String>,
    /// A file in the MaxMind DB format, for rules about countries.
    #[arg(long, value_name = "FILE")]
    geo_database: Option<PathBuf>,
}

/// What was created, for the user to read.
pub(super) struct Created {
    folder: PathBuf,
    answers: Answers,
    app: RegisteredApp,
    authority: Address,
    /// A password that was generated.
    password: Option<String>,
}

impl InitArgs {
    pub(crate) async fn run(self) -> Outcome {
        refuse_existing(&self.folder)?;
        let answers = Answers::of(&self)?;
        if !self.folder.is_dir() {
            private::create_folder(&self.folder).map_err(|error| cannot_write(&self.folder, &error))?;
        }
        let folder = self.folder.canonicalize()?;
        let password = if self.password_stdin { Some(crate::cli::user::password_of_stdin()?) } else { None };
        let generated =
            if password.is_none() { Some(BASE64URL_NOPAD.encode(&random::<12>(&SystemEntropy)?)) } else { None };
        let password = password.or_else(|| generated.clone()).unwrap_or_default();
        let draft = tempfile::Builder::new()
            .prefix(".stagepass-init-")
            .tempdir_in(&folder)
            .map_err(|error| cannot_write(&folder, &error))?;
        let (app, authority) = create(draft.path(), &folder, &answers, password).await?;
        // Another `init` may have been faster.
        refuse_existing(&folder)?;
        for name in CREATED {
            fs::rename(draft.path().join(name), folder.join(name))?;
        }
        Created { folder, answers, app, authority, password: generated }.print()
    }
}

fn cannot_write(folder: &Path, error: &std::io::Error) -> String {
    format!("cannot write to {}: {error}: name a folder of your own with --folder", folder.display())
}

/// Creates everything in `draft`, with settings that name the place in `folder`.
async fn create(draft: &Path, folder: &Path, answers: &Answers, password: String) -> Outcome<(RegisteredApp, Address)> {
    let keys = draft.join(KEYS);
    private::create_folder(&keys)?;
    private::create_folder(&draft.join(MEDIA))?;
    let token_key = Zeroizing::new(HEXLOWER.encode(&*Zeroizing::new(random::<32>(&SystemEntropy)?)));
    let (signing_key, signer) = new_key()?;
    let database = DatabaseAddress::from(draft.join(SERVICE_DATABASE));
    Store::migrate(&database).await?;
    let accounts = accounts_in(&database).await?;
    let (handle, name) = (answers.handle.clone(), answers.handle.clone());
    accounts.add_user(NewUser { handle: handle.clone(), name, password, ..NewUser::default() }).await?;
    let name = answers.app_name.clone();
    // The owner page of the access server signs its users in with the same app.
    let redirect_uris =
        answers.redirect_uris.iter().cloned().chain([format!("{}/owner", answers.access_url)]).collect();
    let app = accounts.add_app(NewApp { owner: handle, name, redirect_uris, ..NewApp::default() }).await?;
    accounts.store.close().await;
    Database::migrate(&DatabaseAddress::from(draft.join(ACCESS_DATABASE)), &ACCESS).await?;
    write(&keys.join("token-key"), &token_key)?;
    write(&keys.join("signing-key"), &signing_key)?;
    write(&keys.join("bearer-token"), &app.bearer_token)?;
    write(&draft.join(SETTINGS), &settings_text::text(folder, answers, &app.api_key)?)?;
    Ok((app, signer.address()))
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = private::options().create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.write_all(b"\n")?;
    file.sync_all()
}

fn refuse_existing(folder: &Path) -> Result<(), String> {
    let there: Vec<_> = CREATED.into_iter().filter(|name| folder.join(name).exists()).collect();
    if there.is_empty() {
        return Ok(());
    }
    let (folder, there) = (folder.display(), there.join(", "));
    Err(format!(
        "{folder} has {there}: nothing was changed. Start these servers with `stagepass-backend all --config {folder}/{SETTINGS}`, or name another folder with --folder"
    ))
}
