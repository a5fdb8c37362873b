// Page metadata from the head of an HTML page: title, description, pictures. Pure.
import { Token } from 'parse5';
import { limits } from '../../config/limits.ts';
import { BoundedTokenizer } from '../boundedTokenizer.ts';
import { orderPictures, type LinkedIcon } from './pagePictures.ts';

interface PageFacts {
  title: string;
  description: string;
  /** An http(s) address; null where the page names none. */
  image: string | null;
  /** Addresses at which the page may show a picture of itself, the best first. */
  pictures: string[];
}

const clean = (text: string, most: number): string =>
  text.replaceAll('\0', '').toWellFormed().replaceAll(/\s+/gu, ' ').trim().slice(0, most).trim();

const withoutFragment = (address: string): string => address.replace(/#.*$/s, '');

/** An address of something else than the page itself: an empty one is resolved to the page. */
function absolute(address: string, base: string): string | null {
  const url = URL.parse(address.trim(), base);
  if (url !== null && withoutFragment(url.href) === withoutFragment(base)) return null;
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol);
  return isWeb && !url.username && url.href.length <= limits.bookmark.addressBytes
    ? url.href
    : null;
}

/** The facts of an HTML text; `base` is its own address, for a picture that is named relative to it. */
export function readPageFacts(html: string, base: string): PageFacts {
  const named = new Map<string, string>();
  const icons: LinkedIcon[] = [];
  let title = '';
  let isInTitle = false;
  const append = (chars: string) => {
    if (isInTitle && title.length <= limits.bookmark.title) title += chars;
  };
  const tokenizer = new BoundedTokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag: (tag) => {
        isInTitle = tag.tagName === 'title' && title === '';
        const read = (name: string) => Token.getTokenAttr(tag, name);
        if (tag.tagName === 'link' && icons.length < mostIcons)
          icons.push({
            rel: read('rel') ?? '',
            href: read('href') ?? '',
            sizes: read('sizes') ?? '',
            type: read('type') ?? '',
          });
        if (tag.tagName !== 'meta') return;
        const key = read('property') ?? read('name');
        const content = read('content');
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
  const image = absolute(first('og:image', 'og:image:url', 'twitter:image'), base);
  const shown = [
    first('og:image', 'og:image:url', 'og:image:secure_url'),
    first('twitter:image', 'twitter:image:src'),
  ];
  return {
    title: clean(first('og:title', 'twitter:title') || title, limits.bookmark.title),
    description: clean(
      first('og:description', 'description', 'twitter:description'),
      limits.bookmark.text,
    ),
    image,
    pictures: orderPictures(shown, icons).flatMap((address) => absolute(address, base) ?? []),
  };
}

const headCharacters = 500_000;
/** Links of every kind that are looked through. */
const mostIcons = 200;
