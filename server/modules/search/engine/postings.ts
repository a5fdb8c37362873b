// Which items hold a term, and how strongly: lists that grow at their ends, all in one array, so that a short one costs no
// object of its own. A posting is one number: the ordinal, then a bit that says that the title holds the term, then the impact.
import { withRoom } from './typedArrays.ts';

/** The largest impact. */
export const impactBits = 0x7f;
const titleShift = 7;
const titleBit = 1 << titleShift;
const bitsBesideOrdinal = 8;

export const postingOf = (doc: number, impact: number, isInTitle: boolean): number =>
  ((doc << bitsBesideOrdinal) | (isInTitle ? titleBit : 0) | impact) >>> 0;
export const docOf = (posting: number): number => posting >>> bitsBesideOrdinal;
export const impactOf = (posting: number): number => posting & impactBits;
export const isInTitle = (posting: number): boolean => (posting & titleBit) !== 0;
/** The same as 1 or 0. */
export const titledOf = (posting: number): number => (posting & titleBit) >>> titleShift;
/** The same of another ordinal. */
export const movedTo = (doc: number, posting: number): number =>
  postingOf(doc, impactOf(posting), isInTitle(posting));

/** Where a list stands. */
export interface Place {
  start: number;
  size: number;
  /** Which of the rooms it has. */
  room: number;
}

const firstRoom = 64;

/** How many postings lists have room for: each about a quarter more than the one before. */
const rooms: readonly number[] = Array.from({ length: 90 }).reduce<number[]>(
  (all) => [...all, Math.ceil((all.at(-1) ?? 0) * 1.25) || 1],
  [0],
);

export class Postings {
  private all = new Uint32Array(firstRoom);
  private end = 0;
  /** By room: where one is that a list has left. */
  private readonly left: number[][] = [];

  /** What a list holds; good until something is added to any. */
  of({ start, size }: Place): Uint32Array {
    return this.all.subarray(start, start + size);
  }

  push(list: Place, posting: number): void {
    if (list.size === rooms[list.room]) this.move(list, list.room + 1);
    this.all[list.start + list.size] = posting;
    list.size += 1;
  }

  /** Gives a new list room for so many. */
  reserve(list: Place, size: number): void {
    this.move(
      list,
      rooms.findIndex((room) => room >= size),
    );
  }

  private move(list: Place, room: number): void {
    const { start, size } = list;
    const to = this.left[room]?.pop() ?? this.takeEnd(rooms[room]!);
    this.all.copyWithin(to, start, start + size);
    if (list.room > 0) (this.left[list.room] ??= []).push(start);
    list.start = to;
    list.room = room;
  }

  private takeEnd(room: number): number {
    const start = this.end;
    this.end += room;
    this.all = withRoom(this.all, this.end);
    return start;
  }
}
