-- A revoked grant is deleted, and its tokens name none. Otherwise signing in and out would add rows without end.
DELETE FROM grants WHERE revoked_at IS NOT NULL;
ALTER TABLE grants DROP COLUMN revoked_at;
-- The sign-ins of a user at one app are counted.
DROP INDEX grants_by_user;
CREATE INDEX grants_by_user ON grants (user_id, api_key);

-- What a user has allowed an app at a redirect URI, by a click: asked again with a shorter page, or with none
-- (`prompt=none`). Earlier ones had no time: the user is asked again.
DROP TABLE consent_redirect_uris;
CREATE TABLE consent_redirect_uris (
    user_id      BIGINT NOT NULL,
    api_key      TEXT   NOT NULL,
    redirect_uri TEXT   NOT NULL,
    scope        TEXT   NOT NULL,
    granted_at   BIGINT NOT NULL,
    terms_hash   BYTEA  NOT NULL,            -- SHA-256 of the name and the sentences that the page had
    PRIMARY KEY (user_id, api_key, redirect_uri, scope),
    FOREIGN KEY (user_id, api_key) REFERENCES consents (user_id, api_key) ON DELETE CASCADE
);
CREATE INDEX consent_redirect_uris_by_app ON consent_redirect_uris (api_key);

-- The length of an app's redirect URIs in characters. The sum of an owner's apps has a cap, which bounds the list of them.
ALTER TABLE apps ADD COLUMN redirect_uris_length BIGINT NOT NULL DEFAULT 0;
UPDATE apps SET redirect_uris_length =
    (SELECT COALESCE(SUM(LENGTH(redirect_uri)), 0) FROM app_redirect_uris WHERE app_redirect_uris.api_key = apps.api_key);
