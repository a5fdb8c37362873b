// Rows of HTML bookmark files: Netscape's format and the plain lists of Pocket and Instapaper, as a stream of tags.
import { Token } from 'parse5';
import type { BookmarkFileFormat } from '../../modules/sync/bookmarkFile.ts';
import { htmlFormats } from './formats.ts';
import { attributesOf, isPrivateTag, rowsOfTokens, type TokenHandler } from './markup.ts';
import { isTrue } from './marks.ts';
import { emptyRow, type RawRow } from './rawRow.ts';

/** Attribute that marks a repaired tag. */
const repairedAttribute = 'data-quote-repaired';

const opening = /<(?:a|h3)(?=\s)/gi;
const structure = /<\/?(?:a|dt|dd|dl|h3|li|ul)(?:[\s>]|$)/i;

/** Closes such a value at its first `>`, or at the end of its line. */
function repairQuotes(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  const sign = /[>"']/g;
  opening.lastIndex = 0;
  while (opening.exec(text)) {
    sign.lastIndex = opening.lastIndex;
    for (let found = sign.exec(text); found && found[0] !== '>'; found = sign.exec(text)) {
      if (!/=\s*$/.test(text.slice(Math.max(0, found.index - 20), found.index))) continue;
      const start = found.index + 1;
      const closing = text.indexOf(found[0], start);
      const value = text.slice(start, closing === -1 ? text.length : closing);
      if (closing !== -1 && !structure.test(value)) {
        sign.lastIndex = closing + 1;
        continue;
      }
      const end = start + Math.max(0, value.search(/>|\r|\n|$/));
      parts.push(text.slice(copied, end), `${found[0]} ${repairedAttribute}=""`);
      if (text[end] !== '>') parts.push('>');
      copied = end;
      sign.lastIndex = end;
      if (text[end] !== '>') break;
    }
    opening.lastIndex = Math.max(opening.lastIndex, sign.lastIndex);
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(copied);
}

const netscape = /<!doctype\s+netscape-bookmark-file-1\s*>/i;

/** Signs of an HTML bookmark file without the Netscape header. */
const bookmarkSigns = /<dt>\s*<(?:a|h3)\s|<a\s[^>]*\s(?:add_date|time_added)=/i;

/** Tags that start or end an entry; all others are ignored. */
const boundaries = new Set(['dt', 'dl', 'h1', 'h3', 'hr', 'li']);

/** Maximum depth of folders; deeper ones are omitted. */
const maxDepth = 100;

/** Beginning of a file in which its program is recognised. */
const headLength = 100_000;

/** The format of an HTML file; `other` for a page that is no bookmark file, null for other text. */
export function htmlFormat(text: string): BookmarkFileFormat | 'other' | null {
  if (!/^[\s\u{FEFF}]*</u.test(text)) return null;
  const head = text.slice(0, headLength);
  const known = htmlFormats.find(({ sign }) => sign.test(head))?.format;
  if (netscape.test(head) || bookmarkSigns.test(head)) return known ?? 'netscape';
  return known === 'pocket' || known === 'instapaper' ? known : 'other';
}

/**
 * The bookmarks in the order of the file, with their folders. `ADD_DATE` is the date, `TAGS` a comma list, `DD` the description.
 * Null after each chunk lets other work run, even when the chunk has no bookmark.
 */
export function readHtml(given: string, format: BookmarkFileFormat): Generator<RawRow | null> {
  const found: RawRow[] = [];
  return rowsOfTokens(repairQuotes(given), found, collectInto(found, format));
}

type Part = 'title' | 'excerpt';

function collectInto(found: RawRow[], format: BookmarkFileFormat): TokenHandler {
  const isList = format === 'pocket' || format === 'instapaper';
  const folders = createFolderStack();
  let entry: RawRow | null = null;
  let part: Part | 'folder' | null = null;

  const close = () => {
    if (entry) found.push(format === 'linkding' ? withLinkdingNotes(entry) : entry);
    entry = null;
    part = null;
  };
  const append = (text: string) => {
    if (part === 'folder') folders.name(text);
    else if (entry && part) entry[part] += text;
  };

  return {
    onStartTag: (tag) => {
      if (tag.tagName === 'a') {
        close();
        entry = entryFrom(tag, {
          path: folders.path(isList),
          isPrivate: folders.isPrivate(),
          isUnread: folders.isUnread(),
        });
        part = 'title';
      } else if (tag.tagName === 'dd') part = entry ? 'excerpt' : null;
      else if (tag.tagName === 'br') append('\n');
      else if (boundaries.has(tag.tagName)) {
        close();
        if (tag.tagName === 'dl') folders.open();
        if (tag.tagName === 'h3' || (isList && tag.tagName === 'h1')) {
          folders.begin(tag);
          part = 'folder';
        }
      }
    },
    onEndTag: (tag) => {
      if (tag.tagName === 'a' || tag.tagName === 'h3' || tag.tagName === 'h1') part = null;
      else if (tag.tagName === 'dl') {
        close();
        folders.close();
      }
    },
    onCharacter: ({ chars }) => append(chars),
    onWhitespaceCharacter: ({ chars }) => append(chars),
    onNullCharacter: () => undefined,
    onComment: () => undefined,
    onDoctype: () => undefined,
    onEof: close,
  };
}

/** The folder of an entry. */
interface Place {
  path: string[];
  isPrivate: boolean;
  isUnread: boolean;
}

interface Folder {
  name: string;
  isPrivate: boolean;
}

/** Folders around an entry. A heading without its own list applies until the next heading. */
function createFolderStack() {
  const stack: Folder[] = [];
  let heading: Folder | null = null;
  let isReadingList = false;
  const clean = (name: string) => name.replaceAll(/\s+/g, ' ').trim();
  const around = () => [...stack, ...(heading ? [heading] : [])];

  return {
    begin(tag: Token.TagToken) {
      heading = { name: '', isPrivate: isPrivateTag(tag) };
      isReadingList = Token.getTokenAttr(tag, 'id') === 'com.apple.ReadingList';
    },
    name(text: string) {
      if (heading) heading.name += text;
    },
    open() {
      stack.push(heading ?? { name: '', isPrivate: false });
      heading = null;
    },
    close() {
      stack.pop();
      heading = null;
      isReadingList = false;
    },
    /** Lists of Pocket and Instapaper have the reading state as a heading. */
    path(isList: boolean): string[] {
      const names = [...stack.slice(0, maxDepth), ...(heading ? [heading] : [])]
        .map(({ name }) => clean(name))
        .filter((name) => name !== '');
      return isList ? names.filter((name) => !/^(?:unread|(?:read )?archive)$/i.test(name)) : names;
    },
    isPrivate: () => around().some(({ isPrivate }) => isPrivate),
    isUnread: () => isReadingList || clean(heading?.name ?? '') === 'Unread',
  };
}

function entryFrom(tag: Token.TagToken, place: Place): RawRow {
  const attribute = attributesOf(tag);
  return {
    ...emptyRow,
    line: tag.location?.startLine ?? 0,
    // A missing opening mark leaves the closing one at the end of the address.
    link: attribute('href').replace(/(?<=^[^"]+)"$/, ''),
    tags: attribute('tags'),
    cover: attribute('cover') || attribute('data-cover'),
    created: attribute('add_date') || attribute('time_added'),
    folder: place.path,
    isPrivate: place.isPrivate || isPrivateTag(tag),
    isUnread: place.isUnread || isTrue(attribute('toread')),
    notes:
      Token.getTokenAttr(tag, repairedAttribute) === null
        ? []
        : [{ code: 'quoteRepaired', params: {} }],
  };
}

/** Linkding writes notes into the description, between marks, and the reading state into the tags. */
function withLinkdingNotes(row: RawRow): RawRow {
  const [marked, note = ''] =
    /\[linkding-notes\](.*?)(?:\[\/linkding-notes\]|$)/s.exec(row.excerpt) ?? [];
  return {
    ...row,
    tags: String(row.tags).replaceAll(/,?\blinkding:[\w.]*archived/g, ''),
    ...(marked !== undefined && { excerpt: row.excerpt.replace(marked, ''), note }),
  };
}
