-- A form of the name that is the same for names that look alike. NULL for an app of before, until one is registered or renamed.
ALTER TABLE apps ADD COLUMN name_skeleton TEXT;
CREATE INDEX apps_by_name_skeleton ON apps (name_skeleton);
