-- Attempts to inspect an upload. One is recorded as unfinished before it begins: if the service is killed meanwhile, it stays so.
ALTER TABLE uploads ADD COLUMN unfinished_inspections BIGINT NOT NULL DEFAULT 0;
-- Those that ended with the death of the decoder.
ALTER TABLE uploads ADD COLUMN failed_inspections BIGINT NOT NULL DEFAULT 0;
-- When the last one began, in Unix seconds.
ALTER TABLE uploads ADD COLUMN inspected_at BIGINT NOT NULL DEFAULT 0;
