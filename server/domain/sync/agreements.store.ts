// SQL for what was last agreed with the bookmarks service, item by item.
import type { Knex } from 'knex';
import type { Language } from '../knowledge/knowledge.ts';
import type { Agreement, SourceKind } from './agreement.ts';

interface AgreementRow {
  item_id: number;
  source: SourceKind;
  title: string;
  excerpt: string;
  note: string;
  link: string;
  tags: string[];
  media_type: string;
  media_source: string;
  cover: string;
  title_language: Language;
  excerpt_language: Language | null;
  note_language: Language | null;
  agreed_at: Date;
  gone_at: Date | null;
  moved_at: Date | null;
}

const toAgreement = (row: AgreementRow): Agreement => ({
  itemId: row.item_id,
  source: row.source,
  title: row.title,
  excerpt: row.excerpt,
  note: row.note,
  link: row.link,
  tags: row.tags,
  type: row.media_type,
  mediaSource: row.media_source,
  cover: row.cover,
  titleLanguage: row.title_language,
  excerptLanguage: row.excerpt_language,
  noteLanguage: row.note_language,
  agreedAt: row.agreed_at,
  goneAt: row.gone_at,
  movedAt: row.moved_at,
});

const toRow = (agreement: Agreement): AgreementRow => ({
  item_id: agreement.itemId,
  source: agreement.source,
  title: agreement.title,
  excerpt: agreement.excerpt,
  note: agreement.note,
  link: agreement.link,
  tags: agreement.tags,
  media_type: agreement.type,
  media_source: agreement.mediaSource,
  cover: agreement.cover,
  title_language: agreement.titleLanguage,
  excerpt_language: agreement.excerptLanguage,
  note_language: agreement.noteLanguage,
  agreed_at: agreement.agreedAt,
  gone_at: agreement.goneAt,
  moved_at: agreement.movedAt,
});

/** A statement takes 65,535 values at most. */
const rowsPerStatement = 500;

export const agreementsStore = (db: Knex) => ({
  async of(itemIds: readonly number[]): Promise<Map<number, Agreement>> {
    const rows: AgreementRow[] = await db('agreed_bookmarks').whereIn('item_id', [...itemIds]);
    return new Map(rows.map((row) => [row.item_id, toAgreement(row)]));
  },

  /** Writes agreements, in place of those that stood there. */
  async put(agreements: readonly Agreement[]): Promise<void> {
    for (let start = 0; start < agreements.length; start += rowsPerStatement) {
      const rows = agreements.slice(start, start + rowsPerStatement).map(toRow);
      await db('agreed_bookmarks').insert(rows).onConflict('item_id').merge();
    }
  },
});

export type AgreementsStore = ReturnType<typeof agreementsStore>;
