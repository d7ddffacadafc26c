-- A revoked grant is deleted, and its tokens name none. Otherwise signing in and out would add rows without end.
DELETE FROM grants WHERE revoked_at IS NOT NULL;
ALTER TABLE grants DROP COLUMN revoked_at;
-- The sign-ins of a user at one app are counted.
DROP INDEX grants_by_user;
CREATE INDEX grants_by_user ON grants (user_id, api_key);

-- A consent at a redirect URI ends if the app removes it.
CREATE INDEX consent_redirect_uris_by_app ON consent_redirect_uris (api_key);
DELETE FROM consent_redirect_uris WHERE NOT EXISTS
    (SELECT 1 FROM app_redirect_uris
     WHERE app_redirect_uris.api_key = consent_redirect_uris.api_key
       AND app_redirect_uris.redirect_uri = consent_redirect_uris.redirect_uri);

-- The length of an app's redirect URIs in characters. The sum of an owner's apps has a cap, which bounds the list of them.
ALTER TABLE apps ADD COLUMN redirect_uris_length BIGINT NOT NULL DEFAULT 0;
UPDATE apps SET redirect_uris_length =
    (SELECT COALESCE(SUM(LENGTH(redirect_uri)), 0) FROM app_redirect_uris WHERE app_redirect_uris.api_key = apps.api_key);
