//! The user's own tracks: a list, an upload, a player.

use leptos::ev::Event;
use leptos::html::Audio;
use leptos::prelude::*;
use leptos::task::spawn_local;
use stagepass::{Client, Error, NewTrack, PageOptions, Track, UploadOptions};
use web_sys::{File, HtmlInputElement};

#[component]
pub fn Tracks(
    client: StoredValue<Client, LocalStorage>,
    user_id: u64,
    problem: RwSignal<Option<Error>>,
) -> impl IntoView {
    let tracks = RwSignal::new(Vec::<Track>::new());
    let player = NodeRef::<Audio>::new();
    let load = move || {
        let list = client.get_value().tracks().of_user(user_id, PageOptions::new());
        spawn_local(async move {
            match list.await {
                Ok(page) => tracks.set(page.items),
                Err(error) => problem.set(Some(error)),
            }
        });
    };
    let choose = move |event: Event| {
        let files = event_target::<HtmlInputElement>(&event).files();
        let Some(file) = files.and_then(|files| files.get(0)) else { return };
        spawn_local(async move {
            problem.set(upload(&client.get_value(), file).await.err());
            load();
        });
    };
    let play = move |id| {
        let Some(player) = player.get() else { return };
        let url = client.get_value().tracks().stream_url(id);
        spawn_local(async move {
            match url.await {
                Ok(url) => {
                    problem.set(None);
                    player.set_src(&url);
                    // If the browser blocks the sound, the user presses play in the player.
                    let _ = player.play();
                }
                Err(error) => problem.set(Some(error)),
            }
        });
    };
    load();
    view! {
        <h2>"Your tracks"</h2>
        <audio id="player" controls node_ref=player></audio>
        <ul id="track-list">
            <For each=move || tracks.get() key=|track| track.id let(track)>
                <li data-track-id=track.id>
                    <button class="play" on:click=move |_| play(track.id)>"Play"</button>
                    " "
                    {track.title}
                </li>
            </For>
        </ul>
        <label>"Upload a track "<input id="upload-file" type="file" accept="audio/*" on:change=choose /></label>
    }
}

/// Uploads a file and creates a track of it.
async fn upload(client: &Client, file: File) -> Result<(), Error> {
    let title = file.name();
    let upload = client.tracks().upload(file, UploadOptions::new()).await?;
    client.tracks().create(NewTrack::new(title, upload.track_cid)).await?;
    Ok(())
}
