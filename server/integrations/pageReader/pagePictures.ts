// Ranking of the pictures that a page declares. Pure.
import { limits } from '../../config/limits.ts';

/** A `link` element of a page, unprocessed. */
export interface LinkedIcon {
  rel: string;
  href: string;
  sizes: string;
  type: string;
}

/** Vector drawings are skipped, since the picture would be refused. */
export const isDrawing = ({ href, type = '' }: { href: string; type?: string }): boolean =>
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
  // Reserves one attempt for the default address of icons.
  return named.slice(0, limits.sitePictures.tries - 1);
}
