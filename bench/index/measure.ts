// Measures the index of the search in the process that it is called in: the memory of it, the processor's time for building it,
// and for each of the typical searches. Prints the figures as JSON. Needs node --expose-gc.
import type { SearchDocument } from '../../server/domain/search/engine/document.ts';
import { median, quantile } from '../load/figures.ts';
import { searchesOf, type Search } from '../load/searches.ts';
import { generatedDocuments } from './documents.ts';

/** MB and milliseconds of the processor. */
export interface Figures {
  thesaurusMb: number;
  itemsMb: number;
  buildMs: number;
  searchMs: number;
  slowSearchMs: number;
  /** The median by kind. */
  kindsMs: Record<string, number>;
}

const warmUps = 3;
const rounds = 20;
const bytesOfMb = 1e6;
/** One collection leaves what the next finds. */
const collections = 4;

/** Heap and buffers that are in use. */
function usedMb(): number {
  for (let time = 0; time < collections; time += 1) globalThis.gc!();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / bytesOfMb;
}

/** The processor's time in milliseconds, so that what else the machine does is not measured. */
function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const parse = (document: Buffer): SearchDocument =>
  JSON.parse(document.toString()) as SearchDocument;

function searchesFor(documents: readonly Buffer[]): Search[] {
  const counts = new Map<string, number>();
  for (const { tags } of documents.map(parse))
    for (const { name, isApproval } of tags)
      if (!isApproval) counts.set(name, (counts.get(name) ?? 0) + 1);
  const tags = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const names = documents
    .slice(0, 10)
    .map(parse)
    .filter(({ isVisible }) => isVisible)
    .map(({ title }) => title.en!.split(' — ')[0]!);
  return searchesOf(
    tags.map(([name]) => name),
    names,
  );
}

async function measure(directory: string): Promise<Figures> {
  const documents = generatedDocuments(directory);
  const searches = searchesFor(documents);
  const atFirst = usedMb();
  // Read here, so that the modules and what they keep count too.
  const { Engine } = await import('../../server/domain/search/engine/engine.ts');
  const { Index } = await import('../../server/domain/search/engine/index.ts');
  const { Thesaurus } = await import('../../server/domain/search/engine/thesaurus.ts');
  const { readThesaurus } = await import('../../server/domain/search/thesaurus/thesaurusFiles.ts');
  const index = new Index(new Thesaurus(readThesaurus()));
  const empty = usedMb();
  const buildMs = processorMs(() => {
    for (const document of documents) index.put(parse(document));
  });
  const engine = new Engine(index);
  const ask = ({ variables: { search = '', tags = [], sortBy, language } }: Search): number =>
    engine.search(
      { text: search, tags, approvedBy: null, seesHidden: false, isExact: false },
      {
        page: 0,
        perPage: 12,
        sort: sortBy === 'title' ? (language === 'en' ? 'en asc' : 'ru asc') : 'likes desc',
      },
    ).total;
  const times = searches.map((search): number[] => {
    for (let time = 0; time < warmUps; time += 1)
      if (ask(search) === 0) throw new Error(`${search.kind} finds nothing`);
    return Array.from({ length: rounds }, () => processorMs(() => ask(search)));
  });
  const full = usedMb();
  const kinds = Object.groupBy(searches.keys(), (place) => searches[place]!.kind);
  return {
    thesaurusMb: empty - atFirst,
    itemsMb: full - empty,
    buildMs,
    searchMs: median(times.flat()),
    slowSearchMs: quantile(times.flat(), 0.95),
    kindsMs: Object.fromEntries(
      Object.entries(kinds).map(([kind, places = []]) => [
        kind,
        median(places.flatMap((place) => times[place]!)),
      ]),
    ),
  };
}

console.log(JSON.stringify(await measure(process.argv[2]!)));
