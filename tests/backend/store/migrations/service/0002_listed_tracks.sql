-- Public lists and profiles read the listed tracks of an owner. Without this, an owner with many delisted tracks makes
-- each read them all.
CREATE INDEX tracks_listed_by_owner ON tracks (owner_id, track_id) WHERE deleted_at IS NULL AND delisted_at IS NULL;
