// Validation and cleaning of bookmarks from external sources.
import type { Bookmark } from '../modules/sync/bookmarkProvider.ts';
import { getHost } from '../modules/catalogue/pageAddresses/normaliseAddress.ts';
import { limits } from '../config/limits.ts';
import { cleanLine, cleanText, hasVisibleLetter } from '../shared/cleanText.ts';
import { uniqueTags } from '../shared/tagKey.ts';

/** A bookmark as its source wrote it; `source` is derived from the address by default. */
export interface UntrustedBookmark {
  id: number;
  title: string;
  excerpt: string;
  note: string;
  link: string;
  tags: string[];
  type: string;
  source?: string;
  cover: string;
  createdAt: Date;
}

/** The bookmark, or the reason why it cannot be read. */
export type BookmarkReading = { bookmark: Bookmark } | { reason: string };

const knownTypes = new Set(['link', 'article', 'image', 'video', 'document', 'audio', 'book']);

/** Excludes characters that an address must not contain unencoded, though browsers accept them. */
const plainAddress = /^https?:\/\/[^\s\p{Cc}<>"\\]+$/u;

/** Converts a bookmark for the catalogue. */
export function readBookmark(foreign: UntrustedBookmark): BookmarkReading {
  const { id, createdAt } = foreign;
  const link = webAddress(foreign.link);
  if (typeof link !== 'string') return link;
  const written = cleanLine(foreign.title);
  // The host replaces an unreadable title.
  const title = hasVisibleLetter(written) ? written : getHost(link);
  const excerpt = cleanText(foreign.excerpt);
  const note = cleanText(foreign.note);
  // Commas separate tags in every text format.
  const tags = uniqueTags(foreign.tags.flatMap((tag) => tag.split(',')).map(cleanLine)).filter(
    (tag) => tag !== '',
  );
  const tooLong =
    lengthError('the title', title, limits.bookmark.title) ??
    lengthError('the excerpt', excerpt, limits.bookmark.text) ??
    lengthError('the note', note, limits.bookmark.text) ??
    tags
      .map((tag) => lengthError('a tag', tag, limits.bookmark.tag))
      .find((reason) => reason !== null);
  if (tooLong) return { reason: tooLong };
  const cover = webAddress(foreign.cover);
  return {
    bookmark: {
      id,
      title,
      excerpt,
      note,
      link,
      tags,
      type: knownTypes.has(foreign.type) ? foreign.type : 'link',
      source: cleanLine(foreign.source ?? '').replace(/^www\./, '') || getHost(link),
      // An invalid picture is no reason to lose the bookmark.
      cover: typeof cover === 'string' ? cover : '',
      createdAt,
    },
  };
}

/** A storable web address, or the reason why it is none. */
export function webAddress(text: string): string | { reason: string } {
  const written = cleanText(text);
  if (written === '') return { reason: 'the address is missing' };
  if (isTooLong(written)) return addressTooLong;
  const parsed = URL.parse(written);
  if (parsed === null) return { reason: 'the address cannot be read' };
  if (!['http:', 'https:'].includes(parsed.protocol)) {
    return { reason: `the address begins with ${parsed.protocol} instead of http or https` };
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return { reason: 'the address holds a user name or a password' };
  }
  if (plainAddress.test(written)) return written;
  return isTooLong(parsed.href) ? addressTooLong : parsed.href;
}

const addressTooLong = {
  reason: `the address is longer than ${limits.bookmark.addressBytes} bytes`,
};

function isTooLong(address: string): boolean {
  return Buffer.byteLength(address) > limits.bookmark.addressBytes;
}

function lengthError(what: string, text: string, most: number): string | null {
  return text.length > most ? `${what} is longer than ${most} characters` : null;
}
