// People like and admins decide while the primary is lost and its standby takes over. What was answered must be there.
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../server/database/connection.ts';
import type { Person } from '../load/people.ts';
import type { Ground } from './ground.ts';
import type { House } from './house.ts';
import { call } from './people.ts';
import { tryJobs } from './shared.ts';

const likers = 40;
const readers = 20;
const paceMs = 1_000;
const beforeMs = 5_000;
/** Until somebody, or a program of theirs, has seen that the primary is gone and promotes the standby. */
const noticedAfterMs = 3_000;
const afterMs = 10_000;

export interface Act {
  /** When it was answered, on the clock of `performance.now()`. */
  at: number;
  /** 0: there was no answer. */
  status: number;
  isWrite: boolean;
}

interface Failover {
  acts: Act[];
  killedAt: number;
  promotedAt: number;
  /** Writes that were answered with 200, and those of them that the new primary does not have. */
  acknowledged: { likes: number; decisions: number };
  lost: { likes: number; decisions: number };
  /** Of twenty requests for access on the new primary, those whose mail the jobs have sent. */
  mails: { arrived: number; doubled: number };
}

/** Open differences that an admin can decide without the bookmarks service. */
async function addDifferences({ db }: Ground, count: number): Promise<number[]> {
  const items: number[] = await db('items').orderBy('id').limit(count).pluck('id');
  const rows: { id: number }[] = await db('inconsistencies')
    .insert(
      items.map((id) => ({
        item_id: id,
        type: 'link_broken',
        old_value: JSON.stringify(`https://example.com/${id}`),
        new_value: JSON.stringify('404'),
      })),
    )
    .returning('id');
  return rows.map(({ id }) => id);
}

export async function tryFailover(ground: Ground, house: House): Promise<Failover> {
  const { db, pair, people, admins, standbyUrl } = ground;
  const { url: origin } = house.balancer;
  const items: number[] = await db('items')
    .where({ admin_visibility: 'visible' })
    .orderBy('id')
    .limit(120)
    .pluck('id');
  const ids = await addDifferences(ground, 400);
  await pair.commitOnBoth();

  const acts: Act[] = [];
  const done = new AbortController();
  const act = async (person: Person, method: string, path: string, body?: object) => {
    const { status } = await call(person, origin, method, `${origin}${path}`, body).catch(() => ({
      status: 0,
    }));
    acts.push({ at: performance.now(), status, isWrite: method !== 'GET' });
    return status;
  };
  const liked: { user: number; item: number }[] = [];
  const like = async (person: Person, place: number): Promise<void> => {
    await pause((place * paceMs) / likers);
    for (let next = place; !done.signal.aborted;) {
      const item = items[next % items.length]!;
      if ((await act(person, 'POST', `/api/v1/knowledge/${item}/like`)) === 200) {
        liked.push({ user: person.id, item });
        next += 1;
      }
      await pause(paceMs);
    }
  };
  const decided: number[] = [];
  const decide = async (admin: Person): Promise<void> => {
    for (let id = ids.pop(); id !== undefined && !done.signal.aborted;) {
      const status = await act(admin, 'PATCH', `/api/v1/inconsistencies/${id}/status`, {
        status: 'ignored',
      });
      if (status === 200) decided.push(id);
      // One that was decided although no answer came is a conflict when it is tried again.
      if (status === 200 || status === 409) id = ids.pop();
      await pause(paceMs);
    }
  };
  const read = async (person: Person, place: number): Promise<void> => {
    await pause((place * paceMs) / readers);
    for (let next = place; !done.signal.aborted; next += 1) {
      await act(person, 'GET', `/api/v1/knowledge/search?page=${next % 10}`);
      await pause(paceMs);
    }
  };
  const working = Promise.all([
    ...people.slice(200, 200 + readers).map(read),
    ...people.slice(240, 240 + likers).map(like),
    ...admins.map(decide),
  ]);
  await pause(beforeMs);
  const killedAt = performance.now();
  pair.killPrimary();
  await pause(noticedAfterMs);
  const promotedAt = performance.now();
  await pair.promoteStandby();
  await pause(afterMs);
  done.abort();
  await working;

  const after = openDatabase(standbyUrl, { applicationName: 'bench' });
  try {
    const rows: { user_id: number; item_id: number }[] = await after('item_likes').select(
      'user_id',
      'item_id',
    );
    const there = new Set(rows.map((row) => `${row.user_id} ${row.item_id}`));
    const closed = new Set<number>(
      await after('inconsistencies').where({ status: 'ignored' }).pluck('id'),
    );
    return {
      acts,
      killedAt,
      promotedAt,
      acknowledged: { likes: liked.length, decisions: decided.length },
      mails: await tryJobs({ ...ground, ...house, db: after }, 450),
      lost: {
        likes: liked.filter(({ user, item }) => !there.has(`${user} ${item}`)).length,
        decisions: decided.filter((id) => !closed.has(id)).length,
      },
    };
  } finally {
    await after.destroy();
  }
}
