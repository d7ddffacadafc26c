// oidc-provider's own adapter for development walks all tokens of a grant at every save, so it slows down with every
// refresh. This adapter does as little as possible, so that only oidc-provider itself is measured. Of the tokens that
// refreshes have issued it keeps the newest of each grant, so its memory is bounded, and an idle grant keeps its token.

/** The tokens of each kind that a grant keeps, beside those that it was made with. */
const KEPT = 8;
const kinds = new Map();

export class InMemory {
  constructor(kind) {
    if (!kinds.has(kind)) kinds.set(kind, { entries: new Map(), newest: new Map() });
    ({ entries: this.entries, newest: this.newest } = kinds.get(kind));
  }

  async upsert(id, payload) {
    const isNew = !this.entries.has(id);
    this.entries.set(id, payload);
    if (!isNew || !payload.gty?.includes("refresh_token")) return;
    const { grantId } = payload;
    if (!this.newest.has(grantId)) this.newest.set(grantId, []);
    const ids = this.newest.get(grantId);
    ids.push(id);
    if (ids.length > KEPT) this.entries.delete(ids.shift());
  }

  async find(id) {
    return this.entries.get(id);
  }

  async findByUid(uid) {
    return [...this.entries.values()].find((payload) => payload.uid === uid);
  }

  async consume(id) {
    this.entries.get(id).consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id) {
    this.entries.delete(id);
  }

  async revokeByGrantId(grantId) {
    for (const [id, payload] of this.entries) if (payload.grantId === grantId) this.entries.delete(id);
    this.newest.delete(grantId);
  }
}
