// Twelve typical searches, three of each kind, and how long they take one after the other.
import type { Knex } from 'knex';
import { call } from './calls.ts';
import type { Person } from './people.ts';

interface Variables {
  search?: string;
  tags?: string[];
  verified?: boolean;
  perPage: number;
  sortBy: string;
  sortOrder: string;
  language: string;
}

export interface Search {
  kind: string;
  variables: Variables;
}

interface Kind {
  kind: string;
  texts?: [string, string, string];
  /** What stands beside the text. */
  also?: (place: number) => Partial<Variables>;
}

interface Found {
  searchKnowledge: { total: number };
}

export const typingError = 'typing error';

/** Of the tags, the most frequent first: a frequent one, a middling one and a rare one. */
const tagPlaces = [0, 40, 300];

/**
 * The searches of a catalogue.
 * @param tags their original names, the most frequent first
 * @param names how the titles of three services begin
 */
export function searchesOf(tags: readonly string[], names: readonly string[]): Search[] {
  const tag = (place: number) => ({ tags: [tags[tagPlaces[place] ?? 0] ?? tags[0] ?? ''] });
  const name = (place: number) => names[place] ?? '';
  const kinds: Kind[] = [
    { kind: 'broad word', texts: ['генератор', 'текст', 'design'] },
    { kind: 'rare word', texts: ['глоссарий', 'валюта', 'scalable'] },
    { kind: 'name', texts: [name(0), name(1).toLowerCase(), name(2)] },
    { kind: 'two words', texts: ['генератор изображений', 'перевод текста', 'voice generator'] },
    { kind: 'Russian and English', texts: ['генератор voice', 'design логотип', 'анализ prompts'] },
    { kind: 'prefix', texts: ['изобр', 'animat', 'през'] },
    { kind: typingError, texts: ['генертор', 'нейрость', 'trasnlator'] },
    { kind: 'wrong layout', texts: ['ytqhjctnm', 'ghtptynfwbz', 'вуышпт'] },
    { kind: 'other alphabet', texts: ['neyroset', 'генерейт', 'prezentatsiya'] },
    { kind: 'tag', also: tag },
    {
      kind: 'words and tag, verified',
      texts: ['текст', 'голос', 'code'],
      also: (place) => ({ ...tag(place), verified: place === 0 }),
    },
    {
      kind: 'words by title',
      texts: ['генератор', 'голос', 'video'],
      also: (place) => ({ sortBy: 'title', sortOrder: place === 1 ? 'desc' : 'asc' }),
    },
  ];
  return kinds.flatMap(({ kind, texts, also }) =>
    [0, 1, 2].map((place) => ({
      kind,
      variables: {
        perPage: 12,
        sortBy: 'likes',
        sortOrder: 'desc',
        language: place === 2 ? 'en' : 'ru',
        ...(texts ? { search: texts[place] } : {}),
        ...also?.(place),
      },
    })),
  );
}

/** The searches of a database. */
export async function searchesIn(db: Knex): Promise<Search[]> {
  const tags: { original_name: string }[] = await db('tags')
    .where({ is_approval: false })
    .orderBy([{ column: 'visible_count', order: 'desc' }, 'original_name'])
    .select('original_name');
  // Titles begin with a name and a dash; which names there are is another matter in every size.
  const names: { name: string }[] = await db('items')
    .where({ admin_visibility: 'visible' })
    .orderBy('id')
    .limit(3)
    .select(db.raw(`split_part(title_en, ' — ', 1) as name`));
  return searchesOf(
    tags.map((tag) => tag.original_name),
    names.map(({ name }) => name),
  );
}

/** A search that finds nothing measures nothing. */
export async function checkSearches(
  url: string,
  person: Person,
  searches: readonly Search[],
): Promise<void> {
  for (const { kind, variables } of searches) {
    const { data } = await call<Found>(url, person, 'SearchKnowledge', variables);
    if (data.searchKnowledge.total === 0)
      throw new Error(`${kind} finds nothing: ${JSON.stringify(variables)}`);
  }
}

/** Asks every search once; answers the milliseconds of each. */
export async function askAll(
  url: string,
  nextPerson: () => Person,
  searches: readonly Search[],
): Promise<number[]> {
  const times: number[] = [];
  for (const { variables } of searches) {
    const { ms } = await call<Found>(url, nextPerson(), 'SearchKnowledge', variables);
    times.push(ms);
  }
  return times;
}
