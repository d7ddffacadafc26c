use std::error;

use indicatif::{ProgressBar, ProgressStyle};
use stagepass::{Client, Error, FileSource, NewTrack, PageOptions, UploadOptions};

/// Returns the user's tracks, one a line.
pub async fn tracks(client: &Client) -> Result<String, Error> {
    let user_id = client.user().await?.user_id;
    let mut lines = Vec::new();
    let mut options = PageOptions::new();
    loop {
        let page = client.tracks().of_user(user_id, options).await?;
        lines.extend(page.items.iter().map(|track| format!("{:>6}  {}", track.id, track.title)));
        match page.next {
            Some(next) => options = PageOptions::new().cursor(next),
            None => return Ok(if lines.is_empty() { "No tracks.".to_owned() } else { lines.join("\n") }),
        }
    }
}

/// Uploads a file and publishes it. The same command resumes an upload that was interrupted.
pub async fn upload(client: &Client, file: &str, title: &str) -> Result<String, Box<dyn error::Error>> {
    let bar = ProgressBar::no_length();
    let style = "{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";
    bar.set_style(ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()));
    let shown = bar.clone();
    let options = UploadOptions::new().on_progress(move |progress| {
        shown.set_length(progress.total);
        shown.set_position(progress.sent);
    });
    let file = FileSource::open(file).await?;
    let upload = client.tracks().upload(file, options).await?;
    bar.finish();
    let track = client.tracks().create(NewTrack::new(title, upload.track_cid)).await?;
    Ok(format!("Track {}: {}", track.id, track.title))
}
