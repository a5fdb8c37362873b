// Rows of XML bookmark files: OPML and XBEL, as a stream of tags.
import type { Token } from 'parse5';
import { attributesOf, isPrivateTag, rowsOfTokens, type TokenHandler } from './markup.ts';
import { emptyRow, type RawRow } from './rawRow.ts';

export type XmlFormat = 'opml' | 'xbel';

/** Beginning of a file in which its root element is searched. */
const headLength = 10_000;
/** Maximum depth of folders; deeper ones are omitted. */
const maxDepth = 100;

/** The format of an XML bookmark file; null for other text. */
export function xmlFormat(text: string): XmlFormat | null {
  if (!/^[\s\u{FEFF}]*</u.test(text)) return null;
  const [, root] = /<(opml|xbel)[\s>]/i.exec(text.slice(0, headLength)) ?? [];
  return root ? (root.toLowerCase() as XmlFormat) : null;
}

/** The bookmarks in the order of the file, with their folders; null after each chunk. */
export function readXml(text: string, format: XmlFormat): Generator<RawRow | null> {
  const found: RawRow[] = [];
  const collect = format === 'opml' ? collectOutlines : collectBookmarks;
  return rowsOfTokens(text, found, { ...noTokens, ...collect(found) }, true);
}

const noTokens: TokenHandler = {
  onStartTag: () => undefined,
  onEndTag: () => undefined,
  onCharacter: () => undefined,
  onWhitespaceCharacter: () => undefined,
  onNullCharacter: () => undefined,
  onComment: () => undefined,
  onDoctype: () => undefined,
  onEof: () => undefined,
};

interface Folder {
  name: string;
  isPrivate: boolean;
}

function rowIn(folders: readonly (Folder | null)[], tag: Token.TagToken): RawRow {
  const around = folders.filter((folder) => folder !== null);
  return {
    ...emptyRow,
    line: tag.location?.startLine ?? 0,
    folder: around
      .slice(0, maxDepth)
      .map(({ name }) => name.replaceAll(/\s+/g, ' ').trim())
      .filter((name) => name !== ''),
    isPrivate: isPrivateTag(tag) || around.some(({ isPrivate }) => isPrivate),
  };
}

/** OPML: an outline with an address is a bookmark, one without is a folder. The page of a feed takes precedence over the feed. */
function collectOutlines(found: RawRow[]): Partial<TokenHandler> {
  /** Null for a bookmark. */
  const open: (Folder | null)[] = [];
  return {
    onStartTag: (tag) => {
      if (tag.tagName !== 'outline') return;
      const attribute = attributesOf(tag);
      const link = attribute('htmlurl') || attribute('url') || attribute('xmlurl');
      const title = attribute('title') || attribute('text');
      if (link !== '')
        found.push({
          ...rowIn(open, tag),
          link,
          title,
          excerpt: attribute('description'),
          note: attribute('_note'),
          // Categories may be paths: `/Tools/Sound, art`.
          tags: (attribute('tags') || attribute('category')).replaceAll(/(^|,)\s*\//g, '$1'),
          created: attribute('created'),
        });
      if (!tag.selfClosing)
        open.push(link === '' ? { name: title, isPrivate: isPrivateTag(tag) } : null);
    },
    onEndTag: ({ tagName }) => {
      if (tagName === 'outline') open.pop();
    },
  };
}

/** XBEL: folders and bookmarks have their titles and descriptions as elements. */
function collectBookmarks(found: RawRow[]): Partial<TokenHandler> {
  const folders: Folder[] = [];
  let entry: RawRow | null = null;
  let part: 'title' | 'desc' | null = null;
  const append = ({ chars }: Token.CharacterToken) => {
    const folder = folders.at(-1);
    if (entry && part) entry[part === 'desc' ? 'excerpt' : 'title'] += chars;
    else if (folder && part === 'title') folder.name += chars;
  };
  return {
    onStartTag: (tag) => {
      const attribute = attributesOf(tag);
      if (tag.tagName === 'folder' && !tag.selfClosing)
        folders.push({ name: '', isPrivate: isPrivateTag(tag) });
      if (tag.tagName === 'bookmark') {
        entry = {
          ...rowIn(folders, tag),
          link: attribute('href'),
          tags: attribute('tags'),
          created: attribute('added'),
        };
        if (tag.selfClosing) found.push(entry);
        if (tag.selfClosing) entry = null;
      }
      part = tag.tagName === 'title' || tag.tagName === 'desc' ? tag.tagName : null;
    },
    onEndTag: ({ tagName }) => {
      part = null;
      if (tagName === 'folder') folders.pop();
      if (tagName !== 'bookmark' || !entry) return;
      found.push(entry);
      entry = null;
    },
    onCharacter: append,
    onWhitespaceCharacter: append,
    onEof: () => {
      if (entry) found.push(entry);
    },
  };
}
