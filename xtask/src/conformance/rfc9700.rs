//! RFC 9700 (BCP 240): the security of OAuth 2.0.

mod attacks;
mod best_practices;

use super::statement::{Document, Exception};

pub(super) const DOCUMENT: Document = Document {
    name: "RFC 9700",
    title: "Best Current Practice for OAuth 2.0 Security",
    url: "https://www.rfc-editor.org/rfc/rfc9700",
    met: &[best_practices::MET, attacks::MET],
    not_met: NOT_MET,
    not_applicable: NOT_APPLICABLE,
};

const NOT_MET: &[Exception] = &[
    Exception {
        section: "2.1, 4.1.3",
        statement: "MUST: redirect URIs are compared with registered ones.",
        reason: "An app that comes with `app_name` has registered none (see RFC 10017 §6.3.3.2.1 above).",
        tests: &[(
            "tests/backend/tests/service/oauth/redirect_uri_confusion.rs",
            "an_app_that_is_not_registered_gets_no_further_than_the_rules_allow",
        )],
    },
    Exception {
        section: "2.1, 4.1.3",
        statement: "MUST: a native app may use any port of `localhost`.",
        reason: "Redirect URIs are compared letter for letter, also their port. A native app registers a few ports, and \
                 uses the first that is free.",
        tests: &[
            ("tests/backend/tests/service/oauth/authorize.rs", "a_bad_redirect_uri_is_explained_and_never_redirected"),
            ("src/rim/native/loopback/tests.rs", "first_free_port_is_reserved"),
        ],
    },
    Exception {
        section: "2.6",
        statement: "MUST NOT: the server allows `http` redirect URIs, except of native apps on loopback.",
        reason: "The protocol of the service allows `http` with a host name, also for apps on `localhost` during \
                 development. Such a URI gets no code without a click, and no posted response. Register `https`.",
        tests: &[
            (
                "tests/backend/tests/service/oauth/silent.rs",
                "schemes_of_apps_local_addresses_and_unregistered_apps_need_a_page",
            ),
            ("tests/backend/tests/service/oauth/web_message.rs", "custom_schemes_and_plain_http_are_refused"),
        ],
    },
    Exception {
        section: "2.6",
        statement: "RECOMMENDED: clients configure themselves with the server's metadata.",
        reason: "The SDK knows its endpoints from `baseUrl`, so the popup opens without a request. The service publishes \
                 metadata for other clients.",
        tests: &[("src/core/authorize.rs", "the_address_of_a_login")],
    },
    Exception {
        section: "2.2.1, 4.9.3, 4.10",
        statement: "SHOULD: access tokens are bound to a key of the client, so that one that leaks is useless.",
        reason: "Service and SDK can (RFC 9449 below), but `dpop` is off by default: servers that get the app's access \
                 tokens must then verify proofs. An app that wants it sets `dpop: true`.",
        tests: &[
            ("tests/backend/tests/service/api/dpop.rs", "bound_token_is_refused_as_bearer_token"),
            ("tests/backend/tests/service/oauth/dpop.rs", "grant_without_proof_stays_a_bearer_grant"),
        ],
    },
];

const NOT_APPLICABLE: &[Exception] = &[
    Exception {
        section: "2.1.1, 4.5.3.2",
        statement: "The statements about confidential clients and the OpenID Connect `nonce`.",
        reason: "All clients are public, and there are no ID tokens.",
        tests: &[(
            "tests/backend/tests/service/api/malformed_requests.rs",
            "credentials_of_a_client_are_not_taken_for_checked",
        )],
    },
    Exception {
        section: "2.5",
        statement: "SHOULD: the server authenticates clients, if their credentials can be kept confidential.",
        reason: "An app in a browser or on a phone cannot keep a credential confidential.",
        tests: &[(
            "tests/backend/tests/service/api/malformed_requests.rs",
            "credentials_of_a_client_are_not_taken_for_checked",
        )],
    },
    Exception {
        section: "4.1.3",
        statement: "MUST NOT: the web server of a redirect URI has an open redirector.",
        reason: "This is for the app's developer. The SDK opens only addresses of the redirect URI's origin.",
        tests: &[("src/core/authorize.rs", "a_full_page_ends_where_it_began_or_where_the_app_says")],
    },
    Exception {
        section: "4.4.2.2",
        statement: "MUST: with one redirect URI for each issuer, the client checks which one was used.",
        reason: "The SDK compares `iss` instead.",
        tests: &[("src/core/callback.rs", "another_issuer_is_refused_and_none_only_if_asked")],
    },
    Exception {
        section: "4.7.1",
        statement: "MUST: a client that relies on PKCE against CSRF makes sure that the server supports PKCE.",
        reason: "The SDK relies on `state`, and uses PKCE too.",
        tests: &[("src/core/callback.rs", "another_logins_state_is_refused")],
    },
    Exception {
        section: "4.13",
        statement: "MUST: a reverse proxy cleans the headers that servers trust, and its connection is protected.",
        reason: "This is for the operator (docs/guides/self-hosting.md). The servers believe only a proxy that is listed.",
        tests: &[
            ("tests/backend/server/src/client_address.rs", "a_stranger_is_who_the_socket_says_whatever_else_is_said"),
            ("tests/backend/server/src/client_address.rs", "what_a_caller_writes_never_counts"),
        ],
    },
    Exception {
        section: "4.16",
        statement: "SHOULD: an administrator can list origins that may frame the authorization endpoint.",
        reason: "No page of the service can be framed.",
        tests: &[("tests/backend/tests/service/pages/headers.rs", "every_page_is_strict_and_frameless")],
    },
];
