// Page metadata from the head of an HTML page: title, description, pictures. Pure.
import { Token } from 'parse5';
import { limits } from '../../config/limits.ts';
import { cleanLine, cleanTitle, decodeEntities } from '../../shared/cleanText.ts';
import { tokenizeHead } from '../../shared/htmlTokenizer.ts';

/** A `link` element of a page, unprocessed. */
interface LinkedIcon {
  rel: string;
  href: string;
  sizes: string;
  type: string;
}

/** Vector drawings are skipped, since the picture would be refused. */
const isDrawing = ({ href, type = '' }: { href: string; type?: string }): boolean =>
  /svg/i.test(type) || /\.svg(?:[?#]|$)/i.test(href) || /^data:/i.test(href);

const words = (rel: string): string[] => rel.toLowerCase().split(/\s+/);
const isTouch = ({ rel }: LinkedIcon): boolean =>
  words(rel).some((word) => word.startsWith('apple-touch-icon'));
const isIcon = ({ rel }: LinkedIcon): boolean => words(rel).includes('icon');

/** Enough for a dozen sizes; limits the time for hostile pages with half a million digits. */
const sizesCharacters = 200;

/** The longest declared edge; 0 without one. */
const edgeOf = ({ sizes }: LinkedIcon): number =>
  Math.max(
    0,
    ...[...sizes.slice(0, sizesCharacters).matchAll(/(\d+)x\d+/gi)].map(([, edge]) => Number(edge)),
  );

const largestFirst = (icons: LinkedIcon[]): LinkedIcon[] =>
  icons.toSorted((a, b) => edgeOf(b) - edgeOf(a));

/**
 * Sorts pictures: those for sharing the page first, then the icon for a phone's home screen, then the others. Icons that are
 * declared too small are omitted.
 */
function orderPictures(shown: readonly string[], icons: readonly LinkedIcon[]): string[] {
  const usable = icons.filter(
    (icon) =>
      icon.href !== '' &&
      !isDrawing(icon) &&
      (edgeOf(icon) === 0 || edgeOf(icon) >= limits.sitePictures.edge),
  );
  const ordered = [
    ...largestFirst(usable.filter(isTouch)),
    ...largestFirst(usable.filter((icon) => isIcon(icon) && !isTouch(icon))),
  ];
  const named = [...new Set([...shown, ...ordered.map(({ href }) => href)])];
  // Reserves one attempt for the default address of icons.
  return named.slice(0, limits.sitePictures.tries - 1);
}

interface PageFacts {
  title: string;
  description: string;
  /** An http(s) address; null without one. */
  image: string | null;
  /** Addresses of pictures of the page, the best first. */
  pictures: string[];
}

const cut = (text: string, most: number): string => cleanLine(text.slice(0, most));

const isWeb = ({ protocol, username, href }: URL): boolean =>
  ['http:', 'https:'].includes(protocol) &&
  !username &&
  href.length <= limits.bookmark.addressBytes;

/** The address without its fragment and trailing slash. */
const pageOf = (address: string): string => address.replace(/\/?(?:#.*)?$/s, '');

/** A directory is a page, not a picture. */
const isDirectory = ({ pathname, search }: URL): boolean => pathname.endsWith('/') && search === '';

/** A picture of the page, with its declared edges in pixels. */
interface NamedPicture {
  /** The meta tag or link type. */
  key: string;
  address: string;
  edges: number[];
}

/** Unprocessed values of a head. */
interface Head {
  /** The first value of each meta tag. */
  metas: Map<string, string>;
  pictures: NamedPicture[];
  icons: LinkedIcon[];
  title: string;
  baseHref: string;
  canonicalHref: string;
  /** True when the end of the head was found. */
  isWhole: boolean;
}

const pictureKeys = /^(?:og:image(?::(?:secure_)?url)?|twitter:image(?::src)?)$/;

function readMeta(tag: Token.TagToken, { metas, pictures }: Head): void {
  const read = (name: string) => Token.getTokenAttr(tag, name)?.trim() ?? '';
  const key = (read('property') || read('name')).toLowerCase();
  const content = read('content');
  if (!key || !content) return;
  if (!metas.has(key)) metas.set(key, content);
  if (pictureKeys.test(key) && pictures.length < mostLinks)
    pictures.push({ key, address: content, edges: [] });
  // Each belongs to the preceding picture.
  if (/^og:image:(?:width|height)$/.test(key))
    pictures.at(-1)?.edges.push(Number.parseInt(content, 10));
}

function readLink(tag: Token.TagToken, head: Head): void {
  const read = (name: string) => Token.getTokenAttr(tag, name)?.trim() ?? '';
  const icon = { rel: read('rel'), href: read('href'), sizes: read('sizes'), type: read('type') };
  if (head.icons.length < mostLinks) head.icons.push(icon);
  const rels = icon.rel.toLowerCase().split(/\s+/);
  if (rels.includes('canonical')) head.canonicalHref ||= icon.href;
  if (rels.includes('image_src'))
    head.pictures.push({ key: 'image_src', address: icon.href, edges: [] });
}

function readHead(html: string): Head {
  const head: Head = {
    metas: new Map(),
    pictures: [],
    icons: [],
    title: '',
    baseHref: '',
    canonicalHref: '',
    isWhole: false,
  };
  let isInTitle = false;
  tokenizeHead(html.slice(0, headCharacters), {
    onStartTag: (tag) => {
      head.isWhole ||= tag.tagName === 'body';
      if (head.isWhole) return;
      isInTitle = tag.tagName === 'title' && head.title.trim() === '';
      if (tag.tagName === 'meta') readMeta(tag, head);
      if (tag.tagName === 'link') readLink(tag, head);
      if (tag.tagName === 'base') head.baseHref ||= Token.getTokenAttr(tag, 'href')?.trim() ?? '';
    },
    onEndTag: (name) => {
      isInTitle = false;
      head.isWhole ||= name === 'head';
    },
    onText: (text) => {
      if (isInTitle && head.title.length <= limits.bookmark.title) head.title += text;
    },
  });
  return head;
}

/** True when the text contains the whole head of a page. */
export const hasWholeHead = (html: string): boolean => readHead(html).isWhole;

/** The metadata of an HTML text; relative pictures are resolved against `address`. */
export function readPageFacts(html: string, address: string): PageFacts {
  const { metas, pictures, icons, title, baseHref, canonicalHref } = readHead(html);
  const named = baseHref === '' ? null : URL.parse(baseHref, address);
  const base = named && isWeb(named) ? named.href : address;
  const own = new Set(
    [address, base, canonicalHref, metas.get('og:url') ?? ''].map((one) =>
      pageOf(URL.parse(one, base)?.href ?? ''),
    ),
  );
  /** Absolute address of a picture; empty for the page itself and for other pages. */
  const absolute = (picture: string): string[] => {
    const url = URL.parse(picture, base);
    const isPicture = url && isWeb(url) && !isDirectory(url) && !own.has(pageOf(url.href));
    return isPicture ? [url.href] : [];
  };
  const rankOf = ({ key }: NamedPicture) =>
    ['og', 'twitter', 'image_src'].indexOf(key.split(':')[0]!);
  const shown = pictures
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .filter(({ edges }) => edges.every((edge) => !(edge < limits.sitePictures.edge)))
    .flatMap((picture) => absolute(picture.address))
    .filter((href) => !isDrawing({ href }));
  const first = (...keys: string[]) => keys.map((key) => metas.get(key)).find(Boolean) ?? '';
  return {
    title: cut(cleanTitle(first('og:title', 'twitter:title') || title, ''), limits.bookmark.title),
    description: cut(
      cleanLine(decodeEntities(first('og:description', 'description', 'twitter:description'))),
      limits.bookmark.text,
    ),
    image: shown[0] ?? null,
    pictures: [
      ...new Set([
        ...orderPictures(shown, icons).flatMap(absolute),
        new URL('/favicon.ico', address).href,
      ]),
    ],
  };
}

const headCharacters = 500_000;
/** Maximum number of links and pictures per kind. */
const mostLinks = 200;
