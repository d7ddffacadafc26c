//! Section 4: attacks and mitigations. What section 2 also says is in `best_practices`.

use crate::conformance::statement::Met;

pub(super) const MET: &[Met] = &[
    Met {
        section: "4.2.4",
        statement: "SHOULD NOT: the callback page and the authorization endpoint have foreign resources or links.",
        file: "pkg-template/callback/callback.html",
        tests: &[
            ("tests/backend/tests/service/pages/brand.rs", "callback_page_names_no_other_site_and_sends_no_referrer"),
            ("tests/backend/tests/service/pages/headers.rs", "every_page_is_strict_and_frameless"),
        ],
        mutation: "The callback page loads its style sheet from a CDN",
    },
    Met {
        section: "4.2.4",
        statement: "MUST: a code is void after its first use. SHOULD: a second use revokes the tokens of the first.",
        file: "tests/backend/service/src/oauth/token/exchange.rs",
        tests: &[
            ("tests/backend/tests/service/oauth/token/exchange.rs", "a_code_used_twice_takes_its_tokens_with_it"),
            (
                "tests/backend/tests/service/oauth/token/concurrency.rs",
                "of_32_exchanges_one_wins_and_its_tokens_are_dead",
            ),
        ],
        mutation: "A second use is refused, but the grant is not revoked",
    },
    Met {
        section: "4.2.4",
        statement: "SHOULD: the client voids `state` after its first use.",
        file: "src/core/code_exchange.rs",
        tests: &[
            ("tests/native/tests/flow/full_page.rs", "finished_login_keeps_its_session_at_another_response"),
            ("tests/native/tests/flow/full_page.rs", "the_same_answer_in_two_tabs_is_exchanged_once"),
        ],
        mutation: "The claim does not delete the transaction",
    },
    Met {
        section: "4.3.2",
        statement: "MUST NOT: a client sends an access token in a query. The API also accepts none there.",
        file: "tests/backend/service/src/api/bearer_token.rs",
        tests: &[
            ("tests/backend/tests/service/api/me.rs", "without_a_good_token_there_is_none"),
            (
                "pkg-template/test/calls/fetch.test.ts",
                "a request goes out with the listener's token, and its answer comes as it is",
            ),
        ],
        mutation: "`fetch` adds `?access_token=` in place of the header `Authorization`",
    },
    Met {
        section: "4.4.2",
        statement: "MUST: the client stores, for each request, the issuer it was sent to, bound to the browser.",
        file: "src/core/transaction.rs",
        tests: &[
            ("src/core/transaction.rs", "it_comes_back_as_it_was_stored"),
            ("tests/native/tests/flow/callback_page.rs", "two_clients_on_one_origin_keep_their_sessions_apart"),
        ],
        mutation: "The record of a transaction leaves out the base URL",
    },
    Met {
        section: "4.4.2.1",
        statement: "MUST: the client compares the received issuer with the stored one, and aborts if they differ.",
        file: "src/core/callback.rs",
        tests: &[
            ("src/core/callback.rs", "another_issuer_is_refused_and_none_only_if_asked"),
            ("tests/native/tests/flow/callback_page.rs", "an_answer_of_another_issuer_is_refused"),
            (
                "tests/native/tests/flow/web_message.rs",
                "posted_response_of_another_issuer_or_without_a_code_rejects_without_a_request",
            ),
        ],
        mutation: "`validate` does not compare `iss`",
    },
    Met {
        section: "4.7.1",
        statement: "MUST: what `state` stands for cannot be changed. It is 128 random bits. The app's value is stored in \
                    the browser.",
        file: "src/core/transaction.rs",
        tests: &[
            ("src/core/transaction.rs", "verifier_and_state_share_no_octet_of_the_random_ones"),
            ("tests/native/tests/flow/popup.rs", "a_person_signs_in_by_popup"),
        ],
        mutation: "`state` repeats octets of the code verifier",
    },
    Met {
        section: "4.9.3",
        statement: "MUST: the API treats access tokens as secrets, and does not store them in plain text.",
        file: "tests/backend/service/src/token.rs",
        tests: &[
            ("tests/backend/tests/servers/dump.rs", "no_cell_of_it_is_accepted_as_anything"),
            ("tests/backend/tests/servers/dump.rs", "no_secret_stands_in_it"),
            ("tests/backend/tests/servers/logs.rs", "no_secret_is_in_it_at_any_level"),
        ],
        mutation: "The log names the token of a refused request",
    },
    Met {
        section: "4.11.2",
        statement: "MUST NOT: the server redirects automatically if client and redirect URI do not belong together.",
        file: "tests/backend/service/src/oauth/recipient.rs",
        tests: &[
            ("tests/backend/tests/service/oauth/authorize.rs", "a_bad_client_is_explained_and_never_redirected"),
            ("tests/backend/tests/service/oauth/authorize.rs", "a_bad_redirect_uri_is_explained_and_never_redirected"),
        ],
        mutation: "A redirect URI that is not registered gets an error response",
    },
    Met {
        section: "4.11.2",
        statement: "MUST: the server authenticates the user before it redirects. SHOULD: it redirects automatically only if \
                    it trusts the URI. An error without a click is a page, unless this user has allowed this app.",
        file: "tests/backend/service/src/oauth/authorization_response.rs",
        tests: &[
            (
                "tests/backend/tests/service/oauth/authorize.rs",
                "error_redirects_only_a_user_with_a_consent_for_that_app",
            ),
            (
                "tests/backend/tests/service/oauth/authorize.rs",
                "malformed_request_behind_the_consent_form_never_redirects",
            ),
            ("tests/backend/tests/service/oauth/silent.rs", "without_a_session_the_error_is_a_page_with_a_link"),
        ],
        mutation: "Every error redirects at once",
    },
    Met {
        section: "4.12",
        statement: "SHOULD: the server redirects with 303.",
        file: "tests/backend/service/src/pages/page.rs",
        tests: &[(
            "tests/backend/tests/service/pages/headers.rs",
            "whatever_is_asked_the_answer_is_not_kept_not_framed_and_tells_no_referrer",
        )],
        mutation: "`see_other` sends 302",
    },
    Met {
        section: "4.14.2",
        statement: "MUST: the server decides by risk whether a client gets refresh tokens. All do: they are rotated, end \
                    after 180 days, and the user sees and removes each app.",
        file: "tests/backend/service/src/pages/connected_apps.rs",
        tests: &[
            (
                "tests/backend/tests/service/pages/connected_apps.rs",
                "one_click_removes_an_app_and_it_is_signed_out_at_its_next_call",
            ),
            ("tests/backend/tests/service/oauth/expiry.rs", "refresh_after_the_longest_sign_in_is_rejected"),
        ],
        mutation: "Removing an app does not revoke its grants",
    },
    Met {
        section: "4.14.2",
        statement: "MUST: a refresh token is bound to the consented scope.",
        file: "tests/backend/service/src/oauth/token/refresh.rs",
        tests: &[("tests/backend/tests/service/oauth/token/refresh.rs", "more_than_was_approved_is_not_asked_for")],
        mutation: "`scope` of a refresh is not compared with the grant",
    },
    Met {
        section: "4.14.2",
        statement: "MUST: a refresh token is used by the client for which it was issued.",
        file: "tests/backend/service/src/oauth/token/refresh.rs",
        tests: &[("tests/backend/tests/service/oauth/token/refresh.rs", "another_client_can_neither_use_nor_end_it")],
        mutation: "`active_grant` does not compare the holder, and the rotation's statement neither",
    },
    Met {
        section: "4.14.2",
        statement: "MUST: a refresh token that names its grant is protected against changes.",
        file: "tests/backend/service/src/token.rs",
        tests: &[
            ("tests/backend/service/src/token.rs", "any_flipped_bit_is_refused"),
            ("tests/backend/service/src/token.rs", "one_kind_is_not_taken_for_another"),
        ],
        mutation: "The signature is not verified",
    },
    Met {
        section: "4.14.2",
        statement: "SHOULD: a refresh token expires if it is not used (30 days).",
        file: "tests/backend/service/src/oauth/token/tokens.rs",
        tests: &[(
            "tests/backend/tests/service/oauth/expiry.rs",
            "a_refresh_token_is_good_for_thirty_days_from_each_rotation",
        )],
        mutation: "`REFRESH_LIFETIME` is longer",
    },
    Met {
        section: "4.16",
        statement: "MUST: the server prevents clickjacking. SHOULD: it uses CSP, and more than CSP.",
        file: "tests/backend/service/src/pages/page.rs",
        tests: &[
            ("tests/backend/tests/service/pages/headers.rs", "every_page_is_strict_and_frameless"),
            ("tests/backend/tests/service/oauth/consent.rs", "approve_is_inert_until_the_script_has_watched_the_page"),
        ],
        mutation: "The policy has no `frame-ancestors`",
    },
    Met {
        section: "4.17.2",
        statement: "MUST: the server posts a response to the exact origin of the registered redirect URI, never to `*`.",
        file: "tests/backend/assets/web_message.js",
        tests: &[
            (
                "tests/backend/tests/service/oauth/web_message.rs",
                "page_has_a_static_script_and_may_ask_this_service_alone",
            ),
            ("tests/native/tests/e2e/service/web_message.rs", "opener_of_another_origin_receives_nothing"),
            (
                "tests/backend/tests/service/oauth/refusal_notice.rs",
                "refused_app_or_redirect_uri_is_reported_to_the_origin_of_the_request_alone",
            ),
        ],
        mutation: "The script posts to `\"*\"`",
    },
    Met {
        section: "4.17.2",
        statement: "MUST: the client compares the origin of a message with that of its server, and believes no other window.",
        file: "src/core/client/login.rs",
        tests: &[
            ("tests/native/tests/flow/web_message.rs", "forged_responses_are_ignored"),
            ("tests/native/tests/flow/web_message.rs", "popup_is_not_believed_while_it_shows_a_page_of_another_origin"),
            (
                "tests/native/tests/flow/refused_request.rs",
                "notice_from_another_origin_or_window_or_about_another_login_is_ignored",
            ),
        ],
        mutation: "`of_service` compares the origin only, not the window",
    },
    Met {
        section: "4.17.2",
        statement: "MUST: a posted response is checked like a redirect: `state`, `iss`, PKCE, one exchange.",
        file: "src/core/callback.rs",
        tests: &[
            (
                "tests/native/tests/flow/web_message.rs",
                "posted_response_of_another_issuer_or_without_a_code_rejects_without_a_request",
            ),
            (
                "tests/native/tests/flow/web_message.rs",
                "posted_code_is_acknowledged_to_the_service_alone_and_exchanged_once",
            ),
            ("tests/backend/tests/service/oauth/web_message.rs", "approval_is_json_with_a_good_code"),
        ],
        mutation: "`Callback::posted` leaves out `iss`",
    },
];
