// What people see while the replica stands still: their own writes, and no hidden service.
import { setTimeout as pause } from 'node:timers/promises';
import { whenReplicaIsRead, type Bed } from './bed.ts';
import type { Person } from '../load/people.ts';
import { call } from './people.ts';
import { page } from './throughput.ts';

export interface Tally {
  tries: number;
  right: number;
}

export interface Lagging {
  /** Own likes seen by the writer's next reads, one through each process. */
  ownWrites: Tally;
  /** Looks, through each process, at which a hidden item did not show. */
  hidden: Tally;
  /** Answers that were not 200. */
  errors: number;
  /** Statements that the replica answered meanwhile, to the people who have not written. */
  onReplica: number;
}

interface Found {
  data: { searchKnowledge: { items: { id: string; isLiked: boolean }[] } } | null;
}

const writers = 20;
const hiddenItems = 10;

/** Waits until the replica stands exactly where the primary does. */
async function caughtUp({ db, onReplica }: Bed): Promise<void> {
  const { rows } = await db.raw<{ rows: { at: string }[] }>('select pg_current_wal_lsn() as at');
  for (;;) {
    const answer = await onReplica.raw<{ rows: { has: boolean }[] }>(
      'select pg_last_wal_replay_lsn() >= ?::pg_lsn as has',
      [rows[0]?.at ?? '0/0'],
    );
    if (answer.rows[0]?.has) return;
    await pause(25);
  }
}

export async function tryLagging(bed: Bed): Promise<Lagging> {
  const { db, onReplica, servers, balancer, people, admin } = bed;
  const origin = balancer.url;
  let errors = 0;
  const find = async (person: Person, url: string, text: string) => {
    const { status, body } = await call<Found>(person, origin, 'POST', `${url}/graphql`, {
      query: page,
      variables: { search: text },
    });
    if (status !== 200 || !body.data) errors += 1;
    return body.data?.searchKnowledge.items ?? [];
  };
  const items: { id: number; title_en: string }[] = await db('items')
    .where({ admin_visibility: 'visible' })
    .whereNotNull('title_en')
    .whereIn(
      'title_en',
      db('items').groupBy('title_en').havingRaw('count(*) = 1').select('title_en'),
    )
    .orderBy('id')
    .limit(writers + hiddenItems)
    .select('id', 'title_en');
  const liked = items.slice(0, writers);
  const hidden = items.slice(writers);

  await caughtUp(bed);
  await whenReplicaIsRead(servers);
  const statements = async () => {
    const counts = await Promise.all(
      servers.map((one) => one.metric('loadout_catalogue_statements_total{database="replica"}')),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  await onReplica.raw('select pg_wal_replay_pause()');
  try {
    const before = await statements();
    // People who have written nothing go on reading from the replica.
    for (const [place, { title_en: title }] of items.entries())
      await find(people[100 + place]!, origin, title);
    const answered = (await statements()) - before;

    const ownWrites: Tally = { tries: 0, right: 0 };
    for (const [place, item] of liked.entries()) {
      const writer = people[place]!;
      const like = await call(writer, origin, 'POST', `${origin}/api/v1/knowledge/${item.id}/like`);
      if (like.status !== 200) errors += 1;
      for (const { url } of servers) {
        const found = await find(writer, url, item.title_en);
        ownWrites.tries += 1;
        ownWrites.right += Number(found.some((one) => one.id === String(item.id) && one.isLiked));
      }
    }

    const unseen: Tally = { tries: 0, right: 0 };
    for (const [place, item] of hidden.entries()) {
      const hide = await call(admin, origin, 'PATCH', `${origin}/api/v1/knowledge/${item.id}`, {
        adminVisibility: 'hidden',
      });
      if (hide.status !== 200) errors += 1;
      for (const { url } of servers) {
        const reader = people[200 + place]!;
        const found = await find(reader, url, item.title_en);
        const list = await call<{ success: boolean }>(
          reader,
          origin,
          'GET',
          `${url}/api/v1/use-cases/knowledge/${item.id}`,
        );
        unseen.tries += 2;
        unseen.right += Number(!found.some((one) => one.id === String(item.id)));
        unseen.right += Number(list.status === 404);
      }
    }
    return { ownWrites, hidden: unseen, errors, onReplica: answered };
  } finally {
    await onReplica.raw('select pg_wal_replay_resume()');
  }
}
