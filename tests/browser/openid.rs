//! `Client<OpenId>` in a browser: the popup while the provider's metadata is loaded.

use futures_util::future::join;
use js_sys::Array;
use stagepass::{Client, Code, Config, LoginOptions, OpenId};
use stagepass_core::handoff::Message;
use stagepass_core::transaction;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::BroadcastChannel;

use crate::login::parameter;
use crate::page::{Replaced, failed, get, pass, storage, window};

/// A `window.open` that records its URL, and the one to which the blank popup is sent.
const OPEN_SPY: &str = "return (url) => {
    const location = { href: 'about:blank', replace(url) { seen.push(url); this.href = url; } };
    const popup = { closed: false, close() { this.closed = true; }, postMessage() {}, location };
    seen.push(url, popup);
    return popup;
}";

/// A provider that puts the nonce of the authorization request into its ID token.
const PROVIDER: &str = "return async (url) => {
    const issuer = 'https://id.example';
    const metadata = { issuer, authorization_endpoint: issuer + '/auth', token_endpoint: issuer + '/token' };
    const part = (value) => btoa(JSON.stringify(value)).replace(/=/g, '').replace(/\\+/g, '-').replace(/\\//g, '_');
    const token = () => {
        const { searchParams } = new URL(seen.find((one) => `${one}`.startsWith(metadata.authorization_endpoint)));
        const claims = { iss: issuer, sub: 'u1', aud: 'app', exp: 4e9, iat: 1, nonce: searchParams.get('nonce') };
        const id_token = [{ alg: 'RS256' }, claims].map(part).join('.') + '.c2ln';
        return { access_token: 'an-access', token_type: 'Bearer', expires_in: 3600, id_token };
    };
    return new Response(JSON.stringify(url.endsWith('/token') ? token() : metadata));
}";

fn redirect_uri() -> String {
    [&window().location().origin().unwrap(), "/callback"].concat()
}

fn client() -> Client<OpenId> {
    let config = Config::openid(redirect_uri()).issuer("https://id.example").client_id("app").memory_storage();
    Client::new(config.build().unwrap())
}

#[wasm_bindgen_test]
async fn blank_popup_continues_to_the_provider() {
    let seen = Array::new();
    let spies = (Replaced::new("open", &seen, OPEN_SPY), Replaced::new("fetch", &seen, PROVIDER));
    let client = client();
    let login = client.login(LoginOptions::default());
    assert_eq!(seen.get(0).as_string().as_deref(), Some(""), "the popup opens before login returns");
    let approve = async {
        while seen.length() < 3 {
            pass(5).await;
        }
        let state = parameter(&seen.get(2).as_string().unwrap(), "state");
        let channel = BroadcastChannel::new(&transaction::channel_name(&state)).unwrap();
        let text = Message::Response(format!("{}#code=a-code&state={state}", redirect_uri())).to_text(&state);
        channel.post_message(&text.into()).unwrap();
        channel
    };
    let (signed_in, channel) = join(login, approve).await;
    assert_eq!(signed_in.unwrap().user.unwrap().sub, "u1");
    assert_eq!(client.user().await.unwrap().sub, "u1");
    assert!(!client.logout().await.unwrap().revoked && !client.is_authenticated().await.unwrap());
    storage().remove_item("stagepass/provider/https://id.example").unwrap();
    channel.close();
    drop(spies);
}

#[wasm_bindgen_test]
async fn blank_popup_is_closed_if_discovery_fails() {
    let seen = Array::new();
    let offline = "return async () => { throw new TypeError('offline'); }";
    let spies = (Replaced::new("open", &seen, OPEN_SPY), Replaced::new("fetch", &seen, offline));
    assert_eq!(failed(client().login(LoginOptions::default())).await, Code::Network);
    assert!(get(&seen.get(1), "closed").is_truthy());
    drop(spies);
}
