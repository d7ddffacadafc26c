//! Who may hear a track, and its URL.

use super::access::decision::{Access, Joined, web_url};
use super::access::server::AccessServer;
use super::failure::option_invalid;
use super::service::Service;
use super::track::Data;
use super::tracks::{Tracks, get};
use crate::error::{Code, Error};
use crate::rim::platform::Abort;
use crate::sdk::call::Call;

impl Tracks {
    /// Returns the URL of a track's audio, for an audio element or any HTTP client. For a gated track it is a signed
    /// URL from the access server, which expires after about one listen. For a signed-in user, the access server
    /// receives a ticket that only it can use, never the token.
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
        self.call(move |tracks, abort| async move { tracks.signed_url(id, &abort).await })
    }

    /// Returns the URL of a track's audio: see [`Tracks::stream_url`].
    pub(super) async fn signed_url(&self, id: u64, abort: &Abort) -> Result<String, Error> {
        let service = Service::new(&self.client, abort);
        let url: String = if get(service, id).await?.is_gated() {
            AccessServer::new(service)?.stream(id, self.site_token.as_ref()).await?
        } else {
            service.ask_openly::<Data<String>>(&format!("/tracks/{id}/stream?no_redirect=true")).await?.data
        };
        // An element follows any URL, including `javascript:` and `data:`.
        if web_url(&url).is_some() { Ok(url) } else { Err(Code::BadResponse.into()) }
    }

    /// Returns whether the current user may hear a track now, and if not, why and what would help. It signs and plays
    /// nothing: use it for what an app shows before the user presses play. A denial is no error.
    ///
    /// ```no_run
    /// # async fn example(client: stagepass::Client) -> Result<(), stagepass::Error> {
    /// use stagepass::Access;
    ///
    /// match client.tracks().access(7).await? {
    ///     Access::Allowed => println!("Press play."),
    ///     Access::Denied(denied) => {
    ///         println!("{}", denied.message);
    ///         if let Some(url) = denied.refusals.iter().find_map(|refusal| refusal.buy_url.as_ref()) {
    ///             println!("Buy it: {url}");
    ///         }
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Code::NotFound`], [`Code::AccessRefused`] if the access server rejects the ticket and denies access without
    /// it, and otherwise those of [`Tracks::stream_url`].
    pub fn access(&self, id: u64) -> Call<Access> {
        self.call(move |tracks, abort| async move {
            let service = Service::new(&tracks.client, &abort);
            if !get(service, id).await?.is_gated() {
                return Ok(Access::Allowed);
            }
            AccessServer::new(service)?.access(id, tracks.site_token.as_ref()).await
        })
    }

    /// Accepts an invitation, the text after `#invitation=` in its link: the user joins the owner's group. An
    /// invitation is for one user, once. Accepting it again as the same member changes nothing.
    ///
    /// # Errors
    /// [`Code::NotFound`] if the invitation is unknown, was used or has expired (status 410 for the last two), and
    /// those of [`Tracks`].
    pub fn join(&self, invitation: impl Into<String>) -> Call<Joined> {
        let invitation = invitation.into();
        self.call(move |tracks, abort| async move {
            if invitation.is_empty() {
                return Err(option_invalid("invitation is not valid: pass the text after #invitation= in its link."));
            }
            AccessServer::new(Service::new(&tracks.client, &abort))?.join(&invitation).await
        })
    }
}
