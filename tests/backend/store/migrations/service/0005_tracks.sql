-- Withdrawn by its owner, who can bring it back. What is deleted stays so.
ALTER TABLE tracks ADD COLUMN delisted_at BIGINT;
-- Its artwork is kept in `pictures`.
ALTER TABLE tracks ADD COLUMN artwork_id TEXT;
-- The last change that was made: whatever belongs to a change is written only where this names it.
ALTER TABLE tracks ADD COLUMN change_id BIGINT;
INSERT INTO counters (counter, last) VALUES ('track_changes', 0);

-- How often a track was listened to on a day: days since 1970, in UTC.
CREATE TABLE track_listens (
    track_id BIGINT NOT NULL REFERENCES tracks (track_id) ON DELETE CASCADE,
    day      BIGINT NOT NULL,
    listens  BIGINT NOT NULL,
    PRIMARY KEY (track_id, day)
);

-- Lists are read a page at a time, in this order.
DROP INDEX tracks_by_owner;
CREATE INDEX tracks_by_owner ON tracks (owner_id, track_id);
CREATE INDEX library_by_user ON library (user_id, entry_id);
