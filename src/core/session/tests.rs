use proptest::prelude::*;

use super::*;
use crate::authorize::Display;
use crate::border::{HINT_PREFIX, SESSION_PREFIX};
use crate::document::Json;
use crate::scope::Scope;
use crate::token;
use crate::transaction::tests::transaction;

pub(crate) fn session(expires_in: u64) -> Session {
    Session {
        access_token: Secret::from("access-1".to_owned()),
        refresh_token: Secret::from("refresh-1".to_owned()),
        scope: Scope::Read.into(),
        expires_in,
        obtained_at: 1_000_000,
        state: "sp1.p.x".to_owned(),
        is_form: false,
        is_bound: false,
        ends_at: 0,
        is_replacement: false,
        is_adopted: false,
        #[cfg(feature = "openid")]
        identity: Identity::default(),
    }
}

fn tokens(refresh_token: &str, expires_in: Option<u64>, refresh_expires_in: Option<u64>) -> Tokens {
    Tokens {
        access_token: Secret::from("access-2".to_owned()),
        refresh_token: Secret::from(refresh_token.to_owned()),
        expires_in,
        refresh_expires_in,
        scope: Scopes::default(),
        is_bound: false,
        #[cfg(feature = "openid")]
        id_token: Secret::default(),
    }
}

#[test]
fn it_comes_back_as_it_was_stored() {
    let read = Session::from_record::<Json>(&session(3_600_000).to_record::<Json>()).unwrap();
    assert!(read.access_token.is("access-1") && read.refresh_token.is("refresh-1"));
    assert_eq!((read.scope, read.expires_in, read.obtained_at), (Scope::Read.into(), 3_600_000, 1_000_000));
    assert_eq!(read.state, "sp1.p.x");
}

#[test]
fn each_member_of_a_record_comes_back() {
    for (is_form, is_bound, ends_at, is_replacement) in
        [(false, false, 0, true), (true, false, 2_000_000, false), (false, true, 0, false)]
    {
        let stored = Session { is_form, is_bound, ends_at, is_replacement, ..session(1) }.to_record::<Json>();
        let read = Session::from_record::<Json>(&stored).unwrap();
        assert_eq!((read.is_form, read.is_bound, read.ends_at), (is_form, is_bound, ends_at));
        assert_eq!(read.is_replacement, is_replacement);
        assert_eq!(super::is_bound::<Json>(&stored), is_bound);
    }
}

#[test]
fn hint_has_no_token_and_names_its_session() {
    let config = transaction(Display::Popup, 1).config;
    let Effect::Write { key, hint: Some(hint), .. } = write::<Json>(&config, &session(1)) else { panic!("it has one") };
    assert_eq!(hint.key.strip_prefix(HINT_PREFIX), key.strip_prefix(SESSION_PREFIX));
    let read: Json = record::read(&hint.value).unwrap();
    assert_eq!(["login", "scope"].map(|name| read.text(name)), ["sp1.p.x", "read"].map(|text| Some(text.to_owned())));
    assert!(!hint.value.contains("access-1") && !hint.value.contains("refresh-1"), "{}", hint.value);
    let Effect::Delete { hint: Some(deleted), .. } = delete(&config) else { panic!("it is deleted") };
    assert_eq!(deleted, hint.key);
}

#[test]
fn session_expires_with_refresh_token_or_only_token() {
    let ends_at = |tokens| Session::begin(tokens, "x", false, 1_000).ends_at;
    assert_eq!(ends_at(tokens("r", Some(1), Some(7))), 1_007);
    assert_eq!(ends_at(tokens("r", Some(1), None)), 0);
    assert_eq!(ends_at(tokens("", Some(1), Some(7))), 1_001);
    let old = Session { ends_at: 5_000, ..session(1) };
    for (refresh_token, lifetime, expected) in
        [("", None, 5_000), ("", Some(7), 1_007), ("r", None, 0), ("r", Some(7), 1_007)]
    {
        let renewed = old.renew(tokens(refresh_token, Some(1), lifetime), 1_000);
        assert_eq!(renewed.ends_at, expected, "{refresh_token:?} {lifetime:?}");
    }
}

#[test]
fn requests_keep_session_encoding_only_revocation_outlives_page() {
    let config = transaction(Display::Popup, 7).config;
    for is_form in [false, true] {
        let session = Session { is_form, ..session(1) };
        let refresh = token::refresh(&config, &session.refresh_token, session.is_form, session.proof());
        assert_eq!((refresh.is_form, refresh.outlives_page), (is_form, false));
        let revoke = token::revoke(&config, &session.revocable());
        assert!(revoke.body[0].1.is("refresh-1"));
        assert_eq!((revoke.is_form, revoke.outlives_page), (is_form, true));
    }
}

#[test]
fn refresh_and_revocation_of_bound_session_name_key() {
    let config = transaction(Display::Popup, 7).config;
    for (is_form, is_bound) in [(false, false), (false, true), (true, false), (true, true)] {
        let session = Session { is_form, is_bound, ..session(1) };
        let (dpop, key) = if is_bound { (Dpop::Bound, "sp1.p.x") } else { (Dpop::Never, "") };
        let refresh = token::refresh(&config, &session.refresh_token, session.is_form, session.proof());
        let revoke = token::revoke(&config, &session.revocable());
        assert!(revoke.body[0].1.is("refresh-1") && revoke.is_form == is_form);
        for proof in [refresh.proof, revoke.proof] {
            assert_eq!((proof.dpop, proof.key.as_str()), (dpop, key));
        }
    }
}

#[test]
fn session_needs_an_access_token_alone() {
    let read = |access_token: &str, refresh_token: &str| {
        let [access_token, refresh_token] = [access_token, refresh_token].map(|token| Secret::from(token.to_owned()));
        Session::from_record::<Json>(&Session { access_token, refresh_token, ..session(1) }.to_record::<Json>())
    };
    assert!(read("access", "refresh").unwrap().is_refreshable());
    assert!(!read("access", "").unwrap().is_refreshable());
    assert!(read("", "refresh").is_none());
}

#[test]
fn session_without_refresh_token_is_fresh_until_expiry() {
    let session = |expires_in| Session { refresh_token: Secret::from(String::new()), ..session(expires_in) };
    let month = 30 * LONGEST;
    assert!(session(month).is_fresh(1_000_000 + month - 1, u64::MAX));
    assert!(!session(month).is_fresh(1_000_000 + month, 0));
    assert!(session(month).is_fresh(0, 0), "a clock that was set back does not end it");
    assert!(session(0).is_fresh(u64::MAX, 0), "only a 401 ends a session of unknown length");
    assert!(session(1).revocable().token.is("access-1") && super::tests::session(1).revocable().token.is("refresh-1"));
}

#[test]
fn refresh_token_stays_if_a_refresh_returns_none() {
    for (new, expected) in [("", "refresh-1"), ("refresh-2", "refresh-2")] {
        let renewed = session(1).renew(tokens(new, None, None), 2_000_000);
        assert!(renewed.access_token.is("access-2") && renewed.refresh_token.is(expected), "{new:?}");
    }
}

#[test]
fn malformed_scope_of_a_record_is_dropped() {
    let record = session(1).to_record::<Json>();
    for (scope, kept) in [("", ""), ("openid profile", "openid profile"), ("\u{e9}", ""), ("a\nb", "")] {
        let read = Session::from_record::<Json>(&record.replace("\"read\"", &format!("{scope:?}"))).unwrap();
        assert_eq!(read.scope.as_str(), kept, "{scope:?}");
    }
}

#[test]
fn freshness() {
    let session = session(3_600_000);
    assert!(session.is_fresh(1_000_000, 0));
    assert!(session.is_fresh(1_000_000 + 3_600_000 - MARGIN - 1, 0));
    assert!(!session.is_fresh(1_000_000 + 3_600_000 - MARGIN, 0));
    assert!(session.is_fresh(1_000_000, 3_599_999));
    assert!(!session.is_fresh(1_000_000, 3_600_000) && !session.is_fresh(1_000_000, u64::MAX));
    assert!(!session.is_fresh(999_999, 0), "a clock set back makes it stale");
    let for_ever = super::tests::session(u64::MAX);
    assert!(for_ever.is_fresh(1_000_000 + 86_400_000 - MARGIN - 1, 0), "a token may live for a day");
    assert!(!for_ever.is_fresh(1_000_000 + 86_400_000 - MARGIN, 0), "no token lives for ever");
    assert!(super::tests::session(0).is_fresh(u64::MAX, 0), "without a word about expiry only a 401 tells");
}

#[test]
fn expired_session_is_distinguished_from_none() {
    let Effect::Write { value, .. } = expire::<Json>(&transaction(Display::Popup, 1).config) else {
        panic!("it leaves word")
    };
    let result_of = |record| stored(Outcome::<Json>::Text(record)).map_err(|error| error.code);
    assert_eq!(result_of(Some(value)).unwrap_err(), Code::SessionExpired);
    for none in [None, Some(String::new()), Some(r#"{"version":2,"expired":true}"#.to_owned()), Some("{}".to_owned())] {
        assert_eq!(result_of(none).unwrap_err(), Code::NotSignedIn);
    }
    assert!(result_of(Some(session(1).to_record::<Json>())).is_ok());
}

#[test]
fn tokens_are_never_printed() {
    let printed = format!("{:?}", session(1));
    assert!(!printed.contains("access-1") && !printed.contains("refresh-1"), "{printed}");
}

proptest! {
    #[test]
    fn no_text_makes_from_record_panic(text in any::<String>(), number in any::<f64>()) {
        let _ = Session::from_record::<Json>(&text);
        let _ = Session::from_record::<Json>(&session(77).to_record::<Json>().replace("77", &format!("{number:?}")));
    }
}
