//! What `examples/leptos/src/tracks.rs` does.

use leptos::prelude::*;
use leptos::task::spawn_local;
use stagepass::{Client, Error, NewTrack, PageOptions, Rule, UploadOptions};
use web_sys::{Blob, HtmlMediaElement};

/// What a button does.
pub(crate) fn action(client: Client, text: RwSignal<String>) -> impl Fn() {
    move || {
        let client = client.clone();
        spawn_local(async move {
            if let Err(error) = upload_and_play(&client).await {
                text.set(error.to_string());
            }
        });
    }
}

async fn upload_and_play(client: &Client) -> Result<(), Error> {
    let Ok(file) = Blob::new() else { return Ok(()) };
    let upload = client.tracks().upload(file, UploadOptions::new()).await?;
    let track = NewTrack::new("Night Train", upload.track_cid).rule(Rule::in_countries(["SE"]));
    client.tracks().create(track).await?;
    let user = client.user().await?;
    let page = client.users().tracks(user.user_id, PageOptions::new()).await?;
    let player =
        document().create_element("audio").ok().and_then(|audio| leptos::wasm_bindgen::JsCast::dyn_into(audio).ok());
    let (Some(player), Some(track)) = (player, page.items.first()) else { return Ok(()) };
    let player: HtmlMediaElement = player;
    client.tracks().play(&player, track.id).await?.finished().await
}
