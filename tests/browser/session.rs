//! A session: its tokens, its state and its end.

use core::future::poll_fn;
use core::pin::Pin;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;

use futures_core::Stream as _;
use js_sys::Array;
use stagepass::{Client, Code, Scope, Session, SessionChanges, Storage};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::StorageEventInit;

use crate::page::{
    Replaced, UNKNOWN_SESSION, base_url, client, config_at, count, failed, get, pass, session_key, storage,
    store_unknown_session, window,
};

fn is_signed_in(session: Session) -> bool {
    session.is_signed_in() && session.has_scope(Scope::Read) && !session.has_scope(Scope::Write)
}

#[wasm_bindgen_test]
async fn failed_revocation_on_logout_is_retried() {
    let requests = Array::new();
    let body = "let calls = 0; return async (url, init) => {
        seen.push(url, init.body);
        if (calls++ === 0) throw new TypeError('offline');
        return new Response('{}');
    }";
    let spy = Replaced::new("fetch", &requests, body);
    store_unknown_session();
    assert!(!client().logout().await.unwrap().revoked);
    pass(1_500).await;
    let revoked = [base_url(), "/oauth/revoke"].concat();
    assert_eq!(count(&requests, &revoked), 2, "once more, after a second");
    let last = requests.get(requests.length() - 1).as_string().unwrap();
    assert!(last.contains("no-refresh") && !last.contains("no-access"), "{last}");
    drop(spy);
}

#[wasm_bindgen_test]
async fn refresh_sends_refresh_token_without_cookies_or_referrer() {
    store_unknown_session();
    let seen = Array::new();
    let body = "return async (url, init) => { seen.push(url, init); return new Response('{}', { status: 500 }); }";
    let spy = Replaced::new("fetch", &seen, body);
    failed(client().refresh_access_token()).await;
    let init = seen.get(1);
    let text = |name| get(&init, name).as_string().unwrap();
    assert_eq!(seen.get(0).as_string().unwrap(), [base_url(), "/oauth/token"].concat());
    assert_eq!(text("method"), "POST");
    assert_eq!(text("redirect"), "error");
    assert_eq!(text("credentials"), "omit");
    assert_eq!(text("cache"), "no-store");
    assert_eq!(text("referrerPolicy"), "no-referrer");
    let body = js_sys::JSON::parse(&text("body")).unwrap();
    assert_eq!(get(&body, "refresh_token"), "no-refresh");
    assert!(!text("body").contains("no-access"));
    drop(spy);
    storage().remove_item(&session_key()).unwrap();
}

#[wasm_bindgen_test]
async fn a_dropped_refresh_is_completed() {
    store_unknown_session();
    let body = "return async () => { await new Promise((r) => setTimeout(r, 100)); return new Response(JSON.stringify(
        { access_token: 'new-access', refresh_token: 'new-refresh', token_type: 'Bearer', expires_in: 3600,
          scope: 'read' })); }";
    let service = Replaced::new("fetch", &Array::new(), body);
    drop(client().refresh_access_token());
    pass(400).await;
    assert_eq!(client().access_token().await.unwrap().expose(), "new-access", "a lost response would end the session");
    drop(service);
    storage().remove_item(&session_key()).unwrap();
}

async fn next(changes: &mut SessionChanges) -> Session {
    poll_fn(|context| Pin::new(&mut *changes).poll_next(context)).await.unwrap()
}

/// This page and other tabs change the session.
#[wasm_bindgen_test]
async fn session_stream_yields_current_state_then_all_changes() {
    storage().remove_item(&session_key()).unwrap();
    let client = client();
    let mut changes = client.session_changes();
    assert_eq!(next(&mut changes).await, Session::SignedOut);
    // As another tab does: the browser stores first, then notifies.
    store_unknown_session();
    let init = StorageEventInit::new();
    init.set_key(Some(&session_key()));
    let event = web_sys::StorageEvent::new_with_event_init_dict("storage", &init).unwrap();
    window().dispatch_event(&event).unwrap();
    assert!(is_signed_in(next(&mut changes).await));
    let logout = client.logout();
    assert_eq!(next(&mut changes).await, Session::SignedOut);
    logout.await.unwrap();
}

/// A store of the app's own. It works until it is broken.
#[derive(Clone, Default)]
struct OwnStore {
    values: Rc<RefCell<BTreeMap<String, String>>>,
    is_broken: Rc<Cell<bool>>,
}

impl OwnStore {
    fn check(&self) -> io::Result<()> {
        if self.is_broken.get() { Err(io::Error::other("broken")) } else { Ok(()) }
    }
}

impl Storage for OwnStore {
    fn get(&self, key: &str) -> io::Result<Option<String>> {
        self.check().map(|()| self.values.borrow().get(key).cloned())
    }

    fn set(&self, key: &str, value: &str) -> io::Result<()> {
        self.check()?;
        self.values.borrow_mut().insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    fn remove(&self, key: &str) -> io::Result<()> {
        self.values.borrow_mut().remove(key);
        Ok(())
    }

    fn keys(&self, prefix: &str) -> Vec<String> {
        self.values.borrow().keys().filter(|key| key.starts_with(prefix)).cloned().collect()
    }
}

/// While the storage fails, the user is not signed in.
#[wasm_bindgen_test]
async fn custom_storage_keeps_session_through_temporary_failure() {
    let store = OwnStore::default();
    let client = Client::new(config_at(base_url()).storage(store.clone()).build().unwrap());
    store.set(&session_key().replace("/local ", "/custom "), UNKNOWN_SESSION).unwrap();
    assert_eq!(client.access_token().await.unwrap().expose(), "no-access");
    store.is_broken.set(true);
    assert_eq!(failed(client.access_token()).await, Code::NotSignedIn);
    store.is_broken.set(false);
    assert_eq!(client.access_token().await.unwrap().expose(), "no-access");
    assert!(client.logout().await.unwrap().revoked);
    assert!(store.values.borrow().is_empty());
}

#[wasm_bindgen_test]
async fn the_areas_of_the_browser_are_apart() {
    store_unknown_session();
    for config in [config_at(base_url()).session_storage(), config_at(base_url()).memory_storage()] {
        let client = Client::new(config.build().unwrap());
        assert!(!client.is_authenticated().await.unwrap());
    }
    assert!(client().is_authenticated().await.unwrap());
    storage().remove_item(&session_key()).unwrap();
}
