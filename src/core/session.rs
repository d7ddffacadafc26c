//! The session: what is stored of a signed-in user, and whether its token is fresh.

use crate::config::Config;
use crate::document::Document;
use crate::dpop::{Dpop, Proof};
use crate::effect::{Effect, Hint, Outcome};
use crate::error::{Code, Error};
#[cfg(feature = "openid")]
use crate::openid::identity::Identity;
use crate::scope::Scopes;
use crate::text::record;
use crate::text::secret::Secret;
use crate::token::Tokens;

/// The member of the record of a session that the service has ended.
const EXPIRED: &str = "expired";

/// How long before its expiry an access token counts as expired, in milliseconds, because a request takes time.
const MARGIN: u64 = 30_000;

/// The maximum lifetime of an access token, in milliseconds: a day. A record with more was written under a wrong clock.
const LONGEST: u64 = 24 * 60 * 60 * 1000;

/// A token whose revocation ends a session, for [`crate::token::revoke`]. It is never stored.
#[derive(Clone, Debug)]
pub struct Revocable {
    /// The token.
    pub token: Secret,
    /// Whether the request is sent as a form.
    pub is_form: bool,
    /// The name of the key that the token is bound to. Empty: none.
    pub key: String,
}

/// A signed-in user.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "members of a record, each independent of the others")]
pub struct Session {
    /// The access token, for calls.
    pub access_token: Secret,
    /// The refresh token. Empty: none, and the session lasts until the access token expires.
    pub refresh_token: Secret,
    /// The granted scope.
    pub scope: Scopes,
    /// The lifetime of the access token, in milliseconds. Zero if it is unknown.
    pub expires_in: u64,
    /// When the tokens were issued, in milliseconds since 1970, by this browser's clock.
    pub obtained_at: u64,
    /// The state of its login. It is no longer secret, but a second window with this login recognises its session by
    /// it.
    pub state: String,
    /// Whether refreshes and revocations are sent as forms, because the authorization response had `token_format=form`,
    /// or the app set it.
    pub is_form: bool,
    /// Whether its tokens are bound to the key of its login (RFC 9449).
    pub is_bound: bool,
    /// When the session ends unless it is refreshed, in milliseconds since 1970, by this browser's clock. Zero if it is
    /// unknown.
    pub ends_at: u64,
    /// Whether its access token has replaced one that was rejected with a 401.
    pub is_replacement: bool,
    /// Whether a call adopts it instead of a refresh: another call or window has refreshed it. Not part of the record.
    pub is_adopted: bool,
    /// The user, as the provider's ID token says.
    #[cfg(feature = "openid")]
    pub identity: Identity,
}

impl Session {
    /// Creates the session of a login's tokens.
    #[inline(never)] // Inlined copies would make the wasm 0.1 KB larger.
    pub fn begin(tokens: Tokens, state: &str, is_form: bool, obtained_at: u64) -> Self {
        let is_refreshable = !tokens.refresh_token.expose().is_empty();
        let lifetime = if is_refreshable { tokens.refresh_expires_in } else { tokens.expires_in };
        Self {
            access_token: tokens.access_token,
            refresh_token: tokens.refresh_token,
            scope: tokens.scope,
            expires_in: tokens.expires_in.unwrap_or(0),
            obtained_at,
            state: state.to_owned(),
            is_form,
            is_bound: tokens.is_bound,
            ends_at: lifetime.map_or(0, |lifetime| obtained_at.saturating_add(lifetime)),
            is_replacement: false,
            is_adopted: false,
            #[cfg(feature = "openid")]
            identity: Identity::default(),
        }
    }

    /// Returns the proof that its requests need.
    pub fn proof(&self) -> Proof {
        if self.is_bound { Proof::new(Dpop::Bound, &self.state) } else { Proof::default() }
    }

    /// Returns the session with new tokens. Without a new refresh token, the old one stays (RFC 6749 section 6), and so
    /// does its end, unless the response has another one. Whether they replace a rejected token is known by the caller.
    #[must_use]
    pub fn renew(&self, mut tokens: Tokens, obtained_at: u64) -> Self {
        let mut ends_at = 0;
        if tokens.refresh_token.expose().is_empty() {
            tokens.refresh_token = self.refresh_token.clone();
            ends_at = self.ends_at;
        }
        let renewed = Self::begin(tokens, &self.state, self.is_form, obtained_at);
        let ends_at = if renewed.ends_at == 0 { ends_at } else { renewed.ends_at };
        Self { ends_at, is_replacement: self.is_replacement, ..renewed }
    }

    /// Returns whether it has a refresh token.
    pub fn is_refreshable(&self) -> bool {
        !self.refresh_token.expose().is_empty()
    }

    /// Returns whether the access token may still be valid for so many milliseconds. Measured from when it was issued,
    /// by the same clock, so a clock that is wrong by hours does no harm. A clock that was set back since makes it
    /// expire. A 401 overrules it.
    ///
    /// A token that cannot be refreshed is fresh until it expires, whatever `validity` is.
    pub fn is_fresh(&self, now: u64, validity: u64) -> bool {
        if self.expires_in == 0 {
            return true;
        }
        if !self.is_refreshable() {
            return now < self.obtained_at.saturating_add(self.expires_in);
        }
        let end = self.obtained_at.saturating_add(self.expires_in.min(LONGEST));
        now >= self.obtained_at && now.saturating_add(validity.max(MARGIN)) < end
    }

    /// Returns whether `token` is its access token.
    pub fn has_token(&self, token: Option<&Secret>) -> bool {
        token.is_some_and(|token| self.access_token.is(token.expose()))
    }

    /// Returns what ends it at the service: its refresh token, or the access token if there is no other (RFC 7009
    /// section 2).
    pub fn revocable(&self) -> Revocable {
        let token = if self.is_refreshable() { &self.refresh_token } else { &self.access_token };
        let key = if self.is_bound { self.state.clone() } else { String::new() };
        Revocable { token: token.clone(), is_form: self.is_form, key }
    }

    /// Returns whether both have the same access token, so no refresh happened between them.
    pub fn has_token_of(&self, other: &Self) -> bool {
        self.access_token.is(other.access_token.expose())
    }

    /// Returns the record to store.
    pub fn to_record<D: Document>(&self) -> String {
        let mut record: D = self.hint();
        record.set_text("accessToken", self.access_token.expose());
        record.set_text("refreshToken", self.refresh_token.expose());
        record.set_number("expiresIn", self.expires_in);
        record.set_number("obtainedAt", self.obtained_at);
        record.set_flag("isForm", self.is_form);
        record.set_flag("isBound", self.is_bound);
        record.set_number("endsAt", self.ends_at);
        record.set_flag("isReplacement", self.is_replacement);
        #[cfg(feature = "openid")]
        self.identity.add_to(&mut record);
        record.to_text()
    }

    /// Returns what a page reads before the core is loaded: the scope and the login, and no token.
    fn hint<D: Document>(&self) -> D {
        let mut record: D = record::new();
        record.set_text("scope", self.scope.as_str());
        record.set_text("login", &self.state);
        record
    }

    /// Reads what [`Session::to_record`] wrote. `None` for anything else.
    pub fn from_record<D: Document>(text: &str) -> Option<Self> {
        Self::read(&record::read::<D>(text)?)
    }

    fn read<D: Document>(record: &D) -> Option<Self> {
        let access_token = record::text(record, "accessToken");
        if access_token.is_empty() {
            return None;
        }
        Some(Self {
            access_token: access_token.into(),
            refresh_token: record::text(record, "refreshToken").into(),
            scope: Scopes::parse(record::text(record, "scope")),
            expires_in: record::number(record, "expiresIn"),
            obtained_at: record::number(record, "obtainedAt"),
            state: record::text(record, "login"),
            is_form: record.flag("isForm"),
            is_bound: record.flag("isBound"),
            ends_at: record::number(record, "endsAt"),
            is_replacement: record.flag("isReplacement"),
            is_adopted: false,
            #[cfg(feature = "openid")]
            identity: Identity::from_record(record),
        })
    }
}

/// Returns whether a record is that of a session that is bound to a key.
pub fn is_bound<D: Document>(text: &str) -> bool {
    D::parse(text).is_some_and(|record| record.flag("isBound"))
}

/// Reads this client's session. [`stored`] takes the outcome.
pub fn read(config: &Config) -> Effect {
    Effect::Read { area: config.storage, key: config.session_key() }
}

/// Stores this client's session.
pub fn write<D: Document>(config: &Config, session: &Session) -> Effect {
    written(config, session.to_record::<D>(), session.hint::<D>().to_text())
}

/// Stores that this client's session has expired, until the user signs in or out. It informs the other windows, and
/// this one after a reload.
pub fn expire<D: Document>(config: &Config) -> Effect {
    let mut record: D = record::new();
    record.set_flag(EXPIRED, true);
    written(config, record.to_text(), record.to_text())
}

fn written(config: &Config, value: String, hint: String) -> Effect {
    let hint = Some(Hint { key: config.hint_key(), value: hint });
    Effect::Write { area: config.storage, key: config.session_key(), value, hint }
}

/// Deletes this client's session, or its expired record. [`stored`] takes the outcome.
pub fn delete(config: &Config) -> Effect {
    Effect::Delete { area: config.storage, key: config.session_key(), hint: Some(config.hint_key()) }
}

/// Returns the session that [`read`] has found, or [`delete`] deleted.
///
/// # Errors
/// [`Code::SessionExpired`] if it has expired, [`Code::NotSignedIn`] if there is none or the record is malformed, and
/// the errors of [`Outcome::text`]
pub fn stored<D: Document>(outcome: Outcome<D>) -> Result<Box<Session>, Error> {
    let record = outcome.text()?.and_then(|text| record::read::<D>(&text)).ok_or(Code::NotSignedIn)?;
    match Session::read(&record) {
        Some(session) => Ok(Box::new(session)),
        None if record.flag(EXPIRED) => Err(Code::SessionExpired.into()),
        None => Err(Code::NotSignedIn.into()),
    }
}

#[cfg(test)]
pub(crate) mod tests;
