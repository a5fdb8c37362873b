// Composition of tag changes.
import type { Knex } from 'knex';
import type { Clock } from '../../../shared/clock.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import type { Editing } from '../../sync/sync.module.ts';
import { TagsService, type TagsTransaction } from './tags.service.ts';
import { tagsStore, tagNamesQueries } from './tags.store.ts';
import { TagNamesService } from './tagNames.service.ts';
import type { BothNames, TagNamer } from './tags.ts';

interface Options {
  db: Knex;
  clock: Clock;
  editing: Editing;
  /** Names of the search concepts with these names; null for unknown ones. */
  known(names: readonly string[]): Promise<(BothNames | null)[]>;
  /** Null when no language model is configured. */
  namer: TagNamer | null;
}

export const createTagsModule = ({ db, clock, editing, known, namer }: Options) => {
  const inTransaction = <Result>(work: (tx: TagsTransaction) => Promise<Result>) =>
    editing.inTransaction((tx, trx) => work({ ...tx, tags: tagsStore(trx) }));
  return {
    tagging: new TagsService({ auditLog: auditLogOn(db, clock), inTransaction }),
    tagNames: new TagNamesService({ search: tagNamesQueries(db), known, namer, inTransaction }),
  };
};
