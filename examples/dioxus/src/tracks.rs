//! The user's own tracks: a list, an upload, a player.

use dioxus::prelude::*;
use dioxus::web::WebFileExt as _;
use stagepass::{Client, Error, NewTrack, PageOptions, Track, UploadOptions};
use wasm_bindgen::JsCast as _;
use web_sys::{File, HtmlMediaElement};

#[component]
pub fn Tracks(client: Signal<Client>, user_id: u64, problem: Signal<Option<Error>>) -> Element {
    let mut tracks = use_signal(Vec::<Track>::new);
    let load = move || {
        let list = client.read().tracks().of_user(user_id, PageOptions::new());
        spawn(async move {
            match list.await {
                Ok(page) => tracks.set(page.items),
                Err(error) => problem.set(Some(error)),
            }
        });
    };
    let choose = move |event: FormEvent| {
        let Some(file) = event.files().first().and_then(|file| file.get_web_file()) else { return };
        spawn(async move {
            problem.set(upload(&client(), file).await.err());
            load();
        });
    };
    let play = move |id| {
        let Some(player) = player() else { return };
        let url = client.read().tracks().stream_url(id);
        spawn(async move {
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
    use_hook(load);
    rsx! {
        h2 { "Your tracks" }
        audio { id: "player", controls: true }
        ul { id: "track-list",
            for Track { id , title , .. } in tracks() {
                li { key: "{id}", "data-track-id": "{id}",
                    button { class: "play", onclick: move |_| play(id), "Play" }
                    " {title}"
                }
            }
        }
        label {
            "Upload a track "
            input { id: "upload-file", r#type: "file", accept: "audio/*", onchange: choose }
        }
    }
}

fn player() -> Option<HtmlMediaElement> {
    web_sys::window()?.document()?.get_element_by_id("player")?.dyn_into().ok()
}

/// Uploads a file and creates a track of it.
async fn upload(client: &Client, file: File) -> Result<(), Error> {
    let title = file.name();
    let upload = client.tracks().upload(file, UploadOptions::new()).await?;
    client.tracks().create(NewTrack::new(title, upload.track_cid)).await?;
    Ok(())
}
