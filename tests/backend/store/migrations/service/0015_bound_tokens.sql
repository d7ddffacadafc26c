-- Whether an app only takes tokens that are bound to a key (RFC 9449 section 5.2, `dpop_bound_access_tokens`).
ALTER TABLE apps ADD COLUMN bound_tokens_only BOOLEAN NOT NULL DEFAULT FALSE;
