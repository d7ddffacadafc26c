//! The user's own tracks: a list, an upload, a player.

use stagepass::{Error, NewTrack, PageOptions, Rule, Track, UploadOptions};
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
            let list = client().users().tracks(user_id, PageOptions::new());
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
            // In the click: a browser may block sound that starts without one.
            let (playing, report) = (client().tracks().play(&player, id), report.clone());
            spawn_local(async move {
                // The URL is renewed as long as the playback exists.
                let ended = async { playing.await?.finished().await };
                report.emit(ended.await.err());
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
                {"Upload a track for listeners in Sweden "}
                <input id="upload-file" type="file" accept="audio/*" onchange={choose} />
            </label>
        </>
    }
}

/// Uploads a file and creates a track of it.
async fn upload(file: File) -> Result<(), Error> {
    let title = file.name();
    let upload = client().tracks().upload(file, UploadOptions::new()).await?;
    let track = NewTrack::new(title, upload.track_cid).rule(Rule::in_countries(["SE"]));
    client().tracks().create(track).await?;
    Ok(())
}
