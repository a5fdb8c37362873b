// A row of a bookmark file before its values are interpreted.
import type { LeftOutCode, NoteParams, RowNote } from '../../modules/sync/bookmarkFile.ts';

export interface RawRow {
  /** Line on which the row begins, or position of the entry, from 1. */
  line: number;
  id: string;
  link: string;
  title: string;
  excerpt: string;
  note: string;
  /** A list, or a text that is not split yet. */
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

/** A row that cannot be parsed. */
export interface BrokenRow {
  line: number;
  code: LeftOutCode;
  params: NoteParams;
  text: string;
}

/** Null for a part without a row, after which other work may run. */
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
