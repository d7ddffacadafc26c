-- Times are Unix seconds. SQLite and PostgreSQL both read this: SQLite accepts any word for a type, and BYTEA keeps
-- bytes as bytes.

-- The last ID of each table that numbers its rows. No ID is used again after a deletion.
CREATE TABLE counters (
    counter TEXT   PRIMARY KEY,
    last    BIGINT NOT NULL
);
INSERT INTO counters (counter, last)
    VALUES ('users', 0), ('tracks', 0), ('track_changes', 0), ('library', 0), ('uploads', 0);

CREATE TABLE users (
    user_id       BIGINT  PRIMARY KEY,
    handle        TEXT    NOT NULL,
    handle_key    TEXT    NOT NULL UNIQUE, -- the handle in lower case
    name          TEXT    NOT NULL,
    verified      BOOLEAN NOT NULL,
    password_hash TEXT    NOT NULL,        -- PHC string, argon2id
    picture_id    TEXT,
    created_at    BIGINT  NOT NULL,
    deletion_at   BIGINT                   -- when the account is deleted: a week after its user has asked for that
);
CREATE INDEX users_by_deletion ON users (deletion_at) WHERE deletion_at IS NOT NULL;

-- Handles of deleted users, in lower case. No other user can take one.
CREATE TABLE retired_handles (
    handle_key TEXT PRIMARY KEY
);

-- Profile pictures and artwork.
CREATE TABLE pictures (
    picture_id   TEXT  NOT NULL,
    size         TEXT  NOT NULL,
    content_type TEXT  NOT NULL,
    content      BYTEA NOT NULL,
    PRIMARY KEY (picture_id, size)
);

-- Browsers that are signed in at the service. The cookie has the secret of which this is the SHA-256.
CREATE TABLE sessions (
    session_hash     BYTEA  PRIMARY KEY,
    user_id          BIGINT NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    expires_at       BIGINT NOT NULL,
    authenticated_at BIGINT NOT NULL       -- when the user gave the password
);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX sessions_by_user ON sessions (user_id);

-- Attempts within a window of time: at passwords, and at what else costs the service something. The key is a MAC of
-- what is counted and for whom, under a token key: a stolen copy does not say who came from where.
CREATE TABLE tries (
    tries_key BYTEA  PRIMARY KEY,
    since     BIGINT NOT NULL,
    count     BIGINT NOT NULL
);
CREATE INDEX tries_by_since ON tries (since);

CREATE TABLE apps (
    api_key              TEXT    PRIMARY KEY,  -- lower case
    owner_id             BIGINT  NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    name                 TEXT    NOT NULL,
    name_skeleton        TEXT    NOT NULL,     -- the same for names that look alike
    description          TEXT,
    api_secret_hash      BYTEA   NOT NULL,     -- SHA-256 of 32 random bytes
    bearer_token_hash    BYTEA   NOT NULL,     -- the same
    created_at           BIGINT  NOT NULL,
    rate_per_second      BIGINT,               -- of the app's own rate limits. NULL: the usual ones
    rate_burst           BIGINT,
    session_idle         BIGINT,               -- in seconds, since the last refresh. NULL: as in the settings
    session_longest      BIGINT,               -- in seconds, since the consent. The settings limit both
    bound_tokens_only    BOOLEAN NOT NULL DEFAULT FALSE, -- `dpop_bound_access_tokens`
    redirect_uris_length BIGINT  NOT NULL      -- in characters. The sum of an owner's apps has a cap
);
CREATE INDEX apps_by_owner ON apps (owner_id);
CREATE INDEX apps_by_name_skeleton ON apps (name_skeleton);
CREATE UNIQUE INDEX apps_by_bearer_token ON apps (bearer_token_hash);

CREATE TABLE app_redirect_uris (
    api_key      TEXT   NOT NULL REFERENCES apps (api_key) ON DELETE CASCADE,
    position     BIGINT NOT NULL,
    redirect_uri TEXT   NOT NULL,
    PRIMARY KEY (api_key, redirect_uri)
);

-- Access servers. The credential of one verifies the tickets for its origin of the apps that admit it.
CREATE TABLE access_servers (
    access_server_id TEXT   PRIMARY KEY,   -- public
    owner_id         BIGINT NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    origin           TEXT   NOT NULL,      -- the audience of its tickets
    credential_hash  BYTEA  NOT NULL,      -- SHA-256
    created_at       BIGINT NOT NULL
);
CREATE UNIQUE INDEX access_servers_by_credential ON access_servers (credential_hash);
CREATE INDEX access_servers_by_owner ON access_servers (owner_id);
CREATE TABLE admissions (
    api_key          TEXT NOT NULL REFERENCES apps (api_key) ON DELETE CASCADE,
    access_server_id TEXT NOT NULL REFERENCES access_servers (access_server_id) ON DELETE CASCADE,
    PRIMARY KEY (api_key, access_server_id)
);
CREATE INDEX admissions_by_access_server ON admissions (access_server_id);

-- An approval: its code, then the family of tokens of its session. No token is stored, and none can be made from a
-- row. A revoked grant is deleted.
CREATE TABLE grants (
    grant_id         BYTEA   PRIMARY KEY,  -- 16 random bytes
    user_id          BIGINT  NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    api_key          TEXT    REFERENCES apps (api_key) ON DELETE CASCADE,
    app_name         TEXT,
    scope            TEXT    NOT NULL,
    redirect_uri     TEXT    NOT NULL,
    code_challenge   TEXT    NOT NULL,
    generation       BIGINT  NOT NULL,     -- 0: the code is unused; n: the n-th refresh token is the current one
    generation_key   BIGINT  NOT NULL,     -- the ID of the key that signed the current generation
    generation_used  BOOLEAN NOT NULL,     -- whether an access token of the current generation was presented
    rotated_at       BIGINT  NOT NULL,     -- when the current generation was issued
    created_at       BIGINT  NOT NULL,     -- when the user approved
    expires_at       BIGINT  NOT NULL,     -- when the code, later the current refresh token, expires
    last_used_at     BIGINT,
    authenticated_at BIGINT  NOT NULL,     -- when the user gave the password
    jkt              TEXT,                 -- the key to which the tokens are bound (RFC 9449). NULL: none
    code_jkt         TEXT,                 -- the key to which the request bound the code (`dpop_jkt`). NULL: none
    device           TEXT,                 -- the browser of the approval, by a number. NULL: not known
    CHECK ((api_key IS NULL) <> (app_name IS NULL))
);
-- Indices of columns that a rotation does not change: one by expiry would be written at each rotation.
CREATE INDEX grants_by_user ON grants (user_id, api_key);
CREATE INDEX grants_by_app ON grants (api_key);

-- What a user allows an app. Not part of a grant: signing out revokes the grant and leaves this, by which the bearer
-- token of the app acts.
CREATE TABLE consents (
    user_id      BIGINT NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    api_key      TEXT   NOT NULL REFERENCES apps (api_key) ON DELETE CASCADE,
    scope        TEXT   NOT NULL,          -- `read`, or `write`, which includes it
    granted_at   BIGINT NOT NULL,
    last_used_at BIGINT,                   -- by the bearer token
    PRIMARY KEY (user_id, api_key)
);
CREATE INDEX consents_by_app ON consents (api_key);

-- What a user has allowed an app at a redirect URI, by a click. The next request gets a shorter page, or none
-- (`prompt=none`).
CREATE TABLE consent_redirect_uris (
    user_id      BIGINT NOT NULL,
    api_key      TEXT   NOT NULL,
    redirect_uri TEXT   NOT NULL,
    scope        TEXT   NOT NULL,
    granted_at   BIGINT NOT NULL,
    terms_hash   BYTEA  NOT NULL,          -- SHA-256 of the name and the sentences of the page
    PRIMARY KEY (user_id, api_key, redirect_uri, scope),
    FOREIGN KEY (user_id, api_key) REFERENCES consents (user_id, api_key) ON DELETE CASCADE
);
CREATE INDEX consent_redirect_uris_by_app ON consent_redirect_uris (api_key);

-- Accepted DPoP proofs, for as long as they could be accepted again.
CREATE TABLE dpop_proofs (
    grant_id   BYTEA  NOT NULL,
    jti_hash   BYTEA  NOT NULL,            -- SHA-256 of `jti`
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (grant_id, jti_hash)
);

-- Audio. The file is audio/{cid} in the media folder.
CREATE TABLE contents (
    cid         TEXT   PRIMARY KEY,
    mime_type   TEXT   NOT NULL,           -- as detected
    size        BIGINT NOT NULL,
    duration_ms BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    state       BIGINT NOT NULL DEFAULT 0, -- 0: stored. 1: being deleted since `state_since`. 2: not stored
    state_since BIGINT
);
CREATE INDEX contents_being_dropped ON contents (state_since) WHERE state = 1;

CREATE TABLE uploads (
    upload_id              TEXT   PRIMARY KEY,
    user_id                BIGINT NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    entry                  BIGINT NOT NULL, -- the order in which uploads began, finer than a second
    size                   BIGINT NOT NULL,
    metadata               TEXT,            -- Upload-Metadata, unchanged
    arrived                BIGINT NOT NULL, -- the bytes that are durable, on the disk or in the bucket
    claimed                TEXT,            -- the content that it will become, recorded before that is stored
    cid                    TEXT   REFERENCES contents (cid), -- once it is complete
    created_at             BIGINT NOT NULL,
    expires_at             BIGINT,          -- of an unfinished one
    leftovers              BIGINT NOT NULL, -- 1 until nothing but its content is left: no draft, no parts
    unfinished_inspections BIGINT NOT NULL DEFAULT 0, -- began and did not end: running, or the service was killed
    failed_inspections     BIGINT NOT NULL DEFAULT 0, -- that ended with a crash of the decoder
    inspected_at           BIGINT NOT NULL DEFAULT 0  -- when the last one began
);
CREATE UNIQUE INDEX uploads_by_user ON uploads (user_id, entry);
CREATE INDEX uploads_by_cid_and_user ON uploads (cid, user_id);
CREATE INDEX uploads_by_expiry ON uploads (expires_at);
CREATE INDEX uploads_by_claim ON uploads (claimed) WHERE claimed IS NOT NULL;
CREATE INDEX uploads_with_leftovers ON uploads (upload_id) WHERE leftovers = 1;
-- When an upload begins, the missing bytes of all unfinished ones are summed.
CREATE INDEX uploads_unfinished ON uploads (expires_at) WHERE cid IS NULL;

-- What an unfinished upload has in a bucket. It does not refer to the upload, because it outlives a deleted user,
-- until it is deleted from the bucket.
CREATE TABLE upload_multiparts (
    upload_id    TEXT PRIMARY KEY,
    multipart_id TEXT NOT NULL
);
CREATE TABLE upload_parts (
    upload_id TEXT   NOT NULL REFERENCES uploads (upload_id) ON DELETE CASCADE,
    number    BIGINT NOT NULL,             -- from 0
    etag      TEXT   NOT NULL,
    size      BIGINT NOT NULL,
    PRIMARY KEY (upload_id, number)
);

CREATE TABLE tracks (
    track_id              BIGINT  PRIMARY KEY,
    owner_id              BIGINT  NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    title                 TEXT    NOT NULL,
    genre                 TEXT,
    description           TEXT,
    artwork_id            TEXT,            -- in `pictures`
    cid                   TEXT    NOT NULL REFERENCES contents (cid),
    created_at            BIGINT  NOT NULL,
    change_id             BIGINT,          -- the last change: its parts are written only while this names it
    made_by               TEXT,            -- the API key of the app that created it, and may delete it
    made_through          TEXT,            -- the access server that created it, and may delete it
    -- 1: the owner had completed an upload of the audio when the track was created, so a public track opens its audio
    -- by its own address, even if another user has gated the same bytes. 0: not known.
    owner_uploaded        BIGINT  NOT NULL DEFAULT 0,
    delisted_at           BIGINT,          -- the owner can list it again
    delisted_with_account BOOLEAN NOT NULL DEFAULT FALSE, -- listed again if the owner keeps the account
    deleted_at            BIGINT           -- for good
);
-- Lists are read by page, in this order.
CREATE INDEX tracks_by_owner ON tracks (owner_id, track_id);
CREATE INDEX tracks_by_cid ON tracks (cid);

-- The addresses that may sign for a track. None: it is public.
CREATE TABLE track_authorities (
    track_id BIGINT NOT NULL REFERENCES tracks (track_id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    address  TEXT   NOT NULL,              -- as EIP-55 writes it
    PRIMARY KEY (track_id, position)
);

-- How often a track was listened to on a day: days since 1970, in UTC.
CREATE TABLE track_listens (
    track_id BIGINT NOT NULL REFERENCES tracks (track_id) ON DELETE CASCADE,
    day      BIGINT NOT NULL,
    listens  BIGINT NOT NULL,
    PRIMARY KEY (track_id, day)
);

-- Reports of listens that were received, so that one that is sent again, to any replica, counts once. Deleted when
-- its days are too long ago to be reported.
CREATE TABLE listen_reports (
    report_key  BYTEA   PRIMARY KEY,       -- half of the SHA-256 of the node's address and its name for it
    counted     BOOLEAN NOT NULL,
    received_at BIGINT  NOT NULL
);
CREATE INDEX listen_reports_by_time ON listen_reports (received_at);

CREATE TABLE library (
    entry_id BIGINT PRIMARY KEY,           -- the order in which tracks were saved, finer than a second
    user_id  BIGINT NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    track_id BIGINT NOT NULL REFERENCES tracks (track_id) ON DELETE CASCADE,
    saved_at BIGINT NOT NULL,
    UNIQUE (user_id, track_id)
);
CREATE INDEX library_by_user ON library (user_id, entry_id);
