// What works through a pooler in transaction mode and what does not, tried one by one with plain connections.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

interface Need {
  what: string;
  works: boolean;
}

/** Does the work on two connections at once, as two processes have them. */
async function withTwo(
  url: string,
  work: (one: pg.Client, two: pg.Client) => Promise<boolean>,
): Promise<boolean> {
  const clients = [0, 1].map(() => new pg.Client({ connectionString: url }));
  for (const client of clients) {
    client.on('error', () => undefined);
    await client.connect();
  }
  try {
    return await work(clients[0]!, clients[1]!).catch(() => false);
  } finally {
    for (const client of clients) {
      await client.query('deallocate all').catch(() => undefined);
      await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
      await client.query('unlisten *').catch(() => undefined);
      await client.end();
    }
  }
}

/** Another session serves the first connection afterwards: the second holds the one that it had. */
async function swapped<Result>(two: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await two.query('begin');
  try {
    await two.query('select 1');
    return await work();
  } finally {
    await two.query('rollback');
  }
}

const tries: Record<string, (one: pg.Client, two: pg.Client) => Promise<boolean>> = {
  'A statement prepared by name, run again': async (one, two) => {
    const statement = { name: 'tried', text: 'select 1 as one' };
    await one.query(statement);
    await swapped(two, () => one.query(statement));
    return true;
  },
  'The same without a name': async (one, two) => {
    const statement = { text: 'select $1::integer as one', values: [1] };
    await one.query(statement);
    await swapped(two, () => one.query(statement));
    return true;
  },
  'LISTEN, told by another connection': async (one, two) => {
    let isTold = false;
    one.on('notification', () => {
      isTold = true;
    });
    await one.query('listen tried');
    await two.query(`notify tried`);
    await pause(500);
    return isTold;
  },
  'An advisory lock of the session, kept out of the hands of another': async (one, two) => {
    await one.query('select pg_advisory_lock(1, 1)');
    const { rows } = await two.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(1, 1) as taken',
    );
    return rows[0]?.taken === false;
  },
  'An advisory lock of the transaction': async (one, two) => {
    await one.query('begin');
    await one.query('select pg_advisory_xact_lock(2, 2)');
    const { rows } = await two.query<{ taken: boolean }>(
      'select pg_try_advisory_xact_lock(2, 2) as taken',
    );
    await one.query('rollback');
    return rows[0]?.taken === false;
  },
  'SET, still so in the next transaction': async (one, two) => {
    await one.query(`set application_name = 'tried'`);
    await one.query('set lock_timeout = 1234');
    const { rows } = await swapped(two, () =>
      one.query<{ limit: string }>(`select current_setting('lock_timeout') as limit`),
    );
    await one.query('reset lock_timeout');
    return rows[0]?.limit === '1234ms';
  },
  'SET LOCAL, within its transaction': async (one) => {
    await one.query('begin');
    await one.query('set local lock_timeout = 1234');
    const { rows } = await one.query<{ limit: string }>(
      `select current_setting('lock_timeout') as limit`,
    );
    await one.query('rollback');
    return rows[0]?.limit === '1234ms';
  },
};

/** Through the pooler at this address. */
export async function trySessionNeeds(url: string): Promise<Need[]> {
  const needs: Need[] = [];
  for (const [what, work] of Object.entries(tries)) {
    needs.push({ what, works: await withTwo(url, work) });
  }
  const client = new pg.Client({ connectionString: url, statement_timeout: 5_000 });
  client.on('error', () => undefined);
  const works = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => undefined);
  needs.push({ what: 'Time limits given at the connection', works });
  return needs;
}
