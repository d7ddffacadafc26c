//! A model of the service, in memory: the reference service's rules for token families, and nothing else.
//!
//! Each login has one grant. Its code creates the first generation of tokens, each refresh token the next. The previous
//! refresh token returns the same successor again for 10 s, and longer as long as the successor was not used (24 h at
//! most). Any other token that is used twice ends the family.

use std::collections::BTreeMap;

use stagepass_core::document::{Document as _, Json};
use stagepass_core::effect::Request;

use crate::effect::Answer;
use crate::network::BEARER;

const ACCESS_LIFETIME: u64 = 60 * 60;
const REFRESH_LIFETIME: u64 = 30 * 24 * 60 * 60;
const CODE_LIFETIME: u64 = 10 * 60;
const REPEAT_WINDOW: u64 = 10;
const REPEAT_LIMIT: u64 = 24 * 60 * 60;

/// A login, by its number.
pub type Login = usize;

/// Why a family has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The app has revoked it.
    Revoked,
    /// The user has withdrawn the consent.
    Withdrawn,
    /// Its code was used twice.
    CodeReplayed,
    /// The response with its successor got lost, and there was no retry within a day.
    NeverFetched,
    /// A replaced token was used again, so many seconds after the last tokens were issued. The service assumes a theft.
    Replayed(u64),
}

#[derive(Clone, Debug)]
struct Grant {
    generation: u32,
    used: bool,
    rotated_at: u64,
    /// When tokens were last issued.
    given_at: u64,
    expires_at: u64,
    ended: Option<EndReason>,
}

/// The content of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claims {
    /// The login it belongs to.
    pub login: Login,
    /// The number of exchanges and refreshes so far.
    pub generation: u32,
    expires_at: u64,
}

/// The model of the service.
#[derive(Debug, Default)]
pub struct ModelService {
    grants: BTreeMap<Login, Grant>,
}

impl ModelService {
    /// Approves a login, and returns the code.
    pub fn approve(&mut self, login: Login, now: u64) -> String {
        let now = now / 1000;
        let (rotated_at, given_at, expires_at) = (now, now, now + CODE_LIFETIME);
        let grant = Grant { generation: 0, used: false, rotated_at, given_at, expires_at, ended: None };
        self.grants.insert(login, grant);
        code(login)
    }

    /// Responds to `request` at the time `now` (milliseconds since 1970).
    pub fn serve(&mut self, request: &Request, now: u64) -> Answer {
        let now = now / 1000;
        let member = |name| request.body.iter().find(|(of, _)| *of == name).map_or("", |(_, value)| value.expose());
        if !member(BEARER).is_empty() {
            return self.me(member(BEARER), now);
        }
        match member("grant_type") {
            "authorization_code" => self.exchange(member("code"), now),
            "refresh_token" => self.refresh(member("refresh_token"), now),
            _ => {
                self.revoke(member("token"));
                json_answer(200, "{}")
            }
        }
    }

    /// Withdraws the user's consent, which ends the family.
    pub fn withdraw(&mut self, login: Login) {
        self.end(login, EndReason::Withdrawn);
    }

    /// Returns why this family has ended, if it has.
    pub fn ended(&self, login: Login) -> Option<EndReason> {
        self.grants.get(&login).and_then(|grant| grant.ended)
    }

    /// Whether the family's newest refresh token is valid.
    pub fn is_live(&self, login: Login, now: u64) -> bool {
        let grant = self.grants.get(&login);
        grant.is_some_and(|grant| grant.ended.is_none() && grant.generation > 0 && now / 1000 < grant.expires_at)
    }

    /// Whether this access token is valid.
    pub fn accepts(&self, access_token: &str, now: u64) -> bool {
        let claims = claims(access_token);
        self.grants.get(&claims.login).is_some_and(|grant| grant.ended.is_none() && now / 1000 < claims.expires_at)
    }

    /// Returns all families.
    pub fn all(&self) -> impl Iterator<Item = Login> {
        self.grants.keys().copied()
    }

    /// Returns the families whose newest refresh token is valid.
    pub fn live(&self, now: u64) -> impl Iterator<Item = Login> {
        self.grants.keys().copied().filter(move |login| self.is_live(*login, now))
    }

    fn me(&mut self, bearer: &str, now: u64) -> Answer {
        if !self.accepts(bearer, now * 1000) {
            return json_answer(401, r#"{"error":"invalid_token"}"#);
        }
        let claims = claims(bearer);
        if let Some(grant) = self.grants.get_mut(&claims.login) {
            grant.used |= claims.generation == grant.generation;
        }
        json_answer(200, r#"{"userId":7,"name":"Ada","handle":"ada","verified":true}"#)
    }

    fn exchange(&mut self, presented: &str, now: u64) -> Answer {
        let login = presented.rsplit('-').next().and_then(|login| login.parse().ok()).unwrap_or_default();
        match self.grants.get(&login) {
            Some(grant) if grant.ended.is_none() && grant.generation == 0 && now < grant.expires_at => {
                self.rotate(login, now)
            }
            Some(grant) if grant.generation > 0 => {
                self.end(login, EndReason::CodeReplayed);
                refused()
            }
            _ => refused(),
        }
    }

    fn refresh(&mut self, presented: &str, now: u64) -> Answer {
        let Claims { login, generation, expires_at } = claims(presented);
        let Some(grant) = self.grants.get(&login).filter(|grant| grant.ended.is_none() && now < expires_at) else {
            return refused();
        };
        let (age, used) = (now - grant.rotated_at, grant.used);
        match grant.generation.checked_sub(generation) {
            Some(0) => self.rotate(login, now),
            Some(1) if age < REPEAT_WINDOW || (age < REPEAT_LIMIT && !used) => self.tokens(login, now),
            generations => {
                let given = now - grant.given_at;
                self.end(
                    login,
                    match generations {
                        Some(1) if !used => EndReason::NeverFetched,
                        _ => EndReason::Replayed(given),
                    },
                );
                refused()
            }
        }
    }

    fn revoke(&mut self, presented: &str) {
        self.end(claims(presented).login, EndReason::Revoked);
    }

    fn end(&mut self, login: Login, why: EndReason) {
        if let Some(grant) = self.grants.get_mut(&login) {
            grant.ended.get_or_insert(why);
        }
    }

    fn rotate(&mut self, login: Login, now: u64) -> Answer {
        if let Some(grant) = self.grants.get_mut(&login) {
            grant.generation += 1;
            (grant.used, grant.rotated_at, grant.expires_at) = (false, now, now + REFRESH_LIFETIME);
        }
        self.tokens(login, now)
    }

    /// Returns the newest generation: always the same refresh token, and a new access token every second.
    fn tokens(&mut self, login: Login, now: u64) -> Answer {
        let Some(grant) = self.grants.get_mut(&login) else { return refused() };
        grant.given_at = now;
        let Grant { generation, expires_at, .. } = *grant;
        let access_expires = now + ACCESS_LIFETIME;
        json_answer(
            200,
            &format!(
                r#"{{"access_token":"{login}.{generation}.{access_expires}","refresh_token":"{login}.{generation}.{expires_at}","token_type":"Bearer","expires_in":{ACCESS_LIFETIME},"scope":"read"}}"#
            ),
        )
    }
}

/// Parses a token of either kind.
pub fn claims(token: &str) -> Claims {
    let mut parts = token.split('.').map(|part| part.parse::<u64>().expect("a token of this service"));
    let mut part = || parts.next().expect("a token of this service");
    Claims {
        login: usize::try_from(part()).expect("a number of a login"),
        generation: u32::try_from(part()).expect("a number of a generation"),
        expires_at: part(),
    }
}

fn code(login: Login) -> String {
    format!("code-{login}")
}

fn refused() -> Answer {
    json_answer(400, r#"{"error":"invalid_grant"}"#)
}

/// Returns a response with this status and JSON body.
pub fn json_answer(status: u16, body: &str) -> Answer {
    Answer { status, body: Json::parse(body) }
}
