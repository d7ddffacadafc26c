//! The user's own tracks: a list, an upload, a player.

use stagepass::{Error, NewTrack, PageOptions, Track, UploadOptions};
use wasm_bindgen_futures::spawn_local;
use web_sys::{File, HtmlInputElement, HtmlMediaElement};
use yew::prelude::*;

use crate::client::client;

#[derive(PartialEq, Properties)]
pub struct TracksProps {
    pub user_id: u64,
    /// Shows an error, or removes it.
    pub report: Callback<Option<Error>>,
}

#[component]
pub fn Tracks(TracksProps { user_id, report }: &TracksProps) -> Html {
    let tracks = use_state(Vec::<Track>::new);
    let player = use_node_ref();
    let load = {
        let (user_id, tracks, report) = (*user_id, tracks.setter(), report.clone());
        move || {
            let (tracks, report) = (tracks.clone(), report.clone());
            let list = client().tracks().of_user(user_id, PageOptions::new());
            spawn_local(async move {
                match list.await {
                    Ok(page) => tracks.set(page.items),
                    Err(error) => report.emit(Some(error)),
                }
            });
        }
    };
    let choose = {
        let (load, report) = (load.clone(), report.clone());
        move |event: Event| {
            let files = event.target_unchecked_into::<HtmlInputElement>().files();
            let Some(file) = files.and_then(|files| files.get(0)) else { return };
            let (load, report) = (load.clone(), report.clone());
            spawn_local(async move {
                report.emit(upload(file).await.err());
                load();
            });
        }
    };
    let play = |id| {
        let (player, report) = (player.clone(), report.clone());
        move |_: MouseEvent| {
            let Some(player) = player.cast::<HtmlMediaElement>() else { return };
            let (url, report) = (client().tracks().stream_url(id), report.clone());
            spawn_local(async move {
                match url.await {
                    Ok(url) => {
                        report.emit(None);
                        player.set_src(&url);
                        // If the browser blocks the sound, the user presses play in the player.
                        let _ = player.play();
                    }
                    Err(error) => report.emit(Some(error)),
                }
            });
        }
    };
    use_effect_with((), move |()| load());
    html! {
        <>
            <h2>{"Your tracks"}</h2>
            <audio id="player" controls=true ref={player.clone()} />
            <ul id="track-list">
                for track in &*tracks {
                    <li key={track.id} data-track-id={track.id.to_string()}>
                        <button class="play" onclick={play(track.id)}>{"Play"}</button>{" "}{&track.title}
                    </li>
                }
            </ul>
            <label>
                {"Upload a track "}
                <input id="upload-file" type="file" accept="audio/*" onchange={choose} />
            </label>
        </>
    }
}

/// Uploads a file and creates a track of it.
async fn upload(file: File) -> Result<(), Error> {
    let title = file.name();
    let upload = client().tracks().upload(file, UploadOptions::new()).await?;
    client().tracks().create(NewTrack::new(title, upload.track_cid)).await?;
    Ok(())
}
