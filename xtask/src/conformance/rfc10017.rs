//! RFC 10017 (BCP 212): browser-based applications.

use super::statement::{Document, Exception, Met};

pub(super) const DOCUMENT: Document = Document {
    name: "RFC 10017",
    title: "OAuth 2.0 for Browser-Based Applications",
    url: "https://www.rfc-editor.org/rfc/rfc10017",
    met: &[MET],
    not_met: NOT_MET,
    not_applicable: NOT_APPLICABLE,
};

const MET: &[Met] = &[
    Met {
        section: "6.3.2.1",
        statement: "MUST: a browser app that is a public client uses PKCE.",
        file: "src/core/authorize.rs",
        tests: &[("src/core/authorize.rs", "the_address_of_a_login"), ("src/core/pkce.rs", "the_vector_of_the_rfc")],
        mutation: "`url` leaves out `code_challenge`",
    },
    Met {
        section: "6.3.2.1",
        statement: "MUST: the authorization server supports PKCE and enforces it for these clients.",
        file: "tests/backend/service/src/oauth/authorization_request.rs",
        tests: &[
            ("tests/backend/tests/service/oauth/pkce.rs", "a_challenge_is_asked_for_and_nothing_weaker_is_taken"),
            ("tests/backend/tests/service/oauth/pkce.rs", "without_the_right_verifier_a_code_is_of_no_use"),
        ],
        mutation: "The method `plain` is accepted",
    },
    Met {
        section: "6.3.2.2",
        statement: "MUST: the app prevents CSRF against its redirect URI.",
        file: "src/core/callback.rs",
        tests: &[
            ("src/core/callback.rs", "another_logins_state_is_refused"),
            ("tests/native/tests/flow/callback_page.rs", "an_answer_with_another_state_belongs_to_no_login_here"),
        ],
        mutation: "`validate` does not compare `state`",
    },
    Met {
        section: "6.3.2.3",
        statement: "MUST: refresh tokens follow RFC 9700: they are rotated, or bound to a key of the client.",
        file: "tests/backend/service/src/oauth/token/refresh.rs",
        tests: &[
            ("tests/backend/tests/service/oauth/token/refresh.rs", "every_use_brings_a_new_one"),
            (
                "tests/backend/tests/service/oauth/token/refresh.rs",
                "once_the_successor_was_used_the_old_one_ends_the_family_at_any_age",
            ),
        ],
        mutation: "A replaced token is refused, but its grant is not revoked",
    },
    Met {
        section: "6.3.2.3",
        statement: "MUST: a refresh token has a maximum lifetime, or expires if it is not used. Ours do both.",
        file: "tests/backend/service/src/oauth/token/tokens.rs",
        tests: &[
            (
                "tests/backend/tests/service/oauth/expiry.rs",
                "a_refresh_token_is_good_for_thirty_days_from_each_rotation",
            ),
            ("tests/backend/tests/service/oauth/expiry.rs", "refresh_after_the_longest_sign_in_is_rejected"),
        ],
        mutation: "`REFRESH_LIFETIME` is longer",
    },
    Met {
        section: "6.3.2.3",
        statement: "MUST NOT: rotation extends the lifetime of a grant beyond its established end (180 days).",
        file: "tests/backend/store/src/grants.rs",
        tests: &[
            ("tests/backend/tests/service/oauth/expiry.rs", "refresh_after_the_longest_sign_in_is_rejected"),
            ("tests/backend/tests/service/oauth/expiry.rs", "repeating_a_rotation_extends_nothing"),
        ],
        mutation: "The expiry of a rotation is not limited by the longest sign-in",
    },
    Met {
        section: "6.3.3.1",
        statement: "MUST NOT: the server requires a shared secret of a browser app, or accepts one as its identity.",
        file: "tests/backend/service/src/oauth/client.rs",
        tests: &[
            (
                "tests/backend/tests/service/api/malformed_requests.rs",
                "credentials_of_a_client_are_not_taken_for_checked",
            ),
            ("tests/backend/tests/service/oauth/metadata.rs", "values_of_the_metadata_are_those_of_the_endpoints"),
        ],
        mutation: "`client_secret` is ignored instead of refused",
    },
    Met {
        section: "6.3.3.2",
        statement: "SHOULD NOT: the server grants a request without consent or interaction, unless it knows the app.",
        file: "tests/backend/service/src/oauth/silent.rs",
        tests: &[
            ("tests/backend/tests/service/oauth/silent.rs", "scope_and_redirect_uri_must_be_those_of_the_consent"),
            (
                "tests/backend/tests/service/oauth/silent.rs",
                "schemes_of_apps_local_addresses_and_unregistered_apps_need_a_page",
            ),
            ("tests/backend/tests/service/oauth/prompt.rs", "consent_is_asked_with_and_without_the_prompt"),
        ],
        mutation: "`prompt=none` does not look up the remembered consent",
    },
    Met {
        section: "6.3.3.2.1",
        statement: "MUST: the redirect URI of a registered app matches a registered one exactly.",
        file: "tests/backend/service/src/oauth/recipient.rs",
        tests: &[
            (
                "tests/backend/tests/service/oauth/redirect_uri_confusion.rs",
                "no_variant_of_a_registered_address_is_taken_for_it",
            ),
            ("tests/backend/tests/service/oauth/authorize.rs", "a_bad_redirect_uri_is_explained_and_never_redirected"),
        ],
        mutation: "A registered URI is accepted as a prefix",
    },
    Met {
        section: "6.3.3.3",
        statement: "MUST: sender and receiver of a `postMessage` are verified by their origins.",
        file: "src/core/client/login.rs",
        tests: &[
            ("tests/native/tests/flow/hand_over.rs", "messages_of_others_are_ignored"),
            ("tests/native/tests/flow/web_message.rs", "forged_responses_are_ignored"),
            (
                "tests/native/tests/flow/web_message.rs",
                "posted_code_is_acknowledged_to_the_service_alone_and_exchanged_once",
            ),
        ],
        mutation: "The origin of a posted response is not compared",
    },
    Met {
        section: "6.3.3.3",
        statement: "MUST: the countermeasures of RFC 9700 for in-browser messages (§4.17) are applied.",
        file: "tests/backend/assets/web_message.js",
        tests: &[
            (
                "tests/backend/tests/service/oauth/web_message.rs",
                "page_has_a_static_script_and_may_ask_this_service_alone",
            ),
            ("tests/native/tests/e2e/service/web_message.rs", "opener_of_another_origin_receives_nothing"),
        ],
        mutation: "The script posts to `\"*\"`",
    },
    Met {
        section: "6.3.3.4",
        statement: "MUST: the authorization server and the API send the CORS headers that a browser app needs.",
        file: "tests/backend/service/src/router.rs",
        tests: &[
            (
                "tests/backend/tests/service/api/cross_origin.rs",
                "token_revoke_and_the_api_are_open_without_credentials",
            ),
            ("tests/backend/tests/service/api/cross_origin.rs", "forms_of_a_browser_can_be_read_without_a_preflight"),
        ],
        mutation: "The token endpoint has no CORS layer",
    },
    Met {
        section: "7.2",
        statement: "MUST NOT: an authorization response has an access token. Only the token endpoint issues them.",
        file: "tests/backend/service/src/oauth/authorization_request.rs",
        tests: &[
            ("tests/backend/tests/service/oauth/authorize.rs", "other_mistakes_are_reported_to_the_app"),
            ("tests/backend/tests/service/oauth/metadata.rs", "values_of_the_metadata_are_those_of_the_endpoints"),
        ],
        mutation: "`response_type` is not compared with `code`",
    },
    Met {
        section: "7.2",
        statement: "MUST: the app uses the authorization code grant, never the implicit grant.",
        file: "src/core/authorize.rs",
        tests: &[
            ("src/core/authorize.rs", "the_address_of_a_login"),
            ("tests/native/tests/flow/callback_page.rs", "address_without_our_state_is_left_alone"),
        ],
        mutation: "`url` sends `response_type=token`",
    },
    Met {
        section: "7.3",
        statement: "MUST NOT: the password grant is used.",
        file: "tests/backend/service/src/oauth/token.rs",
        tests: &[
            ("tests/backend/tests/service/oauth/token/exchange.rs", "requests_that_are_not_in_order"),
            ("tests/backend/tests/service/oauth/metadata.rs", "values_of_the_metadata_are_those_of_the_endpoints"),
        ],
        mutation: "`issue` does not refuse other grant types",
    },
    Met {
        section: "7.3",
        statement: "MUST: the app uses a flow with a redirect to the authorization server.",
        file: "src/core/client/login.rs",
        tests: &[
            ("tests/native/tests/flow/full_page.rs", "the_page_leaves_and_comes_back_to_where_it_was"),
            ("tests/native/tests/flow/popup.rs", "a_person_signs_in_by_popup"),
        ],
        mutation: "`url` names another endpoint of the service",
    },
];

const NOT_MET: &[Exception] = &[
    Exception {
        section: "6.3.2.3",
        statement: "SHOULD: refresh tokens end with the user's session at the authorization server.",
        reason: "Signing out of the service ends the session of this browser only, because a user may leave a shared \
                 computer but stay signed in on a phone. *Sign out everywhere* and a new password end all tokens.",
        tests: &[
            ("tests/backend/tests/service/pages/account.rs", "one_signs_out_everywhere"),
            (
                "tests/backend/tests/service/pages/account.rs",
                "a_new_password_ends_every_other_session_and_by_default_every_sign_in",
            ),
        ],
    },
    Exception {
        section: "6.3.3.2.1",
        statement: "MUST: a client registers its redirect URIs, and the server requires an exact match.",
        reason: "An app may come without registration, with `app_name` and the scope `read`. The user is asked every \
                 time, sees the host of the redirect URI first, and nothing is sent there without a click.",
        tests: &[
            (
                "tests/backend/tests/service/oauth/redirect_uri_confusion.rs",
                "an_app_that_is_not_registered_gets_no_further_than_the_rules_allow",
            ),
            (
                "tests/backend/tests/service/oauth/app_names.rs",
                "the_host_stands_first_and_in_full_and_the_name_in_quotes",
            ),
            ("tests/backend/tests/service/oauth/app_names.rs", "mistakes_are_shown_and_never_sent"),
        ],
    },
];

const NOT_APPLICABLE: &[Exception] = &[
    Exception {
        section: "6.1, 6.2",
        statement: "All statements about a backend for frontend (BFF) and a token-mediating backend.",
        reason: "Stagepass has no server part in an app, and keeps no token in a cookie.",
        tests: &[],
    },
    Exception {
        section: "8.1",
        statement: "NOT RECOMMENDED: JavaScript keeps tokens in cookies.",
        reason: "Tokens are in localStorage, sessionStorage, memory or a store of the app, and requests have no cookies.",
        tests: &[("tests/native/tests/flow/storage.rs", "a_session_is_seen_where_it_was_wanted_and_nowhere_else")],
    },
    Exception {
        section: "8.2",
        statement: "MUST NOT: a service worker that isolates tokens keeps them in shared storage.",
        reason: "There is no service worker.",
        tests: &[],
    },
    Exception {
        section: "9.1",
        statement: "SHOULD NOT: an ID token has claims that the client does not use.",
        reason: "There are no ID tokens: `openid` is no scope.",
        tests: &[(
            "tests/backend/tests/service/oauth/metadata.rs",
            "values_of_the_metadata_are_those_of_the_endpoints",
        )],
    },
];
