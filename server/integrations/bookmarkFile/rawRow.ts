// Raw row of a bookmark file, before its values are read.
import type { LeftOutCode, NoteParams, RowNote } from '../../modules/sync/bookmarkFile.ts';

export interface RawRow {
  /** Line on which the row begins, or place of the entry, from 1. */
  line: number;
  id: string;
  link: string;
  title: string;
  excerpt: string;
  note: string;
  /** A list, or a text that has yet to be split. */
  tags: string | readonly string[];
  cover: string;
  created: string;
  folder: readonly string[];
  isPrivate: boolean;
  isUnread: boolean;
  notes: readonly RowNote[];
  /** True when the columns that Loadout leaves empty are empty. */
  isLoadout: boolean;
}

/** A row that cannot be taken apart. */
export interface BrokenRow {
  line: number;
  code: LeftOutCode;
  params: NoteParams;
  text: string;
}

/** Null stands for a part without a row, behind which others have a turn all the same. */
export type RawEntry = RawRow | BrokenRow | null;

export const emptyRow: Omit<RawRow, 'line'> = {
  id: '',
  link: '',
  title: '',
  excerpt: '',
  note: '',
  tags: '',
  cover: '',
  created: '',
  folder: [],
  isPrivate: false,
  isUnread: false,
  notes: [],
  isLoadout: false,
};
