// Netscape bookmark file reader, as a stream of tags.
import { Token, type Tokenizer } from 'parse5';
import { BoundedTokenizer } from '../boundedTokenizer.ts';
import type { FileRow } from './fileRow.ts';

const netscape = /<!doctype\s+netscape-bookmark-file-1\s*>/i;

/** The format is bound by these tags; all others are taken as if they were not there. */
const boundaries = new Set(['dt', 'dl', 'h1', 'h3', 'hr']);

/** Characters of a portion: a microsecond each at worst. Much smaller ones cost more than they hold, since the rest is copied for each. */
const chunkLength = 16_384;

/** Whether the text is HTML at all, and then whether it is a Netscape bookmark file. */
export function htmlKind(text: string): 'bookmarks' | 'other' | null {
  if (!text.trimStart().startsWith('<')) return null;
  return netscape.test(text.slice(0, 4_096)) ? 'bookmarks' : 'other';
}

/**
 * The entries in the order of the file, folders flattened. `ADD_DATE` is Unix time, `TAGS` a list with
 * commas, `DD` the description. Null stands between portions, behind which others have a turn, also where a portion holds no entry.
 */
export function* readHtml(text: string): Generator<FileRow | null> {
  const found: FileRow[] = [];
  const tokenizer = new BoundedTokenizer({ sourceCodeLocationInfo: true }, collectInto(found));
  for (let at = 0; at < text.length; at += chunkLength) {
    tokenizer.write(text.slice(at, at + chunkLength), at + chunkLength >= text.length);
    yield* found.splice(0);
    yield null;
  }
}

function collectInto(found: FileRow[]): ConstructorParameters<typeof Tokenizer>[1] {
  let entry: FileRow | null = null;
  let part: 'title' | 'excerpt' | null = null;

  const close = () => {
    if (entry) found.push(entry);
    entry = null;
    part = null;
  };
  const append = (text: string) => {
    if (entry && part) entry[part] += text;
  };

  return {
    onStartTag: (tag) => {
      if (tag.tagName === 'a') {
        close();
        entry = entryFrom(tag);
        part = 'title';
      } else if (tag.tagName === 'dd') part = entry ? 'excerpt' : null;
      else if (tag.tagName === 'br') append('\n');
      else if (boundaries.has(tag.tagName)) close();
    },
    onEndTag: (tag) => {
      if (tag.tagName === 'a') part = null;
      else if (tag.tagName === 'dl') close();
    },
    onCharacter: ({ chars }) => append(chars),
    onWhitespaceCharacter: ({ chars }) => append(chars),
    onNullCharacter: () => append('\u{FFFD}'),
    onComment: () => undefined,
    onDoctype: () => undefined,
    onEof: close,
  };
}

function entryFrom(tag: Token.TagToken): FileRow {
  const attribute = (name: string) => Token.getTokenAttr(tag, name) ?? '';
  const added = attribute('add_date').trim();
  return {
    line: tag.location?.startLine ?? 0,
    id: '',
    title: '',
    excerpt: '',
    note: '',
    link: attribute('href'),
    tags: attribute('tags'),
    cover: attribute('cover') || attribute('data-cover'),
    // Browsers write 0 for "unknown".
    created: added === '0' ? '' : added,
  };
}
