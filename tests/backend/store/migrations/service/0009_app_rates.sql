-- The rate limits of an app, each of those that count apart; NULL: the usual ones.
ALTER TABLE apps ADD COLUMN rate_per_second BIGINT;
ALTER TABLE apps ADD COLUMN rate_burst BIGINT;
