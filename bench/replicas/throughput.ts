// How many pages of the dashboard one process answers, and how many two: by turns, so that both see the same machine.
import autocannon from 'autocannon';
import type { Bed } from './bed.ts';

export const page = `
  query Page($search: String, $page: Int! = 0) {
    searchKnowledge(search: $search, perPage: 12, page: $page) {
      total pageCount correctedTo
      items {
        id titleRu titleEn descriptionRu descriptionEn isLiked likesCount useCasesCount ownUseCasesCount isVerified
        raindropTags partnerBadges { key name } experts { id name avatarUrl telegramUsername } expertsCount
      }
      matches { itemId titleEn { start end } descriptionEn { start end } }
    }
  }`;

const connections = 20;
const seconds = 6;
const rounds = 5;

export interface Round {
  perSecond: number;
  /** Milliseconds within which 97.5 % of the pages came. */
  p97: number;
  failures: number;
}

export interface Throughput {
  one: Round[];
  two: Round[];
  /** Share of the catalogue's statements that the replica answered. */
  onReplica: number;
}

async function measure(bed: Bed, url: string): Promise<Round> {
  const titles: { title_en: string }[] = await bed
    .db('items')
    .whereNotNull('title_en')
    .orderByRaw('id % 97, id')
    .limit(200)
    .select('title_en');
  const searches = titles.map(({ title_en }) => title_en.split(' ')[0] ?? '');
  const requests = bed.people.map((person, place): autocannon.Request => {
    const variables = place % 3 === 0 ? { page: place % 20 } : { search: searches[place % 200] };
    return {
      method: 'POST',
      path: '/graphql',
      headers: {
        'content-type': 'application/json',
        cookie: person.cookie,
        origin: bed.balancer.url,
      },
      body: JSON.stringify({ query: page, variables }),
    };
  });
  let clients = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests,
    setupClient(client) {
      // Every connection begins with somebody else.
      const start = Math.floor((clients / connections) * requests.length);
      clients += 1;
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
    },
  });
  return {
    perSecond: result.requests.average,
    p97: result.latency.p97_5,
    failures: result.errors + result.timeouts + result.non2xx,
  };
}

export async function measureThroughput(bed: Bed): Promise<Throughput> {
  const counted = async (database: string) => {
    const counts = await Promise.all(
      bed.servers.map((one) =>
        one.metric(`loadout_catalogue_statements_total{database="${database}"}`),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  // A first round of each is not counted: pools open, statements are prepared, code is compiled.
  await measure(bed, bed.balancer.urlOfFirst);
  await measure(bed, bed.balancer.url);
  const before = { primary: await counted('primary'), replica: await counted('replica') };
  const one: Round[] = [];
  const two: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    one.push(await measure(bed, bed.balancer.urlOfFirst));
    two.push(await measure(bed, bed.balancer.url));
  }
  const primary = (await counted('primary')) - before.primary;
  const replica = (await counted('replica')) - before.replica;
  return { one, two, onReplica: replica / Math.max(1, primary + replica) };
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
