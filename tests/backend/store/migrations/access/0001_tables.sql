-- Times are Unix seconds. SQLite and PostgreSQL both read this.

-- The tracks that were created by this server.
CREATE TABLE rules (
    track_id   BIGINT PRIMARY KEY,
    rule       TEXT,                       -- JSON. NULL: the server's default rule
    created_at BIGINT NOT NULL,
    owner_id   BIGINT NOT NULL             -- how many an owner has is limited
);
CREATE INDEX rules_by_owner ON rules (owner_id);

-- The last ID. No ID is used again.
CREATE TABLE rule_counters (
    counter TEXT   PRIMARY KEY,
    last    BIGINT NOT NULL
);
INSERT INTO rule_counters (counter, last) VALUES ('unfinished', 0);

-- Tracks that the service was asked to create, and whose rule is not stored yet. While a row exists, a track of that
-- user with that content and without a row in `rules` is closed to all, also to those whom the default rule allows.
CREATE TABLE unfinished (
    unfinished_id BIGINT PRIMARY KEY,
    user_id       BIGINT NOT NULL,
    cid           TEXT   NOT NULL,
    created_at    BIGINT NOT NULL
);
CREATE INDEX unfinished_by_content ON unfinished (cid, user_id);
CREATE INDEX unfinished_by_user ON unfinished (user_id);

-- Groups of users. A rule names one by its ID, which is unique among those of its owner.
CREATE TABLE owner_groups (
    owner_id   BIGINT NOT NULL,
    group_id   TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    join_url   TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, group_id)
);

-- Handle and name are those that the service returned when the user joined.
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

-- Each lets one user join one group, once. Of the invitation itself only the SHA-256 is stored.
CREATE TABLE invitations (
    invitation_hash BYTEA   PRIMARY KEY,
    owner_id        BIGINT  NOT NULL,
    group_id        TEXT    NOT NULL,
    expires_at      BIGINT  NOT NULL,
    used_by         BIGINT,
    admitted        BOOLEAN NOT NULL,      -- whether the user who has used it is in the group
    FOREIGN KEY (owner_id, group_id) REFERENCES owner_groups (owner_id, group_id) ON DELETE CASCADE
);
CREATE INDEX invitations_by_group ON invitations (owner_id, group_id);
CREATE INDEX invitations_by_expiry ON invitations (expires_at);

-- What owners sell. Rules name it as {"paid": …}.
CREATE TABLE products (
    owner_id   BIGINT NOT NULL,
    product_id TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    buy_url    TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, product_id)
);

-- What events have said about a purchase. They arrive in any order, so each value has the time of its event beside
-- it; -1: no event yet. A row without `user_id` only records a refund or an end that arrived before the purchase, or
-- a purchase of something else.
CREATE TABLE purchases (
    owner_id       BIGINT NOT NULL,
    purchase_id    TEXT   NOT NULL,
    product_id     TEXT,
    product_as_of  BIGINT NOT NULL DEFAULT -1,
    user_id        BIGINT,
    user_as_of     BIGINT NOT NULL DEFAULT -1,
    paid_at        BIGINT,
    refunded_at    BIGINT,
    ends_at        BIGINT NOT NULL DEFAULT 0,
    ends_as_of     BIGINT NOT NULL DEFAULT -1,
    ended          BIGINT NOT NULL DEFAULT 0, -- 1: the event said that it has ended; 0: until when it lasts
    invoiced_until BIGINT NOT NULL DEFAULT 0,
    invoiced_as_of BIGINT NOT NULL DEFAULT -1,
    touched_at     BIGINT NOT NULL,
    PRIMARY KEY (owner_id, purchase_id)
);
CREATE INDEX purchases_by_user ON purchases (owner_id, product_id, user_id);
CREATE INDEX purchases_of_nobody ON purchases (touched_at) WHERE user_id IS NULL;

-- Events that have taken effect. A row is deleted when no valid signature of the event can be left, and no sender
-- retries.
CREATE TABLE purchase_events (
    webhook_id  TEXT   NOT NULL,
    event_id    TEXT   NOT NULL,
    received_at BIGINT NOT NULL,
    PRIMARY KEY (webhook_id, event_id)
);
CREATE INDEX purchase_events_by_time ON purchase_events (received_at);

-- Where events arrive. The secret that signs them is encrypted: the key is not in the database.
CREATE TABLE webhooks (
    webhook_id TEXT   PRIMARY KEY,
    owner_id   BIGINT NOT NULL,
    kind       TEXT   NOT NULL,
    secret     BYTEA  NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX webhooks_by_owner ON webhooks (owner_id);

-- Keys with which owners' sites sign tokens, encrypted in the same way.
CREATE TABLE site_keys (
    owner_id   BIGINT NOT NULL,
    site_id    TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    secret     BYTEA  NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, site_id)
);
