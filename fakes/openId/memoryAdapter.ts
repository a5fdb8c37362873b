// In-memory storage adapter of oidc-provider.

type Payload = Record<string, unknown>;

/** Creates the adapter class of one provider; all its objects share one store. */
export function createMemoryAdapter() {
  const stored = new Map<string, Payload>();

  return class Memory {
    readonly #name: string;

    constructor(name: string) {
      this.#name = name;
    }

    #key(id: string): string {
      return `${this.#name}:${id}`;
    }

    async upsert(id: string, payload: Payload): Promise<void> {
      stored.set(this.#key(id), payload);
      if (typeof payload['uid'] === 'string')
        stored.set(this.#key(`uid:${payload['uid']}`), payload);
    }

    async find(id: string): Promise<Payload | undefined> {
      return stored.get(this.#key(id));
    }

    async findByUid(uid: string): Promise<Payload | undefined> {
      return this.find(`uid:${uid}`);
    }

    async consume(id: string): Promise<void> {
      const payload = stored.get(this.#key(id));
      if (payload) payload['consumed'] = Math.floor(Date.now() / 1000);
    }

    async destroy(id: string): Promise<void> {
      stored.delete(this.#key(id));
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, payload] of stored) {
        if (payload['grantId'] === grantId) stored.delete(key);
      }
    }
  };
}
