-- The API key of the app that made a track: it alone may delete it. NULL: the operator, or a version before this one.
ALTER TABLE tracks ADD COLUMN made_by TEXT;
