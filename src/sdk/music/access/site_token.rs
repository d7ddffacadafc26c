//! Tokens that a site's server has signed, for tracks whose rule requires one.

use core::fmt;
use std::pin::Pin;

use crate::error::Error;
use crate::shared::{MaybeSend, MaybeSync, Shared};

#[cfg(not(target_arch = "wasm32"))]
type Pending = Pin<Box<dyn Future<Output = Result<String, Error>> + Send>>;
#[cfg(target_arch = "wasm32")]
type Pending = Pin<Box<dyn Future<Output = Result<String, Error>>>>;

trait Fetch: MaybeSend + MaybeSync {
    fn fetch(&self, track_id: u64) -> Pending;
}

impl<F, T> Fetch for F
where
    F: Fn(u64) -> T + MaybeSend + MaybeSync,
    T: Future<Output = Result<String, Error>> + MaybeSend + 'static,
{
    fn fetch(&self, track_id: u64) -> Pending {
        Box::pin(self(track_id))
    }
}

/// A token that your site's server has signed, or a function that requests one. For tracks whose rule requires it
/// ([`Site::Signed`](crate::Site::Signed)).
#[derive(Clone)]
pub struct SiteToken(Source);

#[derive(Clone)]
enum Source {
    Text(String),
    Function(Shared<dyn Fetch>),
}

impl SiteToken {
    /// Returns this token, which is valid as long as your site's server has decided.
    pub fn new(token: impl Into<String>) -> Self {
        Self(Source::Text(token.into()))
    }

    /// Returns a source of tokens. `function` is called for each signed URL, with the number of the track.
    pub fn from_fn<F, T>(function: F) -> Self
    where
        F: Fn(u64) -> T + MaybeSend + MaybeSync + 'static,
        T: Future<Output = Result<String, Error>> + MaybeSend + 'static,
    {
        Self(Source::Function(Shared::new(function)))
    }

    pub(crate) async fn get(&self, track_id: u64) -> Result<String, Error> {
        match &self.0 {
            Source::Text(token) => Ok(token.clone()),
            Source::Function(function) => function.fetch(track_id).await,
        }
    }
}

impl fmt::Debug for SiteToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SiteToken([redacted])")
    }
}
