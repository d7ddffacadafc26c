//! `stagepass-backend init`: what a new service needs, in one folder.
//!
//! Everything is created in a temporary folder beside its place and then moved, the settings file last. So nothing is
//! left behind if a step fails, and nothing is ever overwritten.

mod answers;
mod files;
mod next_steps;
mod settings_text;

use std::fs;
use std::io::Write as _;
use std::path::Path;

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use stagepass_gate::Address;
use stagepass_kit::entropy::{SystemEntropy, random};
use stagepass_kit::private;
use stagepass_service::accounts::{NewApp, NewUser, RegisteredApp};
use stagepass_store::{ACCESS, Database, DatabaseAddress, Store};
use zeroize::Zeroizing;

use self::answers::Answers;
pub(crate) use self::answers::InitArgs;
use self::files::{ACCESS_DATABASE, CREATED, KEYS, MEDIA, SERVICE_DATABASE, SETTINGS};
use self::next_steps::Created;
use crate::cli::database::accounts_in;
use crate::cli::gate::new_key;
use crate::cli::outcome::Outcome;

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
    let app_owner = handle.clone();
    let app = accounts.add_app(NewApp { owner: handle, name, redirect_uris, ..NewApp::default() }).await?;
    let server = accounts.add_access_server(&app_owner, &answers.access_url).await?;
    accounts.admit(&app.api_key, &server.access_server_id).await?;
    accounts.store.close().await;
    Database::migrate(&DatabaseAddress::from(draft.join(ACCESS_DATABASE)), &ACCESS).await?;
    write(&keys.join("token-key"), &token_key)?;
    write(&keys.join("signing-key"), &signing_key)?;
    write(&keys.join("bearer-token"), &server.credential)?;
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
