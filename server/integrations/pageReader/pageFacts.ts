// What a page says about itself in its head: title, description, picture. Pure; nothing of the page is run.
import { Token, Tokenizer } from 'parse5';
import { limits } from '../../limits.ts';

interface PageFacts {
  title: string;
  description: string;
  /** An http(s) address; null where the page names none. */
  image: string | null;
}

const clean = (text: string, most: number): string =>
  text.replaceAll('\0', '').toWellFormed().replaceAll(/\s+/gu, ' ').trim().slice(0, most).trim();

function absolute(address: string, base: string): string | null {
  const url = URL.parse(address.trim(), base);
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol);
  return isWeb && !url.username && url.href.length <= limits.bookmark.addressBytes
    ? url.href
    : null;
}

/** The facts of an HTML text; `base` is its own address, for a picture that is named relative to it. */
export function readPageFacts(html: string, base: string): PageFacts {
  const named = new Map<string, string>();
  let title = '';
  let isInTitle = false;
  const append = (chars: string) => {
    if (isInTitle && title.length <= limits.bookmark.title) title += chars;
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag: (tag) => {
        isInTitle = tag.tagName === 'title' && title === '';
        if (tag.tagName !== 'meta') return;
        const key = Token.getTokenAttr(tag, 'property') ?? Token.getTokenAttr(tag, 'name');
        const content = Token.getTokenAttr(tag, 'content');
        if (key && content && !named.has(key.toLowerCase())) named.set(key.toLowerCase(), content);
      },
      onEndTag: () => {
        isInTitle = false;
      },
      onCharacter: ({ chars }) => append(chars),
      onWhitespaceCharacter: ({ chars }) => append(chars),
      onNullCharacter: () => undefined,
      onComment: () => undefined,
      onDoctype: () => undefined,
      onEof: () => undefined,
    },
  );
  // The head comes first, and is all that is looked for.
  tokenizer.write(html.slice(0, headCharacters), true);
  const first = (...keys: string[]) => keys.map((key) => named.get(key)).find(Boolean) ?? '';
  return {
    title: clean(first('og:title', 'twitter:title') || title, limits.bookmark.title),
    description: clean(
      first('og:description', 'description', 'twitter:description'),
      limits.bookmark.text,
    ),
    image: absolute(first('og:image', 'og:image:url', 'twitter:image'), base),
  };
}

const headCharacters = 500_000;
