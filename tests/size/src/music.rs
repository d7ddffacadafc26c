//! What `examples/leptos/src/tracks.rs` does.

use leptos::prelude::*;
use leptos::task::spawn_local;
use stagepass::{Client, Error, NewTrack, PageOptions, UploadOptions};
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
    client.tracks().create(NewTrack::new("Night Train", upload.track_cid)).await?;
    let user = client.user().await?;
    let page = client.tracks().of_user(user.user_id, PageOptions::new()).await?;
    let player =
        document().create_element("audio").ok().and_then(|audio| leptos::wasm_bindgen::JsCast::dyn_into(audio).ok());
    let (Some(player), Some(track)) = (player, page.items.first()) else { return Ok(()) };
    let player: HtmlMediaElement = player;
    player.set_src(&client.tracks().stream_url(track.id).await?);
    let _ = player.play();
    Ok(())
}
