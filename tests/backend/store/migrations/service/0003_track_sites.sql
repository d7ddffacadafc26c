-- Where a gated track can be embedded, as the access server says that keeps its rule. Without a row, nowhere.
CREATE TABLE track_sites (
    track_id         BIGINT PRIMARY KEY REFERENCES tracks (track_id) ON DELETE CASCADE,
    access_server_id TEXT   NOT NULL REFERENCES access_servers (access_server_id) ON DELETE CASCADE,
    sites            TEXT                  -- origins, separated by spaces. Empty: none. NULL: every site
);
CREATE INDEX track_sites_by_access_server ON track_sites (access_server_id);
