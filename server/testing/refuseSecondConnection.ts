// Makes a service fail when it asks the pool inside its transaction: once transactions hold all connections, each waits for the
// others.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';

interface Held {
  client: object;
  isOpen: boolean;
}

const held = new AsyncLocalStorage<Held>();
const guarded = new WeakSet<object>();

function guardPool(client: { acquireConnection(): Promise<unknown> }): void {
  if (guarded.has(client)) return;
  guarded.add(client);
  const acquire = client.acquireConnection.bind(client);
  client.acquireConnection = async () => {
    const own = held.getStore();
    if (own?.client === client && own.isOpen)
      throw new Error('Inside a transaction the pool was asked for another connection');
    return acquire();
  };
}

/** The same database, which refuses a query on another connection while the caller is inside a transaction. */
export function refuseSecondConnection(db: Knex): Knex {
  const { client } = db;
  guardPool(client);
  const begin = db.transaction.bind(db) as (...given: unknown[]) => Promise<unknown>;
  const transaction = async (work: unknown, ...rest: unknown[]): Promise<unknown> => {
    if (typeof work !== 'function') return begin(work, ...rest);
    const own: Held = { client, isOpen: true };
    try {
      return await begin((trx: unknown) => held.run(own, () => work(trx) as unknown), ...rest);
    } finally {
      own.isOpen = false;
    }
  };
  return new Proxy(db, {
    get: (target, name): unknown =>
      name === 'transaction' ? transaction : Reflect.get(target, name),
  });
}
