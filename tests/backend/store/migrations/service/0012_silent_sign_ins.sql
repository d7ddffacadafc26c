-- When the user gave the password for this session. Sessions of before that was noted count as old.
ALTER TABLE sessions ADD COLUMN authenticated_at BIGINT NOT NULL DEFAULT 0;

-- The redirect URIs at which the user has consented, each with its scope. A later request for the same scope and the same URI may be answered
-- without asking (`prompt=none`). Ends with the consent.
CREATE TABLE consent_redirect_uris (
    user_id      BIGINT NOT NULL,
    api_key      TEXT   NOT NULL,
    redirect_uri TEXT   NOT NULL,
    scope        TEXT   NOT NULL,            -- read, or write, which covers it
    PRIMARY KEY (user_id, api_key, redirect_uri),
    FOREIGN KEY (user_id, api_key) REFERENCES consents (user_id, api_key) ON DELETE CASCADE
);
