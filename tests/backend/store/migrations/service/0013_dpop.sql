-- DPoP (RFC 9449). The thumbprint of the key to which the tokens of a grant are bound, from the exchange of its code on. NULL: to none.
ALTER TABLE grants ADD COLUMN jkt TEXT;
-- The thumbprint of the key to which the authorization request bound the code (`dpop_jkt`). NULL: to none.
ALTER TABLE grants ADD COLUMN code_jkt TEXT;

-- The proofs that were accepted, for as long as they could be accepted again.
CREATE TABLE dpop_proofs (
    grant_id   BYTEA  NOT NULL,
    jti_hash   BYTEA  NOT NULL,              -- SHA-256 of `jti`
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (grant_id, jti_hash)
);
