//! RFC 9449: proof of possession, which binds tokens to a key of the client.

use super::statement::{Document, Exception, Met};

pub(super) const DOCUMENT: Document = Document {
    name: "RFC 9449",
    title: "OAuth 2.0 Demonstrating Proof of Possession (DPoP)",
    url: "https://www.rfc-editor.org/rfc/rfc9449",
    met: &[MET],
    not_met: &[],
    not_applicable: NOT_APPLICABLE,
};

const APPS: &str = "tests/backend/tests/service/developer/apps/bound_tokens.rs";
const API: &str = "tests/backend/tests/service/api/dpop.rs";
const ATTACKS: &str = "tests/backend/tests/service/api/dpop_attacks.rs";
const OAUTH: &str = "tests/backend/tests/service/oauth/dpop.rs";
const PROOF: &str = "tests/backend/service/src/dpop/proof/tests.rs";
const RUST_APP: &str = "tests/native/tests/app/dpop.rs";
const RUST_PROOF: &str = "src/sdk/dpop/proof.rs";
const SDK: &str = "pkg-template/test/session/dpop.test.ts";

const MET: &[Met] = &[
    Met {
        section: "2",
        statement: "The objective: one who has the tokens and recorded proofs, without the key, can use neither.",
        file: "tests/backend/service/src/dpop/possession.rs",
        tests: &[
            ("tests/native/tests/e2e/theft.rs", "stolen_tokens_are_useless_without_the_key"),
            (RUST_APP, "copy_of_the_session_is_useless_without_the_key"),
            (ATTACKS, "replayed_proofs_do_not_use_up_the_rate_limit_of_their_user"),
        ],
        mutation: "`Possession::spend` does not remember the proof",
    },
    Met {
        section: "4.2",
        statement: "MUST: a proof has the type `dpop+jwt`, an asymmetric algorithm and the public key, never a private one.",
        file: "tests/backend/service/src/dpop/key.rs",
        tests: &[(PROOF, "malformed_header_is_refused")],
        mutation: "`Jwk::point` accepts a key with `d`",
    },
    Met {
        section: "4.2",
        statement: "MUST: a proof has a unique `jti`, and the method, URL and time of its request.",
        file: "pkg-template/src/dpop/proof.ts",
        tests: &[
            (SDK, "an exchange creates a key, with which later pages refresh and revoke"),
            (RUST_PROOF, "no_two_proofs_have_the_same_jti"),
        ],
        mutation: "The `jti` is always the same",
    },
    Met {
        section: "4.2",
        statement: "MUST: with an access token, a proof has the token's hash in `ath`. With a nonce, it has the nonce.",
        file: "pkg-template/src/dpop/proof.ts",
        tests: &[
            (SDK, "fetch sends the token of a bound session with a proof, also to another origin"),
            (SDK, "a demanded nonce is sent once, then with every request"),
            (RUST_PROOF, "access_token_is_hashed_and_query_and_fragment_are_left_out"),
        ],
        mutation: "The proof has no `ath`",
    },
    Met {
        section: "4.3",
        statement: "MUST: a server checks each of these, and that the request has exactly one proof with a valid signature.",
        file: "tests/backend/service/src/dpop/proof.rs",
        tests: &[
            (OAUTH, "bad_proof_is_refused_and_consumes_nothing"),
            (PROOF, "malformed_header_is_refused"),
            (PROOF, "malformed_claims_are_refused"),
            (PROOF, "any_changed_character_is_refused"),
        ],
        mutation: "`Possession::read` takes the first of several headers",
    },
    Met {
        section: "4.3",
        statement: "SHOULD: a server compares the URL after normalization, without query and fragment.",
        file: "tests/backend/service/src/dpop/proof.rs",
        tests: &[(PROOF, "htu_is_compared_without_query_and_fragment_and_as_a_url")],
        mutation: "`Proof::check` keeps the query of `htu`",
    },
    Met {
        section: "5",
        statement: "MUST: a token request for a bound token has a proof. The response has the `token_type` `DPoP`.",
        file: "tests/backend/service/src/oauth/token/tokens.rs",
        tests: &[
            (OAUTH, "bound_grant_stays_bound_through_every_refresh"),
            (OAUTH, "grant_without_proof_stays_a_bearer_grant"),
        ],
        mutation: "`tokens_of` always says `Bearer`",
    },
    Met {
        section: "5",
        statement: "MUST: a public client's refresh token is bound to the same key. Each refresh needs a proof by it.",
        file: "tests/backend/service/src/oauth/token/refresh.rs",
        tests: &[
            (OAUTH, "refresh_with_wrong_or_missing_key_changes_nothing"),
            (OAUTH, "successor_is_repeated_to_the_same_key_only"),
        ],
        mutation: "`refresh` does not compare the key of the proof",
    },
    Met {
        section: "5",
        statement: "MUST: a client that requires binding discards a response whose token type is another.",
        file: "src/core/dpop.rs",
        tests: &[(
            "src/core/token.rs",
            "bound_tokens_are_accepted_only_after_a_proof_and_bearer_tokens_only_if_allowed",
        )],
        mutation: "`Dpop::accepts` is always true",
    },
    Met {
        section: "5.2",
        statement: "MUST: a token request without a proof, of a client with `dpop_bound_access_tokens`, is rejected.",
        file: "tests/backend/service/src/oauth/token/exchange.rs",
        tests: &[
            (APPS, "code_exchange_without_proof_is_refused_and_the_code_stays_valid"),
            (APPS, "session_that_is_not_bound_is_refused_at_its_next_refresh"),
        ],
        mutation: "`exchange` does not ask `needs_proof`",
    },
    Met {
        section: "6",
        statement: "MUST: the API can identify the key of a token, and compares it with the key of the proof.",
        file: "tests/backend/service/src/api/access_token.rs",
        tests: &[(API, "proof_must_be_of_this_request_token_and_key")],
        mutation: "`possession` does not compare the keys",
    },
    Met {
        section: "7.1",
        statement: "MUST: a request to the API has a proof with `ath`. Without a valid one, access is refused.",
        file: "tests/backend/service/src/api/access_token.rs",
        tests: &[(API, "proof_must_be_of_this_request_token_and_key"), (API, "every_endpoint_takes_a_bound_token")],
        mutation: "`Proof::check` does not compare `ath`",
    },
    Met {
        section: "7.1",
        statement: "SHOULD: a challenge of the scheme `DPoP` has an error code and `algs`.",
        file: "tests/backend/service/src/api/access_token.rs",
        tests: &[(API, "proof_must_be_of_this_request_token_and_key"), (API, "missing_scope_names_the_scheme")],
        mutation: "`BearerError::challenge` names no algorithm",
    },
    Met {
        section: "7.2",
        statement: "MUST: a bound token that is sent as a bearer token is refused.",
        file: "tests/backend/service/src/api/access_token.rs",
        tests: &[(API, "bound_token_is_refused_as_bearer_token")],
        mutation: "`possession` accepts the scheme `Bearer` for a bound token",
    },
    Met {
        section: "7.3",
        statement: "MUST: a client creates a new proof for each request, also for a retry.",
        file: "pkg-template/src/dpop/send.ts",
        tests: &[
            (SDK, "a demanded nonce is sent once, then with every request"),
            (SDK, "a body that can be read once is not sent again, and a refresh follows a 401"),
            (RUST_APP, "every_part_of_an_upload_has_a_proof"),
        ],
        mutation: "A retry sends the first proof again",
    },
    Met {
        section: "8",
        statement: "MUST: a nonce is unpredictable, a response has at most one, and a wrong one is refused.",
        file: "tests/backend/service/src/dpop/nonce.rs",
        tests: &[(OAUTH, "required_nonce_is_given_without_consuming_anything")],
        mutation: "`nonce::is_valid` is always true",
    },
    Met {
        section: "8.2",
        statement: "MUST: a client uses the newest nonce of a server for its next request there.",
        file: "pkg-template/src/dpop/send.ts",
        tests: &[(SDK, "a demanded nonce is sent once, then with every request"), (RUST_APP, "demanded_nonce_is_sent")],
        mutation: "The nonce is used for the retry alone",
    },
    Met {
        section: "10",
        statement: "MUST: a code of a request with `dpop_jkt` is exchanged with a proof by that key only.",
        file: "tests/backend/service/src/oauth/token/exchange.rs",
        tests: &[(OAUTH, "code_with_dpop_jkt_needs_that_key")],
        mutation: "`exchange` does not compare `code_jkt`",
    },
    Met {
        section: "11.1",
        statement: "MUST: a proof is accepted for a short time only, and once.",
        file: "tests/backend/store/src/grants/proofs.rs",
        tests: &[
            (OAUTH, "proof_is_good_within_a_minute_of_the_clock"),
            (OAUTH, "replayed_proof_is_refused_for_as_long_as_it_is_good"),
            ("tests/backend/tests/service/program/replicas.rs", "one_proof_at_two_replicas_is_accepted_once"),
        ],
        mutation: "`Possession::spend` does not remember the proof",
    },
    Met {
        section: "11.3",
        statement: "MUST: once a server demands a nonce, it accepts no proof without one.",
        file: "tests/backend/service/src/dpop/possession.rs",
        tests: &[(OAUTH, "required_nonce_is_given_without_consuming_anything")],
        mutation: "A proof without a nonce is accepted",
    },
    Met {
        section: "11.5",
        statement: "MUST: a server checks the type, so that no other signed JWT passes for a proof.",
        file: "tests/backend/service/src/dpop/proof.rs",
        tests: &[(PROOF, "malformed_header_is_refused")],
        mutation: "`Proof::parse` does not compare `typ`",
    },
    Met {
        section: "11.6",
        statement: "MUST: only asymmetric algorithms that are considered secure are accepted, never `none`.",
        file: "tests/backend/service/src/dpop/proof.rs",
        tests: &[(PROOF, "malformed_header_is_refused")],
        mutation: "`Proof::parse` does not compare `alg`",
    },
];

const NOT_APPLICABLE: &[Exception] = &[Exception {
    section: "10.1",
    statement: "The statements about pushed authorization requests.",
    reason: "The service has no endpoint for them. A request with `dpop_jkt` is sent by the browser.",
    tests: &[(OAUTH, "code_with_dpop_jkt_needs_that_key")],
}];
