-- When an upload begins, the bytes that all unfinished uploads still lack are counted.
CREATE INDEX uploads_unfinished ON uploads (expires_at) WHERE cid IS NULL;
