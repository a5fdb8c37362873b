// Ranking of the pictures that a page names. Pure.
import { limits } from '../../config/limits.ts';

/** A `link` of a page, as it stands there. */
export interface LinkedIcon {
  rel: string;
  href: string;
  sizes: string;
  type: string;
}

/** Drawings are never unpacked: the picture would be refused. */
export const isDrawing = ({ href, type = '' }: { href: string; type?: string }): boolean =>
  /svg/i.test(type) || /\.svg(?:[?#]|$)/i.test(href) || /^data:/i.test(href);

const words = (rel: string): string[] => rel.toLowerCase().split(/\s+/);
const isTouch = ({ rel }: LinkedIcon): boolean =>
  words(rel).some((word) => word.startsWith('apple-touch-icon'));
const isIcon = ({ rel }: LinkedIcon): boolean => words(rel).includes('icon');

/** Room for a dozen sizes; a page that writes half a million digits there would hold up the server. */
const sizesCharacters = 200;

/** The longest edge that the page promises; 0 where it says nothing. */
const edgeOf = ({ sizes }: LinkedIcon): number =>
  Math.max(
    0,
    ...[...sizes.slice(0, sizesCharacters).matchAll(/(\d+)x\d+/gi)].map(([, edge]) => Number(edge)),
  );

const largestFirst = (icons: LinkedIcon[]): LinkedIcon[] =>
  icons.toSorted((a, b) => edgeOf(b) - edgeOf(a));

/**
 * Sorts pictures: those for sharing the page first, then the icon for a phone's home screen, then the others.
 * Icons that the page says are too small are not asked for.
 */
export function orderPictures(shown: readonly string[], icons: readonly LinkedIcon[]): string[] {
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
  // One try is left for where browsers look unasked.
  return named.slice(0, limits.sitePictures.tries - 1);
}
