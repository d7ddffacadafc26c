//! The user's library, and the tracks of users.

use http::Method;

use super::page::{Page, PageOptions};
use super::service::{Ask, Service, if_signed_in};
use super::track::Track;
use super::tracks::check_id;
use crate::error::Error;
use crate::sdk::call::Call;
use crate::sdk::client::Client;

/// The user's library: [`Client::library`]. Its methods have the errors of [`Tracks`](super::Tracks).
#[derive(Clone, Debug)]
#[must_use]
pub struct Library {
    client: Client,
}

/// The methods for users: [`Client::users`]. They have the errors of [`Tracks`](super::Tracks).
#[derive(Clone, Debug)]
#[must_use]
pub struct Users {
    client: Client,
}

impl Client {
    /// Returns the methods for the user's library.
    pub fn library(&self) -> Library {
        Library { client: self.clone() }
    }

    /// Returns the methods for users.
    pub fn users(&self) -> Users {
        Users { client: self.clone() }
    }
}

impl Library {
    /// Saves a track. Saving it again changes nothing. Needs the scope `write`.
    ///
    /// # Errors
    /// [`Code::NotFound`](crate::Code::NotFound), and those of [`Tracks`](super::Tracks).
    pub fn save(&self, track_id: u64) -> Call<()> {
        self.act(Method::PUT, track_id)
    }

    /// Removes a track. Removing it again changes nothing. Needs the scope `write`.
    ///
    /// # Errors
    /// Those of [`Tracks`](super::Tracks).
    pub fn remove(&self, track_id: u64) -> Call<()> {
        self.act(Method::DELETE, track_id)
    }

    /// Returns a page of the saved tracks, last saved first.
    ///
    /// # Errors
    /// Those of [`Tracks`](super::Tracks).
    pub fn list(&self, options: PageOptions) -> Call<Page<Track>> {
        let client = self.client.clone();
        Call::start(move |abort| async move {
            let service = Service::new(&client, &abort);
            options.path("")?;
            let path = options.path(&library_of(service).await?)?;
            service.ask(Ask::new(Method::GET, path)).await
        })
    }

    fn act(&self, method: Method, track_id: u64) -> Call<()> {
        let client = self.client.clone();
        Call::start(move |abort| async move {
            check_id(track_id)?;
            let service = Service::new(&client, &abort);
            let path = format!("{}/{track_id}", library_of(service).await?);
            service.act(Ask::new(method, path)).await
        })
    }
}

impl Users {
    /// Returns a page of a user's tracks, newest first. Works without a session. Signed-in users also find their own
    /// delisted tracks.
    ///
    /// # Errors
    /// [`Code::NotFound`](crate::Code::NotFound), and those of [`Tracks`](super::Tracks).
    pub fn tracks(&self, user_id: u64, options: PageOptions) -> Call<Page<Track>> {
        let client = self.client.clone();
        Call::start(move |abort| async move {
            check_id(user_id)?;
            let path = options.path(&format!("/users/{user_id}/tracks"))?;
            let service = Service::new(&client, &abort);
            // The service includes delisted tracks only for their owner.
            if if_signed_in(service.own_id().await)? == Some(user_id)
                && let Some(own) = if_signed_in(service.ask(Ask::new(Method::GET, path.as_str())).await)?
            {
                return Ok(own);
            }
            service.ask_openly(&path).await
        })
    }
}

/// Returns the path of the user's library.
async fn library_of(service: Service<'_>) -> Result<String, Error> {
    Ok(format!("/users/{}/library/tracks", service.own_id().await?))
}
