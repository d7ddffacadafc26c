//! The table: name, sentence, cause and remedy of every code. Read by `cargo xtask codes`, never by the wasm.

use super::Code;

/// One row of the table.
#[derive(Debug)]
pub struct Row {
    /// The stable name that apps compare with, in `snake_case`.
    pub name: &'static str,
    /// One or two sentences for a person: what happened, and what to do next.
    pub message: &'static str,
    /// When this happens, for the developer who meets it.
    pub cause: &'static str,
    /// What the developer can do about it.
    pub remedy: &'static str,
}

impl Code {
    /// The stable name that apps compare with, in `snake_case`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// One or two sentences for a person: what happened, and what to do next.
    pub fn message(self) -> &'static str {
        self.row().message
    }

    /// When this happens, for the developer who meets it.
    pub fn cause(self) -> &'static str {
        self.row().cause
    }

    /// What the developer can do about it.
    pub fn remedy(self) -> &'static str {
        self.row().remedy
    }

    /// Everything that is said of the code.
    #[expect(clippy::too_many_lines, reason = "a table: one row a code, nothing to split")]
    pub fn row(self) -> &'static Row {
        match self {
            Code::ConfigInvalid => &Row {
                name: "config_invalid",
                message: "The configuration cannot be used.",
                cause: "A field is missing, is not of its type, or breaks a rule; the message names the field, what is wrong with its value, and what it should be. What needs no core (presence and type) is thrown by `stagepass()` itself; the values are checked as soon as the core is loaded, and `ready()` and every call then reject with this.",
                remedy: "Correct the field that the message names. The redirect URI must be of the page's own origin and registered for the app, letter for letter.",
            },
            Code::OptionInvalid => &Row {
                name: "option_invalid",
                message: "An option cannot be used.",
                cause: "`scope`, `display`, `responseMode` or `fallback` is none of its values, `returnTo` leaves this origin, or `write` is asked for by an app that has only an `appName`. Of the other calls: `fetch` was given an address that is neither under `baseUrl` nor of the `origins`, or a track's or user's number is none; nothing was sent.",
                remedy: "Correct the option that the message names.",
            },
            Code::Unsupported => &Row {
                name: "unsupported",
                message: "Signing in needs a browser.",
                cause: "The call ran on a server, or in a runtime without a window. Importing Stagepass there is safe; calling it is not possible.",
                remedy: "Make the call in the browser: in an effect, a click, or a script of the page.",
            },
            Code::LoadFailed => &Row {
                name: "load_failed",
                message: "This could not be loaded. Check the connection and try again.",
                cause: "The core could not be fetched or compiled, or one of the scripts that are loaded when they are first used (`api.js`, `upload.js`, `diagnose.js`; `core.js` where there is no WebAssembly) did not come: the network failed, or its address answered with something else. `cause` tells. With `engine: \"wasm\"` also: this browser has no WebAssembly, or a Content-Security-Policy refuses it.",
                remedy: "See that the file is served (set `wasmUrl` if `core.wasm` is elsewhere), or import `stagepass/inline`, which fetches no `.wasm`. Leave `engine` at `\"auto\"`, or allow `'wasm-unsafe-eval'` in `script-src`. The next call tries again; older browsers remember a script that did not come until the page is loaded anew.",
            },
            Code::PopupBlocked => &Row {
                name: "popup_blocked",
                message: "The browser blocked the sign-in window. Allow popups and try again.",
                cause: "`login` was not called directly in a click, the person's browser forbids popups here, or the page runs inside an app that has no windows.",
                remedy: "Call `login` in the click's handler before anything is awaited, or pass `fallback: \"fullScreen\"`.",
            },
            Code::PopupClosed => &Row {
                name: "popup_closed",
                message: "The sign-in window was closed.",
                cause: "The person closed it, or a newer `login` of the same page has taken its place. Or the service showed its error page there, which it does instead of redirecting when the API key is unknown or the redirect URI is not registered, and the person then closed it.",
                remedy: "Let the person try again. Where the window stands open all the same, what the person does there still signs them in: `signedIn` tells. If it happens to everybody, read what the popup says: the service's page explains what is wrong with the app's registration.",
            },
            Code::Aborted => &Row {
                name: "aborted",
                message: "The call was cancelled.",
                cause: "The `AbortSignal` that was passed in was aborted.",
                remedy: "Nothing: this is what was asked for.",
            },
            Code::Timeout => &Row {
                name: "timeout",
                message: "The service did not answer in time. Try again.",
                cause: "A request passed its deadline, the body included; or a sign-in window stayed open for an hour.",
                remedy: "Try again. A session that was there is kept.",
            },
            Code::Network => &Row {
                name: "network",
                message: "The service could not be reached. Check the connection and try again.",
                cause: "The request failed before there was an answer: no network, a wrong `baseUrl`, or CORS or a Content-Security-Policy (`connect-src`) refused it.",
                remedy: "Try again when the network is back; a session that was there is kept. If it never works, look into the browser's console for the reason.",
            },
            Code::BadResponse => &Row {
                name: "bad_response",
                message: "The answer could not be understood.",
                cause: "The answer was not JSON, or lacked what it must have: often a proxy's or a portal's page, or a `baseUrl` that is not the service's.",
                remedy: "Check `baseUrl` (with its version segment) and what stands between the browser and the service.",
            },
            Code::RequestFailed => &Row {
                name: "request_failed",
                message: "The service could not serve the request. Try again later.",
                cause: "The service answered with an error status (`status`): it is failing, overloaded, or refuses this request.",
                remedy: "For 429 and 5xx: try again later. Otherwise read `description`.",
            },
            Code::AccessDenied => &Row {
                name: "access_denied",
                message: "Access was not given.",
                cause: "The person pressed Deny.",
                remedy: "Say what the access is for, and let the person decide again.",
            },
            Code::AuthorizationFailed => &Row {
                name: "authorization_failed",
                message: "The service could not go on with the sign-in.",
                cause: "The service came back with an `error` other than `access_denied`; `description` holds its words.",
                remedy: "Read `description`: it names the parameter or the condition.",
            },
            Code::CallbackInvalid => &Row {
                name: "callback_invalid",
                message: "The answer is damaged. Start again.",
                cause: "The callback's address has a parameter twice, a broken percent-encoding, or neither `code` nor `error`. Such an address did not come from the service as it is.",
                remedy: "Start a new login. If it persists, see that nothing rewrites the callback's address.",
            },
            Code::StateMismatch => &Row {
                name: "state_mismatch",
                message: "The answer belongs to another sign-in. Start again.",
                cause: "The callback's `state` is not the one that this login sent (RFC 6749 section 10.12): another tab's answer, or a forged one.",
                remedy: "Start a new login.",
            },
            Code::IssuerMismatch => &Row {
                name: "issuer_mismatch",
                message: "The answer comes from another service. Start again.",
                cause: "The callback's `iss` is not `baseUrl` (RFC 9207), or it is missing although `requireIss` is set.",
                remedy: "Check `baseUrl`, letter for letter. Otherwise treat it as an attack.",
            },
            Code::TransactionLost => &Row {
                name: "transaction_lost",
                message: "The sign-in can no longer be finished. Start again.",
                cause: "No login under way belongs to the callback: it was finished already, was aborted, was swept away after an hour, was begun in another browser or on another origin, or the browser keeps nothing for this page.",
                remedy: "Start a new login. Begin and end it on one origin (`localhost` and `127.0.0.1` are two).",
            },
            Code::ExchangeRefused => &Row {
                name: "exchange_refused",
                message: "The service did not accept the sign-in. Start again.",
                cause: "The token endpoint refused the code: expired (10 minutes), used already, or issued to another app or redirect URI. `description` holds its words.",
                remedy: "Start a new login.",
            },
            Code::NotSignedIn => &Row {
                name: "not_signed_in",
                message: "Nobody is signed in.",
                cause: "There is no session of this app in this browser, or it was ended in another tab meanwhile.",
                remedy: "Call `login` first; `isAuthenticated()` tells without a request.",
            },
            Code::SessionExpired => &Row {
                name: "session_expired",
                message: "The session has ended. Sign in again.",
                cause: "The service no longer accepts the session: it expired, was revoked, or its refresh token was used elsewhere; or it answered 401 to a token that had been renewed just then. The tokens are gone; the session counts as expired, in all tabs, until somebody signs in or out.",
                remedy: "Call `login` again.",
            },
            Code::StorageUnavailable => &Row {
                name: "storage_unavailable",
                message: "The browser keeps nothing for this page. Allow site data and try again.",
                cause: "localStorage is denied or full, so the login could not be remembered while the page is away; or a popup whose opener did not answer had nowhere to put the session.",
                remedy: "Use the popup (`display: \"popup\"`), which needs no storage as long as the page that opened it is there.",
            },
            Code::Internal => &Row {
                name: "internal",
                message: "Something went wrong. Try again.",
                cause: "A fault of Stagepass. The instance was dropped and is loaded anew by the next call.",
                remedy: "Please report it, with the steps that led to it.",
            },
            Code::BodyUsed => &Row {
                name: "body_used",
                message: "The request could not be repeated. Try again.",
                cause: "The service answered 401 to a request of `fetch` whose body is a stream. The token has been renewed, but a stream can be read only once, so the request was not sent again.",
                remedy: "Make the request anew, with a new stream; or give the body as something that can be sent twice, such as a `Blob` or a string.",
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_code_has_a_number_of_its_own_without_a_gap() {
        for (index, code) in Code::ALL.iter().enumerate() {
            assert_eq!(usize::from(code.number()), index + 1);
            assert_eq!(Code::from_number(code.number()), *code);
        }
        assert_eq!(Code::from_number(0), Code::Internal);
        assert_eq!(Code::from_number(200), Code::Internal);
    }

    #[test]
    fn every_code_has_a_name_of_its_own_and_its_words() {
        let names: HashSet<_> = Code::ALL.iter().map(|code| code.name()).collect();
        assert_eq!(names.len(), Code::ALL.len());
        for code in Code::ALL {
            assert!(code.name().chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{}", code.name());
            for sentence in [code.message(), code.cause(), code.remedy()] {
                assert!(sentence.ends_with('.') && sentence.len() > 10, "{}: {sentence}", code.name());
            }
        }
    }
}
