-- Whose track it is: how many of them an owner has is counted. NULL in rows of before.
ALTER TABLE rules ADD COLUMN owner_id BIGINT;
CREATE INDEX rules_by_owner ON rules (owner_id);
CREATE INDEX unfinished_by_user ON unfinished (user_id);
