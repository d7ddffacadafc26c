-- What owners of tracks sell, and to whom. Times are Unix seconds. SQLite and PostgreSQL both read this.

-- What rules name as {"paid": …}.
CREATE TABLE products (
    owner_id   BIGINT NOT NULL,
    product_id TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    buy_url    TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, product_id)
);

-- What events have said about a purchase. They come in any order, so each thing stands beside the time of the event that said it; -1: no event yet.
-- A row whose user_id is NULL is only a note: of a refund, or an end, that came before the purchase itself, or of something else that the owner sells.
CREATE TABLE purchases (
    owner_id       BIGINT NOT NULL,
    purchase_id    TEXT   NOT NULL,
    product_id     TEXT,
    product_as_of  BIGINT NOT NULL DEFAULT -1,
    user_id        BIGINT,
    user_as_of     BIGINT NOT NULL DEFAULT -1,
    paid_at        BIGINT,
    refunded_at    BIGINT,
    ends_at        BIGINT NOT NULL DEFAULT 0,
    ends_as_of     BIGINT NOT NULL DEFAULT -1,
    ended          BIGINT NOT NULL DEFAULT 0,  -- 1: the event said that it has ended; 0: how long it lasts
    invoiced_until BIGINT NOT NULL DEFAULT 0,
    invoiced_as_of BIGINT NOT NULL DEFAULT -1,
    touched_at     BIGINT NOT NULL,
    PRIMARY KEY (owner_id, purchase_id)
);
CREATE INDEX purchases_by_user ON purchases (owner_id, product_id, user_id);
CREATE INDEX purchases_of_nobody ON purchases (touched_at) WHERE user_id IS NULL;

-- Events that have taken effect. A row goes when no signature that was good for the event can be good any more, and no sender tries it again.
CREATE TABLE purchase_events (
    webhook_id  TEXT   NOT NULL,
    event_id    TEXT   NOT NULL,
    received_at BIGINT NOT NULL,
    PRIMARY KEY (webhook_id, event_id)
);
CREATE INDEX purchase_events_by_time ON purchase_events (received_at);

-- Where events come in. The secret that they are signed with is sealed: the key is not in the database.
CREATE TABLE webhooks (
    webhook_id TEXT   PRIMARY KEY,
    owner_id   BIGINT NOT NULL,
    kind       TEXT   NOT NULL,
    secret     BYTEA  NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX webhooks_by_owner ON webhooks (owner_id);

-- Keys that owners' own sites sign tokens with. Sealed likewise.
CREATE TABLE site_keys (
    owner_id   BIGINT NOT NULL,
    site_id    TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    secret     BYTEA  NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, site_id)
);
