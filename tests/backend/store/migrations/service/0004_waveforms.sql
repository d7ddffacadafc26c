-- The peaks of the audio: 128 bytes. NULL if it was not decoded, or was uploaded before this migration.
ALTER TABLE contents ADD COLUMN waveform BYTEA;
