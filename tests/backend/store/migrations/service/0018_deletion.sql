-- When the account is deleted, in Unix seconds: a week after its user has asked for that. NULL: not at all.
ALTER TABLE users ADD COLUMN deletion_at BIGINT;
CREATE INDEX users_by_deletion ON users (deletion_at) WHERE deletion_at IS NOT NULL;
-- Whether a track is delisted because its owner has asked for the deletion: it is listed again if they keep the account.
ALTER TABLE tracks ADD COLUMN delisted_with_account BOOLEAN NOT NULL DEFAULT FALSE;
-- Handles of deleted users, in lower case. No other user can take one.
CREATE TABLE retired_handles (
    handle_key TEXT PRIMARY KEY
);
