//! The user's own tracks: their list, and their rules at the access server.

use http::Method;
use stagepass_core::text::percent;

use super::access::rule::{Rule, TrackRule};
use super::access::server::AccessServer;
use super::page::{Page, PageOptions};
use super::service::{Ask, Service};
use super::track::Track;
use super::tracks::{Tracks, check_id};
use crate::sdk::call::Call;

impl Tracks {
    /// Returns a page of the user's own tracks, newest first, also delisted ones.
    ///
    /// # Errors
    /// Those of [`Tracks`].
    pub fn mine(&self, options: PageOptions) -> Call<Page<Track>> {
        self.find(None, options)
    }

    /// Returns a page of the user's own tracks with this text in their titles, in upper or lower case. At most 200
    /// characters.
    ///
    /// # Errors
    /// [`Code::InputInvalid`](crate::Code::InputInvalid) if the text is too long, and those of [`Tracks`].
    pub fn search_mine(&self, text: impl Into<String>, options: PageOptions) -> Call<Page<Track>> {
        self.find(Some(text.into()), options)
    }

    /// Returns the rule of a track of the user, from the access server of the configuration. Needs the scope `write`.
    ///
    /// # Errors
    /// [`Code::NotFound`](crate::Code::NotFound), also if the track is public or another access server signs for it,
    /// [`Code::AccessRefused`](crate::Code::AccessRefused) if the access server rejects the ticket,
    /// [`Code::ConfigInvalid`](crate::Code::ConfigInvalid) if there is none,
    /// [`Code::BadResponse`](crate::Code::BadResponse) if the rule has a condition that this crate does not know, and
    /// those of [`Tracks`].
    pub fn rule(&self, id: u64) -> Call<TrackRule> {
        self.call(move |tracks, abort| async move {
            check_id(id)?;
            AccessServer::new(Service::new(&tracks.client, &abort))?.rule(id).await
        })
    }

    /// Sets the rule of a track of the user, at the access server of the configuration. `None` removes it. Needs the
    /// scope `write`. It applies to the next signed URL: those that were signed before stay valid for their listen.
    ///
    /// # Errors
    /// Those of [`Tracks::rule`], [`Code::InputInvalid`](crate::Code::InputInvalid) if the rule is not valid
    /// ([`Error::description`](crate::Error::description) says where), and [`Code::Conflict`](crate::Code::Conflict) if
    /// the user has too many rules there.
    pub fn set_rule(&self, id: u64, rule: Option<Rule>) -> Call<TrackRule> {
        self.call(move |tracks, abort| async move {
            check_id(id)?;
            AccessServer::new(Service::new(&tracks.client, &abort))?.set_rule(id, rule.as_ref()).await
        })
    }

    fn find(&self, text: Option<String>, options: PageOptions) -> Call<Page<Track>> {
        self.call(move |tracks, abort| async move {
            options.path("")?;
            let service = Service::new(&tracks.client, &abort);
            let mut path = options.path(&format!("/users/{}/tracks", service.own_id().await?))?;
            if let Some(text) = text {
                path.push_str(if path.contains('?') { "&query=" } else { "?query=" });
                percent::encode(&mut path, &text);
            }
            service.ask(Ask::new(Method::GET, path)).await
        })
    }
}
