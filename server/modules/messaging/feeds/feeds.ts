// Atom feeds (RFC 4287): input, texts and XML. Pure.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { cleanText } from '../../../shared/cleanText.ts';
import { searchText, text } from '../../../shared/validation.ts';
import { languages, type Language } from '../../../shared/language.ts';

const feedNames = ['new', 'used', 'tag', 'search', 'loadout'] as const;
type FeedName = (typeof feedNames)[number];

/** The feed below a secret address; each kind has its own arguments and `lang`. */
export const feedInput = z.discriminatedUnion('name', [
  z.object({ name: z.literal('new'), lang: z.enum(languages).default('ru') }),
  z.object({ name: z.literal('used'), lang: z.enum(languages).default('ru') }),
  z.object({
    name: z.literal('tag'),
    lang: z.enum(languages).default('ru'),
    tag: text(limits.bookmark.tag).refine((tag) => tag.trim() !== ''),
  }),
  z.object({
    name: z.literal('search'),
    lang: z.enum(languages).default('ru'),
    text: searchText(limits.text.search).refine((words) => words !== ''),
  }),
  z.object({
    name: z.literal('loadout'),
    lang: z.enum(languages).default('ru'),
    id: z.coerce.number().pipe(z.int32().positive()),
  }),
]);
export type FeedQuery = z.output<typeof feedInput>;

export type ChangeKind =
  'item_changed' | 'link_lost' | 'link_back' | 'use_case_published' | 'data_rules_changed';

export interface FeedEntry {
  /** A permanent URI. */
  id: string;
  link: string;
  title: string;
  summary: string;
  at: Date;
}

export interface Feed {
  id: string;
  title: string;
  /** The address of the feed, including the secret. */
  self: string;
  /** The web page with the same content. */
  link: string;
  language: Language;
  at: Date;
  /** Newest first. */
  entries: FeedEntry[];
}

const titles: Record<Language, Record<FeedName, (word: string) => string>> = {
  ru: {
    new: () => 'Loadout: новые сервисы',
    used: () => 'Loadout: сервисы, которыми я пользуюсь',
    tag: (word) => `Loadout: тег «${word}»`,
    search: (word) => `Loadout: поиск «${word}»`,
    loadout: (title) => `Loadout: набор «${title}»`,
  },
  en: {
    new: () => 'Loadout: new services',
    used: () => 'Loadout: services I use',
    tag: (word) => `Loadout: tag “${word}”`,
    search: (word) => `Loadout: search “${word}”`,
    loadout: (title) => `Loadout: loadout “${title}”`,
  },
};

const changes: Record<Language, Record<ChangeKind, string>> = {
  ru: {
    item_changed: 'изменилось описание',
    link_lost: 'сайт не отвечает',
    link_back: 'сайт снова отвечает',
    use_case_published: 'новый кейс',
    data_rules_changed: 'компания изменила правила данных',
  },
  en: {
    item_changed: 'the description has changed',
    link_lost: 'the site isn’t responding',
    link_back: 'the site is responding again',
    use_case_published: 'new use case',
    data_rules_changed: 'the company has changed the data rules',
  },
};

/** The tag or the text of a query; empty for the other feeds. */
export const queryText = (asked: FeedQuery): string =>
  asked.name === 'tag' ? asked.tag : asked.name === 'search' ? asked.text : '';

/** @param word the tag, the text or the title of the loadout */
export const feedTitle = (asked: FeedQuery, word = queryText(asked)): string =>
  titles[asked.lang][asked.name](word);

export const changeTitle = (language: Language, kind: ChangeKind, title: string): string =>
  `${title}: ${changes[language][kind]}`;

export const feedQueryString = (asked: FeedQuery): string =>
  new URLSearchParams(
    Object.entries(asked).flatMap(([key, value]) => (key === 'name' ? [] : [[key, String(value)]])),
  ).toString();

/** Escapes a text for XML and drops characters that XML does not allow. */
const xml = (value: string): string =>
  value
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const entryXml = ({ id, link, title, summary, at }: FeedEntry): string => `
  <entry>
    <id>${xml(id)}</id>
    <title type="text">${xml(cleanText(title))}</title>
    <updated>${at.toISOString()}</updated>
    <link rel="alternate" type="text/html" href="${xml(link)}"/>${
      summary === '' ? '' : `\n    <summary type="text">${xml(cleanText(summary))}</summary>`
    }
  </entry>`;

export const toAtom = (feed: Feed): string => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">
  <id>${xml(feed.id)}</id>
  <title type="text">${xml(feed.title)}</title>
  <updated>${feed.at.toISOString()}</updated>
  <author><name>Loadout</name></author>
  <link rel="self" type="application/atom+xml" href="${xml(feed.self)}"/>
  <link rel="alternate" type="text/html" href="${xml(feed.link)}"/>${feed.entries.map(entryXml).join('')}
</feed>
`;
