//! What a first start creates: a user, an app and three tracks.

use stagepass_access::{AccessHandle, Rule};
use stagepass_gate::Signer;
use stagepass_kit::origin::Origin;
use stagepass_music::{AFTER_HOURS, BACKSTAGE_ONLY, HOUSE_LIGHTS, Piece};
use stagepass_service::ServiceHandle;
use stagepass_service::accounts::{AccessServerKey, AppDetails, NewApp, NewUser};
use stagepass_service::tracks::{NewTrack, TrackDetails};

use super::data::{Credentials, Record};
use crate::cli::gate::new_key;
use crate::cli::outcome::Outcome;

pub(super) const HANDLE: &str = "demo";
/// Of servers that only this machine can reach.
pub(super) const PASSWORD: &str = "stagepass-demo";

const APP_GONE: &str = "the app was deleted: delete the folder .stagepass to start again";

const PICTURE: &[u8] = include_bytes!("../../assets/demo-picture.png");

/// Creates the user, an app and the tracks. The access server signs for two of the tracks.
pub(super) async fn user_app_and_tracks(
    service: &ServiceHandle,
    redirect_uris: &[String],
    api_key: Option<&str>,
) -> Outcome<Record> {
    let accounts = service.accounts();
    let [handle, name, password] = [HANDLE, "Demo Listener", PASSWORD].map(str::to_owned);
    accounts.add_user(NewUser { handle, name, password, verified: true, picture: Some(PICTURE.to_vec()) }).await?;
    let [owner, name] = [HANDLE, "Demo App"].map(str::to_owned);
    let api_key = api_key.map(str::to_owned);
    let redirect_uris = redirect_uris.to_vec();
    let app = accounts.add_app(NewApp { owner, name, redirect_uris, api_key, ..NewApp::default() }).await?;
    let (signing_key, signer) = new_key()?;
    let tracks = [
        track(service, &BACKSTAGE_ONLY, Some(&signer)).await?,
        track(service, &AFTER_HOURS, Some(&signer)).await?,
        track(service, &HOUSE_LIGHTS, None).await?,
    ];
    let [gated, members, public] = tracks;
    let signing_key = signing_key.to_string();
    let access_server = accounts.new_access_server_key()?;
    let credentials = Credentials { api_key: app.api_key, access_server, signing_key };
    Ok(Record::new(credentials, [public, gated, members]))
}

/// Registers the access server at its origin, which changes with its port, and lets the app admit it.
pub(super) async fn access_server(access: &AccessHandle, service: &ServiceHandle, record: &Record) -> Outcome {
    let (accounts, origin) = (service.accounts(), Origin::parse(access.audience())?);
    let key =
        AccessServerKey { access_server_id: record.access_server_id.clone(), credential: record.credential.clone() };
    let registered = accounts.store.access_server(&key.access_server_id).await?;
    if let Some((server, owner_id)) = registered {
        if server.origin == origin.as_str() {
            return Ok(());
        }
        accounts.store.delete_access_server(&server.access_server_id, owner_id).await?;
    }
    let app = accounts.store.owned_app(&record.api_key).await?.ok_or(APP_GONE)?;
    let server = accounts.register_access_server(app.owner_id, &origin, key).await?;
    accounts.admit(&record.api_key, &server.access_server_id).await?;
    for track in [record.gated_track, record.members_track] {
        // Their rules have no site condition, so every site can embed them.
        accounts.store.set_track_sites((track, app.owner_id), &server.access_server_id, None).await?;
    }
    Ok(())
}

async fn track(service: &ServiceHandle, piece: &Piece, signer: Option<&Signer>) -> Outcome<i64> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("piece.wav");
    stagepass_music::write(piece, &file)?;
    let authorities: Vec<_> = signer.map(|signer| signer.address().to_string()).into_iter().collect();
    let details = TrackDetails::new(piece.title, Some(piece.genre), None, &authorities)?;
    Ok(service.tracks().add(NewTrack { owner: HANDLE.to_owned(), file, details }).await?.track_id)
}

/// Lets users who are signed in hear one track. The other gated track follows the default rule.
pub(super) async fn rule(access: &AccessHandle, service: &ServiceHandle, record: &Record) -> Outcome {
    let owner = service.store().credentials(HANDLE).await?.ok_or("the demo user is missing")?.0;
    let rule = Rule::parse(r#"{"signed_in":{}}"#)?;
    Ok(access.set_rule(u64::try_from(record.members_track)?, owner, &rule).await?)
}

/// Registers the redirect URIs besides those that the app has, and the page on which owners change rules.
pub(super) async fn redirect_uris(
    service: &ServiceHandle,
    record: &Record,
    given: &[String],
    owner_page: &str,
) -> Outcome {
    let before = service.store().owned_app(&record.api_key).await?.ok_or(APP_GONE)?;
    let mut uris = before.app.redirect_uris.clone();
    // Of an earlier start at other ports.
    uris.retain(|uri| !(uri.starts_with("http://127.0.0.1:") && uri.ends_with("/owner")));
    for uri in given.iter().map(String::as_str).chain([owner_page]) {
        if !uris.iter().any(|registered| registered == uri) {
            uris.push(uri.to_owned());
        }
    }
    if uris != before.app.redirect_uris {
        let details = AppDetails::new(&before.app.name, before.app.description.as_deref(), uris)?;
        let details = details.with_session_limits(before.app.sessions);
        let details = details.with_bound_tokens_only(before.app.bound_tokens_only);
        service.accounts().replace_app(before.app.api_key, before.owner_id, details).await?;
    }
    Ok(())
}
