//! Section 2: best practices.

use crate::conformance::statement::Met;

pub(super) const MET: &[Met] = &[
    Met {
        section: "2.1, 4.1.3",
        statement: "MUST: the server compares a redirect URI with the registered ones by simple string comparison.",
        file: "tests/backend/service/src/oauth/recipient.rs",
        tests: &[
            (
                "tests/backend/tests/service/oauth/redirect_uri_confusion.rs",
                "no_variant_of_a_registered_address_is_taken_for_it",
            ),
            (
                "tests/backend/tests/service/oauth/redirect_uri_confusion.rs",
                "a_code_is_not_exchanged_with_a_variant_of_where_it_was_sent",
            ),
        ],
        mutation: "The comparison ignores the case of letters",
    },
    Met {
        section: "2.1, 4.11.1",
        statement: "MUST NOT: a client has an open redirector.",
        file: "src/core/authorize.rs",
        tests: &[("src/core/authorize.rs", "a_full_page_ends_where_it_began_or_where_the_app_says")],
        mutation: "The origin of `returnTo` is not compared",
    },
    Met {
        section: "2.1, 4.11.2",
        statement: "MUST NOT: the server has an open redirector.",
        file: "tests/backend/service/src/pages/next_page.rs",
        tests: &[
            ("tests/backend/tests/service/pages/sign_in.rs", "next_stays_on_this_service"),
            (
                "tests/backend/tests/service/oauth/redirect_uri_confusion.rs",
                "no_other_mistake_opens_the_way_to_an_address_that_is_not_registered",
            ),
        ],
        mutation: "The sign-in page redirects to any `next`",
    },
    Met {
        section: "2.1, 4.7.1",
        statement: "MUST: a one-time CSRF token in `state`, bound to the browser, protects the redirect URI.",
        file: "src/core/callback.rs",
        tests: &[
            (
                "tests/native/tests/flow/callback_page.rs",
                "an_answer_to_another_login_ends_the_login_that_it_is_passed_off_as",
            ),
            ("tests/native/tests/flow/callback_page.rs", "an_answer_whose_login_is_not_known_here_is_lost"),
        ],
        mutation: "`validate` does not compare `state`",
    },
    Met {
        section: "2.1, 4.4.2",
        statement: "REQUIRED: a client of several services has a defence against mix-up. The SDK compares `iss`. Such an \
                    app sets `requireIss`.",
        file: "src/core/callback.rs",
        tests: &[
            ("src/core/callback.rs", "another_issuer_is_refused_and_none_only_if_asked"),
            (
                "tests/native/tests/flow/callback_page.rs",
                "an_answer_without_an_issuer_counts_unless_the_app_requires_one",
            ),
        ],
        mutation: "`validate` does not compare `iss`",
    },
    Met {
        section: "2.1, 4.12",
        statement: "MUST NOT: a redirect forwards the user's credentials. The server sends 303, never 307.",
        file: "tests/backend/service/src/pages/page.rs",
        tests: &[(
            "tests/backend/tests/service/pages/headers.rs",
            "whatever_is_asked_the_answer_is_not_kept_not_framed_and_tells_no_referrer",
        )],
        mutation: "`see_other` sends 307",
    },
    Met {
        section: "2.1.1, 4.5.3.1",
        statement: "MUST: a public client prevents code injection with PKCE.",
        file: "src/core/token.rs",
        tests: &[
            ("src/core/token.rs", "the_code_grant_sends_what_the_wire_asks_for"),
            ("tests/backend/tests/service/oauth/pkce.rs", "without_the_right_verifier_a_code_is_of_no_use"),
        ],
        mutation: "The service does not compare the verifier with the challenge",
    },
    Met {
        section: "2.1.1",
        statement: "MUST: the challenge is new for each login, and bound to the client and the browser.",
        file: "src/core/transaction.rs",
        tests: &[
            ("src/core/transaction.rs", "verifier_and_state_share_no_octet_of_the_random_ones"),
            (
                "tests/backend/tests/service/oauth/pkce.rs",
                "the_shortest_and_the_longest_verifier_with_every_character_allowed",
            ),
        ],
        mutation: "The verifier repeats one of the random octets",
    },
    Met {
        section: "2.1.1",
        statement: "SHOULD: the challenge method does not reveal the verifier. Only `S256` is used.",
        file: "src/core/authorize.rs",
        tests: &[("src/core/authorize.rs", "the_address_of_a_login"), ("src/core/pkce.rs", "the_vector_of_the_rfc")],
        mutation: "The challenge is the verifier, and the method `plain`",
    },
    Met {
        section: "2.1.1",
        statement: "MUST: the server supports PKCE, and says so in its metadata.",
        file: "tests/backend/service/src/oauth/metadata.rs",
        tests: &[
            ("tests/backend/tests/service/oauth/metadata.rs", "the_issuers_metadata_names_addresses_that_exist"),
            ("tests/backend/tests/service/oauth/metadata.rs", "values_of_the_metadata_are_those_of_the_endpoints"),
        ],
        mutation: "`code_challenge_methods_supported` is missing",
    },
    Met {
        section: "2.1.1, 4.8.2",
        statement: "MUST: the server binds the challenge to the code, and demands the right verifier. No downgrade: a \
                    request without a challenge gets no code.",
        file: "tests/backend/service/src/oauth/token/exchange.rs",
        tests: &[
            ("tests/backend/tests/service/oauth/pkce.rs", "a_challenge_is_asked_for_and_nothing_weaker_is_taken"),
            ("tests/backend/tests/service/oauth/pkce.rs", "without_the_right_verifier_a_code_is_of_no_use"),
        ],
        mutation: "A request without `code_challenge` is accepted",
    },
    Met {
        section: "2.1.2, 4.1.3",
        statement: "SHOULD: clients use the response type `code`, not the implicit grant.",
        file: "src/core/authorize.rs",
        tests: &[
            ("src/core/authorize.rs", "the_address_of_a_login"),
            ("tests/backend/tests/service/oauth/authorize.rs", "other_mistakes_are_reported_to_the_app"),
        ],
        mutation: "`response_type=token` is accepted",
    },
    Met {
        section: "2.2.2, 4.14.2",
        statement: "MUST: refresh tokens of public clients are bound to a key, or rotated so that a replay is detected.",
        file: "tests/backend/service/src/oauth/token/rotation.rs",
        tests: &[
            (
                "tests/backend/tests/service/oauth/token/refresh.rs",
                "once_the_successor_was_used_the_old_one_ends_the_family_at_any_age",
            ),
            (
                "tests/backend/tests/service/oauth/token/refresh.rs",
                "later_only_while_nothing_shows_that_the_successor_arrived",
            ),
            ("tests/backend/service/src/oauth/token/rotation.rs", "by_age_and_use"),
        ],
        mutation: "A replaced token always counts as `Repeatable`",
    },
    Met {
        section: "2.3",
        statement: "SHOULD: an access token has the least privileges. The scope `read` changes nothing.",
        file: "tests/backend/service/src/api/caller.rs",
        tests: &[
            ("src/core/authorize.rs", "each_option_is_named_with_its_fault"),
            ("tests/backend/tests/service/api/tracks.rs", "only_the_owner_deletes"),
        ],
        mutation: "The caller of a writing request does not need the scope `write`",
    },
    Met {
        section: "2.3, 4.9.3",
        statement: "SHOULD: an access token is for one audience. Ours is for its service only, and a server that gets \
                    another's refuses it.",
        file: "tests/backend/access/src/ticket.rs",
        tests: &[
            ("tests/backend/tests/access/tokens.rs", "an_access_token_is_refused_at_every_address_and_goes_nowhere"),
            ("tests/backend/tests/service/api/tickets.rs", "is_good_for_one_audience_and_one_app"),
            (
                "pkg-template/test/calls/fetch.test.ts",
                "to any other address nothing is sent, and no token is even asked for",
            ),
        ],
        mutation: "An access server does not look at the bearer token of a request",
    },
    Met {
        section: "2.4",
        statement: "MUST NOT: the password grant is used.",
        file: "tests/backend/service/src/oauth/token.rs",
        tests: &[("tests/backend/tests/service/oauth/token/exchange.rs", "requests_that_are_not_in_order")],
        mutation: "`issue` does not refuse other grant types",
    },
    Met {
        section: "2.6",
        statement: "RECOMMENDED: the server publishes metadata (RFC 8414).",
        file: "tests/backend/service/src/oauth/metadata.rs",
        tests: &[("tests/backend/tests/service/oauth/metadata.rs", "the_issuers_metadata_names_addresses_that_exist")],
        mutation: "The route of the metadata is removed",
    },
    Met {
        section: "2.6, 4.15.1",
        statement: "SHOULD NOT: a client chooses a `client_id` that can be confused with a user. User IDs are numbers, API \
                    keys have 40 digits, and a name cannot look like a key.",
        file: "tests/backend/service/src/oauth/recipient.rs",
        tests: &[("tests/backend/tests/service/oauth/app_names.rs", "mistakes_are_shown_and_never_sent")],
        mutation: "`app_name` does not call `contains_api_key`",
    },
    Met {
        section: "2.6",
        statement: "RECOMMENDED: TLS between client and API. `baseUrl` has `https`, except on this machine.",
        file: "src/core/config.rs",
        tests: &[
            ("src/core/config.rs", "each_field_is_named_with_its_fault"),
            ("src/core/config.rs", "plain_http_only_to_this_machine"),
        ],
        mutation: "`http` is accepted for every host",
    },
    Met {
        section: "2.6",
        statement: "MUST NOT: the authorization endpoint supports CORS.",
        file: "tests/backend/service/src/router.rs",
        tests: &[("tests/backend/tests/service/api/cross_origin.rs", "the_pages_are_closed")],
        mutation: "The pages have the CORS layer of the API",
    },
];
