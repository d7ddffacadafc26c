//! The core's records in a browser's storage: sessions and transactions.

use stagepass::session::Session;
use stagepass::text::record;
use stagepass::transaction::Transaction;

/// The line of a login that says whether `iss` is required: it is, unless it is empty.
const FLAG: usize = 8;

/// The line of a session that names its scope.
const SCOPE: usize = 3;

/// A record that was read is written unchanged, and read again as the same. An unknown scope becomes an empty line.
pub(crate) fn stored_record(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Some(session) = Session::from_record(text) {
        let written = session.to_record();
        let Some(written) = written else { panic!("it cannot be stored again") };
        let expected = with_known_scope(text);
        assert!(is_same(&expected, &written, &[4, 5]), "{text:?} became {written:?}");
        assert_eq!(Session::from_record(&written).and_then(|again| again.to_record()), Some(written));
    }
    if let Some(login) = Transaction::from_record("sp1.p.x", text) {
        let written = login.to_record();
        assert!(is_same(text, &written, &[5, 6, FLAG]), "{text:?} became {written:?}");
        let again = Transaction::from_record("sp1.p.x", &written);
        assert_eq!(again.map(|again| (again.to_record(), again.config)), Some((written, login.config)));
    }
}

/// The record of a session without its scope, if that is not known.
fn with_known_scope(text: &str) -> String {
    let mut lines: Vec<_> = text.split('\n').collect();
    if let Some(scope) = lines.get_mut(SCOPE)
        && !matches!(*scope, "read" | "write")
    {
        *scope = "";
    }
    lines.join("\n")
}

/// Whether two records have the same lines, but for those with a number or a flag, which have more than one form.
fn is_same(one: &str, other: &str, of_several_forms: &[usize]) -> bool {
    let (mut one, mut other) = (one.split('\n').enumerate(), other.split('\n'));
    let is_same = one.by_ref().all(|(line, one)| {
        let is_as_good = |other: &str| match (record::number(one), record::number(other)) {
            // A flag that is set.
            (None, _) => !one.is_empty() && !other.is_empty(),
            (one, other) => one == other || line == FLAG,
        };
        other.next().is_some_and(|other| one == other || (of_several_forms.contains(&line) && is_as_good(other)))
    });
    is_same && other.next().is_none()
}
