//! A track as its public page, its player in a frame and oEmbed show it: what every user may know, and no more.

use crate::api::pictures::ProfilePicture;
use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::track_visibility;
use crate::state::Backend;
use stagepass_kit::origin::Origin;
use stagepass_store::{TrackRecord, TrackSites};

/// The width and height of the player in a frame, in CSS pixels.
pub(crate) const SIZE: (u32, u32) = (480, 200);

/// The longest description in a preview, in characters.
const MAX_PREVIEW: usize = 300;

/// A track that every user may know of.
pub(crate) struct SharedTrack {
    pub(crate) track_id: i64,
    pub(crate) title: String,
    pub(crate) artist: String,
    /// The beginning of the description.
    pub(crate) description: Option<String>,
    /// In whole seconds.
    pub(crate) seconds: i64,
    pub(crate) artwork: Option<ProfilePicture>,
    pub(crate) audience: Audience,
    base_url: String,
}

/// Who may hear a track, as far as this service knows.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// Every user.
    Public,
    /// An access server decides.
    Gated(TrackSites),
    /// It is gated, and no access server has said where it may be embedded.
    Unknown,
}

impl SharedTrack {
    /// Returns the track with the ID in an address. A delisted or deleted one does not exist, not even for its owner.
    pub(crate) async fn find(backend: &Backend, id: &str) -> Result<Self, TrackError> {
        let track = track_visibility::visible(backend, None, id).await?;
        let audience = if track.authorities.is_empty() {
            Audience::Public
        } else {
            let sites = backend.store.track_sites(track.track_id).await?;
            sites.filter(|sites| is_plain_origin(&sites.access_server)).map_or(Audience::Unknown, Audience::Gated)
        };
        Ok(Self::new(backend, track, audience))
    }

    fn new(backend: &Backend, track: TrackRecord, audience: Audience) -> Self {
        Self {
            track_id: track.track_id,
            title: track.title,
            artist: track.owner.name,
            description: track.description.map(|text| text.chars().take(MAX_PREVIEW).collect()),
            seconds: (track.duration_ms + 500) / 1000,
            artwork: track.artwork_id.as_deref().map(|id| ProfilePicture::new(backend, id)),
            audience,
            base_url: backend.base_url.as_str().to_owned(),
        }
    }

    /// The address of the page.
    pub(crate) fn page_url(&self) -> String {
        page_url(&self.base_url, self.track_id)
    }

    /// The address of the player for a frame.
    pub(crate) fn embed_url(&self) -> String {
        embed_url(&self.base_url, self.track_id)
    }

    /// The address of the audio, if every user may hear it.
    pub(crate) fn audio_url(&self) -> Option<String> {
        let url = || format!("{}/tracks/{}/stream", self.base_url, self.track_id);
        (self.audience == Audience::Public).then(url)
    }

    /// The duration as `3:07`, or `1:02:03`.
    pub(crate) fn duration(&self) -> String {
        let (hours, minutes, seconds) = (self.seconds / 3600, self.seconds / 60 % 60, self.seconds % 60);
        if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
    }

    /// The sites that may show the player in a frame, as sources of `frame-ancestors`. If they are not known, no site.
    pub(crate) fn frame_ancestors(&self) -> String {
        match &self.audience {
            Audience::Public | Audience::Gated(TrackSites { sites: None, .. }) => "*".to_owned(),
            Audience::Gated(TrackSites { sites: Some(sites), .. }) if !sites.is_empty() => sites.join(" "),
            Audience::Gated(_) | Audience::Unknown => "'none'".to_owned(),
        }
    }

    /// Returns whether a site may show the player.
    pub(crate) fn is_embeddable(&self) -> bool {
        self.frame_ancestors() != "'none'"
    }

    /// Returns the sites, if it plays on some only.
    pub(crate) fn sites(&self) -> Option<&[String]> {
        if let Audience::Gated(TrackSites { sites, .. }) = &self.audience { sites.as_deref() } else { None }
    }

    /// Returns the origin of the access server that decides.
    pub(crate) fn access_server(&self) -> Option<&str> {
        if let Audience::Gated(gated) = &self.audience { Some(&gated.access_server) } else { None }
    }

    /// Returns the HTML that shows the player in a page, with this size.
    pub(crate) fn frame(&self, size: (u32, u32)) -> String {
        frame(&self.base_url, self.track_id, (&self.title, &self.artist), size)
    }
}

/// Returns the address of a track's page.
pub(crate) fn page_url(base_url: &str, track_id: i64) -> String {
    format!("{base_url}/tracks/{track_id}")
}

fn embed_url(base_url: &str, track_id: i64) -> String {
    format!("{base_url}/embed/{track_id}")
}

/// Returns an element that shows the player in a page. Some browsers tell the player its site only by the referrer.
pub(crate) fn frame(
    base_url: &str,
    track_id: i64,
    (title, artist): (&str, &str),
    (width, height): (u32, u32),
) -> String {
    let url = embed_url(base_url, track_id);
    let name = format!("{title} – {artist}");
    let name = name.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;");
    format!(
        "<iframe src=\"{url}\" title=\"{name}\" width=\"{width}\" height=\"{height}\" \
         style=\"border:0;max-width:100%\" referrerpolicy=\"origin\" loading=\"lazy\"></iframe>"
    )
}

/// Returns whether `text` is an origin that a security policy can contain. A URL's host can have `;`, which would begin
/// another rule.
pub(crate) fn is_plain_origin(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-._:/[]".contains(&byte);
    text.bytes().all(is_plain) && Origin::parse(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origin_that_breaks_policy_is_not_plain() {
        for text in ["https://radio.example", "http://127.0.0.1:8080", "http://[::1]:8080", "https://my_radio.example"]
        {
            assert!(is_plain_origin(text), "{text}");
        }
        for text in ["https://a;script-src", "https://a,b.example", "https://a'b.example", "*", "https:", "null", ""] {
            assert!(!is_plain_origin(text), "{text}");
        }
    }

    #[test]
    fn frame_has_its_title_as_text() {
        let frame = frame("https://music.example/v1", 7, ("\"><script>&'", "Ada"), SIZE);
        let expected = "title=\"&quot;&gt;&lt;script&gt;&amp;' – Ada\" width=\"480\" height=\"200\"";
        assert!(frame.contains(expected), "{frame}");
    }
}
