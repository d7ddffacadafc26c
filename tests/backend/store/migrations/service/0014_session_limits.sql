-- When the user who consented gave the password, in Unix seconds; NULL: not recorded.
ALTER TABLE grants ADD COLUMN authenticated_at BIGINT;
