-- How much of an unfinished upload is there for sure: it was on the disk, or in the bucket, before it was written here. NULL in rows of before: what its
-- file says.
ALTER TABLE uploads ADD COLUMN arrived BIGINT;
-- 1 until whatever an upload left behind beside its content is gone: its file, its parts.
ALTER TABLE uploads ADD COLUMN leftovers BIGINT NOT NULL DEFAULT 1;
UPDATE uploads SET leftovers = 0 WHERE cid IS NOT NULL;
-- The content that it is about to become. Noted before that is put where audio is kept: whoever drops contents sees it.
ALTER TABLE uploads ADD COLUMN claimed TEXT;
-- The order in which uploads were begun, finer than a second.
ALTER TABLE uploads ADD COLUMN entry BIGINT;
UPDATE uploads SET entry = numbered.entry
    FROM (SELECT upload_id, ROW_NUMBER() OVER (ORDER BY created_at, upload_id) AS entry FROM uploads) AS numbered
    WHERE numbered.upload_id = uploads.upload_id;
INSERT INTO counters (counter, last) SELECT 'uploads', COALESCE(MAX(entry), 0) FROM uploads;
CREATE UNIQUE INDEX uploads_by_user ON uploads (user_id, entry);
CREATE INDEX uploads_with_leftovers ON uploads (upload_id) WHERE leftovers = 1;
CREATE INDEX uploads_by_claim ON uploads (claimed) WHERE claimed IS NOT NULL;

-- What an unfinished upload has in a bucket. No reference to the upload: what is in the bucket outlives a listener who is deleted, until it is
-- taken out of there.
CREATE TABLE upload_multiparts (
    upload_id    TEXT PRIMARY KEY,
    multipart_id TEXT NOT NULL
);
CREATE TABLE upload_parts (
    upload_id TEXT   NOT NULL REFERENCES uploads (upload_id) ON DELETE CASCADE,
    number    BIGINT NOT NULL,                -- from 0
    etag      TEXT   NOT NULL,
    size      BIGINT NOT NULL,
    PRIMARY KEY (upload_id, number)
);

-- 0: it is where audio is kept. 1: it is being dropped from there, since then. 2: it is not there: dropped, or not put yet.
ALTER TABLE contents ADD COLUMN state BIGINT NOT NULL DEFAULT 0;
ALTER TABLE contents ADD COLUMN state_since BIGINT;
CREATE INDEX contents_being_dropped ON contents (state_since) WHERE state = 1;
