//! The address of a callback page.

use stagepass_core::authorize::Display;
use stagepass_core::callback::Callback;
use stagepass_core::config::Config;
use stagepass_core::scope::Scope;
use stagepass_core::text::secret::Secret;
use stagepass_core::transaction::Transaction;
use url::form_urlencoded;

const BASE_URL: &str = "https://api.example/v1";

/// Nothing of an answer is left in the clean address, and a code counts only beside the state of its login.
pub(crate) fn callback(bytes: &[u8]) {
    let Ok(url) = str::from_utf8(bytes) else { return };
    let Some(callback) = Callback::read(url) else { return };
    let (state, clean_url) = (callback.state.clone(), callback.clean_url.clone());
    assert!(clean_url.len() < url.len());
    assert!(Callback::read(&clean_url).is_none(), "an answer is left in {clean_url}");
    let prefix = if matches!(callback.display, Display::Popup) { "sp1.p." } else { "sp1.f." };
    assert!(state.starts_with(prefix), "{state}");

    let Some(login) = login(&state) else { return };
    if callback.validate(&login).is_ok() {
        let values = |name| values(url, name);
        assert_eq!((values("state").len(), values("code").len(), values("error").len()), (1, 1, 0));
        assert_eq!(values("state"), [state.as_str()]);
        assert!(values("iss").iter().all(|iss| iss == BASE_URL));
    }
    let other = Transaction { state: format!("{state}x"), ..login };
    assert!(Callback::read(url).is_some_and(|callback| callback.validate(&other).is_err()));
}

/// The login that waits for an answer with this state.
fn login(state: &str) -> Option<Transaction> {
    let config = Config::from_session_key(&format!("stagepass/session/local {BASE_URL}  name an app"))?;
    Some(Transaction {
        state: state.to_owned(),
        code_verifier: Secret::from(String::new()),
        scope: Scope::Read.into(),
        return_to: String::new(),
        app_state: String::new(),
        born_at: 0,
        config,
        max_age: None,
    })
}

/// The values of `name` in those of query and fragment that have a state of ours, as the URL standard decodes them.
fn values(url: &str, name: &str) -> Vec<String> {
    let (before, fragment) = url.split_once('#').unwrap_or((url, ""));
    let query = before.split_once('?').map_or("", |(_, query)| query);
    let is_of_ours = |pair: &str| ["state=sp1.p.", "state=sp1.f."].iter().any(|start| pair.starts_with(start));
    let parts = [query, fragment].into_iter().filter(|part| part.split('&').any(is_of_ours));
    // A name counts only as it is written: decoded, `%63ode` would be one.
    let named = parts.flat_map(|part| part.split('&')).filter(|pair| pair.split('=').next() == Some(name));
    let decoded = named.map(|pair| form_urlencoded::parse(pair.as_bytes()).next().unwrap_or_default());
    decoded.map(|(_, value)| value.into_owned()).collect()
}
