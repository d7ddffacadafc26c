-- What a listener has agreed that an app may do. A record of its own, apart from grants: signing out revokes a grant and leaves this, and it
-- is what an app's bearer token acts by.
CREATE TABLE consents (
    user_id    BIGINT NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    api_key    TEXT   NOT NULL REFERENCES apps (api_key) ON DELETE CASCADE,
    scope      TEXT   NOT NULL,            -- read, or write, which covers it
    granted_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, api_key)
);
CREATE INDEX consents_by_app ON consents (api_key);

-- Apps are found by what their bearer token hashes to.
CREATE UNIQUE INDEX apps_by_bearer_token ON apps (bearer_token_hash);

-- Audio, by what is in it: the file is audio/{cid} in the media folder.
CREATE TABLE contents (
    cid         TEXT   PRIMARY KEY,
    mime_type   TEXT   NOT NULL,           -- by what the file is, whatever it was called
    size        BIGINT NOT NULL,
    duration_ms BIGINT NOT NULL,
    created_at  BIGINT NOT NULL
);

-- How much of an unfinished one has arrived is the length of its file, uploads/{upload_id} in the media folder, and stands nowhere else.
CREATE TABLE uploads (
    upload_id  TEXT   PRIMARY KEY,
    user_id    BIGINT NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    size       BIGINT NOT NULL,
    metadata   TEXT,                       -- Upload-Metadata, as it was sent
    cid        TEXT   REFERENCES contents (cid), -- once it is complete and was found to be audio
    created_at BIGINT NOT NULL,
    expires_at BIGINT                      -- of an unfinished one
);
CREATE INDEX uploads_by_cid_and_user ON uploads (cid, user_id);
CREATE INDEX uploads_by_expiry ON uploads (expires_at);

CREATE TABLE tracks (
    track_id    BIGINT  PRIMARY KEY,
    owner_id    BIGINT  NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    title       TEXT    NOT NULL,
    genre       TEXT,
    description TEXT,
    cid         TEXT    NOT NULL REFERENCES contents (cid),
    created_at  BIGINT  NOT NULL,
    deleted_at  BIGINT
);
CREATE INDEX tracks_by_owner ON tracks (owner_id);
CREATE INDEX tracks_by_cid ON tracks (cid);

-- Who may sign for a track. None: it is public.
CREATE TABLE track_authorities (
    track_id BIGINT NOT NULL REFERENCES tracks (track_id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    address  TEXT   NOT NULL,              -- as EIP-55 writes it
    PRIMARY KEY (track_id, position)
);

CREATE TABLE library (
    entry_id BIGINT  PRIMARY KEY,          -- the order in which tracks were saved, finer than a second
    user_id  BIGINT  NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    track_id BIGINT  NOT NULL REFERENCES tracks (track_id) ON DELETE CASCADE,
    saved_at BIGINT  NOT NULL,
    UNIQUE (user_id, track_id)
);
