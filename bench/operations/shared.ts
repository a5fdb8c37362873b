// What several processes must share: sessions, rate limits, jobs, and who synchronises.
import type { Ground } from './ground.ts';
import type { House } from './house.ts';
import { until } from './until.ts';
import { signInPeople } from '../load/people.ts';
import { call } from './people.ts';
import { limits } from '../../server/limits.ts';

interface Shared {
  /** Signed in at one, known at the other; signed out at the other, unknown at both. */
  sessions: boolean;
  /** Writes that were let through, of more than the limit at once. */
  writes: { limit: number; passed: number };
  /** Sign-ins that were guessed from one address under forged X-Forwarded-For. */
  forged: { limit: number; passed: number };
  /** Reads that were let through at both, one by one. */
  reads: { limit: number; passed: number };
  /** Mails that arrived, and requests that caused them. */
  mails: { wanted: number; arrived: number; doubled: number };
  /** Runs of the synchronisation that began, of so many starts at once at both. */
  syncs: { starts: number; begun: number };
}

export type Bed = Ground & House;

async function trySessions({ servers, balancer, db }: Bed): Promise<boolean> {
  const [person] = (await signInPeople(db, false, 490)).slice(-1);
  const me = async (place: 0 | 1) =>
    (await call(person!, balancer.url, 'GET', `${servers[place]!.url}/api/v1/auth/me`)).status;
  const before = [await me(0), await me(1)];
  const { url } = servers[1]!;
  await call(person!, balancer.url, 'POST', `${url}/api/v1/auth/logout`);
  const after = [await me(0), await me(1)];
  return before.every((one) => one === 200) && after.every((one) => one === 401);
}

async function tryWrites({ balancer, people, db }: Bed): Promise<Shared['writes']> {
  const limit = limits.rates.write.points;
  const items: { id: number }[] = await db('items')
    .where({ admin_visibility: 'visible' })
    .limit(2 * limit)
    .select('id');
  const writer = people[300]!;
  const origin = balancer.url;
  const answers = await Promise.all(
    items.map(({ id }) => call(writer, origin, 'POST', `${origin}/api/v1/knowledge/${id}/like`)),
  );
  return { limit, passed: answers.filter(({ status }) => status !== 429).length };
}

async function tryForged({ balancer, people }: Bed): Promise<Shared['forged']> {
  const limit = limits.rates.signIn.points;
  const origin = balancer.url;
  const answers = await Promise.all(
    Array.from({ length: 4 * limit }, (_, place) =>
      call(
        people[310]!,
        origin,
        'POST',
        `${origin}/api/v1/auth/validate-token`,
        { token: `guess ${place}` },
        { 'X-Forwarded-For': `203.0.113.${place}` },
      ),
    ),
  );
  return { limit, passed: answers.filter(({ status }) => status !== 429).length };
}

async function tryReads({ balancer, people }: Bed): Promise<Shared['reads']> {
  const limit = limits.rates.read.points;
  const reader = people[320]!;
  const origin = balancer.url;
  let passed = 0;
  const readers = Array.from({ length: 10 }, async () => {
    for (let count = 0; count < (1.2 * limit) / 10; count += 1) {
      const { status } = await call(reader, origin, 'POST', `${origin}/graphql`, {
        query: '{ suggestions(search: "") { text } }',
      });
      passed += Number(status !== 429);
    }
  });
  await Promise.all(readers);
  return { limit, passed };
}

/** Twenty requests for access by people from this place on, which no other try asks. */
export async function tryJobs(
  { balancer, people, db, mail }: Bed,
  firstPerson: number,
): Promise<Shared['mails']> {
  const items: { title_en: string }[] = await db('items')
    .where({ admin_visibility: 'visible' })
    .whereNotNull('title_en')
    .limit(20)
    .select('title_en');
  const origin = balancer.url;
  const answers = await Promise.all(
    items.map(({ title_en: service }, place) =>
      call(people[firstPerson + place]!, origin, 'POST', `${origin}/api/v1/email/request-access`, {
        service,
        subscriptionType: 'pro',
        features: `Request of ${firstPerson}, number ${place}`,
      }),
    ),
  );
  const wanted = answers.filter(({ status }) => status === 200).length;
  const written = new RegExp(`Request of ${firstPerson}, number \\d+`);
  const texts = () =>
    mail.mails
      .map((one) => written.exec(one.mail.text ?? '')?.[0])
      .filter((text) => text !== undefined);
  await until('all mails have arrived', async () => new Set(texts()).size >= wanted);
  return {
    wanted,
    arrived: new Set(texts()).size,
    doubled: texts().length - new Set(texts()).size,
  };
}

export async function trySync({ balancer, servers, admins, db }: Bed): Promise<Shared['syncs']> {
  const starts = 10;
  const before = await db('sync_runs').count<{ count: number }[]>('* as count');
  const answers = await Promise.all(
    Array.from({ length: starts }, (_, place) => {
      const { url } = servers[place % servers.length]!;
      return call(admins[0]!, balancer.url, 'POST', `${url}/api/v1/knowledge/sync`);
    }),
  );
  const after = await db('sync_runs').count<{ count: number }[]>('* as count');
  const begun = (after[0]?.count ?? 0) - (before[0]?.count ?? 0);
  const told = answers.filter(({ status }) => status === 200).length;
  if (told !== begun) throw new Error(`${told} starts were confirmed, ${begun} runs began`);
  return { starts, begun };
}

export async function tryShared(ground: Ground, house: House): Promise<Shared> {
  const bed = { ...ground, ...house };
  return {
    sessions: await trySessions(bed),
    writes: await tryWrites(bed),
    forged: await tryForged(bed),
    reads: await tryReads(bed),
    mails: await tryJobs(bed, 330),
    syncs: await trySync(bed),
  };
}
