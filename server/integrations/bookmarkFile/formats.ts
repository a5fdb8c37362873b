// Formats of bookmark files: their recognition, and the names of columns and fields.
import type { BookmarkFileFormat } from '../../modules/sync/bookmarkFile.ts';

/** The columns of a Raindrop export, which Loadout writes too. */
export const raindropColumns = [
  'id',
  'title',
  'note',
  'excerpt',
  'url',
  'folder',
  'tags',
  'created',
  'cover',
  'highlights',
  'favorite',
] as const;

const textFields = [
  'id',
  'link',
  'title',
  'excerpt',
  'note',
  'tags',
  'folder',
  'created',
  'cover',
  'private',
  'visibility',
  'public',
  'unread',
  'status',
  'archived',
] as const;

export type Field = (typeof textFields)[number];

/** Names of columns and JSON fields, normalised by `fieldName`; the first one in a file wins. */
const fieldNames: Record<Field, string> = {
  id: 'id',
  link: `html url, url, link, href, source url, uri, address, web address, website, web site, site, page url, page, bookmark url, given url,
    resolved url, web, homepage, ссылка, ссылки, адрес, адрес страницы, адрес сайта, url адрес, сайт, веб сайт, страница, линк`,
  title: `title, custom title, name, heading, page title, document title, website title, bookmark, subject, название, имя, наименование, заголовок, сервис,
    инструмент`,
  excerpt: `excerpt, description, custom description, website description, desc, summary, selection, extended, about, text, описание, краткое описание, аннотация, о сервисе,
    описание сервиса, описание инструмента, для чего, что делает, назначение, what it does, purpose`,
  note: `note, notes, comment, comments, annotation, remark, remarks, заметка, заметки, комментарий, комментарии, примечание,
    примечания`,
  tags: `tags, tag, tag names, tag list, labels, label, document tags, keywords, keyword, topics, categories, category, теги, тег,
    тэги, тэг, метки, метка, ярлыки, ярлык, ключевые слова, категории, категория, рубрика, рубрики`,
  folder: `folder, folders, folder path, collection, collections, path, list, lists, notebook, group, папка, папки, коллекция,
    раздел, группа`,
  created: `created, created at, date added, time added, added, added at, add date, saved at, saved date, saved, date saved,
    created time, created date, date created, creation date, created on, bookmarked at, timestamp, date, time, создано, создан,
    создана, дата создания, время создания, добавлено, добавлен, дата добавления, сохранено, дата, дата сохранения, когда, когда добавлено, когда добавили, last interaction date`,
  cover: `cover, image, image url, thumbnail, picture, preview picture, cover url, обложка, картинка, изображение`,
  private: `private, is private, private bookmark, hidden, is hidden, secret, only me, приватно, приватная, приватный, личное, личная, скрыто, скрытая,
    только мне, только для меня, не публиковать, конфиденциально`,
  visibility: `visibility, privacy, visible to, who can see, audience, видимость, приватность, кому видно, кто видит`,
  public: `public, is public, shared, is shared, публично, публичная, общая, общий доступ`,
  unread: 'unread, is unread, toread, to read, read later, не прочитано, непрочитано',
  status: 'status, location, статус',
  archived: 'is archived, archived',
};

const namesOf = Object.fromEntries(
  Object.entries(fieldNames).map(([field, names]) => [field, names.split(/,\s*/)]),
) as unknown as Record<Field, readonly string[]>;

/** Normalises a column or field name: `Created at`, `created_at` and `createdAt` are equal. */
export const fieldName = (written: string): string =>
  written
    .trim()
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/[\s_\-.:?!*"'\u{FEFF}\u{200B}]+/gu, ' ')
    .trim();

/** One column per tag: `tag1`, `tag 2`. */
const withoutNumber = (name: string): string =>
  name.replace(/^(tag|label|keyword|тег|метка) ?\d{1,2}$/, '$1');

/** Indexes of the columns of each field, the likeliest name first. */
export function fieldColumns(names: readonly string[]): Record<Field, readonly number[]> {
  const placesOf = Map.groupBy(names.keys(), (place) => withoutNumber(names[place]!));
  return Object.fromEntries(
    textFields.map((field) => [field, namesOf[field].flatMap((name) => placesOf.get(name) ?? [])]),
  ) as unknown as Record<Field, readonly number[]>;
}

export interface TableFormat {
  format: BookmarkFileFormat;
  /** Columns, normalised by `fieldName`, that all such files have. */
  columns: readonly string[];
  /** Columns with a meaning that differs from their usual one. */
  fields?: Partial<Record<string, Field>>;
  /** Separator of tags; detected by default. */
  separator?: string;
}

/** Tables of known programs, the most specific first. */
export const tableFormats: readonly TableFormat[] = [
  { format: 'raindrop', columns: raindropColumns.slice(0, 9), separator: ',' },
  { format: 'pocket', columns: ['url', 'time added', 'tags'], separator: '|' },
  { format: 'instapaper', columns: ['url', 'title', 'selection', 'folder', 'timestamp'] },
  {
    format: 'wallabag',
    columns: ['title', 'url', 'content', 'tags', 'mime type', 'language'],
    separator: ',',
  },
  { format: 'readwise', columns: ['title', 'url', 'document tags', 'saved date'] },
  {
    format: 'matter',
    columns: ['title', 'url', 'tags', 'in queue', 'last interaction date'],
    separator: ';',
  },
  { format: 'mymind', columns: ['id', 'type', 'title', 'url', 'content', 'note', 'tags'] },
  { format: 'linkding', columns: ['url', 'tag names', 'date added'] },
  {
    format: 'pinboard',
    columns: ['href', 'description', 'extended', 'toread', 'shared'],
    fields: { description: 'title' },
    separator: ' ',
  },
  { format: 'notion', columns: ['name', 'url', 'created time'] },
  { format: 'notion', columns: ['name', 'url', 'last edited time'] },
];

/** Names of files that Notion exports. */
export const notionFileName = /[\da-f]{32}(?:_all)?\.csv$/i;

/** HTML files of known programs by their content; the first match wins. */
export const htmlFormats: readonly { format: BookmarkFileFormat; sign: RegExp }[] = [
  { format: 'pocket', sign: /<title>\s*Pocket Export|\stime_added=/i },
  { format: 'instapaper', sign: /<title>\s*Instapaper/i },
  { format: 'raindrop', sign: /<title>\s*Raindrop\.io|\sdata-important=/i },
  { format: 'pinboard', sign: /<title>\s*Pinboard/i },
  {
    format: 'linkding',
    sign: /\[linkding-notes\]|linkding:[\w.]*archived|<a href="[^"]*" add_date="\d*" (?:last_modified="\d*" )?private="[01]" toread="[01]" tags=/i,
  },
  { format: 'shaarli', sign: /<!--[^>]*shaarli/i },
  { format: 'safari', sign: /com\.apple\.ReadingList|<H3 FOLDED/i },
  { format: 'firefox', sign: /<H1>Bookmarks Menu|Content-Security-Policy|\sLAST_CHARSET=/i },
  { format: 'chrome', sign: /PERSONAL_TOOLBAR_FOLDER="true"/i },
];
