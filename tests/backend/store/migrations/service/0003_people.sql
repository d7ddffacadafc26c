-- When an app last did something for a listener: by a token of this grant; by its bearer token, which acts by a consent.
ALTER TABLE grants ADD COLUMN last_used_at BIGINT;
ALTER TABLE consents ADD COLUMN last_used_at BIGINT;

-- When it was approved: `rotated_at` moves on with every new token.
ALTER TABLE grants ADD COLUMN created_at BIGINT;

-- Tries, counted together within a window of time: at passwords, and at what else costs the service something. The key is a tag of what is
-- counted and of whom, under a token key: nobody reads out of a stolen copy who came from where.
CREATE TABLE tries (
    tries_key BYTEA  PRIMARY KEY,
    since     BIGINT NOT NULL,
    count     BIGINT NOT NULL
);
CREATE INDEX tries_by_since ON tries (since);

-- Changing a password, or signing out everywhere, ends all sessions of a listener.
CREATE INDEX sessions_by_user ON sessions (user_id);
