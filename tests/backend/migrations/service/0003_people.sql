-- When an app last did something for a listener: by a token of this grant; by its bearer token, which acts by a consent.
ALTER TABLE grants ADD COLUMN last_used_at BIGINT;
ALTER TABLE consents ADD COLUMN last_used_at BIGINT;

-- Tries at passwords, counted: by account, by address, and by both. The key is the SHA-256 of which, and of whom.
CREATE TABLE tries (
    tries_key BYTEA  PRIMARY KEY,
    since     BIGINT NOT NULL,
    count     BIGINT NOT NULL
);
CREATE INDEX tries_by_since ON tries (since);
