-- Times are Unix seconds. SQLite and PostgreSQL both read this.

-- One row a track that was made by way of this server.
CREATE TABLE rules (
    track_id   BIGINT PRIMARY KEY,
    rule       TEXT,                -- JSON; NULL: the server's own default
    created_at BIGINT NOT NULL
);

-- The last id that was given out. None is given out twice.
CREATE TABLE rule_counters (
    counter TEXT   PRIMARY KEY,
    last    BIGINT NOT NULL
);
INSERT INTO rule_counters (counter, last) VALUES ('unfinished', 0);

-- Tracks that the service has been asked to make and whose rule is not stored yet. While one is here, a track of that listener with that content
-- and without a row in rules is open to nobody: not even to those whom the default would let in.
CREATE TABLE unfinished (
    unfinished_id BIGINT PRIMARY KEY,
    user_id       BIGINT NOT NULL,
    cid           TEXT   NOT NULL,
    created_at    BIGINT NOT NULL
);
CREATE INDEX unfinished_by_content ON unfinished (cid, user_id);
