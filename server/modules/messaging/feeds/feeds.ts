// What a person's feed reader reads, and how it is written: Atom (RFC 4287). Pure.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { searchText, text } from '../../../shared/validation.ts';
import type { Language } from '../../../shared/language.ts';

const feedNames = ['new', 'used', 'tag', 'search'] as const;
type FeedName = (typeof feedNames)[number];

/** What is asked for below a secret address; each feed has the arguments of its own, and `lang`. */
export const feedInput = z.discriminatedUnion('name', [
  z.object({ name: z.literal('new'), lang: z.enum(['ru', 'en']).default('ru') }),
  z.object({ name: z.literal('used'), lang: z.enum(['ru', 'en']).default('ru') }),
  z.object({
    name: z.literal('tag'),
    lang: z.enum(['ru', 'en']).default('ru'),
    tag: text(limits.bookmark.tag).refine((tag) => tag.trim() !== ''),
  }),
  z.object({
    name: z.literal('search'),
    lang: z.enum(['ru', 'en']).default('ru'),
    text: searchText(limits.text.search).refine((words) => words !== ''),
  }),
]);
export type AskedFeed = z.output<typeof feedInput>;

/** What has happened to a service that somebody uses. */
export type ChangeKind =
  'item_changed' | 'link_lost' | 'link_back' | 'use_case_published' | 'data_rules_changed';

/** One entry of a feed. */
export interface FeedEntry {
  /** An address that is its own for ever. */
  id: string;
  link: string;
  title: string;
  summary: string;
  at: Date;
}

export interface Feed {
  id: string;
  title: string;
  /** Where the reader finds it; it holds the secret. */
  self: string;
  /** The page that shows the same. */
  link: string;
  language: Language;
  at: Date;
  /** The newest first. */
  entries: FeedEntry[];
}

const titles: Record<Language, Record<FeedName, (word: string) => string>> = {
  ru: {
    new: () => 'Loadout: новые сервисы',
    used: () => 'Loadout: сервисы, которыми я пользуюсь',
    tag: (word) => `Loadout: тег «${word}»`,
    search: (word) => `Loadout: поиск «${word}»`,
  },
  en: {
    new: () => 'Loadout: new services',
    used: () => 'Loadout: services I use',
    tag: (word) => `Loadout: tag “${word}”`,
    search: (word) => `Loadout: search “${word}”`,
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
    link_lost: 'its site does not answer',
    link_back: 'its site answers again',
    use_case_published: 'a new use case',
    data_rules_changed: 'the company has changed the data rules',
  },
};

/** What a feed asks for: a tag, a text, or nothing. */
export const wordOf = (asked: AskedFeed): string =>
  asked.name === 'tag' ? asked.tag : asked.name === 'search' ? asked.text : '';

export const titleOf = (asked: AskedFeed): string => titles[asked.lang][asked.name](wordOf(asked));

export const changeTitle = (language: Language, kind: ChangeKind, title: string): string =>
  `${title}: ${changes[language][kind]}`;

/** What is asked for, as the part of an address behind the name. */
export const queryOf = (asked: AskedFeed): string => {
  const word = wordOf(asked);
  const key = asked.name === 'tag' ? 'tag' : 'text';
  return new URLSearchParams({ lang: asked.lang, ...(word ? { [key]: word } : {}) }).toString();
};

/** A text as XML carries it: without the characters that XML has no place for. */
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
    <title type="text">${xml(title)}</title>
    <updated>${at.toISOString()}</updated>
    <link rel="alternate" type="text/html" href="${xml(link)}"/>${
      summary === '' ? '' : `\n    <summary type="text">${xml(summary)}</summary>`
    }
  </entry>`;

export const atomOf = (feed: Feed): string => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">
  <id>${xml(feed.id)}</id>
  <title type="text">${xml(feed.title)}</title>
  <updated>${feed.at.toISOString()}</updated>
  <author><name>Loadout</name></author>
  <link rel="self" type="application/atom+xml" href="${xml(feed.self)}"/>
  <link rel="alternate" type="text/html" href="${xml(feed.link)}"/>${feed.entries.map(entryXml).join('')}
</feed>
`;
