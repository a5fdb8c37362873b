// PgBouncer in transaction mode between Loadout and PostgreSQL: what needs a session, and whether all goes well without.
import { setTimeout as pause } from 'node:timers/promises';
import type { Ground } from './ground.ts';
import { openHouse } from './house.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { readDuring } from './readers.ts';
import { exactly, zero, type Report } from './report.ts';
import { trySessionNeeds } from './sessionNeeds.ts';
import { tryJobs, trySync } from './shared.ts';
import { call } from './people.ts';

const processes = 2;
const likes = 100;

/** Sessions of Loadout that PostgreSQL has, by what they are for. */
async function sessionsOf({ db }: Ground): Promise<Record<string, number>> {
  const rows: { application_name: string; count: number }[] = await db('pg_stat_activity')
    .where({ datname: 'loadout' })
    .whereNot({ application_name: 'bench' })
    .groupBy('application_name')
    .select('application_name')
    .count('* as count');
  return Object.fromEntries(rows.map((row) => [row.application_name, row.count]));
}

export async function tryPooler(ground: Ground, report: Report): Promise<void> {
  const { db, people, primaryUrl } = ground;
  const pooler = await startPgbouncer(ground);
  try {
    for (const { what, works } of await trySessionNeeds(pooler.url))
      report.line(`Through the pooler: ${what}`, works ? 'works' : 'does not');

    const house = await openHouse(ground, processes, {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: primaryUrl,
    });
    try {
      const bed = { ...ground, ...house };
      let sessions: Record<string, number> = {};
      const read = await readDuring(house, people.slice(0, 100), async () => {
        await pause(5_000);
        sessions = await sessionsOf(ground);
      });
      report.line(`Pages: failed of ${read.answers}`, String(read.failures), zero(read.failures));
      const { loadout = 0, ...direct } = sessions;
      report.line('  sessions of PostgreSQL through the pooler, 20 at once', String(loadout), {
        text: '<= 10',
        holds: loadout > 0 && loadout <= 10,
      });
      const past = Object.values(direct).reduce((sum, count) => sum + count, 0);
      report.line('  sessions past it, for jobs and synchronisations', String(past));

      const items: number[] = await db('items')
        .where({ admin_visibility: 'visible' })
        .limit(likes)
        .pluck('id');
      const origin = house.balancer.url;
      const answers = await Promise.all(
        items.map((id, place) =>
          call(people[120 + place]!, origin, 'POST', `${origin}/api/v1/knowledge/${id}/like`),
        ),
      );
      const liked = answers.filter(({ status }) => status === 200).length;
      report.line(`Likes, ${likes} at once`, String(liked), exactly(likes, liked));
      const mails = await tryJobs(bed, 400);
      report.line(
        'Mails of 20 requests, sent by jobs',
        String(mails.arrived),
        exactly(20, mails.arrived),
      );
      report.line('  mails sent twice', String(mails.doubled), zero(mails.doubled));
      const { starts, begun } = await trySync(bed);
      report.line(
        `Synchronisations begun, started ${starts} times at once`,
        String(begun),
        exactly(1, begun),
      );
    } finally {
      await house.close();
    }
  } finally {
    await pooler.stop();
  }
}
