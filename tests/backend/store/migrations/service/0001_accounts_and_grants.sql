-- Times are Unix seconds. SQLite and PostgreSQL both read this: SQLite takes any word for a type, and keeps bytes as bytes under BYTEA.

-- The last id that was given out, of each table that numbers its rows. None is given out twice: who was deleted has no namesake.
CREATE TABLE counters (
    counter TEXT   PRIMARY KEY,
    last    BIGINT NOT NULL
);
INSERT INTO counters (counter, last) VALUES ('users', 0), ('tracks', 0), ('library', 0);

CREATE TABLE users (
    user_id       BIGINT  PRIMARY KEY,
    handle        TEXT    NOT NULL,
    handle_key    TEXT    NOT NULL UNIQUE, -- the handle in lower case: what people are found by
    name          TEXT    NOT NULL,
    verified      BOOLEAN NOT NULL,
    password_hash TEXT    NOT NULL,        -- PHC string, argon2id
    picture_id    TEXT,
    created_at    BIGINT  NOT NULL
);

CREATE TABLE pictures (
    picture_id   TEXT  NOT NULL,
    size         TEXT  NOT NULL,
    content_type TEXT  NOT NULL,
    content      BYTEA NOT NULL,
    PRIMARY KEY (picture_id, size)
);

CREATE TABLE apps (
    api_key           TEXT   PRIMARY KEY,  -- lower case
    owner_id          BIGINT NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    name              TEXT   NOT NULL,
    description       TEXT,
    api_secret_hash   BYTEA  NOT NULL,     -- SHA-256 of 32 random bytes
    bearer_token_hash BYTEA  NOT NULL,     -- likewise
    created_at        BIGINT NOT NULL
);
CREATE INDEX apps_by_owner ON apps (owner_id);

CREATE TABLE app_redirect_uris (
    api_key      TEXT   NOT NULL REFERENCES apps (api_key) ON DELETE CASCADE,
    position     BIGINT NOT NULL,
    redirect_uri TEXT   NOT NULL,
    PRIMARY KEY (api_key, redirect_uri)
);

-- A listener signed in at the service with a browser. The cookie holds what this is the SHA-256 of.
CREATE TABLE sessions (
    session_hash BYTEA  PRIMARY KEY,
    user_id      BIGINT NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    expires_at   BIGINT NOT NULL
);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- One approval: its code, then the family of tokens that came of it. No token is stored, and none can be made from a row.
CREATE TABLE grants (
    grant_id        BYTEA   PRIMARY KEY,   -- 16 random bytes
    user_id         BIGINT  NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    api_key         TEXT    REFERENCES apps (api_key) ON DELETE CASCADE,
    app_name        TEXT,
    scope           TEXT    NOT NULL,
    redirect_uri    TEXT    NOT NULL,
    code_challenge  TEXT    NOT NULL,
    generation      BIGINT  NOT NULL,      -- 0: the code is unused; n: the n-th refresh token is the current one
    generation_key  BIGINT  NOT NULL,      -- the id of the key that the current generation was signed with
    generation_used BOOLEAN NOT NULL,      -- an access token of the current generation has been presented
    rotated_at      BIGINT  NOT NULL,      -- when the current generation was made
    expires_at      BIGINT  NOT NULL,      -- when the code, later the current refresh token, expires
    revoked_at      BIGINT,
    CHECK ((api_key IS NULL) <> (app_name IS NULL))
);
-- By what a rotation leaves alone: an index by expiry would be written at every one.
CREATE INDEX grants_by_user ON grants (user_id);
CREATE INDEX grants_by_app ON grants (api_key);
