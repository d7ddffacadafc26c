//! RFC 9449: proof of possession, which binds tokens to a key of the client.

use super::statement::{Document, Pending};

pub(super) const DOCUMENT: Document = Document {
    name: "RFC 9449",
    title: "OAuth 2.0 Demonstrating Proof of Possession (DPoP)",
    url: "https://www.rfc-editor.org/rfc/rfc9449",
    met: &[],
    not_met: &[],
    not_applicable: &[],
    pending: PENDING,
};

const fn pending(section: &'static str, statement: &'static str) -> Pending {
    Pending { section, statement }
}

/// Move a statement into `met`, with its file, tests and mutation, once a test shows it.
const PENDING: &[Pending] = &[
    pending("4.2", "A proof has the type `dpop+jwt`, an asymmetric algorithm and the public key, never a private one."),
    pending("4.2", "A proof has an unpredictable `jti`, and the method, address and time of its request."),
    pending("4.2", "With an access token, a proof has the token's hash in `ath`. With a nonce, it has the nonce."),
    pending("4.3", "A server checks each of these, and that the request has exactly one proof with a good signature."),
    pending("4.3", "A server compares the address after normalization, without query and fragment."),
    pending("5", "A token request for a bound token carries a proof. The response has `token_type` `DPoP`."),
    pending("5", "A public client's refresh token is bound to the same key. Each refresh needs a proof by that key."),
    pending("5", "A client that requires binding discards a response whose token type is another."),
    pending("6", "A resource server can identify the key of a token, and compares it with the key of the proof."),
    pending("7.1", "A request to the API has a proof with `ath`. Without a good one, access is refused."),
    pending("7.1", "A challenge of the scheme `DPoP` has an error code and `algs`."),
    pending("7.2", "A bound token that is sent as a bearer token is refused."),
    pending("7.3", "A client makes a new proof for each request, also for a retry."),
    pending("8", "Nonces are unpredictable, and a response has at most one. A wrong nonce is refused."),
    pending("8.2", "A client uses the newest nonce of a server for its next request there."),
    pending("10", "A code of a request with `dpop_jkt` is exchanged with a proof by that key only."),
    pending("11.1", "A proof is accepted for a short time only, and once."),
    pending("11.3", "After a server has given a nonce to a client, it accepts no proof without one."),
    pending("11.5", "A server checks the type, so that no other signed JWT passes for a proof."),
    pending("11.6", "Only asymmetric algorithms that are considered secure are accepted, never `none`."),
];
