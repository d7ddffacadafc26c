//! The core's records in a browser's storage: sessions and transactions.

use stagepass_core::document::{Document as _, Json};
use stagepass_core::session::Session;
use stagepass_core::transaction::Transaction;

/// What is read of a record is written, and read again as the same.
pub(crate) fn stored_record(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Some(session) = Session::from_record::<Json>(text) {
        assert_eq!(member(text, "accessToken").as_deref(), Some(session.access_token.expose()));
        let written = session.to_record::<Json>();
        let again = Session::from_record::<Json>(&written).map(|again| again.to_record::<Json>());
        assert_eq!(again, Some(written));
    }
    if let Some(login) = Transaction::from_record::<Json>("sp1.p.x", text) {
        assert_eq!(member(text, "codeVerifier").unwrap_or_default(), login.code_verifier.expose());
        let written = login.to_record::<Json>();
        let again = Transaction::from_record::<Json>("sp1.p.x", &written);
        assert_eq!(again.map(|again| (again.to_record::<Json>(), again.config)), Some((written, login.config)));
    }
}

fn member(text: &str, name: &str) -> Option<String> {
    Json::parse(text)?.text(name)
}
