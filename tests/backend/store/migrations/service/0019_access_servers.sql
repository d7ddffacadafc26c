-- Access servers. The credential of one verifies the tickets for its origin of the apps that admit it.
CREATE TABLE access_servers (
    access_server_id TEXT   PRIMARY KEY,  -- public
    owner_id         BIGINT NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    origin           TEXT   NOT NULL,     -- the audience of its tickets
    credential_hash  BYTEA  NOT NULL,     -- SHA-256
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
-- The access server that made a track for its owner: it may delete it. NULL: none did.
ALTER TABLE tracks ADD COLUMN made_through TEXT;
