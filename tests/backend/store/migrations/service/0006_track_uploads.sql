-- 1: the owner had completed an upload of the audio when the track was made. 0: that is not known. A public track with 1 opens its audio by its own
-- address, whoever else has gated the same bytes. Stays when the upload goes.
ALTER TABLE tracks ADD COLUMN owner_uploaded BIGINT NOT NULL DEFAULT 0;
UPDATE tracks SET owner_uploaded = 1
    WHERE EXISTS (SELECT 1 FROM uploads WHERE uploads.cid = tracks.cid AND uploads.user_id = tracks.owner_id);
