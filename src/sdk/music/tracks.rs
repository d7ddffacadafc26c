//! The methods for tracks.

use super::access_server::stream;
use super::denied::is_web_url;
use super::failure::option_invalid;
use super::json::{Data, is_id};
use super::page::{Page, PageOptions};
use super::service::Service;
use super::track::{NewTrack, Track};
use super::uploads::options::{Upload, UploadOptions};
use super::uploads::send;
use super::uploads::source::UploadSource;
use crate::error::{Code, Error};
use crate::rim::platform::Abort;
use crate::sdk::call::Call;
use crate::sdk::client::Client;
use crate::shared::MaybeSend;

/// The methods for tracks: [`Client::tracks`].
///
/// Each call can fail with [`Code::Network`], [`Code::Timeout`] (30 seconds), [`Code::BadResponse`] and
/// [`Code::RequestFailed`]. A call with the user's token can also fail with [`Code::NotSignedIn`],
/// [`Code::SessionExpired`] and [`Code::Forbidden`] (no scope `write`, or not the user's own upload).
/// [`Error::status`] and [`Error::description`] have what the service says. [`Client::fetch`] calls the rest of the
/// service's API.
#[derive(Clone, Debug)]
#[must_use]
pub struct Tracks {
    client: Client,
}

impl Client {
    /// Returns the methods for tracks.
    pub fn tracks(&self) -> Tracks {
        Tracks { client: self.clone() }
    }
}

impl Tracks {
    /// Returns a track. Works without a session.
    ///
    /// # Errors
    /// [`Code::NotFound`], and those of [`Tracks`].
    pub fn get(&self, id: u64) -> Call<Track> {
        self.call(move |client, abort| async move { get(Service::new(&client, &abort), id).await })
    }

    /// Returns a page of a user's tracks, newest first. Works without a session.
    ///
    /// # Errors
    /// [`Code::NotFound`], and those of [`Tracks`].
    pub fn of_user(&self, user_id: u64, options: PageOptions) -> Call<Page<Track>> {
        self.call(move |client, abort| async move {
            check_id(user_id)?;
            let path = options.path(&format!("/users/{user_id}/tracks"))?;
            Service::new(&client, &abort).get_openly(&path).await
        })
    }

    /// Returns the URL of a track's audio, for an audio element or any HTTP client. For a gated track it is a signed
    /// URL from the access server, which expires after about one listen: request another to play the track again. For a
    /// signed-in user, the access server receives a ticket that only it can use, never the token.
    ///
    /// ```no_run
    /// # async fn example(client: stagepass::Client) -> Result<(), stagepass::Error> {
    /// use stagepass::Code;
    ///
    /// match client.tracks().stream_url(7).await {
    ///     Ok(url) => println!("{url}"),
    ///     Err(error) if error.code() == Code::AccessRefused => {
    ///         for refusal in error.denied().map(|denied| denied.refusals.as_slice()).unwrap_or_default() {
    ///             println!("{}", refusal.message);
    ///         }
    ///     }
    ///     Err(error) => return Err(error),
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Code::NotFound`], [`Code::AccessRefused`] ([`Error::denied`] has the denial reasons), [`Code::ConfigInvalid`]
    /// for a gated track without an access server, [`Code::Forbidden`] if the app has no API key and the rule needs to
    /// know the user, and those of [`Tracks`].
    pub fn stream_url(&self, id: u64) -> Call<String> {
        self.call(move |client, abort| async move {
            let service = Service::new(&client, &abort);
            let url = if get(service, id).await?.is_gated() {
                stream(service, id).await?
            } else {
                let Data { data } = service.get_openly(&format!("/tracks/{id}/stream?no_redirect=true")).await?;
                data
            };
            // An element follows any URL, including `javascript:` and `data:`.
            if is_web_url(&url) { Ok(url) } else { Err(Code::BadResponse.into()) }
        })
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
    /// service has no space (status 507), [`Code::OptionInvalid`] if the file cannot be read, and those of [`Tracks`].
    /// Failures of the network and of the service are reported after several retries, which take two minutes.
    pub fn upload(&self, file: impl UploadSource + 'static, options: UploadOptions) -> Call<Upload> {
        self.call(move |client, abort| async move { send::upload(Service::new(&client, &abort), &file, options).await })
    }

    /// Creates a track from an upload. Needs the scope `write`.
    ///
    /// # Errors
    /// Those of [`Tracks`].
    pub fn create(&self, track: NewTrack) -> Call<Track> {
        self.call(move |client, abort| async move {
            let Data { data } = Service::new(&client, &abort).post("/tracks", &track).await?;
            Ok(data)
        })
    }

    /// Starts a call.
    fn call<T, F>(&self, work: impl FnOnce(Client, Abort) -> F) -> Call<T>
    where
        F: Future<Output = Result<T, Error>> + MaybeSend + 'static,
    {
        Call::start(|abort| work(self.client.clone(), abort))
    }
}

/// Checks a number of a track or a user.
fn check_id(id: u64) -> Result<(), Error> {
    if is_id(id) { Ok(()) } else { Err(option_invalid("the ID must be a whole number above 0.")) }
}

async fn get(service: Service<'_>, id: u64) -> Result<Track, Error> {
    check_id(id)?;
    let Data { data } = service.get_openly(&format!("/tracks/{id}")).await?;
    Ok(data)
}
