//! The error table: name, title, cause and remedy of every code of the core. The wasm does not contain it.
//!
//! `cargo xtask codes` writes the titles for TypeScript, and all of it for `docs/reference/errors.md`.

use super::REST;
use super::{Code, Row};

impl Code {
    /// The stable name that apps compare with, in `snake_case`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The row of this code.
    #[expect(clippy::too_many_lines, reason = "a table: one row a code, nothing to split")]
    pub fn row(self) -> &'static Row {
        match self {
            Code::ConfigInvalid => &Row {
                name: "config_invalid",
                title: "The configuration is not valid. Correct it.",
                cause: "A field is missing, has the wrong type or breaks a rule. The message names the field and says \
                        what it must be. `stagepass()` throws for what it can check itself, such as a missing field. \
                        Other values are checked when the core is loaded: `ready()` and every call then reject.",
                remedy: "Correct the field that the message names. The redirect URI must be on the page's own origin. \
                         Register it for the app, letter for letter.",
            },
            Code::OptionInvalid => &Row {
                name: "option_invalid",
                title: "An option is not valid. Correct it.",
                cause: "An argument of a call cannot be used. The message names the argument and says what it must \
                        be. For example, `returnTo` is on another origin, or an app without an API key asks for \
                        `write`. Or the address for `fetch` is neither under `baseUrl` nor on one of the `origins`: \
                        then nothing was sent.",
                remedy: "Correct the argument that the message names.",
            },
            Code::Unsupported => &Row {
                name: "unsupported",
                title: "This needs a browser. Open it in one.",
                cause: "The call ran on a server or in a runtime without a window. You can import Stagepass there, \
                        but not call it. In React Native, a part that the call needs is missing. The message names \
                        it.",
                remedy: "Call Stagepass in the browser: in an effect, a click handler or a script of the page. In \
                         React Native, install or pass the part that the message names.",
            },
            Code::LoadFailed => &Row {
                name: "load_failed",
                title: "This could not be loaded. Check the connection and try again.",
                cause: "The core or a script that is loaded on first use could not be loaded: `core.js`, `api.js`, \
                        `upload.js`, `dpop.js` or `diagnose.js`. The network failed, or the address returned something \
                        else, such as the `core.wasm` of another version. `cause` says which. With `engine: \"wasm\"`, \
                        the browser has no WebAssembly, or \
                        a Content-Security-Policy forbids it.",
                remedy: "Serve the file of the installed version, and set `wasmUrl` if `core.wasm` is not beside the script. \
                         `stagepass/inline` fetches no `.wasm`. Leave `engine` at `\"auto\"`, or allow \
                         `'wasm-unsafe-eval'` in `script-src`. The next call tries again. In older browsers, reload \
                         the page first.",
            },
            Code::PopupBlocked => &Row {
                name: "popup_blocked",
                title: "The browser blocked the sign-in window. Allow popups and try again.",
                cause: "`login` was not called directly in a click, the browser forbids popups on this page, or the \
                        page runs in an app without windows.",
                remedy: "Call `login` in the click handler before any `await`, or pass `fallback: \"redirect\"`.",
            },
            Code::PopupClosed => &Row {
                name: "popup_closed",
                title: "The sign-in window was closed. Sign in again, or try later if it showed an error.",
                cause: "The user closed the popup. If the popup was cut off, or the app has an `appName`, it may have shown \
                        the service's error page. If the service or the network is down, it showed the browser's.",
                remedy: "Let the user try again. If the popup is still open, the user can finish there: listen to \
                         `signed-in`. If it happens to every user, read the error page in the popup.",
            },
            Code::Aborted => &Row {
                name: "aborted",
                title: "The call was aborted. Try again.",
                cause: "The `AbortSignal` of the call was aborted.",
                remedy: "None: your app aborted the call. Show no error.",
            },
            Code::Timeout => &Row {
                name: "timeout",
                title: "The service did not respond in time. Try again.",
                cause: "A response was not complete in time, or a popup was open for an hour.",
                remedy: "Try again. An existing session is kept.",
            },
            Code::Network => &Row {
                name: "network",
                title: "The service could not be reached. Check the connection and try again.",
                cause: "The request failed before a response arrived. There is no network, `baseUrl` is wrong, or \
                        CORS or a Content-Security-Policy (`connect-src`) blocked the request.",
                remedy: "Try again when the network is back. An existing session is kept. If it never works, read the \
                         reason in the browser's console.",
            },
            Code::BadResponse => &Row {
                name: "bad_response",
                title: "The response is not valid. Try again later.",
                cause: "The response is not JSON or lacks a required member. Often a proxy or a captive portal sent \
                        it, or `baseUrl` is not the address of the service.",
                remedy: "Check `baseUrl` with its version segment, and the proxies between the browser and the \
                         service.",
            },
            Code::RequestFailed => &Row {
                name: "request_failed",
                title: "The request failed. Try again later.",
                cause: "The service responded with an error status (`status`). It failed, is overloaded or rejects \
                        this request.",
                remedy: "For 429 and 5xx, try again later. Otherwise read `description`.",
            },
            Code::AccessDenied => &Row {
                name: "access_denied",
                title: "You did not allow access. Sign in to decide again.",
                cause: "The user chose Don't allow on the consent page.",
                remedy: "Explain why your app needs access, and let the user decide again.",
            },
            Code::AuthorizationFailed => &Row {
                name: "authorization_failed",
                title: "The service could not continue the sign-in. Start again.",
                cause: "The authorization response has an `error` that has no code of its own. `oauthError` is that \
                        error, and `description` the service's message.",
                remedy: "Read `oauthError` and `description`: they name the parameter or the condition.",
            },
            Code::CallbackInvalid => &Row {
                name: "callback_invalid",
                title: "The response is not valid. Start again.",
                cause: "The callback address has a parameter twice, a broken percent-encoding, or neither `code` nor \
                        `error`. Something changed it on the way from the service.",
                remedy: "Start a new login. If it fails again, find out what rewrites the callback address.",
            },
            Code::StateMismatch => &Row {
                name: "state_mismatch",
                title: "The response belongs to another sign-in. Start again.",
                cause: "The callback's `state` is not the `state` of this login (RFC 6749 section 10.12). The \
                        response belongs to another tab or is forged.",
                remedy: "Start a new login.",
            },
            Code::IssuerMismatch => &Row {
                name: "issuer_mismatch",
                title: "The response comes from another service. Start again.",
                cause: "The callback's `iss` is not `baseUrl` (RFC 9207), or it is missing and `requireIss` is set.",
                remedy: "Compare `baseUrl` with the service's issuer, letter for letter. If they are the same, treat \
                         the response as an attack.",
            },
            Code::TransactionLost => &Row {
                name: "transaction_lost",
                title: "The sign-in can no longer be finished. Start again.",
                cause: "The callback belongs to no login in progress. The login was finished or aborted, or removed \
                        after an hour. Or it began in another browser or on another origin, or the browser stores \
                        nothing for this page. With a `storage` other than `\"local\"`, also if the page that called \
                        `login` was reloaded or closed.",
                remedy: "Start a new login. Begin and end it on one origin: `localhost` and `127.0.0.1` are two. If it \
                         happens often, use `storage: \"local\"` or `display: \"redirect\"`.",
            },
            Code::ExchangeRefused => &Row {
                name: "exchange_refused",
                title: "The service did not accept the sign-in. Start again.",
                cause: "The token endpoint rejected the authorization code. It expired, was used before, or belongs \
                        to another login, app or redirect URI. `oauthError` and `description` are the service's.",
                remedy: "Start a new login. If every user gets this error, read `description`, and compare `apiKey` \
                         and `redirectUri` with the registered app.",
            },
            Code::NotSignedIn => &Row {
                name: "not_signed_in",
                title: "You are not signed in. Sign in and try again.",
                cause: "This browser has no session of this app, or another tab has signed out.",
                remedy: "Call `login` first. `isAuthenticated()` returns the status without a request.",
            },
            Code::SessionExpired => &Row {
                name: "session_expired",
                title: "The session has expired. Sign in again.",
                cause: "The service no longer accepts the session. It expired or was revoked, or its refresh token was \
                        used elsewhere. Or the service rejected a new access token at `/me` with 401. The tokens are \
                        deleted. The session is expired in all tabs until the user signs in or out.",
                remedy: "Call `login` again.",
            },
            Code::StorageUnavailable => &Row {
                name: "storage_unavailable",
                title: "The browser stores nothing for this page. Allow site data and try again.",
                cause: "localStorage is denied or full. A full-page login cannot store its transaction, or a popup \
                        without its opener cannot store the session. Or, with `dpop`, IndexedDB or WebCrypto is \
                        missing, so there is no key. On a phone or in a native app: the store or the keychain \
                        has failed.",
                remedy: "Use `display: \"popup\"`. It needs no storage while the opener is open. With `dpop: \"auto\"`, \
                         a login without a key gets a session that is not bound.",
            },
            Code::Internal => &Row {
                name: "internal",
                title: "Something went wrong. Try again.",
                cause: "There is a bug in Stagepass. The core was discarded, and the next call loads it again.",
                remedy: "Report the bug with the steps that lead to it.",
            },
            Code::BodyUsed => &Row {
                name: "body_used",
                title: "The request could not be repeated. Try again.",
                cause: "The service responded with 401 to a `fetch` whose body is a stream. The token was refreshed, \
                        but a stream can be read only once. The request was not sent again.",
                remedy: "Call `fetch` again with a new stream, or pass a body that can be sent twice, such as a \
                         `Blob` or a string.",
            },
            Code::RequestRefused => &Row {
                name: "request_refused",
                title: "The service did not accept the app. Tell its developer.",
                cause: "The service does not know the API key (`oauthError` is `invalid_client`), or the redirect URI \
                        is not registered for the app (`invalid_redirect_uri`). The popup stays open and explains \
                        which rule was broken.",
                remedy: "Read the popup, or call `oauth.diagnose()`. Correct `apiKey`, `baseUrl` or `redirectUri`, or \
                         register the redirect URI at the service, letter for letter.",
            },
            Code::Superseded => &Row {
                name: "superseded",
                title: "A newer sign-in has replaced this one. Continue there.",
                cause: "`login` was called again on this page, for example by a second click. The newer login \
                        continues, and the popup of this one is closed.",
                remedy: "Show no error: the newer call returns the result. Disable the button during a login if a \
                         second click must do nothing.",
            },
            Code::InteractionRequired => &Row {
                name: "interaction_required",
                title: "The sign-in needs your confirmation. Sign in.",
                cause: "`login` was called with `prompt: \"none\"`, and the service cannot sign in without the user. \
                        Or the user refused at another provider that reports it so, often with \
                        `prompt: \"consent\"`. `oauthError` is the reason: `login_required`, `consent_required`, \
                        `interaction_required` or `account_selection_required`.",
                remedy: "Show a button that calls `login` without `prompt: \"none\"`. An existing session is kept.",
            },
            Code::ProviderInvalid => &Row {
                name: "provider_invalid",
                title: "Sign-in is not set up correctly. Tell the app's developer.",
                cause: "The metadata of the provider at `issuer` cannot be used. `description` names the member. An \
                        `issuer` is not letter for letter the configured one. Or an endpoint is missing or not on \
                        https. Or PKCE with S256 is not supported. `openid-configuration`: there is no metadata.",
                remedy: "Correct `issuer`: the description has the provider's own, also with its slash at the end. Or \
                         pass `metadata`.",
            },
            Code::IdTokenInvalid => &Row {
                name: "id_token_invalid",
                title: "The sign-in could not be verified. Start again.",
                cause: "The provider's ID token is not for this login, or there is none although the scope has \
                        `openid`. `description` names the claim (`iss`, `sub`, `aud`, `azp`, `exp`, `iat`, `nonce`, \
                        `at_hash`, `auth_time`) or the part of the token. `exp` and `iat`: the clock of the user's \
                        device is wrong by more than 5 minutes. No session is stored.",
                remedy: "Start a new login. If every user gets this error, compare `issuer` and `clientId` with the \
                         app's registration at the provider.",
            },
            Code::AccessRefused => &REST[0],
            Code::Forbidden => &REST[1],
            Code::NotFound => &REST[2],
            Code::Conflict => &REST[3],
            Code::UploadRefused => &REST[4],
            Code::QuotaExceeded => &REST[5],
            Code::PlaybackBlocked => &REST[6],
            Code::PlaybackFailed => &REST[7],
            Code::InputInvalid => &REST[8],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_numbers_are_gapless_and_unknown_means_internal() {
        for (index, code) in Code::ALL.iter().enumerate() {
            assert_eq!(usize::from(code.number()), index + 1);
            assert_eq!(Code::from_number(code.number()), *code);
        }
        assert_eq!(Code::from_number(0), Code::Internal);
        assert_eq!(Code::from_number(200), Code::Internal);
    }
}
