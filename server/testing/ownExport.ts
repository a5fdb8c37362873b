// An invented export of a company's own bookmarks, modelled on a real one, for the tests of setting up one's own catalogue.

/** Number of resulting items. */
export const ownCount = 410;

/** Number of items that the export also lists under another address. */
export const ownDoubles = 4;

/** Tags that the search knows in both languages. */
const knownTags = [
  'text',
  'image',
  'productivity',
  'audio',
  'code',
  'chatbots',
  'video',
  'opensource',
  'customer-support',
  'machine-learning',
  'phone-calls',
  'music',
];

/** Tags that the search does not know: only the admin can name them in Russian. */
export const unknownTags = Array.from({ length: 24 }, (_, at) => `own-shelf-${at + 1}`);

/** The proportion of known tags is that of the real export. */
export const ownTags = [...knownTags, ...unknownTags];

const row = (id: number, title: string, url: string, tags: readonly (string | undefined)[]) =>
  `${id},${title},Свой инструмент,What it does for work number ${id},${url},,"${tags.join(', ')}",2026-01-01T00:00:00.000Z,,,false`;

/** The CSV as Raindrop writes it: the items, duplicates by address and by name, and a row that is no item. */
export function ownExport(): string {
  const lines = Array.from({ length: ownCount }, (_, at) => {
    const number = at + 1;
    const tags = new Set([ownTags[number % 5], ownTags[number % ownTags.length]]);
    return row(9_000_000 + number, `Own tool ${number}`, `https://own${number}.example.com/`, [
      ...tags,
    ]);
  });
  return [
    'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite',
    ...lines,
    row(9_900_001, 'Another', 'http://www.own7.example.com/?utm_source=x', ['text']),
    ...Array.from({ length: ownDoubles }, (_, at) =>
      row(9_900_010 + at, `OWN TOOL ${at + 7}`, `https://own${at + 7}.example.org/`, ['text']),
    ),
    row(9_900_003, 'Broken', 'javascript:alert(1)', []),
  ].join('\n');
}
