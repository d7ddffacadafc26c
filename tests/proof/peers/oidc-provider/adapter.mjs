// oidc-provider's own adapter for development walks all tokens of a grant at every save, so it slows down with every refresh. This one does
// as little as an adapter can, and forgets the tokens of refreshes long ago: what it takes is oidc-provider's own.

const KEPT = 20_000;
const kinds = new Map();
const kept = new Array(KEPT);
let next = 0;

export class InMemory {
  constructor(kind) {
    if (!kinds.has(kind)) kinds.set(kind, new Map());
    this.entries = kinds.get(kind);
  }

  async upsert(id, payload) {
    this.entries.set(id, payload);
    if (!payload.gty?.includes("refresh_token")) return;
    kept[next]?.entries.delete(kept[next].id);
    kept[next] = { entries: this.entries, id };
    next = (next + 1) % KEPT;
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
  }
}
