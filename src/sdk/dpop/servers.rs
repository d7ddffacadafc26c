//! What servers have said about proofs: their nonces and their clocks.

use std::collections::BTreeMap;

use http::header::{DATE, HeaderMap, WWW_AUTHENTICATE};
use http::{Response, StatusCode};

use super::member;
use crate::sdk::http_date;

/// How many servers are remembered. An app has one, and perhaps a few origins.
const MOST: usize = 16;

/// The longest nonce that is used, in bytes.
const LONGEST_NONCE: usize = 1_024;

/// Servers, by origin.
#[derive(Clone, Debug, Default)]
pub(super) struct Servers(BTreeMap<String, Server>);

#[derive(Clone, Debug, Default)]
struct Server {
    nonce: Option<String>,
    /// Its time compared with this clock, in seconds.
    skew: i64,
}

impl Servers {
    /// Returns the time of a server in Unix seconds, and its last nonce. `now` is this clock's, in milliseconds.
    pub(super) fn look_up(&self, origin: &str, now: u64) -> (u64, Option<String>) {
        let server = self.0.get(origin);
        let seconds = (now / 1000).saturating_add_signed(server.map_or(0, |server| server.skew));
        (seconds, server.and_then(|server| server.nonce.clone()))
    }

    /// Notes the server's nonce, and its time if it refuses a proof. Returns whether another proof may be accepted:
    /// with the nonce that the server demands (RFC 9449 sections 8 and 9), or with the server's time.
    pub(super) fn hear(&mut self, origin: &str, response: &Response<Vec<u8>>, now: u64) -> bool {
        let headers = response.headers();
        let nonce = headers.get("dpop-nonce").and_then(|nonce| nonce.to_str().ok()).filter(|nonce| is_nonce(nonce));
        if let Some(nonce) = nonce {
            self.server(origin).nonce = Some(nonce.to_owned());
        }
        if !matches!(response.status(), StatusCode::BAD_REQUEST | StatusCode::UNAUTHORIZED) {
            return false;
        }
        if says(response, "invalid_dpop_proof") {
            let Some(skew) = skew(headers, now) else { return false };
            return std::mem::replace(&mut self.server(origin).skew, skew) != skew;
        }
        nonce.is_some() && says(response, "use_dpop_nonce")
    }

    fn server(&mut self, origin: &str) -> &mut Server {
        if self.0.len() >= MOST && !self.0.contains_key(origin) {
            // All say it again.
            self.0.clear();
        }
        self.0.entry(origin.to_owned()).or_default()
    }
}

/// Returns whether a server can have sent this nonce (RFC 9449 section 8.1).
fn is_nonce(text: &str) -> bool {
    !text.is_empty() && text.len() <= LONGEST_NONCE && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Returns whether a refusal has this error: in its challenge (RFC 9449 section 7.1), or in its body (RFC 6749 section
/// 5.2).
fn says(response: &Response<Vec<u8>>, error: &str) -> bool {
    let challenges = response.headers().get_all(WWW_AUTHENTICATE);
    let is_in_challenge = challenges.iter().any(|value| value.to_str().is_ok_and(|value| value.contains(error)));
    is_in_challenge || member(response, "error") == error
}

/// Returns the time of a response compared with this clock, in seconds.
fn skew(headers: &HeaderMap, now: u64) -> Option<i64> {
    let date = http_date::parse(headers.get(DATE)?.to_str().ok()?)?;
    i64::try_from(date / 1000).ok()?.checked_sub(i64::try_from(now / 1000).ok()?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const A: &str = "https://a.example";
    /// Sun, 06 Nov 1994 08:49:37 GMT
    const NOW: u64 = 784_111_777_000;

    fn response(status: u16, headers: &[(&str, &str)], body: &str) -> Response<Vec<u8>> {
        let mut response = Response::builder().status(status);
        for (name, value) in headers {
            response = response.header(*name, *value);
        }
        response.body(body.as_bytes().to_vec()).unwrap()
    }

    fn answer_of(status: u16, headers: &[(&str, &str)], body: &str) -> (bool, (u64, Option<String>)) {
        let mut servers = Servers::default();
        let is_worth = servers.hear(A, &response(status, headers, body), NOW);
        assert_eq!(servers.look_up("https://b.example", NOW), (NOW / 1000, None), "it is of one server");
        (is_worth, servers.look_up(A, NOW))
    }

    #[test]
    fn demanded_nonce_is_worth_another_proof() {
        let demand = r#"{"error":"use_dpop_nonce"}"#;
        let nonce = [("dpop-nonce", "n1")];
        let known = (NOW / 1000, Some("n1".to_owned()));
        assert_eq!(answer_of(400, &nonce, demand), (true, known.clone()));
        let challenge = [("www-authenticate", r#"DPoP error="use_dpop_nonce""#), ("dpop-nonce", "n1")];
        assert_eq!(answer_of(401, &challenge, ""), (true, known.clone()));
        assert_eq!(answer_of(200, &nonce, "{}"), (false, known.clone()), "it is for the next request");
        assert_eq!(answer_of(401, &nonce, r#"{"error":"invalid_token"}"#), (false, known));
        assert_eq!(answer_of(400, &[], demand), (false, (NOW / 1000, None)), "there is no nonce");
        assert_eq!(answer_of(503, &[], demand), (false, (NOW / 1000, None)));
    }

    #[test]
    fn clock_skew_from_refused_proof_is_used_once() {
        let refusal = r#"{"error":"invalid_dpop_proof"}"#;
        for (date, seconds) in [("Sun, 06 Nov 1994 09:49:37 GMT", 3_600), ("Sun, 06 Nov 1994 07:49:37 GMT", -3_600)] {
            let mut servers = Servers::default();
            let response = response(400, &[("date", date)], refusal);
            assert!(servers.hear(A, &response, NOW));
            assert_eq!(servers.look_up(A, NOW).0, (NOW / 1000).strict_add_signed(seconds));
            assert!(!servers.hear(A, &response, NOW), "another proof would have the same time");
        }
        let now = (NOW / 1000, None);
        assert_eq!(answer_of(400, &[("date", "Sun, 06 Nov 1994 08:49:37 GMT")], refusal), (false, now.clone()));
        assert_eq!(answer_of(400, &[], refusal), (false, now.clone()));
        assert_eq!(answer_of(400, &[("date", "Sun, 06 Nov 1994 09:49:37 GMT")], "{}"), (false, now));
    }

    #[test]
    fn malformed_nonces_are_not_used() {
        for nonce in ["", "a b", &"x".repeat(LONGEST_NONCE + 1)] {
            assert_eq!(
                answer_of(400, &[("dpop-nonce", nonce)], r#"{"error":"use_dpop_nonce"}"#),
                (false, (NOW / 1000, None))
            );
        }
    }

    #[test]
    fn few_servers_are_remembered() {
        let mut servers = Servers::default();
        for number in 0..100 {
            let origin = format!("https://{number}.example");
            servers.hear(&origin, &response(200, &[("dpop-nonce", "n")], ""), NOW);
            assert!(servers.look_up(&origin, NOW).1.is_some() && servers.0.len() <= MOST);
        }
    }

    proptest! {
        #[test]
        fn no_response_makes_it_panic(
            status in 200_u16..600,
            (nonce, date, challenge) in ("[ -~]{0,40}", "([A-Z][a-z]{2}, [0-9]{2} Nov [0-9]{4} [0-9:]{8} GMT|[ -~]{0,30})",
                "([ -~]{0,20}|invalid_dpop_proof|use_dpop_nonce)"),
            body in any::<Vec<u8>>(),
            now in any::<u64>(),
        ) {
            let mut answer = response(
                status,
                &[("dpop-nonce", &nonce), ("date", &date), ("www-authenticate", &challenge)],
                "",
            );
            *answer.body_mut() = body;
            let mut servers = Servers::default();
            servers.hear(A, &answer, now);
            if let (_, Some(noted)) = servers.look_up(A, now) {
                prop_assert!(is_nonce(&noted));
            }
        }
    }
}
