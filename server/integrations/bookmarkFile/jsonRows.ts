// Rows of JSON exports: lists of bookmarks, and trees of folders as in browsers.
import type { BookmarkFileFormat } from '../../modules/sync/bookmarkFile.ts';
import { fieldColumns, fieldName, type Field } from './formats.ts';
import { folderPath, isFalse, isMarkedPrivate, isTrue, isUnreadMark } from './marks.ts';
import { emptyRow, type BrokenRow, type RawRow } from './rawRow.ts';
import type { RawFile } from './csvRows.ts';

type Json = Record<string, unknown>;

/** Maximum depth of folders; deeper ones are omitted. */
const maxDepth = 100;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';

/** The rows of a JSON text or of JSON lines; the reason when it is no export of bookmarks; null for other text. */
export function readJson(text: string): RawFile | { refusal: string } | null {
  const bare = text.replace(/^\u{FEFF}/u, '').replace(/^(?:\s*\/\/.*(?:\n|$))+/, '');
  if (!/^\s*[[{]/.test(bare)) return null;
  const root = parse(bare);
  // Text lists start with such a bracket too, as Markdown links do.
  if (root === null) return /^[\s[]*[{"]/.test(bare) ? { refusal: 'its JSON is broken' } : null;
  const format = formatOf(root.value);
  const rows = [...rowsOf(root.value, format)];
  if (rows.length === 0) return { refusal: 'its JSON holds no bookmarks' };
  return {
    format,
    tagSeparator: format === 'pinboard' ? ' ' : format === 'firefox' ? ',' : null,
    hasIds: false,
    ignoredColumns: [],
    entries: [...rows.map((row, place) => ({ ...row, line: place + 1 })), ...root.broken],
  };
}

/** Parses JSON with trailing commas and non-JSON numbers, or JSON lines with the list of invalid ones. */
function parse(text: string): { value: unknown; broken: BrokenRow[] } | null {
  const strict = text
    .replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])/g, '$1')
    // Python writes these for missing numbers.
    .replaceAll(
      /("(?:[^"\\]|\\.)*")|\b(?:NaN|-?Infinity|undefined|None)\b/g,
      (_, string?: string) => string ?? 'null',
    );
  const whole = parseOrNothing(strict);
  if (whole !== undefined) return { value: whole, broken: [] };
  const value: Json[] = [];
  const broken: BrokenRow[] = [];
  for (const [place, line] of text.split('\n').entries()) {
    const found = parseOrNothing(line.replace(/,\s*$/, ''));
    if (found !== undefined) value.push(...objectsOf(Array.isArray(found) ? found : [found]));
    else if (/[^\s[\]{},]/.test(line))
      broken.push({ line: place + 1, code: 'jsonBroken', params: {}, text: line });
  }
  return value.length > 0 ? { value, broken } : null;
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Programs by fields of the root or of the first entry, the most specific first. */
const jsonFormats: readonly { format: BookmarkFileFormat; fields: readonly string[] }[] = [
  { format: 'chrome', fields: ['roots', 'version'] },
  { format: 'firefox', fields: ['guid', 'children'] },
  { format: 'firefox', fields: ['type', 'root', 'children'] },
  { format: 'linkwarden', fields: ['collections'] },
  { format: 'karakeep', fields: ['bookmarks'] },
  { format: 'pinboard', fields: ['href', 'extended'] },
  { format: 'omnivore', fields: ['slug', 'savedAt', 'labels'] },
  { format: 'wallabag', fields: ['is_archived', 'is_starred', 'url'] },
  { format: 'linkding', fields: ['tag_names', 'url'] },
  { format: 'shaarli', fields: ['shorturl', 'url'] },
  { format: 'readwise', fields: ['source_url', 'url'] },
  { format: 'raindrop', fields: ['_id', 'link'] },
  { format: 'loadout', fields: ['sourceUrl', 'titleRu', 'titleEn'] },
];

function formatOf(root: unknown): BookmarkFileFormat {
  const list = isObject(root) ? (root['results'] ?? root['items'] ?? root['data']) : root;
  const samples = [...(isObject(root) ? [root] : []), ...objectsOf(list).slice(0, 1)];
  const found = jsonFormats.find(({ fields }) =>
    samples.some((sample) => fields.every((name) => name in sample)),
  );
  return found?.format ?? 'json';
}

interface Place {
  folder: readonly string[];
  tags: readonly string[];
  isPrivate: boolean;
  depth: number;
}

const outermost: Place = { folder: [], tags: [], isPrivate: false, depth: 0 };

function* rowsOf(root: unknown, format: BookmarkFileFormat): Generator<RawRow> {
  if (format === 'linkwarden' && isObject(root)) {
    const pathOf = createPaths(objectsOf(root['collections']));
    const isShared = objectsOf(root['collections']).some(({ isPublic }) => isPublic === true);
    for (const collection of objectsOf(root['collections']))
      yield* walk(
        collection['links'],
        {
          ...outermost,
          folder: pathOf(collection['id']),
          // Without any public collection the flag has no meaning.
          isPrivate: isShared && collection['isPublic'] === false,
        },
        format,
      );
    return;
  }
  if (format === 'karakeep' && isObject(root)) {
    const pathOf = createPaths(objectsOf(root['lists']));
    for (const entry of objectsOf(root['bookmarks'])) {
      const [list] = Array.isArray(entry['lists']) ? (entry['lists'] as unknown[]) : [];
      yield toRow(flatten(entry), { ...outermost, folder: pathOf(list) }, format);
    }
    return;
  }
  yield* walk(root, outermost, format);
}

/** Paths of folders that refer to their parents by id. */
function createPaths(folders: readonly Json[]): (id: unknown) => string[] {
  const byId = new Map(folders.map((folder) => [folder['id'], folder]));
  return (id) => {
    const names: string[] = [];
    const seen = new Set<unknown>();
    for (let at = byId.get(id); at && !seen.has(at); at = byId.get(at['parentId'])) {
      seen.add(at);
      names.unshift(textOf(at['name']));
    }
    return names.filter((name) => name !== '');
  };
}

function* walk(node: unknown, place: Place, format: BookmarkFileFormat): Generator<RawRow> {
  if (place.depth > maxDepth) return;
  const inside = { ...place, depth: place.depth + 1 };
  if (Array.isArray(node)) {
    for (const child of node) yield* walk(child, inside, format);
    return;
  }
  // A list of addresses only.
  if (isAddress(node)) yield toRow({ url: node }, place, format);
  if (!isObject(node)) return;
  const byAddress = entriesOf(node);
  if (byAddress) {
    for (const entry of byAddress) yield toRow(flatten(entry), place, format);
    return;
  }
  const flat = flatten(node);
  if (linkOf(flat, format) !== '' || isEntry(node)) {
    yield toRow(flat, place, format);
    return;
  }
  const name = textOf(node['title'] ?? node['name'] ?? node['folder']).trim();
  const isTagsFolder = node['root'] === 'tagsFolder';
  const isUnderTags = place.tags.length > 0;
  const hasChildren = ['children', 'links', 'bookmarks', 'cards', 'tabs', 'items'].some((key) =>
    Array.isArray(node[key]),
  );
  const child: Place = {
    ...inside,
    folder:
      hasChildren && name !== '' && !isTagsFolder && !isUnderTags && !isRoot(node)
        ? [...place.folder, name]
        : place.folder,
    tags: isTagsFolder ? [''] : isUnderTags ? [name] : [],
    isPrivate: place.isPrivate || isPrivateFolder(flat),
  };
  for (const value of Object.values(node))
    if (typeof value === 'object' && value !== null) yield* walk(value, child, format);
}

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^\s*https?:\/\/\S+\s*$/i.test(value);

/** Keys of addresses that are no bookmark: other result pages and pictures. */
const otherPage =
  /^(?:self|first|last|next|prev|previous|icon|favicon|image|avatar|cover|logo|thumbnail|preview|screenshot)[ _-]?(?:url|page|link|href)?$/i;

/** Entries of an object that maps addresses to values, or names to addresses; null for others. */
function entriesOf(node: Json): Json[] | null {
  const pairs = Object.entries(node);
  if (pairs.length === 0) return null;
  if (pairs.every(([key]) => isAddress(key)))
    return pairs.map(([url, value]) => {
      if (isObject(value)) return { ...value, url };
      return Array.isArray(value) ? { url, tags: value as unknown[] } : { url, title: value };
    });
  const isNamed = pairs.every(([key, value]) => isAddress(value) && !otherPage.test(key));
  return isNamed && linkOf(node, 'json') === ''
    ? pairs.map(([title, url]) => ({ title, url }))
    : null;
}

/** True for a folder marked as private. An unshared folder does not count, since most are. */
const isPrivateFolder = (node: Json): boolean =>
  isMarkedPrivate({
    private: textOf(fieldOf(node, 'private')),
    public: '',
    visibility: textOf(fieldOf(node, 'visibility')),
  });

/** The root folder of Firefox has a hidden name. */
const isRoot = (node: Json): boolean => node['root'] === 'placesRoot';

/** An entry without an address, such as a note. */
const isEntry = (node: Json): boolean =>
  !Object.values(node).some((value) => objectsOf(value).length > 0) &&
  ['title', 'name', 'description'].some((name) => name in node) &&
  ['url', 'link', 'href', 'uri', 'address'].some((name) => name in node);

/** Merges the fields of an entry's content into the entry. */
const flatten = (entry: Json): Json =>
  isObject(entry['content']) ? { ...entry['content'], ...entry } : entry;

/** Cached, since most entries of a file have the same keys. */
let lastKeys = { joined: '', columns: fieldColumns([]) };

function columnsOf(keys: readonly string[]): ReturnType<typeof fieldColumns> {
  const joined = keys.join('\n');
  if (joined !== lastKeys.joined) lastKeys = { joined, columns: fieldColumns(keys.map(fieldName)) };
  return lastKeys.columns;
}

/** Value of a field, by the same names as columns of tables. */
function fieldOf(entry: Json, field: Field): unknown {
  const keys = Object.keys(entry);
  const values = columnsOf(keys)[field].map((place) => entry[keys[place] ?? '']);
  return values.find((value) => value !== null && value !== '' && value !== undefined);
}

function linkOf(entry: Json, format: BookmarkFileFormat): string {
  // Readwise's own address of a document is no web page.
  const source = format === 'readwise' ? textOf(entry['source_url']) : '';
  return source || textOf(fieldOf(entry, 'link'));
}

function toRow(entry: Json, place: Place, format: BookmarkFileFormat): RawRow {
  const text = (field: Field) => textOf(fieldOf(entry, field));
  const collection = fieldOf(entry, 'folder');
  const folder = isObject(collection)
    ? textOf(collection['title'] ?? collection['name'])
    : textOf(collection);
  const tags = tagsOf(fieldOf(entry, 'tags'));
  const row: RawRow = {
    ...emptyRow,
    line: 0,
    link: linkOf(entry, format),
    title: text('title'),
    excerpt: text('excerpt') || descriptionOf(entry),
    note: text('note'),
    tags:
      typeof tags === 'string' && place.tags.length === 0
        ? tags
        : [...tagList(tags), ...place.tags],
    cover: text('cover'),
    created: text('created'),
    folder: place.folder.length > 0 ? place.folder : folderPath(folder),
    isPrivate:
      place.isPrivate ||
      isMarkedPrivate({
        private: text('private'),
        public: text('public'),
        visibility: text('visibility'),
      }),
    isUnread:
      isTrue(text('unread')) || isUnreadMark(text('unread')) || isUnreadMark(text('status')),
  };
  return particular[format]?.(entry, row) ?? row;
}

/** Field mappings for the exports of single programs. */
const particular: Partial<Record<BookmarkFileFormat, (entry: Json, row: RawRow) => RawRow>> = {
  // Its `description` is the title.
  pinboard: (entry, row) => ({
    ...row,
    // False where there is none.
    title: textOf(entry['description'] || ''),
    excerpt: textOf(entry['extended']),
  }),
  // In wallabag an entry is public only while it has a share link.
  wallabag: (entry, row) => ({
    ...row,
    isPrivate: false,
    isUnread: isFalse(textOf(entry['is_archived'])),
  }),
  omnivore: (entry, row) => ({ ...row, isUnread: textOf(entry['state']) === 'Active' }),
  loadout: (entry, row) => ({
    ...row,
    link: textOf(entry['sourceUrl']),
    title: textOf(entry['titleEn']) || textOf(entry['titleRu']),
    excerpt: textOf(entry['descriptionEn']) || textOf(entry['descriptionRu']),
    cover: textOf(entry['imageUrl']),
  }),
};

/** Tags as texts, as objects with a name, or as keys of an object. */
function tagsOf(tags: unknown): string | string[] {
  if (typeof tags === 'string') return tags;
  if (Array.isArray(tags))
    return tags.map((tag) =>
      isObject(tag)
        ? textOf(tag['name'] ?? tag['title'] ?? tag['label'] ?? tag['tag'] ?? tag['text'])
        : textOf(tag),
    );
  return isObject(tags) ? Object.keys(tags) : [];
}

const tagList = (tags: string | string[]): string[] =>
  typeof tags === 'string' ? tags.split(',') : tags;

/** Firefox stores descriptions as annotations. */
function descriptionOf(entry: Json): string {
  const found = objectsOf(entry['annos']).find(
    ({ name }) => name === 'bookmarkProperties/description',
  );
  return textOf(found?.['value']);
}
