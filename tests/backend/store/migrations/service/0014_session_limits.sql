-- When the user who consented gave the password, in Unix seconds; NULL: not recorded.
ALTER TABLE grants ADD COLUMN authenticated_at BIGINT;
-- After how many seconds the sessions of an app end: since the last refresh, and since the consent; NULL: as the service's settings say, which also
-- are the upper bound.
ALTER TABLE apps ADD COLUMN session_idle BIGINT;
ALTER TABLE apps ADD COLUMN session_longest BIGINT;
-- The browser in which the user consented, by its number in hexadecimal digits; NULL: not recorded, or it had none.
ALTER TABLE grants ADD COLUMN device TEXT;
