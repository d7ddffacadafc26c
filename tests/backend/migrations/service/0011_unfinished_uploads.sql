-- What all unfinished uploads still lack is counted whenever one begins.
CREATE INDEX uploads_unfinished ON uploads (expires_at) WHERE cid IS NULL;
