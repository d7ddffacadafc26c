-- Reports of listens that have been counted: one that is sent again, to whichever replica, counts nothing. Swept once its days are too long ago to be reported.
CREATE TABLE listen_reports (
    report_key  BYTEA   PRIMARY KEY,       -- the first half of the SHA-256 of the node's address and its name for the report
    counted     BOOLEAN NOT NULL,
    received_at BIGINT  NOT NULL
);
CREATE INDEX listen_reports_by_time ON listen_reports (received_at);

-- A sign-in has an absolute end, which is counted from its approval. Grants of before that was noted count from their newest token.
UPDATE grants SET created_at = rotated_at WHERE created_at IS NULL;
