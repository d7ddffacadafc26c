//! The core's records in a browser's storage: sessions and transactions.

use std::iter;

use stagepass_core::session::Session;
use stagepass_core::text::record;
use stagepass_core::transaction::Transaction;

/// The line of a login that says whether `iss` is required: it is, unless it is empty.
const FLAG: usize = 8;

/// The line of a login that says whether the session will be bound to a key. Any other text means that it will not.
const DPOP: usize = 9;

/// The line of a session that names its scope.
const SCOPE: usize = 3;

/// The line of a session that says when it ends, after the line that says whether requests are sent as forms. A line
/// that says nothing is not written, unless another one follows.
const END: usize = 8;

/// A record that was read is written unchanged, and read again as the same. An unknown scope becomes an empty line, and
/// so does a missing line. Lines of a later version are left out.
pub(crate) fn stored_record(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Some(session) = Session::from_record(text) {
        let written = session.to_record();
        let Some(written) = written else { panic!("it cannot be stored again") };
        let expected = known_session(text);
        assert!(is_same(&expected, &written, &[4, 5, END]), "{text:?} became {written:?}");
        assert_eq!(Session::from_record(&written).and_then(|again| again.to_record()), Some(written));
    }
    if let Some(login) = Transaction::from_record("sp1.p.x", text) {
        let written = login.to_record();
        assert!(is_same(&known_login(text), &written, &[5, 6, FLAG]), "{text:?} became {written:?}");
        let again = Transaction::from_record("sp1.p.x", &written);
        assert_eq!(again.map(|again| (again.to_record(), again.config)), Some((written, login.config)));
    }
}

/// The first lines of a record, and empty ones for those that are missing.
fn first_lines(text: &str, count: usize) -> Vec<&str> {
    text.split('\n').chain(iter::repeat("")).take(count).collect()
}

/// The record of a login without what is not known.
fn known_login(text: &str) -> String {
    let mut lines = first_lines(text, DPOP);
    let line = |number| text.split('\n').nth(number);
    lines.push(line(DPOP).filter(|name| matches!(*name, "auto" | "true")).unwrap_or_default());
    lines.push(line(DPOP + 1).filter(|format| *format == "form").unwrap_or_default());
    lines.join("\n")
}

/// The record of a session without what is not known: its scope, its end, and other lines. `form` is set by any text.
fn known_session(text: &str) -> String {
    let mut lines = first_lines(text, END + 1);
    let end = lines.pop().filter(|end| record::number(end).is_some_and(|end| end != 0));
    let form = lines.pop().filter(|form| !form.is_empty());
    if let Some(scope) = lines.get_mut(SCOPE)
        && !matches!(*scope, "read" | "write")
    {
        *scope = "";
    }
    match (form, end) {
        (Some(_), end) => lines.extend(iter::once("form").chain(end)),
        (None, Some(end)) => lines.extend(["", end]),
        (None, None) => {}
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
