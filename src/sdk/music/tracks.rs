//! The methods for tracks.

use http::header::HeaderName;
use http::{Method, StatusCode};

use super::access::server::AccessServer;
use super::access::site_token::SiteToken;
use super::failure::option_invalid;
use super::json::is_id;
use super::page::PageOptions;
use super::service::{Ask, Service, if_signed_in};
use super::track::{CreateTrack, Data, Gate, Listens, NewTrack, Removal, Track, TrackChange};
use super::uploads::entry::{Upload, UploadPage};
use super::uploads::options::UploadOptions;
use super::uploads::points::forget;
use super::uploads::send;
use super::uploads::source::UploadSource;
use super::uploads::url;
use crate::error::{Code, Error};
use crate::rim::platform::Abort;
use crate::sdk::call::Call;
use crate::sdk::client::Client;
use crate::shared::MaybeSend;

/// The header of every request of tus 1.0.
const TUS_RESUMABLE: HeaderName = HeaderName::from_static("tus-resumable");

/// A picture that is larger is not read. The service accepts fewer bytes.
const MAX_PICTURE: u64 = 16 << 20;

/// The methods for tracks: [`Client::tracks`].
///
/// Each call can fail with [`Code::Network`], [`Code::Timeout`] (30 seconds), [`Code::BadResponse`] and
/// [`Code::RequestFailed`]. A call with the user's token can also fail with [`Code::NotSignedIn`],
/// [`Code::SessionExpired`] and [`Code::Forbidden`] (no scope `write`, or not the user's own track).
/// [`Error::status`] and [`Error::description`] have what the service says.
#[derive(Clone, Debug)]
#[must_use]
pub struct Tracks {
    pub(super) client: Client,
    pub(super) site_token: Option<SiteToken>,
}

impl Client {
    /// Returns the methods for tracks.
    pub fn tracks(&self) -> Tracks {
        Tracks { client: self.clone(), site_token: None }
    }
}

impl Tracks {
    /// Returns the same methods with a token that your site's server has signed, for tracks whose rule requires it. It
    /// is sent to the access server only, in a header.
    pub fn site_token(self, token: SiteToken) -> Self {
        Self { site_token: Some(token), ..self }
    }

    /// Uploads audio for the user, part by part (tus 1.0). Resumes after a network failure. Needs the scope `write`.
    ///
    /// A file with a name also resumes in another call, also after a restart of the page or process, if the same user
    /// uploads it again within a day. The storage of the configuration keeps the upload's URL at the service, but no
    /// token.
    ///
    /// Dropping the call aborts the upload. The service keeps the bytes that it has.
    ///
    /// ```no_run
    /// # async fn example(client: stagepass::Client, audio: Vec<u8>) -> Result<(), stagepass::Error> {
    /// use stagepass::{NewTrack, UploadOptions};
    ///
    /// let options = UploadOptions::new()
    ///     .filename("night.flac")
    ///     .on_progress(|progress| println!("{} of {} bytes", progress.sent, progress.total));
    /// let upload = client.tracks().upload(audio, options).await?;
    /// let track = client.tracks().create(NewTrack::new("Night", upload.track_cid)).await?;
    /// println!("track {}", track.id);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Code::UploadRefused`] if the file is not audio, [`Code::QuotaExceeded`] if the user's quota is used up or the
    /// service has no space (status 507), [`Code::Conflict`] if another call still uploads the same file after 10
    /// seconds, [`Code::OptionInvalid`] if the file cannot be read, and those of [`Tracks`]. Failures of the network
    /// and of the service are reported after several retries, which take two minutes.
    pub fn upload(&self, file: impl UploadSource + 'static, options: UploadOptions) -> Call<Upload> {
        self.call(move |tracks, abort| async move {
            send::upload(Service::new(&tracks.client, &abort), &file, options).await
        })
    }

    /// Returns a page of the user's uploads, newest first.
    ///
    /// # Errors
    /// Those of [`Tracks`].
    pub fn uploads(&self, options: PageOptions) -> Call<UploadPage> {
        self.call(move |tracks, abort| async move {
            let path = options.path("/uploads")?;
            Service::new(&tracks.client, &abort).ask(Ask::new(Method::GET, path)).await
        })
    }

    /// Deletes an upload of the user, complete or not. Needs the scope `write`.
    ///
    /// # Errors
    /// [`Code::Conflict`] if a track uses it, [`Code::NotFound`], and those of [`Tracks`].
    pub fn discard_upload(&self, upload_id: impl Into<String>) -> Call<()> {
        let upload_id = upload_id.into();
        self.call(move |tracks, abort| async move {
            if !url::is_id(&upload_id) {
                return Err(option_invalid("upload_id is not valid: pass the upload_id of an upload."));
            }
            let service = Service::new(&tracks.client, &abort);
            let ask = Ask::new(Method::DELETE, format!("/uploads/{upload_id}"));
            service.act(ask.header(TUS_RESUMABLE, "1.0.0")).await?;
            forget(service, &upload_id);
            Ok(())
        })
    }

    /// Creates a track from an upload. Needs the scope `write`. With a rule, the access server creates it.
    ///
    /// # Errors
    /// [`Code::AccessRefused`] if the access server declines, [`Code::ConfigInvalid`] for a rule without an access
    /// server, and those of [`Tracks`].
    pub fn create(&self, track: NewTrack) -> Call<Track> {
        self.call(move |tracks, abort| async move {
            let service = Service::new(&tracks.client, &abort);
            match &track.gate {
                Gate::Authorities(access_authorities) => {
                    let new = CreateTrack { details: &track.details, access_authorities };
                    track_of(service, Ask::new(Method::POST, "/tracks").json(&new)?).await
                }
                Gate::Rule(rule) => {
                    let id = AccessServer::new(service)?.create_track(&track.details, rule).await?;
                    get(service, id).await
                }
            }
        })
    }

    /// Returns a track. Works without a session. Signed-in users also find their own delisted tracks.
    ///
    /// # Errors
    /// [`Code::NotFound`], and those of [`Tracks`].
    pub fn get(&self, id: u64) -> Call<Track> {
        self.call(move |tracks, abort| async move { get(Service::new(&tracks.client, &abort), id).await })
    }

    /// Changes a track of the user. Needs the scope `write`.
    ///
    /// # Errors
    /// [`Code::NotFound`], [`Code::Conflict`] if another user has published the same audio, so it cannot be gated, and
    /// those of [`Tracks`].
    pub fn update(&self, id: u64, change: TrackChange) -> Call<Track> {
        self.call(move |tracks, abort| async move {
            if change.is_empty() {
                return Err(option_invalid("change is empty: set what it changes."));
            }
            let ask = Ask::new(Method::PATCH, path_of(id, "")?).json(&change)?;
            track_of(Service::new(&tracks.client, &abort), ask).await
        })
    }

    /// Sets the artwork of a track of the user: a PNG or JPEG of at most 5 MB. Needs the scope `write`.
    ///
    /// # Errors
    /// [`Code::NotFound`], [`Code::UploadRefused`], [`Code::OptionInvalid`] if the file cannot be read, and those of
    /// [`Tracks`].
    pub fn set_artwork(&self, id: u64, picture: impl UploadSource + 'static) -> Call<Track> {
        self.call(move |tracks, abort| async move {
            let service = Service::new(&tracks.client, &abort);
            let path = path_of(id, "/artwork")?;
            if picture.size() > MAX_PICTURE {
                return Err(Code::UploadRefused.into());
            }
            let file = send::read(service, &picture, 0, picture.size()).await?;
            let media_type = picture.media_type().unwrap_or_else(|| "application/octet-stream".to_owned());
            track_of(service, Ask::new(Method::PUT, path).file(file, &media_type)).await
        })
    }

    /// Removes the artwork. Needs the scope `write`.
    ///
    /// # Errors
    /// [`Code::NotFound`], and those of [`Tracks`].
    pub fn remove_artwork(&self, id: u64) -> Call<()> {
        self.call(move |tracks, abort| async move {
            Service::new(&tracks.client, &abort).act(Ask::new(Method::DELETE, path_of(id, "/artwork")?)).await
        })
    }

    /// Returns the number of listens of a track of the user.
    ///
    /// # Errors
    /// [`Code::NotFound`], and those of [`Tracks`].
    pub fn listens(&self, id: u64) -> Call<Listens> {
        self.call(move |tracks, abort| async move {
            let ask = Ask::new(Method::GET, path_of(id, "/listens")?);
            let Data { data } = Service::new(&tracks.client, &abort).ask(ask).await?;
            Ok(data)
        })
    }

    /// Removes a track of the user. A track that this app made is deleted for good. Another one is delisted: the user
    /// deletes it on the service's own page. Needs the scope `write`.
    ///
    /// # Errors
    /// [`Code::NotFound`], and those of [`Tracks`].
    pub fn delete(&self, id: u64) -> Call<Removal> {
        self.call(move |tracks, abort| async move {
            let ask = Ask::new(Method::DELETE, path_of(id, "")?);
            let answer = Service::new(&tracks.client, &abort).accepted(ask).await?;
            Ok(if answer.status() == StatusCode::NO_CONTENT { Removal::Deleted } else { Removal::Delisted })
        })
    }

    /// Starts a call.
    pub(super) fn call<T, F>(&self, work: impl FnOnce(Self, Abort) -> F) -> Call<T>
    where
        F: Future<Output = Result<T, Error>> + MaybeSend + 'static,
    {
        Call::start(|abort| work(self.clone(), abort))
    }
}

/// Returns the path of a track.
fn path_of(id: u64, part: &str) -> Result<String, Error> {
    check_id(id)?;
    Ok(format!("/tracks/{id}{part}"))
}

/// Checks a number of a track or a user.
pub(super) fn check_id(id: u64) -> Result<(), Error> {
    if is_id(id) { Ok(()) } else { Err(option_invalid("the ID must be a whole number above 0.")) }
}

async fn track_of(service: Service<'_>, ask: Ask) -> Result<Track, Error> {
    let Data { data } = service.ask(ask).await?;
    Ok(data)
}

/// Returns a track.
pub(super) async fn get(service: Service<'_>, id: u64) -> Result<Track, Error> {
    let path = path_of(id, "")?;
    let not_found = match service.ask_openly::<Data<Track>>(&path).await {
        Ok(Data { data }) => return Ok(data),
        Err(error) if error.code() == Code::NotFound => error,
        Err(error) => return Err(error),
    };
    // The service includes delisted tracks only for their owner.
    if_signed_in(track_of(service, Ask::new(Method::GET, path)).await)?.ok_or(not_found)
}
