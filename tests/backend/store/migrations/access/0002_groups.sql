-- Times are Unix seconds. SQLite and PostgreSQL both read this.

-- Groups of people. A rule names one by its id, which is unique among its owner's.
CREATE TABLE owner_groups (
    owner_id   BIGINT NOT NULL,
    group_id   TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    join_url   TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, group_id)
);

-- Who is in a group. What they are called is what the service said when they came.
CREATE TABLE group_members (
    owner_id BIGINT NOT NULL,
    group_id TEXT   NOT NULL,
    user_id  BIGINT NOT NULL,
    handle   TEXT   NOT NULL,
    name     TEXT   NOT NULL,
    since    BIGINT NOT NULL,
    PRIMARY KEY (owner_id, group_id, user_id),
    FOREIGN KEY (owner_id, group_id) REFERENCES owner_groups (owner_id, group_id) ON DELETE CASCADE
);

-- Each lets one person into one group, once. Of the invitation itself there is nothing here but its SHA-256.
CREATE TABLE invitations (
    invitation_hash BYTEA   PRIMARY KEY,
    owner_id        BIGINT  NOT NULL,
    group_id        TEXT    NOT NULL,
    expires_at      BIGINT  NOT NULL,
    used_by         BIGINT,
    admitted        BOOLEAN NOT NULL, -- whoever has used it has been put into the group
    FOREIGN KEY (owner_id, group_id) REFERENCES owner_groups (owner_id, group_id) ON DELETE CASCADE
);
CREATE INDEX invitations_by_group ON invitations (owner_id, group_id);
CREATE INDEX invitations_by_expiry ON invitations (expires_at);
