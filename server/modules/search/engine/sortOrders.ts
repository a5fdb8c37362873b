// The orders of a page.
import type { Index } from './invertedIndex.ts';
import type { Language } from '../../../shared/language.ts';

type Direction = 'asc' | 'desc';

/**
 * `likes desc` is by what answers best, then by likes; `used` is by likes alone, `colleagues` by how many of a company use it, then
 * by likes.
 */
export type Sort = `${'likes' | 'used' | 'colleagues' | 'newest' | Language} ${Direction}`;

/** The key of an item: the larger, the earlier. */
type Key = (doc: number, rank: number) => number;

/** Likes and ids share a number with the rank: each has its bits. */
const most22Bits = 0x3fffff;
const room = most22Bits + 1;
/** Which rank a key has by which rank and likes decide. */
export const rankOf = (key: number): number => Math.floor(key / (room * room));
/** Beside the number of colleagues fewer are left for likes. */
const most13Bits = 0x1fff;
const most18Bits = 0x3ffff;
/** Seconds are counted from 2005, so that some decades of them have place beside the id. */
const firstSecond = Date.UTC(2005, 0) / 1000;
const most31Bits = 0x7fffffff;

/** The order of the page as one number for each item; the older id decides between equals, between those that came together the newer. */
export function keysOf(index: Index, sort: Sort, company: string | null): Key {
  const { likes, ids, titles, size, addedAt } = index;
  const older = (doc: number) => most22Bits - (ids[doc]! & most22Bits);
  const newer = (doc: number) => ids[doc]! & most22Bits;
  const liked = (doc: number) => Math.min(most22Bits, likes[doc]!);
  const [what, direction] = sort.split(' ') as [string, Direction];
  const isUp = direction === 'asc';
  /** By a value of at most so much; of equal ones the older is first, or where the largest are first what is said. */
  const by = (valueOf: (doc: number) => number, most: number, ofEqual = older): Key =>
    isUp
      ? (doc) => (most - valueOf(doc)) * room + older(doc)
      : (doc) => valueOf(doc) * room + ofEqual(doc);
  if (sort === 'likes desc') return (doc, rank) => (rank * room + liked(doc)) * room + older(doc);
  if (what === 'likes' || what === 'used') return by(liked, most22Bits);
  if (what === 'colleagues') {
    const uses = index.uses.of(company ?? '');
    const usesThenLikes = (doc: number) =>
      Math.min(most13Bits, uses[ids[doc]!] ?? 0) * (most18Bits + 1) +
      Math.min(most18Bits, likes[doc]!);
    return by(usesThenLikes, (most13Bits + 1) * (most18Bits + 1) - 1);
  }
  if (what === 'newest') {
    const second = (doc: number) =>
      Math.min(most31Bits, Math.max(0, Math.floor(addedAt[doc]! / 1000) - firstSecond));
    return by(second, most31Bits, newer);
  }
  const ranks = titles[what === 'ru' ? 'ru' : 'en'].ranks(size);
  return by((doc) => ranks[doc]!, most22Bits, newer);
}
